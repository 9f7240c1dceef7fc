/**
 * The advice of `corollary check`: a missing index, with a statement that runs and helps.
 * PostgreSQL itself confirms that it helps: with the index, the sort needs no sort step.
 */

import { BETWEEN, decimal, EQUAL, IN, LIKE, ON_DATE, STARTS_WITH, text } from 'corollary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adviseIndexes } from '../../src/advice/advise-indexes.js'
import type { FilterField } from '../../src/contract/filter/definition.js'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { checkAgainstDatabase } from '../../src/database/check/check-contract.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { snakeCase } from '../../src/model/compile/compile-columns.js'
import type { Model } from '../../src/model/types/resource-model.js'
import { readFilter } from '../../src/query/filter/read-filter.js'
import { readOrder } from '../../src/query/rows/order.js'
import { pageStatement } from '../../src/query/statements/page-statement.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { openViews } from '../support/views.js'
import { type AdviceCase, adviceCases as plainCases, trigramCases } from './advice-cases.js'
import { type Broken, boardTables, unsound } from './board.js'
import { specialAdvice } from './special-advice.js'

const adviceCases = [...plainCases, ...specialAdvice]

let database: FreshDatabase
let hasTrigrams: boolean
beforeAll(async () => {
  database = await freshDatabase()
  const { client } = database
  await client.query(boardTables)
  await client.query(`insert into teams (name) select 'Team ' || i from generate_series(1, 500) i;
    insert into tasks (title, effort, team_id, due_on)
      select 'Task ' || i, i % 90, 1 + i % 20, case when i % 3 > 0 then date '2026-01-01' + i % 400 end
      from generate_series(1, 2000) i;
    analyze`)
  const found = await client.query(`select from pg_available_extensions where name = 'pg_trgm'`)
  hasTrigrams = found.rowCount === 1
})
afterAll(() => database.close())

const advise = async (model: Model) => {
  const diagnostics = new Diagnostics()
  const catalog = await readCatalog(database.client, tablesOf(model.entities))
  checkAgainstDatabase(model, catalog, diagnostics)
  // Invalid parts of a contract get no advice.
  expect(diagnostics.errors).toEqual([])
  adviseIndexes(model, catalog, diagnostics)
  return diagnostics.all.filter(({ code }) => code === 'INDEX_MISSING')
}

const compile = ({ broken }: AdviceCase): Model => {
  const diagnostics = new Diagnostics()
  // Searches of options have tests of their own.
  const tasks = { optionLabel: 'id', ...broken.tasks }
  const model = compileModel(unsound({ ...broken, tasks }), diagnostics)
  expect(diagnostics.all).toEqual([])
  return model
}

/** Runs `work` on tables with the case's indexes, and leaves no changes. */
const withIndexes = async (sql: string, work: () => Promise<void>): Promise<void> => {
  try {
    await database.client.query(`begin; ${sql}`)
    await work()
  } finally {
    await database.client.query('rollback')
  }
}

const statementsOf = (message: string): string => {
  const [, statements] = /^No index serves this (?:filter|order)\. (.*;)$/s.exec(message) ?? []
  return statements ?? expect.fail(`no statement in: ${message}`)
}

/** The plan of the first page, one line for each step. */
const planOf = async (model: Model, payload: object): Promise<readonly string[]> => {
  const resource = openViews(model)[0]!
  const limits = { zone: 'UTC', maxListLength: 9, maxTextLength: 99, allowScalarRange: false }
  const { text, values } = pageStatement(
    resource,
    {
      ...{ limit: 10, offset: 0, includeIds: [], showIncluded: false, knownTotal: undefined },
      criteria: readFilter(resource, payload, limits),
      order: readOrder(resource, []),
    },
    { now: new Date(0), zone: 'UTC' },
    resource.prepared.selection(),
  )
  await database.client.query('set local enable_sort = off; set local enable_seqscan = off')
  const { rows } = await database.client.query(`explain (costs off) ${text}`, [...values])
  return rows.map((row) => row['QUERY PLAN'] as string)
}

/** Whether the default sort of the first resource is read from an index, without a sort step. */
const isReadInOrder = async (model: Model): Promise<boolean> => {
  // After `Subquery Scan on keys` comes the only level that finds the page.
  const plan = await planOf(model, {})
  const from = plan.findIndex((line) => line.includes('Subquery Scan on keys'))
  return /Index (Only )?Scan/.test(plan.slice(from + 1, from + 3).join('\n'))
}

/** Checks the advice of a case and returns it. */
const expectAdvice = async (adviceCase: AdviceCase, model = compile(adviceCase)) => {
  const advice = await advise(model)
  const expected = adviceCase.advice.map(([path, statement]) => ({
    ...{ code: 'INDEX_MISSING', severity: 'advice', path },
    message: expect.stringMatching(/^No index serves this (filter|order)\. /),
    statement: `${statement};`,
  }))
  const found = advice.map(({ index, ...each }) => ({
    ...each,
    statement: statementsOf(each.message),
  }))
  expect(found).toEqual(expected)
  return advice
}

const check = (adviceCase: AdviceCase): Promise<void> =>
  withIndexes(adviceCase.sql ?? '', async () => {
    await expectAdvice(adviceCase)
  })

describe('the advice for a contract, whose statements run and leave nothing to recommend', () => {
  for (const adviceCase of adviceCases) {
    test(adviceCase.says, async ({ skip }) => {
      await withIndexes(adviceCase.sql ?? '', async () => {
        const model = compile(adviceCase)
        let advice = await expectAdvice(adviceCase, model)
        // A search behind a collection may need a second index.
        for (let round = 0; round < 3 && advice.length > 0; round++) {
          for (const { message } of advice) {
            const statements = statementsOf(message)
            if (statements.includes('pg_trgm') && !hasTrigrams) skip('this server has no pg_trgm')
            await database.client.query(statements)
          }
          advice = await advise(model)
        }
        expect(advice).toEqual([])
      })
    })
  }
})

describe('the advice with the extension pg_trgm', () => {
  for (const trigramCase of trigramCases) {
    test(trigramCase.says, async ({ skip }) => {
      if (!hasTrigrams) skip('this server has no pg_trgm')
      const sql = `create extension if not exists pg_trgm; ${trigramCase.sql}`
      await check({ ...trigramCase, sql })
    })
  }
})

describe('the default sort in PostgreSQL', () => {
  for (const adviceCase of adviceCases.filter(
    ({ broken }) => broken.tasks?.['filter'] && !broken.more,
  )) {
    const sort = adviceCase.broken.tasks?.['defaultSort'] as readonly string[]
    const isOwn = !sort?.some((term) => ['teamName', 'tagCount'].includes(term))
    if (!sort || sort.length === 0 || !isOwn) continue
    const isAdvised = adviceCase.advice.length > 0
    test(`${isAdvised ? 'with the advised index only' : 'as it is'}: ${adviceCase.says}`, async () => {
      await withIndexes(adviceCase.sql ?? '', async () => {
        const model = compile(adviceCase)
        expect(await isReadInOrder(model)).toBe(!isAdvised)
        for (const { message } of await advise(model)) {
          await database.client.query(statementsOf(message))
        }
        expect(await isReadInOrder(model)).toBe(true)
      })
    })
  }
})

describe('searches with a recommended index in PostgreSQL', () => {
  const icu = {
    entities: { tasks: { fields: { title: text({ maxLength: 80, collation: 'und-x-icu' }) } } },
  }
  const cases: readonly (readonly [says: string, field: FilterField, value: unknown, Broken?])[] = [
    ['a value', EQUAL('ticket'), '6f1c1b1e-6a1f-4c57-9a0b-000000000000'],
    ['a list', IN('state'), ['OPEN', 'CLOSED']],
    ['a range of days', BETWEEN('dueOn'), ['2026-02-01', '2026-02-03']],
    ['one day of instants', ON_DATE('closedAt'), '2026-02-01'],
    ['the start of a text', STARTS_WITH('title'), 'Task 7'],
    ['a part of a text', LIKE('title'), 'ask 77'],
    [
      'the start of a text that the contract sorts in its own collation',
      STARTS_WITH('title'),
      'Task 7',
      icu,
    ],
    ['a part of such a text', LIKE('title'), 'ask 77', icu],
  ]
  for (const [says, field, value, broken] of cases) {
    test(says, async ({ skip }) => {
      if (field.operation === 'LIKE' && !hasTrigrams) skip('this server has no pg_trgm')
      await withIndexes('', async () => {
        const tasks = { filter: { sought: field }, defaultSort: [] }
        const model = compile({ says, broken: { ...broken, tasks }, advice: [] })
        const [advice] = await advise(model)
        await database.client.query(statementsOf(advice!.message))
        await database.client.query('analyze tasks')
        const [column] = /(?<=\.)\w+$/.exec(`tasks.${field.path}`)!
        const plan = (await planOf(model, { sought: value })).join('\n')
        expect(plan).toMatch(new RegExp(`(Index|Recheck) Cond: .*${snakeCase(column)}`))
      })
    })
  }
})

describe('advice that is left out', () => {
  const broken = {
    entities: { tasks: { fields: { half: decimal({ precision: 6, scale: 2, nullable: true }) } } },
    tasks: {
      filter: { half: EQUAL() },
      defaultSort: ['half'],
      response: { id: '.', title: '.', half: '.' },
    },
  }
  const half = 'numeric(6,2) generated always as (effort / 2)'

  test('no index is recommended on a virtual generated column, which PostgreSQL cannot index', async ({
    skip,
  }) => {
    const { rows } = await database.client.query('show server_version_num')
    if (Number(rows[0].server_version_num) < 180_000)
      skip('virtual columns came with PostgreSQL 18')
    const sql = `alter table tasks add half ${half} virtual`
    await check({ says: '', broken: broken, sql, advice: [] })
  })

  test('an index is recommended on a stored generated column', async () => {
    const sql = `alter table tasks add half ${half} stored`
    await withIndexes(sql, async () => {
      expect(await advise(compile({ says: '', broken: broken, advice: [] }))).not.toEqual([])
    })
  })

  test('no index is recommended on a table of one page', async () => {
    const sql = `create table few (id bigint generated by default as identity primary key, name text not null);
      insert into few select i, 'x' from generate_series(1, 6) i`
    const entities = { tags: { table: 'few', fields: { tasks: undefined } } }
    const labels = {
      entity: 'tags',
      key: 'board.labels',
      response: { id: '.', name: '.' },
      filter: { name: EQUAL() },
      defaultSort: ['name'],
      optionLabel: 'id',
    }
    const tasks = { filter: {}, defaultSort: ['id'], response: { id: '.', title: '.' } }
    const free = 'alter table task_tags drop constraint task_tags_tag_id_fkey'
    const adviceCase = { says: '', broken: { entities, tasks, more: [labels] } }
    await check({ ...adviceCase, sql: `${sql}; ${free}`, advice: [] })
    const many = "insert into few select i, 'x' from generate_series(7, 900) i"
    await withIndexes(`${sql}; ${free}; ${many}`, async () => {
      expect(await advise(compile({ ...adviceCase, advice: [] }))).toHaveLength(2)
    })
  })
})
