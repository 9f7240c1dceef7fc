/** Records that are written together with the rows that they own. */
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { linesApi, ordersApi, tables } from '../../support/owned-contract.js'
import type { Json, Method } from '../use-people.js'

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(tables)
  service = await createTestService({
    resources: [ordersApi, linesApi],
    connection: database.connection,
    callers: { head: { authorities: ['sales:secrets'] }, clerk: { authorities: [] } },
  })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const send = (method: Method, path: string, payload?: object, caller = 'head', ifMatch?: string) =>
  service.app.inject({
    method,
    url: `/api/sales/${path}`,
    headers: {
      authorization: `Bearer ${caller}`,
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    ...(payload ? { payload } : {}),
  })
const done = async (...request: Parameters<typeof send>): Promise<Json> => {
  const answer = await send(...request)
  expect([200, 201], answer.body).toContain(answer.statusCode)
  return answer.json().data
}
const refused = async (...request: Parameters<typeof send>) => {
  const answer = await send(...request)
  const { errors } = answer.json() as { errors: readonly Json[] }
  return {
    status: answer.statusCode,
    errors: errors.map(({ code, target, message }) => ({ code, target, message })),
  }
}

let next = 0
/** An order with lines of these quantities. */
const orderOf = (...quantities: readonly number[]): Promise<Json> =>
  done('POST', 'orders', {
    number: `N${++next}`,
    lines: quantities.map((quantity) => ({ productId: 1, quantity })),
  })
const quantitiesOf = (order: Json): readonly number[] =>
  order.lines.map(({ quantity }: Json) => quantity)
const idsOf = (order: Json): readonly number[] => order.lines.map(({ id }: Json) => id)

describe('create', () => {
  test('writes the record and its rows on all levels, in their order', async () => {
    const order = await done('POST', 'orders', {
      number: 'A',
      lines: [
        { productId: 2, quantity: 5, price: '2.00', parcels: [{ weight: 1.5 }, { weight: 2 }] },
        { productId: 1, quantity: 3, note: 'first' },
      ],
    })
    expect(order).toMatchObject({
      version: 1,
      total: 14.5,
      lines: [
        { position: 0, productName: 'Bolt', quantity: 5, price: 2, note: null, total: 10 },
        { position: 1, productName: 'Anvil', quantity: 3, price: 1.5, note: 'first', total: 4.5 },
      ],
    })
    const line = await done('GET', `lines/${idsOf(order)[0]}`)
    expect(line.parcels).toMatchObject([{ weight: 1.5 }, { weight: 2 }])
  })

  test('works without the list, and with an empty one', async () => {
    expect(await done('POST', 'orders', { number: 'B1' })).toMatchObject({ lines: [] })
    expect(await done('POST', 'orders', { number: 'B2', lines: [] })).toMatchObject({ lines: [] })
  })

  test('ignores ids of items, so that a record can be copied', async () => {
    const order = await orderOf(1, 2)
    const { id: _, version: __, ...copy } = order
    const made = await done('POST', 'orders', { ...copy, number: 'copy' })
    expect(quantitiesOf(made)).toEqual([1, 2])
    expect(idsOf(made)).not.toEqual(idsOf(order))
  })
})

describe('update', () => {
  test('makes the list what the body has', async () => {
    const order = await orderOf(1, 2, 3)
    const [first, second, third] = order.lines as readonly Json[]
    const changed = await done('PUT', `orders/${order.id}`, {
      number: order.number,
      lines: [third, { productId: 2, quantity: 7 }, { ...first, quantity: 10 }],
    })
    expect(quantitiesOf(changed)).toEqual([3, 7, 10])
    expect(idsOf(changed)[0]).toBe(third!['id'])
    expect(idsOf(changed)[2]).toBe(first!['id'])
    expect(idsOf(changed)).not.toContain(second!['id'])
    expect(changed.lines.map(({ position }: Json) => position)).toEqual([0, 1, 2])
    expect(changed.version).toBe(2)
  })

  test('keeps the rows if the member is absent or null, and removes all with an empty list', async () => {
    const { id, number, lines } = await orderOf(1, 2)
    for (const body of [{ number }, { number, lines: null }]) {
      expect((await done('PUT', `orders/${id}`, body)).lines).toEqual(lines)
    }
    expect((await done('PUT', `orders/${id}`, { number, lines: [] })).lines).toEqual([])
  })

  test('an item keeps what it leaves out and a create would fill; other values become null', async () => {
    const order = await done('POST', 'orders', {
      number: 'kept',
      lines: [{ productId: 1, quantity: 1, price: 9, note: 'x', parcels: [{ weight: 1 }] }],
    })
    const [id] = idsOf(order)
    const changed = await done('PUT', `orders/${order.id}`, {
      number: 'kept',
      lines: [{ id, productId: 1, quantity: 2 }],
    })
    expect(changed.lines).toMatchObject([{ id, quantity: 2, price: 9, note: null }])
    expect((await done('GET', `lines/${id}`)).parcels).toHaveLength(1)
  })

  test('a new item may have a unique value that an item after it gives up', async () => {
    const order = await done('POST', 'orders', {
      number: 'given up',
      lines: [{ productId: 1, quantity: 1, code: 'A', parcels: [{ weight: 1 }] }],
    })
    const [id] = idsOf(order)
    const changed = await done('PUT', `orders/${order.id}`, {
      number: 'given up',
      lines: [
        { productId: 2, quantity: 1, code: 'A' },
        { id, productId: 1, quantity: 1 },
      ],
    })
    expect(changed.lines).toMatchObject([{ code: 'A' }, { id, code: null }])
  })

  test('lists of items that repeat what is stored change nothing', async () => {
    const order = await done('POST', 'orders', {
      number: 'repeated',
      lines: [{ productId: 1, quantity: 1, parcels: [{ weight: 1 }] }],
    })
    const { parcels } = await done('GET', `lines/${idsOf(order)[0]}`)
    const lines = [{ ...order.lines[0], parcels }]
    expect(await done('PATCH', `orders/${order.id}/lines`, { lines })).toMatchObject({
      version: 1,
      lines: order.lines,
    })
    const [heavier] = lines.map((line) => ({ ...line, parcels: [{ ...parcels[0], weight: 2 }] }))
    const changed = await done('PATCH', `orders/${order.id}/lines`, { lines: [heavier] })
    expect(changed).toMatchObject({ version: 2, lines: order.lines })
  })

  test('the version of the record protects the whole', async () => {
    const { id, number } = await orderOf(1)
    const etag = String((await send('GET', `orders/${id}`)).headers['etag'])
    const body = { number, lines: [{ productId: 1, quantity: 2 }] }
    await done('PUT', `orders/${id}`, body, 'head', etag)
    expect((await refused('PUT', `orders/${id}`, body, 'head', etag)).errors).toMatchObject([
      { code: 'STALE_RESOURCE_VERSION' },
    ])
  })

  test('refuses the id of an item of another record, and two items with one id', async () => {
    const other = await orderOf(1)
    const order = await orderOf(1, 2)
    const [foreign] = idsOf(other)
    const [mine] = idsOf(order)
    const item = { productId: 1, quantity: 1 }
    const put = (lines: readonly object[]) =>
      refused('PUT', `orders/${order.id}`, { number: order.number, lines })
    expect(await put([{ id: mine, ...item }, item, { id: foreign, ...item }])).toMatchObject({
      status: 400,
      errors: [{ code: 'VALIDATION_FAILED', target: 'lines[2].id' }],
    })
    expect(
      await put([
        { id: mine, ...item },
        { id: mine, ...item },
      ]),
    ).toMatchObject({
      status: 400,
      errors: [{ code: 'VALIDATION_FAILED', target: 'lines[1].id' }],
    })
    expect(await done('GET', `orders/${order.id}`)).toEqual(order)
  })
})

describe('an intent', () => {
  test('replaces the list', async () => {
    const order = await orderOf(1, 2)
    const changed = await done('PATCH', `orders/${order.id}/lines`, {
      lines: [{ productId: 2, quantity: 4 }],
    })
    expect(quantitiesOf(changed)).toEqual([4])
  })

  test('or changes only the items that it names', async () => {
    const order = await orderOf(1, 2, 3)
    const [first, second] = idsOf(order)
    const changed = await done('PATCH', `orders/${order.id}/lines`, {
      lines: {
        add: [{ productId: 3, quantity: 9 }],
        update: [{ id: second, note: 'new' }],
        remove: [first],
      },
    })
    expect(changed.lines).toMatchObject([
      { id: second, position: 0, quantity: 2, note: 'new' },
      { position: 1, quantity: 3 },
      { position: 2, quantity: 9 },
    ])
    expect(changed.version).toBe(2)
  })

  test('without changes writes nothing', async () => {
    const order = await orderOf(1)
    const changed = await done('PATCH', `orders/${order.id}/lines`, { lines: order.lines })
    expect(changed.version).toBe(1)
    expect((await done('PATCH', `orders/${order.id}/lines`, { lines: {} })).version).toBe(1)
  })
})

describe('a batch', () => {
  test('writes records with their rows', async () => {
    const order = await orderOf(1)
    const outcome = await done('POST', 'orders/batch', {
      atomicity: 'ATOMIC',
      items: [
        { operation: 'CREATE', data: { number: 'batch', lines: [{ productId: 1, quantity: 8 }] } },
        {
          operation: 'UPDATE',
          id: order.id,
          version: order.version,
          data: { number: order.number, lines: [{ productId: 2, quantity: 9 }] },
        },
      ],
    })
    expect(outcome.items.map(({ record }: Json) => quantitiesOf(record))).toEqual([[8], [9]])
  })

  test('names the item of the list that failed, and writes the others', async () => {
    const items = [1, 13, 2].map((quantity) => ({
      operation: 'CREATE',
      data: {
        number: `P${++next}`,
        lines: [
          { productId: 1, quantity: 1 },
          { productId: 1, quantity },
        ],
      },
    }))
    const answer = await send('POST', 'orders/batch', { atomicity: 'PER_ITEM', items })
    const { items: results } = answer.json().data
    expect(results.map(({ status }: Json) => status)).toEqual(['SUCCEEDED', 'FAILED', 'SUCCEEDED'])
    expect(JSON.stringify(results[1])).toContain('data.lines[1].quantity')
  })
})

test('a record of a batch whose list is refused stays as it is', async () => {
  const order = await orderOf(1)
  const data = { number: `P${++next}`, lines: [{ productId: 99, quantity: 1 }] }
  const items = [{ operation: 'UPDATE', id: order.id, version: 1, data }]
  const answer = await send('POST', 'orders/batch', { atomicity: 'PER_ITEM', items })
  expect(answer.json().data.items).toMatchObject([{ status: 'FAILED' }])
  expect(await done('GET', `orders/${order.id}`)).toEqual(order)
})

describe('rows that are written through a resource of their own', () => {
  test('move the version of their owner', async () => {
    const order = await orderOf(1)
    const version = async (id: number = order.id) => (await done('GET', `orders/${id}`)).version
    const line = await done('POST', 'lines', {
      orderId: order.id,
      position: 5,
      productId: 1,
      quantity: 2,
    })
    expect(await version()).toBe(2)
    const other = await orderOf(1)
    await done('PUT', `lines/${line.id}`, { quantity: 3, orderId: other.id })
    expect([await version(), await version(other.id)]).toEqual([3, 2])
    const answer = await send('DELETE', `lines/${line.id}`)
    expect(answer.statusCode, answer.body).toBe(204)
    expect(await version(other.id)).toBe(3)
  })
})

test('writes of a record and of its rows at the same time do not wait for each other in a circle', async () => {
  const order = await orderOf(1, 2, 3, 4)
  const [first, second] = idsOf(order)
  const body = (quantity: number) => ({
    number: order.number,
    lines: order.lines.map(({ id, productId }: Json) => ({ id, productId, quantity })),
  })
  const requests = Array.from({ length: 12 }, (_, turn) =>
    turn % 2 === 0
      ? send('PUT', `orders/${order.id}`, body(turn + 20))
      : send('PUT', `lines/${turn % 4 === 1 ? first : second}`, {
          quantity: turn + 20,
          orderId: order.id,
        }),
  )
  const answers = await Promise.all(requests)
  expect(answers.map(({ statusCode, body: text }) => (statusCode === 200 ? 200 : text))).toEqual(
    requests.map(() => 200),
  )
  const { rows } = await database.client.query(
    'select deadlocks::int4 from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
})

test('a delete removes the rows on all levels', async () => {
  const order = await done('POST', 'orders', {
    number: 'gone',
    lines: [{ productId: 1, quantity: 1, parcels: [{ weight: 1 }] }],
  })
  const answer = await send('DELETE', `orders/${order.id}`)
  expect(answer.statusCode, answer.body).toBe(204)
  const { rows } = await database.client.query(
    'select count(*)::int4 as count from lines where order_id = $1',
    [order.id],
  )
  expect(rows).toEqual([{ count: 0 }])
})
