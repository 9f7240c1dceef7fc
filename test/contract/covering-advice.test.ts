/**
 * The advice of `corollary check` for searches of options and for statistics. Where the extension
 * `hypopg` is available, the planner of PostgreSQL confirms it.
 */
import { category, measure, reference, series, text } from 'corollary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPlanCost } from '../../src/advice/hypothetical-indexes.js'
import { adviseIndexes } from '../../src/advice/index-proposal.js'
import { proposeIndexes } from '../../src/advice/propose-indexes.js'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { Diagnostics } from '../../src/foundation/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { optionPageStatement } from '../../src/query/statements/option-source.js'
import { estimateIndexes } from '../../src/server/commands/estimate-indexes.js'
import { readSettings } from '../../src/server/compose/read-settings.js'
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
    alter table tasks add notes text;
    insert into tasks (title, effort, team_id, due_on, notes)
      select 'Task ' || i, i % 90, 1 + i % 20, date '2026-01-01' + i % 400, repeat('note ', 60)
      from generate_series(1, 30000) i;
    create index on tasks (title, id)`)
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ name: string }>('select name from pg_available_extensions')
  extensions = new Set(rows.map(({ name }) => name))
})
afterAll(() => database.close())

const { settings } = readSettings({ environment: {} })

const compile = (broken: Broken) => {
  const diagnostics = new Diagnostics()
  const model = compileModel(unsound(broken), diagnostics)
  expect(diagnostics.all).toEqual([])
  return model
}

const propose = async (broken: Broken) => {
  const model = compile(broken)
  const catalog = await readCatalog(database.client, tablesOf(model.entities))
  return { model, proposals: proposeIndexes(model, catalog) }
}

const adviceFor = async (broken: Broken) => {
  const { model, proposals } = await propose(broken)
  const diagnostics = new Diagnostics()
  const costs = await estimateIndexes(database.client, model, proposals, settings)
  adviseIndexes(proposals, diagnostics, costs)
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

const stats = {
  state: category(),
  team: reference({ path: 'team.id', labelPath: 'team.name' }),
  effort: measure(),
  dueOn: series(),
}
const withStats: Broken = {
  tasks: { filter: {}, optionLabel: 'id', defaultSort: ['title'], stats },
}
const covering = 'CREATE INDEX ON tasks (effort) INCLUDE (team_id, due_on)'

describe('statistics of a large table', () => {
  test('one covering index is recommended', async () => {
    expect(await adviceFor(withStats)).toEqual([
      ['tasks.stats', expect.stringContaining(`read whole rows. ${covering}; It pays where`)],
    ])
  })

  test('the recommended index runs, and then nothing more is recommended', () =>
    afterSql(covering, async () => expect(await adviceFor(withStats)).toEqual([])))

  test('a partitioned table has the index on each partition', () =>
    afterSql(
      `alter table tasks rename to rows; create table tasks (like rows) partition by range (id);
      create table tasks_1 partition of tasks for values from (minvalue) to (15000);
      create table tasks_2 partition of tasks for values from (15000) to (maxvalue);
      insert into tasks select * from rows`,
      async () => {
        const ofStats = async () =>
          (await adviceFor(withStats)).filter(([path]) => path === 'tasks.stats')
        expect(await ofStats()).toEqual([['tasks.stats', expect.stringContaining(covering)]])
        await database.client.query(covering)
        expect(await ofStats()).toEqual([])
      },
    ))

  test.each([
    ['without a measure', { state: category(), dueOn: series() }],
    ['with nothing to group by', { effort: measure() }],
    [
      'with a measure only behind a relation',
      { state: category(), parent: measure({ path: 'parent.effort' }) },
    ],
  ])('%s no index is recommended', async (_, fields) => {
    const broken = { tasks: { ...withStats.tasks, stats: fields } }
    expect(await adviceFor(broken)).toEqual([])
  })

  test('columns of row access are included', async () => {
    const rowAccess = { filter: { state: unsoundFilter('state') }, visibleTo: () => 'all' }
    const broken = { ...withStats, entities: { tasks: { options: { rowAccess } } } }
    const { proposals } = await propose(broken)
    expect(proposals.map(({ statement }) => statement)).toContain(
      'CREATE INDEX ON tasks (effort) INCLUDE (team_id, due_on, state)',
    )
  })

  test('row access through a relation reads more than an index holds', async () => {
    const rowAccess = { filter: { team: unsoundFilter('team.name') }, visibleTo: () => 'all' }
    const broken = { ...withStats, entities: { tasks: { options: { rowAccess } } } }
    const { proposals } = await propose(broken)
    expect(proposals.filter(({ path }) => path === 'tasks.stats')).toEqual([])
  })
})

const unsoundFilter = (path: string) => ({ operation: 'EQUAL', path })

describe('costs', () => {
  test('the cost of a plan is that of its first line', () => {
    const plan = [
      'Sort  (cost=8.31..9.62 rows=1 width=8)',
      '  ->  Seq Scan on t  (cost=0.00..7.00 rows=1 width=8)',
    ]
    expect(readPlanCost(plan)).toBe(9.62)
    expect(() => readPlanCost([])).toThrow('does not begin with a cost')
    expect(() => readPlanCost(['EXPLAIN'])).toThrow('does not begin with a cost')
  })

  test('without the extension costs are not estimated', async () => {
    const { model, proposals } = await propose(withStats)
    expect(await estimateIndexes(database.client, model, proposals, settings)).toBeUndefined()
  })

  test('an index that gains too little is not recommended for statistics', async () => {
    const { proposals } = await propose(withStats)
    const costs = new Map(
      proposals.map((proposal) => [
        proposal,
        proposal.examples!.map((example) => ({ example, without: 100, withIndex: 95 })),
      ]),
    )
    const diagnostics = new Diagnostics()
    adviseIndexes(proposals, diagnostics, costs)
    expect(diagnostics.all).toEqual([])
  })

  test('the planner estimates the statements of the service without and with an index', async ({
    skip,
  }) => {
    if (!extensions.has('hypopg')) skip('this server has no hypopg')
    await afterSql('create schema "Other"; create extension hypopg schema "Other"', async () => {
      const broken = { tasks: { ...withStats.tasks, defaultSort: ['-dueOn'] } }
      const advice = new Map(await adviceFor(broken).then((all) => all.map(([a, b]) => [a!, b!])))
      const [, page] = /first page (\d+ → \d+)\.$/.exec(advice.get('tasks.defaultSort')!)!
      const [, group, time] =
        /Estimated cost: group-by 'team' (\d+ → \d+), time series 'dueOn' (\d+ → \d+)\.$/.exec(
          advice.get('tasks.stats')!,
        )!
      for (const cost of [page, group, time]) {
        const [without, withIndex] = cost!.split(' → ').map(Number)
        expect(withIndex).toBeLessThan(without! * 0.9)
      }
      const { rows } = await database.client.query('select from "Other".hypopg()')
      expect(rows).toEqual([])
    })
  })
})

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
