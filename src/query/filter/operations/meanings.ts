/** What each of the 26 filter operations means in SQL. A missing one does not compile. */
import type { FilterOperation } from '../../../contract/filter-operations.js'
import { calendar } from './calendar.js'
import { compare } from './compare.js'
import type { Meanings } from './meaning.js'
import { presence } from './presence.js'
import { range } from './range.js'
import { text } from './text.js'

export const meanings: Meanings<FilterOperation> = {
  ...compare,
  ...text,
  ...range,
  ...presence,
  ...calendar,
}
