/**
 * What handles files. It is one module, which is loaded when any part of it is opened: several
 * would divide the code that they share with the page into small files, which compress worse.
 */
export { RecordFile } from './record/record-file.js'
export { ExportDialog } from './table/export/export-dialog.js'
export { ImportDialog } from './table/import/import-dialog.js'
