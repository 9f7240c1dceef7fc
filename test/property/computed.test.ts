/** Computed fields have the values, and select and sort the rows, that a plain evaluator says. */
import { createTestService, type TestService } from 'corollary/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../support/database.js'
import { customersApi, ordersApi, productsApi, tables } from '../support/sales-contract.js'
import { batches, holdsAlways, named, sampleOf } from './runs.js'

const statuses = ['DRAFT', 'SUBMITTED', 'SHIPPED'] as const
const callers = ['head', 'clerk'] as const

const line = fc.record({
  product: fc.integer({ min: 1, max: 3 }),
  quantity: fc.integer({ min: 1, max: 2_000 }),
  /** Cents. */
  price: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constant(99_999_999)),
  isSecret: fc.boolean(),
})
const order = fc.record({
  customer: fc.option(fc.integer({ min: 1, max: 3 })),
  status: fc.integer({ min: 0, max: 2 }),
  /** Hundredths of a percent. */
  discount: fc.constantFrom(0, 1, 333, 5_000, 10_000),
  lines: fc.array(line, { maxLength: 5 }),
})
type Line = typeof line extends fc.Arbitrary<infer T> ? T : never
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never
const randomOrders = fc.array(order, { minLength: 5, maxLength: 40 })

interface Evaluated {
  readonly number: string
  readonly status: string
  readonly lineCount: number
  /** Cents. */
  readonly subtotal: bigint
  readonly total: bigint
  readonly largest: number | null
  readonly hasMany: boolean
}

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, each) => sum + each, 0n)

const evaluate = (
  { lines, discount, status }: Order,
  index: number,
  caller: (typeof callers)[number],
): Evaluated => {
  const visible = lines.filter(({ isSecret }) => caller === 'head' || !isSecret)
  const quantities = visible.map(({ quantity }) => quantity)
  const subtotal = sumOf(visible.map(({ quantity, price }: Line) => BigInt(quantity * price)))
  return {
    number: String(index).padStart(3, '0'),
    status: statuses[status]!,
    lineCount: visible.length,
    subtotal,
    // Half away from zero, of a number that is never negative.
    total: (subtotal * BigInt(10_000 - discount) + 5_000n) / 10_000n,
    largest: quantities.length === 0 ? null : Math.max(...quantities),
    hasMany: quantities.some((quantity) => [10, 11, 12].includes(quantity)),
  }
}

const shown = (evaluated: Evaluated) => ({
  ...evaluated,
  subtotal: Number(evaluated.subtotal) / 100,
  total: Number(evaluated.total) / 100,
})

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(tables)
  await database.client.query(`
    insert into customers (name) values ('Ada'), ('Bea'), ('Cid');
    insert into products (name) values ('Anvil'), ('Bolt'), ('Crate')`)
  service = await createTestService({
    resources: [ordersApi, productsApi, customersApi],
    connection: database.connection,
    callers: {
      head: { authorities: ['sales:prices', 'sales:secrets'] },
      clerk: { authorities: ['sales:prices'] },
    },
  })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const replaceOrders = async (orders: readonly Order[]): Promise<void> => {
  await database.client.query('truncate lines, orders restart identity')
  await database.client.query(
    `insert into orders (number, customer_id, status, ordered_on, discount_percent)
     select number, customer, status + 1, '2026-01-01', discount / 100.0
     from json_to_recordset($1) as o (number text, customer int, status int, discount int)`,
    [
      JSON.stringify(
        orders.map((each, index) => ({ ...each, number: evaluate(each, index, 'head').number })),
      ),
    ],
  )
  await database.client.query(
    `insert into lines (order_id, product_id, quantity, unit_price, secret)
     select "order", product, quantity, price / 100.0, "isSecret"
     from json_to_recordset($1)
       as l ("order" int, product int, quantity int, price int, "isSecret" bool)`,
    [
      JSON.stringify(
        orders.flatMap(({ lines }, index) => lines.map((each) => ({ ...each, order: index + 1 }))),
      ),
    ],
  )
}

const ask = async (path: string, body: object, caller: string) => {
  const answer = await service.app.inject({
    method: 'POST',
    url: `/api/sales/${path}`,
    headers: { authorization: `Bearer ${caller}` },
    payload: body,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

const bound = fc.option(fc.integer({ min: 0, max: 500_000 }))
const request = fc.record({
  caller: fc.constantFrom(...callers),
  total: fc.tuple(bound, bound),
  lineCountOver: fc.option(fc.integer({ min: 0, max: 4 })),
  sort: fc.constantFrom('total', 'lineCount', 'largest', 'subtotal'),
  isDescending: fc.boolean(),
})

/** Bounds in the wrong order are exchanged. */
const ordered = ([from, to]: readonly [number | null, number | null]) =>
  from !== null && to !== null && from > to ? ([to, from] as const) : ([from, to] as const)

const isBetween = (value: bigint, [from, to]: ReturnType<typeof ordered>): boolean =>
  (from === null || value >= BigInt(from)) && (to === null || value <= BigInt(to))

const compare = (a: bigint | number | null, b: bigint | number | null, way: 1 | -1): number => {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -way : way
}

test('there are as many batches as names', () => expect(named.length).toBe(batches.length))

describe.each(named)('in batch %i of FAST_CHECK_SEED=%i', (batch) => {
  let orders: readonly Order[]
  beforeAll(async () => {
    orders = sampleOf(randomOrders, batch)
    await replaceOrders(orders)
  })

  test('pages have the values, the set and the order', async () => {
    await holdsAlways(
      batch,
      request,
      async ({ caller, total, lineCountOver, sort, isDescending }) => {
        const way = isDescending ? -1 : 1
        const expected = orders
          .map((each, index) => evaluate(each, index, caller))
          .filter((each) => isBetween(each.total, ordered(total)))
          .filter(({ lineCount }) => lineCountOver === null || lineCount > lineCountOver)
          .sort(
            (a, b) =>
              compare(a[sort as 'total'], b[sort as 'total'], way) ||
              compare(Number(a.number), Number(b.number), 1),
          )
        const query = `size=100&sort=${sort},${isDescending ? 'desc' : 'asc'}&sort=number`
        const cents = (value: number | null) => (value === null ? null : value / 100)
        const body = { totalBetween: total.map(cents), lineCountOver }
        const { content } = await ask(`orders/filter?${query}`, body, caller)
        expect(content).toMatchObject(expected.map(shown))
        expect(content).toHaveLength(expected.length)
      },
    )
  })

  test('statistics add them up by state', async () => {
    for (const caller of callers) {
      const metrics = [
        { operation: 'SUM', field: 'total' },
        { operation: 'SUM', field: 'lineCount' },
      ]
      const { buckets } = await ask(
        'orders/stats/group-by',
        { filter: {}, field: 'status', metrics },
        caller,
      )
      const rows = orders.map((each, index) => evaluate(each, index, caller))
      for (const { key, count, values } of buckets) {
        const ownRows = rows.filter(({ status }) => status === key)
        expect(count).toBe(ownRows.length)
        const texts = JSON.stringify(values)
        expect(texts).toContain(String(Number(sumOf(ownRows.map(({ total }) => total))) / 100))
      }
    }
  })
})
