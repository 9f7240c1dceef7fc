/**
 * Whatever is marked as deleted: pages, totals, statistics, options, relations and parts agree with
 * a plain evaluation in memory.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trashCallers, trashResources, trashRows, trashTables } from '../support/trash.js'
import { tablesOf, useService } from '../support/use-service.js'
import { holdsAlways, named } from './runs.js'

const { rows, send } = useService({
  resources: trashResources,
  callers: trashCallers,
  database: tablesOf(`${trashTables}${trashRows}
    insert into customers (name, region)
      select 'Customer ' || i, case when i % 3 = 0 then 'south' else 'north' end
      from generate_series(4, 9) i;
    insert into orders (number, customer_id, ordered_on, total)
      select 'N-' || i, 1 + i % 9, '2026-01-01', i from generate_series(4, 20) i;
    insert into order_lines (order_id, product)
      select 1 + i % 20, 'product ' || i % 4 from generate_series(4, 30) i;
    insert into customer_tags select i, 1 + i % 2 from generate_series(2, 9) i`),
})

const tables = { customers: 9, orders: 20, tags: 2 } as const
type Marks = { readonly [Name in keyof typeof tables]: ReadonlySet<number> }
const choices = [undefined, 'exclude', 'include', 'only'] as const
const callers = ['keeper', 'north'] as const

const marksOf = (name: keyof typeof tables) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: tables[name] }), { maxLength: tables[name] })
    .map((ids) => new Set(ids))
const anyMarks: fc.Arbitrary<Marks> = fc.record({
  customers: marksOf('customers'),
  orders: marksOf('orders'),
  tags: marksOf('tags'),
})

interface Customer {
  readonly id: number
  readonly name: string
  readonly region: string
}
interface Order {
  readonly id: number
  readonly number: string
  readonly customer: number
  readonly total: number
}

const mark = async (marks: Marks): Promise<void> => {
  for (const [table, ids] of Object.entries(marks)) {
    await rows(
      `update ${table} set deleted_at = case when id = any($1::int[]) then timestamptz '2026-01-01' end`,
      [[...ids]],
    )
  }
}

const chosen = (isMarked: boolean, choice: (typeof choices)[number]): boolean =>
  choice === 'include' || isMarked === (choice === 'only')

const post = async (caller: string, url: string, body: object) => {
  const answer = await send(caller, 'POST', `/api/trash/${url}`, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

describe.each(named)('in batch %i of FAST_CHECK_SEED=%i', (batch) => {
  test('every read agrees with the rows that are not deleted', async () => {
    const customers = (await rows('select id, name, region from customers')) as Customer[]
    const orders = (await rows(
      'select id, number, customer_id as customer, total::int from orders',
    )) as Order[]
    const lines = await rows('select id, order_id as order from order_lines order by id')
    const links = await rows('select customer_id as customer, tag_id as tag from customer_tags')
    const any = fc.record({
      marks: anyMarks,
      choice: fc.constantFrom(...choices),
      caller: fc.constantFrom(...callers),
      size: fc.integer({ min: 1, max: 9 }),
    })
    await holdsAlways(batch, any, async ({ marks, choice, caller, size }) => {
      await mark(marks)
      const filter = choice === undefined ? {} : { deleted: choice }
      const sees = ({ region }: Customer) => caller === 'keeper' || region === 'north'
      const shown = customers
        .filter((each) => sees(each) && chosen(marks.customers.has(each.id), choice))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
      const related = new Map(
        customers
          .filter((each) => sees(each) && !marks.customers.has(each.id))
          .map((each) => [each.id, each.name]),
      )
      const liveOrders = orders.filter(({ id }) => !marks.orders.has(id))

      // A page, its total, and the links of its records.
      const { data: page } = await post(caller, `customers/filter?size=${size}`, filter)
      expect(page.totalElements).toBe(shown.length)
      const tagsOf = (id: number) =>
        links.filter(({ customer, tag }) => customer === id && !marks.tags.has(tag))
      expect(
        page.content.map(({ id, tagIds }: { id: number; tagIds: number[] }) => [id, tagIds]),
      ).toEqual(
        shown.slice(0, size).map(({ id }) => [
          id,
          tagsOf(id)
            .map(({ tag }) => tag)
            .sort(),
        ]),
      )

      // A path to many: orders that are deleted do not match.
      const sought = { ...filter, orderNumber: 'N-10' }
      const found = await post(caller, 'customers/filter', sought)
      const owners = liveOrders
        .filter(({ number }) => number === 'N-10')
        .map((each) => each.customer)
      expect(found.data.content.map(({ id }: { id: number }) => id)).toEqual(
        shown.filter(({ id }) => owners.includes(id)).map(({ id }) => id),
      )

      // Options and statistics of the same set.
      const options = await post(caller, 'customers/options/filter?size=50', filter)
      expect(options.totalElements).toBe(shown.length)
      const grouped = await post(caller, 'customers/stats/group-by', {
        ...{ filter, field: 'region', metric: { operation: 'COUNT' } },
      })
      const counts = Object.fromEntries(
        grouped.data.buckets.map(({ key, value }: { key: string; value: number }) => [key, value]),
      )
      for (const region of ['north', 'south']) {
        expect(counts[region] ?? 0).toBe(shown.filter((each) => each.region === region).length)
      }

      // A relation to one: its fields are null, and filters by them do not match.
      const shownOrders = orders.filter(({ id }) => chosen(marks.orders.has(id), choice))
      const all = await post(caller, 'orders/filter?size=50&sort=id', filter)
      expect(
        all.data.content.map(({ id, customerName }: { id: number; customerName: string }) => [
          id,
          customerName,
        ]),
      ).toEqual(shownOrders.map(({ id, customer }) => [id, related.get(customer) ?? null]))
      const byName = await post(caller, 'orders/filter', { ...filter, customerName: 'Ada' })
      expect(byName.data.totalElements).toBe(
        shownOrders.filter(({ customer }) => related.get(customer) === 'Ada').length,
      )
      const totals = await post(caller, 'orders/stats/group-by', {
        ...{ filter, field: 'customer', metric: { operation: 'SUM', field: 'total' } },
        totals: true,
      })
      const sum = totals.data.buckets.reduce(
        (all: number, { value }: { value: string }) => all + Number(value),
        0,
      )
      expect(sum).toBe(shownOrders.reduce((all, { total }) => all + total, 0))

      // Parts of a record come and go with it.
      const parts = await post(caller, 'lines/filter?size=50', {})
      expect(parts.data.content.map(({ id }: { id: number }) => id)).toEqual(
        lines.filter((line) => !marks.orders.has(line.order)).map(({ id }) => id),
      )
    })
  })
})
