/** What is left of a write whose list fails, and what its error names. */
import type { Route } from 'corollary'
import { beforeEach, expect, test } from 'vitest'
import { linesApi, ordersApi, tables } from '../../support/owned-contract.js'
import { dataOf, tablesOf, useService } from '../../support/use-service.js'
import type { Json } from '../use-people.js'

const wrongLines = [
  ['a reference to a missing record', { productId: 99, quantity: 1 }, 409, 'lines[0].productId'],
  ['a constraint of the database', { productId: 1, quantity: 13 }, 400, 'lines[0].quantity'],
] as const

/** Creates an order, and deletes others if that fails. */
const route: Route = {
  method: 'POST',
  path: '/orders-anyway',
  handle: ({ transaction, request }) =>
    transaction(async ({ tx }) => {
      const { deleted = [], ...body } = request.body as Json
      await tx.create(ordersApi, body as never).catch(() => undefined)
      for (const id of deleted) await tx.delete(ordersApi, id)
      return { done: true }
    }),
}

const { send, rows } = useService({
  resources: [ordersApi, linesApi],
  callers: { head: { authorities: ['sales:secrets'] } },
  routes: [route],
  database: tablesOf(`${tables};
    create table returns (line_id int4 references lines, parcel_id int4 references parcels)`),
})
const orders = '/api/sales/orders'

beforeEach(async () => {
  await rows('truncate orders, lines, parcels, returns restart identity')
})

test.each(wrongLines)(
  'code that catches the error of a list with %s cannot keep the record without it',
  async (_, line, status, target) => {
    const body = { number: 'caught', lines: [line] }
    const answer = await send('head', 'POST', '/orders-anyway', body)
    expect(answer.statusCode, answer.body).toBe(status)
    expect(targetsOf(answer.json().errors)).toEqual([target])
    expect(await rows('select number from orders')).toEqual([])
  },
)

test('nor does a delete that tries several ways forget the error', async () => {
  const deleted = [(await created('kept')).id, (await created('other')).id]
  await rows(`create function keep() returns trigger language plpgsql as 'begin return null; end';
    create trigger keep before delete on orders for each row when (old.number = 'kept')
      execute function keep()`)
  const body = { number: 'caught', lines: [{ productId: 99, quantity: 1 }], deleted }
  const answer = await send('head', 'POST', '/orders-anyway', body)
  await rows('drop function keep cascade')
  expect(answer.statusCode, answer.body).toBe(409)
  expect(targetsOf(answer.json().errors)).toEqual(['lines[0].productId'])
  expect(await rows('select number from orders order by 1')).toEqual([
    { number: 'kept' },
    { number: 'other' },
  ])
})

const created = async (number: string): Promise<Json> => {
  const line = { productId: 1, quantity: 1, parcels: [{ weight: 1 }] }
  return dataOf(await send('head', 'POST', orders, { number, lines: [line] }), 201)
}
const targetsOf = (errors: Json): readonly string[] => errors.map(({ target }: Json) => target)

test('a row that others refer to keeps its list, which the error names', async () => {
  const { id } = await created('returned')
  await rows('insert into returns (line_id) select id from lines')
  const body = { number: 'returned', lines: [] }
  const answer = await send('head', 'PUT', `${orders}/${id}`, body)
  expect(answer.statusCode, answer.body).toBe(409)
  expect(targetsOf(answer.json().errors)).toEqual(['lines'])
  const batch = { atomicity: 'PER_ITEM', items: [{ operation: 'UPDATE', id, data: body }] }
  const { items } = dataOf(await send('head', 'POST', `${orders}/batch`, batch))
  expect(targetsOf(items[0].errors)).toEqual(['data.lines'])
})

test('so does one of a list within an item', async () => {
  const { id, lines } = await created('opened')
  await rows('insert into returns (parcel_id) select id from parcels')
  const body = { number: 'opened', lines: [{ ...lines[0], parcels: [] }] }
  const answer = await send('head', 'PUT', `${orders}/${id}`, body)
  expect(answer.statusCode, answer.body).toBe(409)
  expect(targetsOf(answer.json().errors)).toEqual(['lines[0].parcels'])
})

test('an item that takes a value which another one gives up is not blamed for a later one', async () => {
  const first = { productId: 1, quantity: 1, code: 'B' }
  const body = { number: 'given up', lines: [first] }
  const { id, lines } = dataOf(await send('head', 'POST', orders, body), 201)
  const answer = await send('head', 'PUT', `${orders}/${id}`, {
    ...body,
    lines: [
      { ...first, id: lines[0].id, code: null },
      { ...first, code: 'A' },
      first,
      { productId: 1, quantity: 13 },
    ],
  })
  expect(answer.statusCode, answer.body).toBe(400)
  expect(targetsOf(answer.json().errors)).toEqual(['lines[3].quantity'])
})

test('errors of items are in the order of the list', async () => {
  const line = { productId: 1, quantity: 1 }
  const body = { number: 'in order', lines: [line] }
  const { id, lines } = dataOf(await send('head', 'POST', orders, body), 201)
  const wrong = { ...line, productId: 99 }
  const answer = await send('head', 'PUT', `${orders}/${id}`, {
    ...body,
    lines: [wrong, { ...wrong, id: lines[0].id }, wrong],
  })
  const places = [0, 1, 2].map((at) => `lines[${at}].productId`)
  expect(targetsOf(answer.json().errors)).toEqual(places)
})
