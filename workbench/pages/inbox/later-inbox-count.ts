import { laterDialog } from '../../ui/later.js'

/** The number of records that wait, whose code is loaded after the page. */
export const InboxCount = laterDialog(async () => (await import('../inbox.js')).InboxCount)
