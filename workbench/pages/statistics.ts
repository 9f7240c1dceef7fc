/** What draws statistics. It is one module for the same reason as `files.ts`. */
export { BoardPage } from './dashboard/board/board-page.js'
export { DashboardPage } from './dashboard/dashboard-page.js'
export { PinnedList } from './home/pinned-list.js'
