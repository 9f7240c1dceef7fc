/** A resource whose changes cannot all be detected has no dataset version; the advice says so. */
import { category } from 'corollary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { plainTables } from '../../src/database/engines/postgres.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { bindStoredStats } from '../../src/model/compile/bind-stored-stats.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { storedFieldsOf } from '../../src/model/types/stats-model.js'
import { bindDatasets } from '../../src/versions/bind-datasets.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { boardTables, faultsOf, unsound } from './board.js'
import { type DatasetCase, datasetCases, loads, reachCases } from './dataset-cases.js'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.client.query(boardTables)
})
afterAll(() => database.close())

const bind = async ({ broken, sql = '' }: DatasetCase) => {
  const diagnostics = new Diagnostics()
  const model = compileModel(unsound(broken), diagnostics)
  expect(diagnostics.all).toEqual([])
  try {
    await database.client.query(`begin; ${sql}`)
    const catalog = await readCatalog(database.client, tablesOf(model.entities))
    return { ...bindDatasets(model, catalog, 'corollary', diagnostics, plainTables), diagnostics }
  } finally {
    await database.client.query('rollback')
  }
}

const adviceOf = (name: string, unseen: string) => [
  'DATASET_VERSION_OFF',
  name,
  `No dataset version, no entity tags of collections: changes of ${unseen} cannot be seen. If it is made of tables, declare tables of this database: 'dependsOn: ["schema.table"]'.`,
]

const check = async (datasetCase: DatasetCase): Promise<void> => {
  const { model, tables, diagnostics } = await bind(datasetCase)
  const advice = Object.entries(datasetCase.unseen).map(([name, unseen]) => adviceOf(name, unseen))
  expect(faultsOf(diagnostics)).toEqual(advice)
  expect(diagnostics.errors).toEqual([])
  for (const { name, dataset } of model.resources) {
    expect([name, dataset !== undefined]).toEqual([name, datasetCase.unseen[name] === undefined])
  }
  if (datasetCase.tables)
    expect(model.resources.at(-1)!.dataset?.tables).toEqual(datasetCase.tables)
  const watched = model.resources.flatMap(({ dataset }) => dataset?.tables ?? [])
  expect(tables.map(({ name }) => name).sort()).toEqual([...new Set(watched)].sort())
}

describe('tables of a resource', () => {
  for (const datasetCase of datasetCases) test(datasetCase.says, () => check(datasetCase))
})

describe('what may be cached', () => {
  const completeness = async (sql: string, options: object = {}) => {
    const broken = { entities: { teamLoads: { options } }, more: [loads] }
    const { model } = await bind({ says: '', broken, sql, unseen: {} })
    return Object.fromEntries(model.resources.map(({ key, dataset }) => [key, dataset?.isComplete]))
  }
  const secured = 'alter table tasks enable row level security'
  const forced = `${secured}; alter table tasks force row level security`

  test('results over tables and views of tables', async () => {
    expect(await completeness('')).toMatchObject({ 'board.tasks': true, 'board.loads': true })
  })

  test('no results over row-level security, directly or through a view', async () => {
    const role = 'create role reader; grant select on all tables in schema public to reader'
    expect(await completeness(`${secured}; ${role}; set local role reader`)).toMatchObject({
      'board.tasks': false,
      'board.loads': false,
    })
    // Superusers bypass policies; a view reads with the rights of its owner, which may not.
    expect(await completeness(forced)).toMatchObject({ 'board.tasks': true, 'board.loads': false })
  })

  test('no results of a view whose tables the contract declares', async () => {
    const volatile = `drop view team_loads; create view team_loads as
      select team_id as id, random()::numeric as effort from tasks`
    const dependsOn = ['tasks']
    expect((await completeness(volatile, { dependsOn }))['board.loads']).toBe(false)
  })
})

describe('statistics that may be stored', () => {
  const stats = { title: category({ materialized: { every: '1 min' } }), done: category() }
  const advised = async (sql: string, storesResults = true) => {
    const bound = await bind({ says: '', broken: { tasks: { stats } }, sql, unseen: {} })
    const diagnostics = new Diagnostics()
    const model = bindStoredStats(bound.model, storesResults, diagnostics)
    const tasks = model.resources.find(({ key }) => key === 'board.tasks')!
    const stored = storedFieldsOf(tasks.stats).map(({ name }) => name)
    return { stored, advice: faultsOf(diagnostics).map(([code, path]) => [code, path]) }
  }

  test('are those that a contract marks, over tables with a dataset version', async () => {
    expect(await advised('')).toEqual({ stored: ['title'], advice: [] })
  })

  test('are none under row-level security, which the advice says', async () => {
    const secured = `alter table tasks enable row level security; create role stats_reader;
      grant select on all tables in schema public to stats_reader; set local role stats_reader`
    const advice = [['MATERIALIZED_OFF', 'tasks.stats.title']]
    expect(await advised(secured)).toEqual({ stored: [], advice })
  })

  test('are none where the service stores none', async () => {
    expect(await advised('', false)).toEqual({ stored: [], advice: [] })
  })
})

describe('relations whose changes cannot be detected', () => {
  for (const reachCase of reachCases) test(reachCase.says, () => check(reachCase))
})
