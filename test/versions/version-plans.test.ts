/** The plans of dataset versions, in every state that VACUUM may find the table of changes in. */
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectDatabase } from '../../src/server/compose/connect-database.js'
import { readSettings } from '../../src/server/compose/read-settings.js'
import { foldChanges } from '../../src/versions/fold-changes.js'
import { type DatasetDatabase, datasetDatabase, schema } from './dataset-database.js'

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

  test('is not compiled, although its plan seems to be expensive', async () => {
    await run(`create table seen (jit text)`)
    await run(`create function see() returns trigger language plpgsql as $$ begin
        insert into seen values (current_setting('jit'));
        return null;
      end $$`)
    await run(`create trigger see after delete on ${schema}.dataset_change execute function see()`)
    const connection = { ...dataset.fresh.connection, options: '-c jit=on' }
    const { settings } = readSettings({ environment: {} })
    const database = connectDatabase({ connection }, settings, pino({ level: 'silent' }))
    try {
      await foldChanges(database, schema)
    } finally {
      await database.close()
    }
    expect(await run('select distinct jit from seen')).toEqual([{ jit: 'off' }])
  })
})
