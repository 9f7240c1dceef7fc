/** The inbox and what phones show. It is one module for the same reason as `files.ts`. */
export { RecordCards } from './cards/record-cards.js'
export { InboxCount } from './inbox/inbox-count.js'
export { InboxPage } from './inbox/inbox-page.js'
