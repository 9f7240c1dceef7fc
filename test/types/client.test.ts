/**
 * The types of a client: what follows from the contracts, what compiles, and the errors of what
 * does not.
 */
import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import type { departments } from '../../examples/people/resources/departments.js'
import type { employees } from '../../examples/people/resources/employees.js'
import type { monthlyCosts, payslips } from '../../examples/people/resources/payroll.js'
import type { Client, Histogram, Page, Result, Success, Terms } from '../../src/client.js'
import type { NamesOf } from '../../src/contract/resource.js'
import { compile } from './compile-cases.js'

type Resources = readonly (
  | typeof departments
  | typeof employees
  | typeof monthlyCosts
  | typeof payslips
)[]
type People = Client<Resources>
type Data<A> = Awaited<A> extends infer R ? (R extends Success<infer D> ? D : never) : never

/** The start of each program: two resources, one of them with its own path. */
const clientOf = (statement: string): string => `
import { createClient } from 'corollary/client'
const fields = { title: '.', effort: '.', dueOn: '.', teamId: 'team.id' } as const
const tasksApi = board.resource('tasks', {
  ...sound,
  response: { id: '.', ...fields, extra: '.', teamName: 'team.name', n: c.count('tags'), t: c.ids('tags') },
  create: fields, update: fields,
  intents: { plan: { title: 'Plan', fields: { dueOn: '.' } } },
  filter: { title: c.LIKE(), state: c.IN(), due: c.BETWEEN('dueOn'), tag: c.LIKE('tags.name'), done: c.IS_TRUE() },
  optionSources: { titles: { type: 'DISTINCT_DIMENSION', path: 'title', sorts: { due: 'dueOn' } } },
  stats: { state: c.category(), effort: c.measure() },
})
const teamsApi = board.resource('teams', {
  key: 'board.teams', path: '/teams', response: { id: '.', name: '.' }, defaultSort: ['name'],
  filter: { title: c.LIKE('name'), task: c.some('tasks', { effort: c.BETWEEN(), parent: c.EQUAL('parent.id') }) },
  expressions: true,
})
const resources = [tasksApi, teamsApi]
const client = createClient<typeof resources>({ baseUrl: '', paths: { 'board.teams': '/teams' } })
const sought = client.resource('board.tasks')
const combined = client.resource('board.teams')
void [client, sought, combined]
${statement}`

type Case = readonly [says: string, statement: string]
type Refused = readonly [...Case, message: RegExp]

const refused: readonly Refused[] = [
  ['a key', "client.resource('board.task')", /"board\.task".*"board\.tasks"/],
  [
    'a filter field',
    "sought.filter({ titel: 'x' })",
    /'titel' does not exist.*Did you mean to write 'title'\?/,
  ],
  ['a filter field of a cursor', "sought.cursor({ titel: 'x' })", /titel/],
  ['a filter field of a walk', "sought.rows({ titel: 'x' })", /titel/],
  ['an expression without its declaration', 'sought.filter({ $or: [] })', /\$or/],
  ['a filter field of a position', "sought.locate(1, { titel: 'x' })", /titel/],
  ['a filter field of options', "sought.options({ titel: 'x' })", /titel/],
  [
    'a filter field of statistics',
    "sought.stats.groupBy({ field: 'state', filter: { titel: 'x' } })",
    /titel/,
  ],
  ['a filter field of an export', "sought.export({ filters: { titel: 'x' } })", /titel/],
  [
    'a filter field of an option source',
    "sought.optionSource('titles').filter({ filter: { titel: 'x' } })",
    /titel/,
  ],
  ['a filter field of a part', "combined.filter({ $or: [{}, { titel: 'x' }] })", /titel/],
  [
    'a filter field of a nested part',
    "combined.filter({ $not: { $and: [{ titel: 'x' }] } })",
    /titel/,
  ],
  ['a part that is not a list', 'combined.filter({ $or: {} })', /./],
  ['a criterion of related rows', 'combined.filter({ task: { efort: [1] } })', /efort/],
  ['an operand of related rows', "combined.filter({ task: { $not: { parent: 'x' } } })", /./],
  ['an operand', 'sought.filter({ title: 1 })', /'number' is not assignable to type 'string'/],
  ['an enum value', "sought.filter({ state: ['OPNE'] })", /"OPNE".*"CLOSED" \| "OPEN"/],
  ['a scalar for a range', "sought.filter({ due: '2026-01-01' })", /./],
  ['an intent', "sought.intent(1, 'paln', {})", /"paln".*"plan"/],
  ['a member of an intent', "sought.intent(1, 'plan', { title: 'x' })", /title/],
  ['a sort field', "sought.filter({}, { sort: 'titel' })", /"titel"/],
  ['a sort direction', "sought.filter({}, { sort: 'title,down' })", /./],
  ['a sort by ids', "sought.filter({}, { sort: 't' })", /./],
  ['a sort by json', "sought.filter({}, { sort: 'extra' })", /./],
  ['a sort by a to-many path', "sought.filter({}, { sort: 'tag' })", /./],
  [
    'a field of the statistics',
    "sought.stats.groupBy({ field: 'effrt' })",
    /"effrt".*Did you mean '"effort"'\?/,
  ],
  [
    'a field of a metric',
    "sought.stats.groupBy({ field: 'state', metric: { operation: 'SUM', field: 'x' } })",
    /./,
  ],
  [
    'a metric without its field',
    "sought.stats.groupBy({ field: 'state', metric: { operation: 'SUM' } })",
    /./,
  ],
  ['an option source', "sought.optionSource('names')", /"names".*"titles"/],
  ['a sort of an option source', "sought.optionSource('titles').filter({ sort: 'title' })", /./],
  ['a column of an export', "sought.export({ fields: ['t'] })", /./],
  ['an id', "sought.get('1')", /'string' is not assignable to parameter of type 'number'/],
  ['a body that lacks a member', "sought.create({ title: 'x', effort: 1 })", /teamId/],
  [
    'a create without shape',
    "client.resource('board.teams').create({})",
    /'create' does not exist/,
  ],
  [
    'an intent without shape',
    "client.resource('board.teams').intent(1, 'a', {})",
    /'intent' does not exist/,
  ],
  ['both ends of a cursor', "sought.cursor({}, { after: 'a', before: 'b' })", /./],
  ['the end of a walk as a cursor', 'sought.cursor({}, { after: null })', /./],
  [
    'a path of an unknown resource',
    "createClient<typeof resources>({ baseUrl: '', paths: { 'board.teams': '/teams', 'a.b': '/c' } })",
    /a\.b/,
  ],
  [
    'another path than the contract declares',
    "createClient<typeof resources>({ baseUrl: '', paths: { 'board.teams': '/taems' } })",
    /"\/taems"/,
  ],
  [
    'the want of a path that the contract declares',
    "createClient<typeof resources>({ baseUrl: '' })",
    /paths/,
  ],
  ['data of an answer that may be an error', 'void (await sought.get(1)).data', /data/],
  [
    'data of an answer that may be unchanged',
    "const a = await sought.get(1, { ifNoneMatch: 'x' })\nif (a.ok) void a.data",
    /data/,
  ],
  ['no type', "createClient({ baseUrl: '' }).resource('board.tasks')", /never/],
]

const accepted: readonly Case[] = [
  [
    'combined filters and criteria of related rows',
    "void combined.rows({ title: 'x', $or: [{ task: { effort: [1, null], $not: { parent: 7 } } }, { $and: [{ $not: { title: 'y' } }] }] })",
  ],
  [
    'filters, sorts by response and filter fields',
    "void sought.filter({ title: 'x', due: [null, '2026-01-01'] }, { sort: ['n,desc', 'teamName', 'state', 'done,asc'] })",
  ],
  [
    'a record of resources',
    "void createClient<{ tasks: typeof tasksApi }>({ baseUrl: '' }).resource('board.tasks').get(1)",
  ],
  [
    'a path for another resource',
    "void createClient<[typeof tasksApi]>({ baseUrl: '', paths: { 'board.tasks': '/tasks' } })",
  ],
  ['the fetch of the platform', "void createClient<[typeof tasksApi]>({ baseUrl: '', fetch })"],
  [
    'an unchanged result, with ifNoneMatch',
    "const a = await sought.get(1, { ifNoneMatch: 'x' })\nif (a.ok && !a.notModified) void a.data.teamName",
  ],
  [
    'what was read, sent back',
    "const a = await sought.get(1)\nif (a.ok) void sought.update(1, { ...a.data, title: 'y' }, { ifMatch: a.etag })",
  ],
  [
    'the rows of a walk',
    'for await (const row of sought.rows()) { const n: number = row.n; void n }',
  ],
]

let said: readonly (readonly string[])[]
beforeAll(() => {
  said = compile([...refused, ...accepted].map(([, statement]) => clientOf(statement)))
})

describe('calls that a client refuses', () => {
  test.each(refused.map(([says, , message], index) => [says, message, index] as const))(
    '%s',
    (_says, message, index) => {
      expect(said[index], 'the compiler says nothing').not.toEqual([])
      expect(said[index]!.join('\n')).toMatch(message)
    },
  )

  test('the message about a wrong filter field is this', () => {
    const index = refused.findIndex(([says]) => says === 'a filter field')
    expect(said[index]).toEqual([
      "Object literal may only specify known properties, but 'titel' does not exist in type '{ readonly title?: string | null; readonly state?: readonly (\"CLOSED\" | \"OPEN\")[] | null; readonly due?: Range<string> | null; readonly tag?: string | null; readonly done?: boolean | null; }'. Did you mean to write 'title'?",
    ])
  })
})

describe('calls that a client accepts', () => {
  test.each(accepted.map(([says], index) => [says, refused.length + index] as const))(
    '%s',
    (_says, index) => {
      expect(said[index]).toEqual([])
    },
  )
})

describe('the names of a resource are literal types', () => {
  type Names = NamesOf<typeof employees>

  test('its key, intents, option sources and statistics', () => {
    expectTypeOf<Names['key']>().toEqualTypeOf<'human-resources.employees'>()
    expectTypeOf<Names['path']>().toEqualTypeOf<never>()
    expectTypeOf<Names['id']>().toEqualTypeOf<number>()
    expectTypeOf<NamesOf<typeof monthlyCosts>['id']>().toEqualTypeOf<string>()
    expectTypeOf<keyof Names['optionSources']>().toEqualTypeOf<
      'departments' | 'statuses' | 'ratings' | 'managers'
    >()
    expectTypeOf<NamesOf<typeof payslips>['stats']>().toEqualTypeOf<
      'department' | 'currency' | 'gross' | 'net' | 'period' | 'issuedAt'
    >()
    expectTypeOf<NamesOf<typeof departments>['sort']>().toEqualTypeOf<
      'id' | 'code' | 'name' | 'parentId' | 'parentName'
    >()
    expectTypeOf<NamesOf<typeof departments>['stats']>().toEqualTypeOf<never>()
  })
})

describe('results of a client', () => {
  type Employees = ReturnType<typeof employeesOf>
  const employeesOf = (client: People) => client.resource('human-resources.employees')

  test('results have the types of the contract', () => {
    type Record = Data<ReturnType<Employees['get']>>
    expectTypeOf<Record['managerName']>().toEqualTypeOf<string | null>()
    expectTypeOf<Record['datasetVersion']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Data<ReturnType<Employees['filter']>>>().toEqualTypeOf<Page<Record>>()
    expectTypeOf<Data<ReturnType<Employees['locate']>>['page']>().toEqualTypeOf<number>()
    expectTypeOf<Employees>().toHaveProperty('intent')
  })

  test('results of a distribution have the types of its mode', () => {
    type Distribution = Employees['stats']['distribution']
    type Names = NamesOf<typeof employees>['stats']
    const ask = {} as Distribution
    const terms = () => ask({ mode: 'TERMS', field: 'status' })
    const histogram = () => ask({ mode: 'HISTOGRAM', field: 'salary', bucketSize: '0.5' })
    expectTypeOf(terms).returns.resolves.toEqualTypeOf<Awaited<Promise<Result<Terms<Names>>>>>()
    expectTypeOf(histogram).returns.resolves.toEqualTypeOf<
      Awaited<Promise<Result<Histogram<Names>>>>
    >()
  })

  test('catalogs have the types of their schemas', () => {
    type Action = Data<ReturnType<Employees['actions']>>['actions'][number]
    expectTypeOf<Action['scope']>().toEqualTypeOf<'COLLECTION' | 'ITEM'>()
    expectTypeOf<Action['availability']['reason']>().toEqualTypeOf<string | null>()
    expectTypeOf<Action['execution']['selection']>().toEqualTypeOf<{
      readonly idsField: string
      readonly maxItems: number
    } | null>()
  })
})
