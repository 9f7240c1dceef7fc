/** Fields that the database computes: read like columns, for the rows that the caller may see. */
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { customersApi, ordersApi, productsApi, tables } from '../../support/sales-contract.js'
import { expectFailure, type Json, type Method } from '../use-people.js'

let now: Date
const statements: string[] = []

let database: FreshDatabase
let service: TestService
beforeEach(() => {
  now = new Date('2026-03-10T12:00:00Z')
})
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(tables)
  await database.client.query(`
    insert into customers (name) values ('Ada'), ('Bea'), ('Cid');
    insert into products (name) values ('Anvil'), ('Bolt'), ('Crate');
    insert into orders (number, customer_id, status, ordered_on, due_on, discount_percent) values
      ('A', 1, 1, '2026-01-01', '2026-02-01', 0), ('B', 1, 2, '2026-01-02', '2026-03-10', 10),
      ('C', 2, 3, '2026-01-03', '2026-02-01', 0), ('D', null, 2, '2026-01-04', null, 50);
    insert into lines (order_id, product_id, quantity, unit_price, secret) values
      (1, 1, 2, 9.99, false), (1, 2, 10, 0.05, false), (2, 1, 1, 33.33, false),
      (3, 2, 4, 2.50, false), (3, 1, 1, 100, true)`)
  service = await serve()
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const serve = (settings: Readonly<Record<string, unknown>> = {}) =>
  createTestService({
    resources: [ordersApi, productsApi, customersApi],
    connection: database.connection,
    settings,
    now: () => now,
    onStatement: ({ text }) => statements.push(text),
    callers: {
      head: { authorities: ['sales:prices', 'sales:secrets'] },
      clerk: { authorities: ['sales:prices'] },
      guest: { authorities: ['sales:secrets'] },
    },
  })

const send = (method: Method, path: string, payload?: object, caller = 'head') =>
  service.app.inject({
    method,
    url: `/api/sales/${path}`,
    headers: { authorization: `Bearer ${caller}` },
    ...(payload ? { payload } : {}),
  })
const read = async (path: string, payload?: object, caller = 'head'): Promise<Json> => {
  const answer = await send(payload ? 'POST' : 'GET', path, payload, caller)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const numbers = (page: Json): readonly string[] => page.content.map(({ number }: Json) => number)

describe('reading', () => {
  test('a record has expressions, aggregates, and aggregates of expressions', async () => {
    expect(await read('orders/1')).toMatchObject({
      lineCount: 2,
      subtotal: 20.48,
      total: 20.48,
      largest: 10,
      hasMany: true,
      overdue: true,
      customerOpenTotal: 30,
      lines: [
        { quantity: 2, lineTotal: 19.98 },
        { quantity: 10, lineTotal: 0.5 },
      ],
    })
    expect(await read('orders/2')).toMatchObject({ subtotal: 33.33, total: 30, overdue: false })
  })

  test('of no rows there is no largest, and a sum of 0', async () => {
    const empty = { lineCount: 0, subtotal: 0, total: 0, largest: null, hasMany: false }
    expect(await read('orders/4')).toMatchObject({ ...empty, customerOpenTotal: null })
  })

  test('aggregates have criteria, also over relations', async () => {
    const { content } = await read('products/filter', {})
    expect(content).toMatchObject([
      { name: 'Anvil', soldQuantity: 1, lastOrderedOn: '2026-01-03' },
      { name: 'Bolt', soldQuantity: 4, lastOrderedOn: '2026-01-03' },
      { name: 'Crate', soldQuantity: 0, lastOrderedOn: null },
    ])
    const customers = await read('customers/filter', {})
    expect(customers.content).toMatchObject([
      { orderCount: 2, openTotal: 30, averageTotal: '25.24' },
      { orderCount: 1, openTotal: 0, averageTotal: '110' },
      { orderCount: 0, openTotal: 0, averageTotal: null },
    ])
  })
})

describe('sets', () => {
  test.each([
    [{ totalBetween: [20, 31] }, ['A', 'B']],
    [{ lineCountOver: 1 }, ['A', 'C']],
    [{ overdue: true }, ['A']],
    [{ largest: 4 }, ['C']],
    [{ customerOpen: [1, null] }, ['A', 'B']],
    [{ lineTotal: [null, 0.5] }, ['A']],
  ])('%j', async (filter, found) => {
    expect(numbers(await read('orders/filter', filter))).toEqual(found)
  })

  test('pages and cursors are sorted by them', async () => {
    const sorted = ['D', 'A', 'B', 'C']
    expect(numbers(await read('orders/filter?sort=total', {}))).toEqual(sorted)
    const first = await read('orders/filter/cursor?size=2&sort=total', {})
    const next = encodeURIComponent(first.next)
    const second = await read(`orders/filter/cursor?size=2&sort=total&after=${next}`, {})
    expect([...numbers(first), ...numbers(second)]).toEqual(sorted)
  })

  test('a filter computes an aggregate once for each record', async () => {
    const sumsIn = async (filter: object) => {
      statements.length = 0
      await read('orders/filter', filter)
      const page = statements.find((statement) => statement.includes('as materialized'))
      return page!.split('sum(').length
    }
    const inResponse = await sumsIn({ lineCountOver: 0 })
    expect(await sumsIn({ totalBetween: [0, 1_000] })).toBe(inResponse + 1)
    expect(await sumsIn({ totalBetween: [0, 1_000], lineCountOver: 0 })).toBe(inResponse + 1)
  })

  test('statistics measure them', async () => {
    const { buckets } = await read('orders/stats/group-by', {
      filter: {},
      field: 'status',
      metrics: [
        { operation: 'SUM', field: 'total' },
        { operation: 'MAX', field: 'lineCount' },
      ],
    })
    expect(JSON.stringify(buckets)).toContain('110')
    const found = await send('POST', 'orders/stats/distribution', {
      filter: {},
      field: 'total',
      mode: 'HISTOGRAM',
    })
    expect(found.statusCode, found.body).toBe(200)
  })
})

describe('access', () => {
  test('aggregates count visible rows only', async () => {
    const { lineCount, total } = await read('orders/3', undefined, 'clerk')
    expect({ lineCount, total }).toEqual({ lineCount: 1, total: 10 })
    expect(numbers(await read('orders/filter', { lineCountOver: 1 }, 'clerk'))).toEqual(['A'])
  })

  test('a field is hidden with what it reads', async () => {
    const record = await read('orders/3', undefined, 'guest')
    for (const name of ['subtotal', 'total', 'customerOpenTotal'])
      expect(record).not.toHaveProperty(name)
    expect(record).toMatchObject({
      lineCount: 2,
      largest: 4,
      lines: [{ quantity: 4 }, { quantity: 1 }],
    })
    const answer = await send('POST', 'orders/filter', { totalBetween: [1, 2] }, 'guest')
    expectFailure(answer, {
      status: 400,
      code: 'FILTER_PAYLOAD_INVALID',
      targets: ['totalBetween'],
    })
  })
})

describe('time', () => {
  const overdue = { overdue: true }

  test('the clock of the service decides about today, in every statement', async () => {
    expect(numbers(await read('orders/filter', overdue))).toEqual(['A'])
    expect(await read('orders/2')).toMatchObject({ overdue: false })
    now = new Date('2026-03-11T00:00:00Z')
    expect(numbers(await read('orders/filter?sort=overdue,desc&sort=number', overdue))).toEqual([
      'A',
      'B',
    ])
    expect(await read('orders/2')).toMatchObject({ overdue: true })
    const answer = await send('PUT', 'orders/2', { number: 'B', discountPercent: '10' })
    expect(answer.json().data).toMatchObject({ number: 'B', overdue: true })
    const request = { format: 'csv', scope: 'filtered', filters: overdue }
    const exported = await send('POST', 'orders/export', request)
    expect(exported.body.trim().split('\n')).toHaveLength(3)
  })

  test('records are grouped by what depends on the time', async () => {
    const { buckets } = await read('orders/stats/group-by', {
      filter: {},
      field: 'overdue',
      metrics: [{ operation: 'COUNT' }],
    })
    const counts = buckets.map(({ key, count }: Json) => [key, count])
    expect(counts).toEqual(expect.arrayContaining([[true, 1]]))
  })

  test('the zone of the service decides which day it is', async () => {
    const away = await serve({ 'platform.filter.zone-id': 'Pacific/Kiritimati' })
    try {
      const answer = await away.app.inject({
        method: 'POST',
        url: '/api/sales/orders/filter',
        headers: { authorization: 'Bearer head' },
        payload: overdue,
      })
      expect(numbers(answer.json().data)).toEqual(['A', 'B'])
    } finally {
      await away.close()
    }
  })
})

test('a write ignores a computed field that was read, and its answer has it', async () => {
  const created = await send('POST', 'orders', { number: 'E', orderedOn: '2026-01-05', total: 1 })
  expect(created.statusCode, created.body).toBe(201)
  expect(created.json().data).toMatchObject({ total: 0, lineCount: 0, overdue: false })
})

test('an export and the schema have them', async () => {
  const answer = await send('POST', 'orders/export?format=csv', {})
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.body).toContain('20.48')
  const path = encodeURIComponent('/api/sales/orders/all')
  const schema = await service.app.inject({
    url: `/schemas/filtered?path=${path}`,
    headers: { authorization: 'Bearer head' },
  })
  expect(schema.json().properties.total['x-ui']).toMatchObject({
    computed: true,
    readOnly: true,
    sortable: true,
    filterable: true,
  })
})

test('an expression that fails for a record is named, in pages, records and exports', async () => {
  await database.client.query(`
    insert into orders (number, status, ordered_on, discount_percent)
    values ('Z', 1, '2026-01-01', 0);
    insert into lines (order_id, product_id, quantity, unit_price)
    select max(id), 1, 2000000000, 9999999999 from orders`)
  const { rows } = await database.client.query('select max(id) as id from orders')
  const failed = { status: 422, code: 'EXPRESSION_FAILED' }
  for (const [method, path, body] of [
    ['GET', `orders/${rows[0].id}`],
    ['POST', 'orders/filter', {}],
    ['POST', 'orders/export?format=csv', {}],
  ] as const) {
    const answer = await send(method, path, body)
    const [error] = expectFailure(answer, failed)
    expect(error.properties.fields).toEqual(expect.arrayContaining(['subtotal', 'total']))
  }
  const narrowed = await send('POST', 'orders/filter', { status: ['SHIPPED'] })
  expect(narrowed.statusCode, narrowed.body).toBe(200)
})
