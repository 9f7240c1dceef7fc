/** The lists of the menu, which are loaded when it is opened. One module, as `pages/files.ts`. */
export { LocalViews } from './local-views.js'
export { StoredViews } from './stored-views.js'
