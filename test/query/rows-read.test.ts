/**
 * How much of a large table is read for a page of records or options. The orders of a customer are
 * neighbours, so an index with another order finds them late.
 */
import {
  BETWEEN,
  belongsTo,
  date,
  decimal,
  defineEntity,
  defineSchema,
  EQUAL,
  integer,
  LIKE,
  text,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../support/database.js'

const tables = `
create table customers (id integer primary key, name text not null);
create table orders (
  id integer primary key, customer_id integer not null references customers, placed_on date not null,
  amount numeric(12,2) not null, note text not null
);
insert into customers select i, 'Customer ' || i from generate_series(1, 110) as i;
insert into orders select i, 1 + i / 1000, date '2020-01-01' + i / 50, i % 977, repeat('x', 200)
  from generate_series(1, 99999) as i;
create index on orders (customer_id);
create index on orders (placed_on, id);
create index on orders (amount, id);`

const customers = defineEntity('customers', {
  id: integer({ primaryKey: true }),
  name: text(),
})
const orders = defineEntity('orders', {
  id: integer({ primaryKey: true }),
  customer: belongsTo('customers', { column: 'customer_id' }),
  placedOn: date(),
  amount: decimal({ precision: 12, scale: 2 }),
})
const schema = defineSchema({ customers, orders })
const customerApi = schema.resource('customers', {
  key: 'shop.customers',
  response: { id: '.', name: '.' },
  filter: { name: LIKE() },
  defaultSort: ['name'],
})
const orderApi = schema.resource('orders', {
  key: 'shop.orders',
  response: { id: '.', customerId: 'customer.id', placedOn: '.', amount: '.' },
  filter: {
    customerId: EQUAL('customer.id'),
    customerName: LIKE('customer.name'),
    placedOnBetween: BETWEEN('placedOn'),
    amountBetween: BETWEEN('amount'),
  },
  defaultSort: ['placedOn'],
  optionSources: {
    customers: { type: 'RESOURCE_ENTITY', resource: 'shop.customers', path: 'customer' },
    buyers: { type: 'LIGHT_LOOKUP', id: 'customer.id', label: 'customer.name' },
  },
})

let database: FreshDatabase
let service: TestService
const statements: { readonly text: string; readonly values: readonly unknown[] }[] = []
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(tables)
  await database.client.query('vacuum analyze customers')
  await database.client.query('vacuum analyze orders')
  service = await createTestService({
    resources: [customerApi, orderApi],
    connection: database.connection,
    settings: { 'platform.auth.mode': 'none', 'platform.cache.max-bytes': 0 },
    onStatement: ({ text, values }) => statements.push({ text, values }),
  })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

interface Result {
  readonly totalElements: number
  readonly content: readonly { readonly id: number; readonly label?: string }[]
}

/** Sends a request; returns its page and the number of buffers that its statement read. */
const read = async (path: string, body: object): Promise<Result & { readonly buffers: number }> => {
  statements.length = 0
  const response = await service.app.inject({
    method: 'POST',
    url: `/api/shop/${path}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  expect(response.statusCode).toBe(200)
  const [statement] = statements
  const { rows } = await database.client.query({
    text: `explain (analyze, buffers, format json) ${statement!.text}`,
    values: [...statement!.values],
  })
  const { Plan } = rows[0]['QUERY PLAN'][0]
  const { data, ...page } = response.json()
  return { ...(data ?? page), buffers: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'] }
}

const tablePages = async (): Promise<number> => {
  const { rows } = await database.client.query(
    `select pg_relation_size('orders') / current_setting('block_size')::int as pages`,
  )
  return Number(rows[0].pages)
}

describe('options of a related entity', () => {
  test.each([
    ['customers', {}, 110],
    ['customers', { search: 'mer 10' }, 11],
    ['buyers', {}, 100],
    ['buyers', { search: 'mer 10' }, 2],
  ])('%s %j read the related table, and records by an index', async (source, body, total) => {
    const page = await read(`orders/option-sources/${source}/options/filter`, body)
    expect(page.totalElements).toBe(total)
    expect(page.buffers).toBeLessThan((await tablePages()) / 4)
  })
})

describe('a search by a small table that matches none of its rows', () => {
  test.each(['filter?sort=placedOn', 'filter/cursor?sort=placedOn'])(
    '%s reads no record',
    async (path) => {
      const page = await read(`orders/${path}`, { customerName: 'nobody' })
      expect(page.content).toEqual([])
      expect(page.buffers).toBeLessThan((await tablePages()) / 40)
    },
  )
})

describe('a page of few records in the order of an index', () => {
  const customer = { customerId: 11 }
  const days = { placedOnBetween: ['2020-07-19', '2020-07-26'] }
  test.each([
    ['a reference', 'sort=placedOn,desc', customer, 1000],
    ['a range', 'sort=id,desc', days, 400],
    ['both', 'sort=amount', { ...customer, ...days }, 400],
  ])('%s, %s: reads the records of the criterion', async (_criterion, query, body, total) => {
    const pages = await tablePages()
    const first = await read(`orders/filter?${query}`, body)
    expect(first.totalElements).toBe(total)
    expect(first.content).toHaveLength(20)
    expect(first.buffers).toBeLessThan(pages / 8)
    // The total is known from now on.
    const second = await read(`orders/filter?page=1&${query}`, body)
    expect(second.content).toHaveLength(20)
    expect(second.buffers).toBeLessThan(pages / 8)
  })

  test('a page of many records is still the beginning of the index', async () => {
    const body = { amountBetween: [1, null] }
    await read('orders/filter?sort=placedOn', body)
    const page = await read('orders/filter?page=1&sort=placedOn', body)
    expect(page.totalElements).toBeGreaterThan(99_000)
    expect(page.buffers).toBeLessThan(200)
  })
})
