/** The advice of `corollary check` for searches of options. */
import { text } from 'corollary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adviseIndexes } from '../../src/advice/advise-indexes.js'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { optionPageStatement } from '../../src/query/statements/option-source.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { openViews } from '../support/views.js'
import { type Broken, boardTables, unsound } from './board.js'

let database: FreshDatabase
let extensions: ReadonlySet<string>
beforeAll(async () => {
  database = await freshDatabase()
  const { client } = database
  await client.query(boardTables)
  await client.query(`insert into teams (name) select 'Team ' || i from generate_series(1, 500) i;
    insert into tasks (title, effort, team_id, due_on)
      select 'Task ' || i, i % 90, 1 + i % 20, date '2026-01-01' + i % 400
      from generate_series(1, 2000) i;
    create index on tasks (title, id);
    analyze`)
  const { rows } = await client.query<{ name: string }>('select name from pg_available_extensions')
  extensions = new Set(rows.map(({ name }) => name))
})
afterAll(() => database.close())

const compile = (broken: Broken) => {
  const diagnostics = new Diagnostics()
  const model = compileModel(unsound(broken), diagnostics)
  expect(diagnostics.all).toEqual([])
  return model
}

const adviceFor = async (broken: Broken) => {
  const model = compile(broken)
  const catalog = await readCatalog(database.client, tablesOf(model.entities))
  const diagnostics = new Diagnostics()
  adviseIndexes(model, catalog, diagnostics)
  return diagnostics.all.map(({ path, message }) => [path, message])
}

/** Runs `work` after `sql`, and leaves no changes. */
const afterSql = async (sql: string, work: () => Promise<void>): Promise<void> => {
  try {
    await database.client.query(`begin; ${sql}`)
    await work()
  } finally {
    await database.client.query('rollback')
  }
}

describe('searches of options', () => {
  const trigrams =
    'CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE INDEX ON tasks USING gin (lower(title) gin_trgm_ops);'
  const onTeams = trigrams.replace('tasks', 'teams').replace('title', 'name')
  const tasks = { filter: {}, defaultSort: ['title'] }

  test('an index of the labels of records is recommended', async () => {
    expect(await adviceFor({ tasks })).toEqual([
      ['tasks.optionLabel', `No index serves this search of options. ${trigrams}`],
    ])
  })

  test('no index serves labels that may be missing', async () => {
    const entities = { tasks: { fields: { title: text({ maxLength: 80, nullable: true }) } } }
    expect(await adviceFor({ entities, tasks })).toEqual([])
  })

  test('an index of the labels of an option source is recommended, and used', async ({ skip }) => {
    const teams = {
      ...{ entity: 'teams', key: 'board.teams', response: { id: '.', name: '.' } },
      ...{ filter: {}, defaultSort: ['id'], optionLabel: 'name' },
    }
    const optionSources = { teams: { type: 'RESOURCE_ENTITY', resource: 'board.teams' } }
    const broken = { tasks: { ...tasks, optionLabel: 'id', optionSources }, more: [teams] }
    expect(await adviceFor(broken)).toEqual([
      ['tasks.optionSources.teams', `No index serves this search of options. ${onTeams}`],
    ])
    if (!extensions.has('pg_trgm')) skip('this server has no pg_trgm')
    await afterSql(onTeams, async () => {
      await database.client.query('set local enable_seqscan = off')
      expect(await adviceFor(broken)).toEqual([])
      const resource = openViews(compile(broken))[0]!
      const request = {
        ...{ criteria: [], search: 'eam 77', order: [{ name: 'id', direction: 'asc' as const }] },
        ...{ limit: 10, offset: 0, includeIds: [], showIncluded: false },
      }
      const source = resource.optionSources.get('teams')!
      const clock = { now: new Date(0), zone: 'UTC' }
      const { text, values } = optionPageStatement(resource, source, request, clock)
      const { rows } = await database.client.query(`explain ${text}`, [...values])
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Bitmap Index Scan')
    })
  })
})
