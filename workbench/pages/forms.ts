/**
 * The forms of records. They are one module, which is loaded when a form is opened first: a table
 * needs none.
 */
export { CreatePage } from './record/create-page.js'
export { RecordSurfaceForm } from './record/surface-form.js'
