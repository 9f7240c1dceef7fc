/**
 * The time to read a version while an old snapshot, or an old writer, stays open. The times are
 * printed; only the version is asserted. `SOAK_WRITES` writes (default 2 000), and a fold after
 * every `SOAK_FOLD_EVERY` of them (default 100).
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatasetDatabase, datasetDatabase } from '../versions/dataset-database.js'

const writes = Number(process.env['SOAK_WRITES'] ?? 2_000)
const chunk = Number(process.env['SOAK_FOLD_EVERY'] ?? 100)
let dataset: DatasetDatabase
beforeAll(async () => {
  dataset = await datasetDatabase()
  await dataset.foldAll()
})
afterAll(() => dataset.close())

const run = async (sql: string) => (await dataset.fresh.client.query(sql)).rows

/** Each write is a separate transaction. */
const write = async (): Promise<void> => {
  for (let done = 0; done < writes; done += chunk) {
    await run(`do $$ begin for i in 1..${chunk} loop
      update skills set category = category where id = 1 + i % 20; commit; end loop; end $$`)
    await dataset.fold()
  }
}

/** Median milliseconds of the statement, as the server measures it. */
const measure = async (): Promise<number> => {
  const times: number[] = []
  for (let index = 0; index < 31; index++) {
    const [row] = await run(`explain (analyze, format json) ${dataset.versionText('skills')}`)
    times.push(row['QUERY PLAN'][0]['Execution Time'])
  }
  return times.sort((a, b) => a - b)[15]!
}
const buffers = async (): Promise<number> => {
  const sql = `explain (analyze, buffers, format json) ${dataset.versionText('skills')}`
  const [row] = await run(sql)
  return row['QUERY PLAN'][0].Plan['Shared Hit Blocks']
}
const report = async (what: string, started = performance.now()): Promise<void> => {
  const [row] = await run(`select count(*)::int as n from corollary.dataset_change`)
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  const cost = `${(await measure()).toFixed(3)} ms, ${await buffers()} pages`
  console.log(`${what}: ${cost}, ${row.n} changes left, after ${seconds} s`)
}

test.each([
  ['a reader', 'begin isolation level repeatable read; select from skills'],
  ['a writer', 'begin; select pg_current_xact_id(); select from skills'],
])(
  `the version while %s is held open for ${writes} writes`,
  { timeout: 600_000 },
  async (who, begin) => {
    await run('vacuum corollary.dataset, corollary.dataset_change, skills')
    const held = await dataset.connect()
    await report(`before ${who}`)
    await held.query(begin)
    const before = await dataset.versionOf('skills')
    const start = performance.now()
    await write()
    await report(`while ${who} is held`, start)
    const after = await dataset.versionOf('skills')
    expect(after).not.toBe(before)
    if (who === 'a reader') expect(await dataset.versionOf('skills', held)).toBe(before)
    await held.query('commit')
    await report(`after ${who}`)
    await dataset.foldAll()
    await report(`after ${who}, folded`)
    await run('vacuum corollary.dataset, corollary.dataset_change')
    await report(`after ${who}, vacuumed`)
    expect(await dataset.versionOf('skills')).toBe(after)
  },
)
