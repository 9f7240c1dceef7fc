/**
 * What changes cells and fields of several records. It is one module, which is loaded when any part
 * of it is used.
 */
export { CellEditing } from './cell-editing.js'
export { SetFieldDialog } from './set-field-dialog.js'
