/** What callers could learn about the views of others: private ones, tenants, hidden resources. */
import { defineEntity, defineSchema, integer, text } from 'corollary'
import { expect, test } from 'vitest'
import type { Json } from '../../http/use-people.js'
import { codeOf, dataOf, tablesOf, useService } from '../../support/use-service.js'

const plans = defineEntity(
  'plans',
  { id: integer({ primaryKey: true }), tenantId: text(), title: text() },
  { tenant: 'tenantId' },
)
const levies = defineEntity('levies', { id: integer({ primaryKey: true }) }, { shared: true })
const common = { filter: {}, defaultSort: ['id'] } as const
const schema = defineSchema({ plans, levies })
const secret = { authorities: ['levies'] }

const { get, rows, send } = useService({
  resources: [
    schema.resource('plans', { key: 'office.plans', response: { id: '.' }, ...common }),
    schema.resource('levies', {
      ...{ key: 'office.levies', response: { id: '.' }, ...common },
      guards: { filter: secret, byId: secret, all: secret, byIds: secret, cursor: secret },
    }),
  ],
  callers: {
    ann: { tenant: 'a', authorities: ['levies'] },
    /** The same name in another tenant. */
    twin: { id: 'ann', tenant: 'b', authorities: ['levies', 'workbench:curate'] },
    bob: { tenant: 'a', authorities: ['workbench:curate'] },
    homeless: { id: 'ann' },
  },
  database: tablesOf(`
    create table plans (tenant_id text, id int, title text not null, primary key (tenant_id, id));
    create table levies (id int primary key)`),
})

const path = '/workbench/views'
const others = ['twin', 'bob', 'homeless']

const create = async (change: object): Promise<string> =>
  dataOf(
    await send('ann', 'POST', path, {
      ...{ name: 'canary', kind: 'table', resource: 'office.plans', state: { query: 'canary' } },
      ...change,
    }),
    201,
  ).id

/** What a caller gets of a view that it may not see, in every way. */
const outcomesOf = async (caller: string, id: string): Promise<readonly string[]> => {
  const url = `${path}/${id}`
  const body = { name: 'x', kind: 'dashboard', state: {} }
  const answers = await Promise.all([
    get(caller, url),
    send(caller, 'PUT', url, body, { 'if-match': '*' }),
    send(caller, 'PUT', url, body, { 'if-match': '"1."' }),
    send(caller, 'DELETE', url),
  ])
  expect(JSON.stringify(answers.map(({ body: text }) => text))).not.toContain('canary')
  return answers.map((answer) => {
    const [{ code, message, target }] = answer.json().errors
    return `${code} ${message} ${target}`
  })
}

const absent = '00000000-0000-4000-8000-000000000000'

test.each([
  ['a private view', others, { name: 'canary private', visibility: 'private' }],
  ['a view of another tenant', ['twin', 'homeless'], { name: 'canary open', visibility: 'public' }],
  [
    'a public view of a resource that the caller may not read',
    ['twin', 'bob', 'homeless'],
    { name: 'canary levies', resource: 'office.levies', visibility: 'public' },
  ],
  [
    'a public dashboard of another tenant',
    ['twin', 'homeless'],
    { name: 'canary board', kind: 'dashboard', resource: null, visibility: 'public' },
  ],
])('%s is like one that does not exist', async (_title, callers, view) => {
  const id = await create(view)
  for (const caller of callers) {
    expect(await outcomesOf(caller, id)).toEqual(await outcomesOf(caller, absent))
    const { content } = dataOf(await get(caller, path))
    expect(content.filter((each: Json) => each.id === id)).toEqual([])
  }
  expect(await rows('select name, version from corollary.saved_view where id = $1', [id])).toEqual([
    { name: view.name, version: 1 },
  ])
})

test('a hidden resource and one that does not exist are refused alike', async () => {
  const refusals = await Promise.all(
    ['office.levies', 'office.nothing'].map(async (resource) => {
      const sent = { name: 'x', kind: 'table', resource, state: {} }
      const answer = await send('bob', 'POST', path, sent)
      expect(codeOf(answer)).toBe('400 VALIDATION_FAILED')
      return answer.json().errors[0].message
    }),
  )
  expect(refusals[0]).toBe(refusals[1])
  const lists = await Promise.all(
    ['office.levies', 'office.nothing'].map((resource) =>
      get('bob', `${path}?resource=${resource}`),
    ),
  )
  expect(lists.map((answer) => dataOf(answer).content)).toEqual([[], []])
})

test('names and numbers of views in another tenant do not matter', async () => {
  await create({ name: 'same' })
  const sent = { name: 'same', kind: 'table', resource: 'office.plans', state: {} }
  expect((await send('twin', 'POST', path, sent)).statusCode).toBe(201)
})
