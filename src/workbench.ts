/** Types of modules that extend the workbench. The entry has no code. */
export type {
  WorkbenchApi,
  WorkbenchCell,
  WorkbenchContext,
  WorkbenchExtension,
  WorkbenchPage,
} from './client/workbench-extension.js'
