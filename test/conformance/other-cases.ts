/** Cases of the column types and operations without ladders, each derived by hand. */
import type { FilterOperation } from '../../src/contract/filter/table.js'
import {
  all,
  type Case,
  type CaseTable,
  casesFor,
  nothing,
  present,
  refused,
  type Target,
} from './cases.js'
import {
  arrayColumns,
  booleanColumns,
  dateColumns,
  instantColumns,
  jsonColumns,
  localColumns,
  type TestColumn,
  textColumns,
} from './ladders.js'

type Cases = Partial<Record<FilterOperation, readonly Case[]>>

const forColumns = (columns: readonly TestColumn[], cases: Cases): readonly CaseTable[] =>
  columns.flatMap((column) =>
    (Object.entries(cases) as [FilterOperation, readonly Case[]][]).map(([operation, rows]) => ({
      operation,
      target: { path: column.name, kind: column.kind },
      cases: casesFor(operation, column, rows),
    })),
  )

const at = (target: Target, cases: Cases): readonly CaseTable[] =>
  (Object.entries(cases) as [FilterOperation, readonly Case[]][]).map(([operation, rows]) => ({
    operation,
    target,
    cases: rows,
  }))

const isNull = (ids: readonly number[]): readonly Case[] => [
  ['ordinary', true, ids],
  ['null', null, all],
  ['empty', '', all],
  ['edge', false, all],
  ['edge', 'yes', refused],
]

/** Rows 1, 3, 5 are true; 2, 4, 6 are false. */
const booleans: Cases = {
  EQUAL: [
    ['ordinary', true, [1, 3, 5]],
    ['null', null, all],
    ['empty', '', all],
    ['edge', false, [2, 4, 6]],
    ['edge', 'true', [1, 3, 5]],
    ['edge', 1, refused],
  ],
  NOT_EQUAL: [
    ['ordinary', true, [2, 4, 6]],
    ['null', null, all],
    ['empty', '', all],
    ['edge', false, [1, 3, 5]],
  ],
  IN: [
    ['ordinary', [true], [1, 3, 5]],
    ['null', [true, false], present],
    ['empty', [], all],
    ['edge', ['false', false], [2, 4, 6]],
    ['edge', [0], refused],
  ],
  NOT_IN: [
    ['ordinary', [true], [2, 4, 6]],
    ['null', [true, false], nothing],
    ['empty', [], all],
    ['edge', ['false'], [1, 3, 5]],
  ],
  IS_NULL: isNull([7]),
  IS_NOT_NULL: isNull([1, 2, 3, 4, 5, 6]),
  IS_TRUE: [
    ['ordinary', true, [1, 3, 5]],
    ['null', null, all],
    ['empty', '', all],
    ['edge', false, [1, 3, 5]],
    ['edge', 1, refused],
  ],
  IS_FALSE: [
    ['ordinary', true, [2, 4, 6]],
    ['null', null, all],
    ['empty', '', all],
    ['edge', false, [2, 4, 6]],
    ['edge', 0, refused],
  ],
}

/** Rows: '', 'a', 'A', 'É', an emoji, '100%_\'. Special characters have a suite of their own. */
const texts: Cases = {
  LIKE: [
    ['ordinary', 'a', [2, 3]],
    ['null', null, all],
    ['empty', '', all],
    ['edge', '\u{1F600}', [5]],
    ['edge', '%', [6]],
  ],
  NOT_LIKE: [
    ['ordinary', 'A', [1, 4, 5, 6]],
    ['null', 'no such text', present],
    ['empty', '', all],
    ['edge', '_', [1, 2, 3, 4, 5]],
  ],
  STARTS_WITH: [
    ['ordinary', 'A', [2, 3]],
    ['null', null, all],
    ['empty', '', all],
    ['edge', '100%', [6]],
    ['edge', '%', nothing],
  ],
  ENDS_WITH: [
    ['ordinary', 'a', [2, 3]],
    ['null', null, all],
    ['empty', '', all],
    ['edge', '\\', [6]],
    ['edge', '%', nothing],
  ],
}

/** Now is 2024-03-31T01:00:00Z. */
const dates: Cases = {
  ON_DATE: [
    ['ordinary', '2024-02-29', [3]],
    ['null', '2024-03-01', nothing],
    ['empty', '', all],
    ['edge', '0001-01-01', [1]],
    ['edge', '9999-12-31', [6]],
    ['edge', '2023-02-29', refused],
  ],
  IN_LAST_DAYS: [
    ['ordinary', 31, [3, 4]],
    ['ordinary', 32, [2, 3, 4]],
    ['null', 36_500, [2, 3, 4]],
    ['empty', '', all],
    ['edge', 0, [4]],
    ['edge', 36_501, refused],
    ['edge', -1, refused],
  ],
  IN_NEXT_DAYS: [
    ['ordinary', 275, [4, 5]],
    ['ordinary', 274, [4]],
    ['null', 36_500, [4, 5]],
    ['empty', '', all],
    ['edge', 0, [4]],
    ['edge', 36_501, refused],
    ['edge', 0.5, refused],
  ],
}

const instants: Cases = {
  ON_DATE: [
    ['ordinary', '2024-03-31', [2, 3, 4]],
    ['null', '2024-03-30', nothing],
    ['empty', '', all],
    ['edge', '2024-10-27', [5]],
    ['edge', '2024-03-31T10:00:00Z', refused],
  ],
  IN_LAST_DAYS: [
    ['ordinary', 1, [2, 3]],
    ['null', 36_500, [2, 3]],
    ['empty', '', all],
    // Row 2 is one microsecond before now, row 3 is now.
    ['edge', 0, [3]],
    ['edge', 36_501, refused],
    ['edge', '7', refused],
  ],
  IN_NEXT_DAYS: [
    ['ordinary', 1, [3, 4]],
    ['null', 36_500, [3, 4, 5]],
    ['empty', '', all],
    ['edge', 0, [3]],
    // Row 5 is 210 times 24 hours away, to the microsecond.
    ['edge', 210, [3, 4, 5]],
    ['edge', 209, [3, 4]],
    ['edge', 1e21, refused],
  ],
}

/** `{}`, `[]`, false, 0, '' and `{"a":null}` are values; only row 7 is null. */
const jsons: Cases = { IS_NULL: isNull([7]), IS_NOT_NULL: isNull([1, 2, 3, 4, 5, 6]) }

/** Rows: [], [a], [a, b], [NULL, {x,"y"}\], ['', É], [a, a, c]; lists apply to their items. */
const arrays: Cases = {
  IN: [
    ['ordinary', ['a', 'z'], [2, 3, 6]],
    ['null', ['NULL'], [4]],
    ['empty', [], all],
    ['edge', ['{x,"y"}\\'], [4]],
    ['edge', [''], [5]],
    ['edge', ['A', 'e'], nothing],
    ['edge', ['a', null], refused],
    ['edge', 'a', refused],
  ],
  NOT_IN: [
    ['ordinary', ['a', 'z'], [1, 4, 5]],
    ['null', ['z'], present],
    ['empty', [], all],
    ['edge', ['', 'b'], [1, 2, 4, 6]],
    ['edge', [1], refused],
  ],
  SIZE_EQ: [
    ['ordinary', 2, [3, 4, 5]],
    ['null', 0, [1]],
    ['empty', '', all],
    ['edge', 999999999999999, nothing],
    ['edge', -1, refused],
  ],
  SIZE_GT: [
    ['ordinary', 1, [3, 4, 5, 6]],
    ['null', null, all],
    ['empty', '', all],
    ['edge', 0, [2, 3, 4, 5, 6]],
    ['edge', '1', refused],
  ],
  SIZE_LT: [
    ['ordinary', 2, [1, 2]],
    ['null', 9, present],
    ['empty', '', all],
    ['edge', 0, nothing],
    ['edge', 1.5, refused],
  ],
  IS_NULL: isNull([7]),
  IS_NOT_NULL: isNull([1, 2, 3, 4, 5, 6]),
}

const references: Cases = { IS_NULL: isNull([5, 6]), IS_NOT_NULL: isNull([1, 2, 3, 4, 7]) }

/** Lines of the parcels 1 to 7: 2, 1, 0, 1, 0, 0, 1. */
const ownCollection: Cases = {
  SIZE_EQ: [
    ['ordinary', 1, [2, 4, 7]],
    ['null', null, all],
    ['empty', '', all],
    ['edge', 0, [3, 5, 6]],
    ['edge', 999999999999999, nothing],
    ['edge', -1, refused],
    ['edge', '1', refused],
  ],
  SIZE_GT: [
    ['ordinary', 1, [1]],
    ['null', null, all],
    ['empty', '', all],
    ['edge', 0, [1, 2, 4, 7]],
    ['edge', 2, nothing],
    ['edge', 1.5, refused],
  ],
  SIZE_LT: [
    ['ordinary', 2, [2, 3, 4, 5, 6, 7]],
    ['null', null, all],
    ['empty', '', all],
    ['edge', 0, nothing],
    ['edge', 999999999999999, all],
    ['edge', true, refused],
  ],
}

/** Parcels 5 and 6 have no depot, so there is no collection with a size. */
const collectionOfDepot: Cases = {
  SIZE_EQ: [
    ['null', 0, nothing],
    ['ordinary', 1, [4]],
  ],
  SIZE_GT: [
    ['null', 0, [1, 2, 3, 4, 7]],
    ['ordinary', 1, [1, 2, 3, 7]],
  ],
  SIZE_LT: [
    ['null', 9, [1, 2, 3, 4, 7]],
    ['ordinary', 2, [4]],
  ],
}

export const otherTables: readonly CaseTable[] = [
  ...forColumns(booleanColumns, booleans),
  ...forColumns(textColumns, texts),
  ...forColumns(dateColumns, dates),
  ...forColumns(instantColumns, instants),
  // The zone is UTC, so clocks show the same.
  ...forColumns(localColumns, instants),
  ...forColumns(jsonColumns, jsons),
  ...forColumns(arrayColumns, arrays),
  ...at({ path: 'depot', kind: 'reference' }, references),
  ...at({ path: 'lines', kind: 'collection' }, ownCollection),
  ...at({ path: 'depot.parcels', kind: 'collection' }, collectionOfDepot),
]
