/**
 * All problems are printed at once, each with its path, what is wrong and what would be accepted.
 */
import { ContractError, decimal, LIKE, SIZE_GT, StartError, text } from 'corollary'
import { createTestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Diagnostics, didYouMean, formatAdvice } from '../../src/foundation/errors/diagnostics.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { type Broken, boardTables, soundTasks, unsound } from './board.js'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.client.query(boardTables)
})
afterAll(() => database.close())

const startWith = async (broken: Broken): Promise<unknown> => {
  const { connection } = database
  try {
    const service = await createTestService({ resources: unsound(broken), connection })
    await service.close()
    return undefined
  } catch (error) {
    return error
  }
}

test('advice on missing indexes is a script by table, after all other advice', () => {
  const diagnostics = new Diagnostics()
  const propose = (table: string, pages: number, path: string, setup?: readonly string[]) => {
    const statement = `CREATE INDEX ON ${table} (${path.split('.').at(-1)})`
    const index = { table: `public.${table}`, pages, path, statement, setup }
    diagnostics.adviseIndex(index, 'No index serves this filter.')
  }
  propose('teams', 0, 'teams.filter.name', ['CREATE EXTENSION IF NOT EXISTS pg_trgm'])
  propose('tasks', 640, 'tasks.filter.title', ['CREATE EXTENSION IF NOT EXISTS pg_trgm'])
  propose('teams', 0, 'teams.filter.chief')
  propose('tasks', 640, 'tasks.filter.state')
  diagnostics.advise('COLUMN_UNDECLARED', 'entities.tasks', "'tasks' has a column: units.")
  expect(formatAdvice(diagnostics.all)).toMatchInlineSnapshot(`
    "  COLUMN_UNDECLARED  entities.tasks
          'tasks' has a column: units.
      INDEX_MISSING  4 reads have no index, those of large tables first. Create those of frequent reads: each slows writes.
          CREATE EXTENSION IF NOT EXISTS pg_trgm;
          -- public.tasks, 5 MB
          CREATE INDEX ON tasks (state); -- tasks.filter.state
          CREATE INDEX ON tasks (title); -- tasks.filter.title
          -- public.teams, empty
          CREATE INDEX ON teams (chief); -- teams.filter.chief
          CREATE INDEX ON teams (name); -- teams.filter.name"
  `)
})

describe('a start with an invalid contract', () => {
  test('problems of entities, shapes and database are printed together', async () => {
    const error = await startWith({
      entities: {
        tasks: {
          fields: {
            title: decimal({ precision: 9, scale: 2 }),
            state: text({ maxLength: 9, minLength: 10 }),
          },
        },
        teams: { table: 'team' },
      },
      tasks: {
        response: { ...soundTasks.response, chief: 'team.chief' },
        filter: { taggedOver: SIZE_GT('team') },
        defaultSort: ['titel'],
        hints: { salary: { label: 'Pay' } },
      },
    })
    expect(error).toBeInstanceOf(ContractError)
    expect((error as ContractError).diagnostics.every(({ severity }) => severity === 'error')).toBe(
      true,
    )
    expect((error as ContractError).message).toMatchInlineSnapshot(`
      "The contract has 8 problems:
        CONSTRAINT_INVALID  entities.tasks.state
            minLength is greater than maxLength.
        PATH_UNKNOWN  tasks.response.chief
            There is no field 'chief' in teams (path 'team.chief'); there are id, name, tasks.
        OPERATION_KIND  tasks.filter.taggedOver
            SIZE_GT does not take a to-one relation; it takes collection, array. Operations that fit: IS_NOT_NULL, IS_NULL.
        REQUIRED_MISSING  tasks.create
            'state' is neither nullable nor generated and has no default, so the create shape must contain it.
        FIELD_UNKNOWN  tasks.hints.salary
            There is no field 'salary' in any shape; there are id, title, effort, state, dueOn, extra, teamName, tagCount, tagIds, done, teamId, parentId.
        SORT_INVALID  tasks.defaultSort[0]
            There is no field 'titel' in the response shape; did you mean 'title'?
        TABLE_UNKNOWN  entities.teams
            The database has no table 'team' that this role can see; create it, or name its schema in the entity's options.
        KIND_MISMATCH  entities.tasks.title
            The kind decimal does not fit the column's type character varying; it fits numeric. Declare the column as text or enum."
    `)
  })

  test('a single problem is printed with its remedy', async () => {
    const error = await startWith({ tasks: { defaultSort: ['extra'] } })
    expect(error).toBeInstanceOf(StartError)
    expect((error as Error).message.split('\n')).toEqual([
      'The contract has 1 problem:',
      '  SORT_INVALID  tasks.defaultSort[0]',
      "      'extra' is not sortable; sortable fields are id, title, effort, state, dueOn, teamName, tagCount.",
    ])
  })

  test('a missing index does not stop the start', async () => {
    expect(await startWith({ tasks: { filter: { title: LIKE() } } })).toBeUndefined()
  })
})

describe('collected diagnostics', () => {
  test('advice is not an error, and nothing is thrown for it', () => {
    const diagnostics = new Diagnostics()
    diagnostics.advise('CHECK_UNDECLARED', 'a.filter.b', 'x')
    expect(diagnostics.errors).toEqual([])
    expect(() => diagnostics.throwIfErrors()).not.toThrow()
    diagnostics.error('DUPLICATE', 'a.key', 'y')
    expect(diagnostics.all).toHaveLength(2)
    expect(() => diagnostics.throwIfErrors()).toThrow(
      'The contract has 1 problem:\n  DUPLICATE  a.key\n      y',
    )
  })

  const hints: readonly (readonly [wrong: string, candidates: readonly string[], hint: string])[] =
    [
      ['naem', ['id', 'name', 'game'], 'name'],
      ['NAME', ['name'], 'name'],
      ['nme', ['name', 'id'], 'name'],
      ['salaryBetwen', ['salary', 'salaryBetween'], 'salaryBetween'],
      ['x', ['name', 'id'], ''],
      ['department', ['departmentName'], ''],
      ['', ['name'], ''],
      ['name', [], ''],
    ]
  test.each(hints)("for '%s' among %j the hint is '%s'", (wrong, candidates, hint) => {
    expect(didYouMean(wrong, candidates)).toBe(hint === '' ? '' : `; did you mean '${hint}'?`)
  })
})
