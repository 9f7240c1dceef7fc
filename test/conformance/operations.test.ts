import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filterOperations } from '../../src/contract/filter/table.js'
import { isNightly } from '../support/effort.js'
import { fieldOf, operations } from '../support/filter-contract.js'
import { type FilterService, startFilterService } from '../support/filter-service.js'
import { type CaseTable, caseClasses, type Outcome } from './cases.js'
import { ladderTables } from './ladder-cases.js'
import { ladderRows } from './ladders.js'
import { otherTables } from './other-cases.js'

const tables: readonly CaseTable[] = [...ladderTables, ...otherTables]

const isTwin = ({ target }: CaseTable): boolean => target.path.endsWith('Kept')

/**
 * The cases of a NOT NULL column are those of its nullable twin with one row changed: the usual run
 * takes every fourth of these columns, another one for each operation.
 */
const tablesFor = (operation: CaseTable['operation']): readonly CaseTable[] => {
  const all = tables.filter((table) => table.operation === operation)
  const twins = all.filter(isTwin)
  const step = isNightly ? 1 : Math.min(4, twins.length)
  const first = operations.indexOf(operation) % step
  const left = new Set(twins.filter((_, index) => index % step !== first))
  return all.filter((table) => !left.has(table))
}

let service: FilterService
beforeAll(async () => {
  service = await startFilterService(ladderRows)
})
afterAll(() => service.close())

/** Files are uploaded: `test/http/files` has their cases. */
const isOfLadder = (kind: string): boolean => kind !== 'file'

test('every operation has an ordinary, a null, an empty and an edge case for every column type that it supports', () => {
  const covered = new Set(
    tables.flatMap(({ operation, target, cases }) =>
      cases.map(([caseClass]) => `${operation} ${target.kind} ${caseClass}`),
    ),
  )
  const needed = operations.flatMap((operation) =>
    filterOperations[operation].kinds
      .filter(isOfLadder)
      .flatMap((kind) => caseClasses.map((caseClass) => `${operation} ${kind} ${caseClass}`)),
  )
  expect(needed.filter((name) => !covered.has(name))).toEqual([])
})

/** The ids of the matches, or the code and target of the error. */
const outcomeOf = async (field: string, operand: unknown): Promise<unknown> => {
  const { status, ids, total, problems } = await service.find({ [field]: operand })
  if (status === 200) return total === ids.length ? ids : `${ids.length} rows of ${total}`
  return problems.map(({ code, target }) => `${status} ${code} of ${target}`).join()
}

const expected = (field: string, outcome: Outcome): unknown => {
  if (typeof outcome !== 'string') return outcome
  return `${outcome === 'LIMIT_EXCEEDED' ? 422 : 400} ${outcome} of ${field}`
}

const print = (operand: unknown): string => {
  const text = JSON.stringify(operand)
  return text.length > 80 ? `${text.slice(0, 60)}… (${text.length} characters)` : text
}

describe.each(operations)('%s', (operation) => {
  const ownTables = tablesFor(operation)
  test.each(ownTables.map(({ target, cases }) => [target.path, target.kind, cases] as const))(
    'the matches in %s (%s) are those of the table of cases',
    async (path, _kind, cases) => {
      const field = fieldOf(path, operation)
      const rows = cases.map(async ([caseClass, operand, outcome]) => {
        const sentence = `${caseClass}: ${print(operand)}`
        return { sentence, found: await outcomeOf(field, operand), right: expected(field, outcome) }
      })
      const done = await Promise.all(rows)
      expect(done.map(({ sentence, found }) => [sentence, found])).toEqual(
        done.map(({ sentence, right }) => [sentence, right]),
      )
    },
  )
})
