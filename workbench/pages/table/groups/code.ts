/** What groups a table. It is one module, which is loaded when a table is grouped. */
export { GroupChoice } from './group-choice.js'
export { createGroupHeader } from './group-header.js'
export { headersOf } from './group-headers.js'
export { noteOn } from './group-note.js'
export { planOf } from './group-plan.js'
