/**
 * Statements of each reading operation. They are counted, not timed: the numbers are the same on
 * every machine. A repeated request needs as many; a cached one reads the version of the data.
 */
import { describe, expect, test } from 'vitest'
import { operationsOf } from '../../../src/model/operation-table.js'
import { type Method, paths, usePeople } from '../../http/use-people.js'
import { statementsOf } from '../../support/statements.js'

const people = usePeople()
const { absences, employees } = paths

interface Case {
  readonly request: readonly [method: Method, url: string, body?: unknown]
  /** Each of them is a round trip. */
  readonly statements: number
}

const byId = (part: string, body?: unknown): Case['request'] => [
  body === undefined ? 'GET' : 'POST',
  `${employees}${part}`,
  body,
]
const source = '/option-sources/departments/options'

const cases: Readonly<Record<string, Case>> = {
  byId: { request: byId('/1'), statements: 1 },
  // One snapshot for the head and the rows: begin, count, rows, commit.
  all: { request: byId('/all'), statements: 4 },
  byIds: { request: byId('/by-ids?ids=1,2,3'), statements: 1 },
  filter: { request: byId('/filter', { departmentName: 'engineer' }), statements: 1 },
  cursor: { request: byId('/filter/cursor', {}), statements: 1 },
  locate: { request: byId('/locate?id=1', {}), statements: 1 },
  options: { request: byId('/options/filter', {}), statements: 1 },
  optionsByIds: { request: byId('/options/by-ids?ids=1,2'), statements: 1 },
  optionSource: { request: byId(`${source}/filter`, {}), statements: 1 },
  optionSourceByIds: { request: byId(`${source}/by-ids?ids=1,2`), statements: 1 },
  optionSourceByIdsPost: { request: byId(`${source}/by-ids`, { ids: [1, 2] }), statements: 1 },
  statsGroupBy: {
    request: byId('/stats/group-by', { filter: {}, field: 'status' }),
    statements: 1,
  },
  statsTimeSeries: {
    request: byId('/stats/timeseries', { filter: {}, field: 'hiredOn', granularity: 'MONTH' }),
    statements: 1,
  },
  statsDistribution: {
    request: byId('/stats/distribution', { filter: {}, field: 'status', mode: 'TERMS' }),
    statements: 1,
  },
  export: { request: byId('/export', { format: 'csv', scope: 'all' }), statements: 4 },
  history: { request: byId('/1/history'), statements: 1 },
  schemas: { request: byId('/schemas'), statements: 0 },
  itemSurfaces: { request: byId('/1/surfaces'), statements: 1 },
  actions: { request: ['GET', `${absences}/actions`], statements: 0 },
  itemActions: { request: ['GET', `${absences}/1/actions`], statements: 1 },
  capabilities: { request: byId('/capabilities'), statements: 0 },
  itemCapabilities: { request: byId('/1/capabilities'), statements: 1 },
}

describe('statements of a reading operation', () => {
  test.each(Object.entries(cases))('%s', async (_, { request, statements }) => {
    const countOf = async () => {
      let status = 0
      const sent = await statementsOf(async () => {
        const response = await people.send(...request)
        status = response.statusCode
      })
      expect([200, 302], JSON.stringify(sent)).toContain(status)
      return sent.length
    }
    expect([await countOf(), await countOf()]).toEqual([statements, statements])
  })

  test('each operation has a row', () => {
    const operations = operationsOf({
      ...{
        readOnly: true,
        create: false,
        update: false,
        delete: false,
        softDelete: false,
        batch: false,
        import: false,
        changes: false,
        history: true,
        files: false,
      },
      ...{ intents: [], actions: [] },
    })
    const reading = operations.filter(({ writes }) => !writes)
    expect(Object.keys(cases)).toEqual(
      reading.map(({ name }) => name).filter((name) => name !== 'changes'),
    )
  })
})
