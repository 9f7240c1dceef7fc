import { laterDialog } from '../ui/later.js'

/** The dialog of an action, whose code is loaded when it is opened first. */
export const ActionDialog = laterDialog(
  async () => (await import('./action-dialog.js')).ActionDialog,
)
