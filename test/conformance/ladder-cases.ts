/**
 * Cases of the operations that compare values, written once for all column types: the values of a
 * ladder are its rungs a to f in the rows 1 to 6, and the matches follow from their order alone.
 */
import type { FilterOperation } from '../../src/contract/filter/table.js'
import { takes } from '../support/filter-contract.js'
import { all, type Case, type CaseTable, casesFor, nothing, present, refused } from './cases.js'
import { type Ladder, ladderColumns } from './ladders.js'

type LadderCases = (ladder: Ladder, isText: boolean) => readonly Case[]

const equality: Partial<Record<FilterOperation, LadderCases>> = {
  EQUAL: ({ values: [a, , c, , , f], between }, isText) => [
    ['ordinary', c, [3]],
    ['null', between, nothing],
    ['null', null, all],
    // The operand of an exact text comparison may be empty; the first rung of texts is.
    ['empty', '', isText ? [1] : all],
    ['edge', a, [1]],
    ['edge', f, [6]],
    ['edge', [c], refused],
  ],
  NOT_EQUAL: ({ values: [a, , c, , , f], between }, isText) => [
    ['ordinary', c, [1, 2, 4, 5, 6]],
    ['null', between, present],
    ['null', null, all],
    ['empty', '', isText ? [2, 3, 4, 5, 6] : all],
    ['edge', a, [2, 3, 4, 5, 6]],
    ['edge', f, [1, 2, 3, 4, 5]],
  ],
  IN: ({ values, between }, isText) => {
    const [a, b, , d, , f] = values
    return [
      ['ordinary', [b, d], [2, 4]],
      ['null', values, present],
      ['null', [between], nothing],
      ['null', null, all],
      ['null', [null], refused],
      ['empty', [], all],
      ['empty', '', isText ? refused : all],
      ['edge', [f, a], [1, 6]],
      ['edge', [d, d, d], [4]],
      ['edge', Array.from({ length: 1000 }, () => d), [4]],
      ['edge', Array.from({ length: 1001 }, () => d), 'LIMIT_EXCEEDED'],
      ['edge', d, refused],
    ]
  },
  NOT_IN: ({ values, between }, isText) => {
    const [a, b, , d, , f] = values
    return [
      ['ordinary', [b, d], [1, 3, 5, 6]],
      ['null', [between], present],
      ['null', values, nothing],
      ['null', null, all],
      ['null', [b, null], refused],
      ['empty', [], all],
      ['empty', '', isText ? refused : all],
      ['edge', [f, a], [2, 3, 4, 5]],
      ['edge', Array.from({ length: 1001 }, () => d), 'LIMIT_EXCEEDED'],
    ]
  },
}

const presence: Partial<Record<FilterOperation, LadderCases>> = {
  IS_NULL: () => [
    ['ordinary', true, [7]],
    ['null', null, all],
    ['empty', '', all],
    ['edge', false, all],
    ['edge', 1, refused],
  ],
  IS_NOT_NULL: () => [
    ['ordinary', true, present],
    ['null', null, all],
    ['empty', '', all],
    ['edge', false, all],
    ['edge', 1, refused],
  ],
}

const order: Partial<Record<FilterOperation, LadderCases>> = {
  GREATER_THAN: ({ values: [a, , c, , , f], between }) => [
    ['ordinary', c, [4, 5, 6]],
    ['ordinary', between, [4, 5, 6]],
    ['null', a, [2, 3, 4, 5, 6]],
    ['empty', '', all],
    ['edge', f, nothing],
  ],
  GREATER_OR_EQUAL: ({ values: [a, , c, , , f], between }) => [
    ['ordinary', c, [3, 4, 5, 6]],
    ['ordinary', between, [4, 5, 6]],
    ['null', a, present],
    ['empty', '', all],
    ['edge', f, [6]],
  ],
  LESS_THAN: ({ values: [a, , , d, , f], between }) => [
    ['ordinary', d, [1, 2, 3]],
    ['ordinary', between, [1, 2, 3]],
    ['null', f, [1, 2, 3, 4, 5]],
    ['empty', '', all],
    ['edge', a, nothing],
  ],
  LESS_OR_EQUAL: ({ values: [a, , , d, , f], between }) => [
    ['ordinary', d, [1, 2, 3, 4]],
    ['ordinary', between, [1, 2, 3]],
    ['null', f, present],
    ['empty', '', all],
    ['edge', a, [1]],
  ],
  BETWEEN: ({ values: [a, b, c, d, e, f], between }) => [
    ['ordinary', [b, d], [2, 3, 4]],
    ['ordinary', [e, b], [2, 3, 4, 5]],
    ['ordinary', [d], [4, 5, 6]],
    ['ordinary', [d, null], [4, 5, 6]],
    ['ordinary', [null, d], [1, 2, 3, 4]],
    ['null', [a, f], present],
    ['null', null, all],
    ['empty', '', all],
    ['empty', [], all],
    ['empty', [null, null], all],
    ['edge', [c, c], [3]],
    ['edge', [between, between], nothing],
    ['edge', [a, a], [1]],
    ['edge', [f], [6]],
    ['edge', [a, c, f], refused],
  ],
  BETWEEN_EXCLUSIVE: ({ values: [a, b, c, d, e, f], between }) => [
    ['ordinary', [b, e], [3, 4]],
    ['ordinary', [e, b], [3, 4]],
    ['ordinary', [c], [4, 5, 6]],
    ['ordinary', [null, c], [1, 2]],
    ['null', [a, f], [2, 3, 4, 5]],
    ['null', [between, null], [4, 5, 6]],
    ['empty', '', all],
    ['empty', [], all],
    ['edge', [c, c], nothing],
    ['edge', [c, d], nothing],
    ['edge', [null, a], nothing],
    ['edge', [f, null], nothing],
  ],
  NOT_BETWEEN: ({ values: [a, b, c, d, e, f], between }) => [
    ['ordinary', [b, d], [1, 5, 6]],
    ['ordinary', [e, b], [1, 6]],
    ['ordinary', [d], [1, 2, 3]],
    ['ordinary', [null, d], [5, 6]],
    ['null', [between, between], present],
    ['null', [a, f], nothing],
    ['empty', '', all],
    ['empty', [null], all],
    ['edge', [c, c], [1, 2, 4, 5, 6]],
    ['edge', [a], nothing],
    ['edge', [null, f], nothing],
  ],
  OUTSIDE_RANGE: ({ values: [a, b, c, d, e, f], between }) => [
    ['ordinary', [b, d], [1, 5, 6]],
    ['ordinary', [e, b], [1, 6]],
    ['ordinary', [d], [1, 2, 3]],
    ['ordinary', [null, d], [5, 6]],
    ['null', [between, between], present],
    ['null', [a, f], nothing],
    ['empty', '', all],
    ['empty', [null, ''], all],
    ['edge', [c, c], [1, 2, 4, 5, 6]],
    ['edge', [f], [1, 2, 3, 4, 5]],
    ['edge', [null, a], [2, 3, 4, 5, 6]],
  ],
}

const byOperation = { ...equality, ...presence, ...order }

export const ladderTables: readonly CaseTable[] = ladderColumns.flatMap((column) =>
  (Object.entries(byOperation) as [FilterOperation, LadderCases][])
    .filter(([operation]) => takes(operation, column.kind))
    .map(([operation, cases]) => ({
      operation,
      target: { path: column.name, kind: column.kind },
      cases: casesFor(operation, column, cases(column.ladder, column.kind === 'text')),
    })),
)
