/** Forms of a Corollary service for React JSON Schema Form. */
export type { FormOf, Values } from '../../shared/src/form.js'
export type { FormOptions, FormTexts } from '../../shared/src/form-texts.js'
export { createForm, type ResourceForm } from './create-form.js'
