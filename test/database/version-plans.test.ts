/** The plans of dataset versions, in every state that VACUUM may find the table of changes in. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { nextFold } from '../../src/server/housekeeping.js'
import { type DatasetDatabase, datasetDatabase } from './dataset-database.js'

let dataset: DatasetDatabase
beforeAll(async () => {
  dataset = await datasetDatabase()
})
afterAll(() => dataset.close())

const run = async (sql: string) => (await dataset.fresh.client.query(sql)).rows
const writeSkills = (count: number) =>
  run(`do $$ begin for i in 1..${count} loop
    update skills set category = category where id = 1; commit; end loop; end $$`)
const planOfVersion = async (): Promise<string> => {
  const rows = await run(`explain ${dataset.versionText('employees')}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('the plan of a dataset version', () => {
  const states: readonly (readonly [state: string, prepare: () => Promise<unknown>])[] = [
    ['is new', async () => {}],
    ['is empty', () => run('delete from corollary.dataset_change')],
    ['has many changes', () => writeSkills(3_000)],
    ['has many deleted rows', () => dataset.foldAll()],
  ]

  test.each(states)('uses the index when the table of changes %s', async (_state, prepare) => {
    await prepare()
    expect(await planOfVersion()).toContain('dataset_change_pkey')
    await run('vacuum analyze corollary.dataset_change')
    expect(await planOfVersion()).toContain('dataset_change_pkey')
  })
})

describe('folding', () => {
  test('returns the number of changes', async () => {
    await dataset.foldAll()
    await writeSkills(5)
    let changes = 0
    // Transactions in other databases of the server may be open.
    await vi.waitFor(async () => {
      changes += await dataset.fold()
      expect(changes).toBe(5)
    }, 20_000)
  })

  test.each([
    ['nothing has changed', 0, 1_000, 1_000],
    ['few changes come', 10, 1_000, 1_000],
    ['ten times as many come', 1_000, 1_000, 100],
    ['more come than can be summed up', 1_000_000, 1_000, 25],
    ['a long time has passed', 2_000, 10_000, 500],
  ])('is due again when %s', (_what, changes, elapsedMs, expected) => {
    expect(nextFold(1_000, changes, elapsedMs)).toBe(expected)
  })
})
