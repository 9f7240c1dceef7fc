/** The sales sample as its callers see it. */
import { describe, expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { useSales } from './use-sales.js'

const { dataOf, get, rows, send } = useSales()

const idsOf = ({ content }: Json): readonly number[] => content.map(({ id }: Json) => id)

/** Totals that are computed without the contract. */
const totals = `select o.*, c.territory_id, coalesce(l.n, 0)::int as lines,
    round(coalesce(l.subtotal, 0) * (100 - discount_percent) / 100, 2) as total
  from orders o join customers c on c.id = o.customer_id
  left join (select order_id, count(*) as n, sum(quantity * unit_price) as subtotal
    from order_lines group by 1) l on l.order_id = o.id`
const states = ['DRAFT', 'SUBMITTED', 'APPROVED', 'SHIPPED', 'CANCELLED']

describe('orders', () => {
  test('have their lines and what is computed of them', async () => {
    const [stored] = await rows(`${totals} where o.id = 3`)
    const order = await dataOf('lead', 'orders/3')
    expect(order).toMatchObject({ lineCount: 8, status: states[stored.status - 1] })
    expect(order.total).toBe(Number(stored.total))
    expect(order.lines.map(({ position }: Json) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    const cents = order.lines.map(({ lineTotal }: Json) => Math.round(lineTotal * 100))
    const sum = cents.reduce((all: number, each: number) => all + each, 0)
    expect(Math.round(order.subtotal * 100)).toBe(sum)
  })

  test('come newest first', async () => {
    const page = await dataOf('lead', 'orders/filter?size=50', {})
    const expected = await rows('select id from orders order by ordered_on desc, number limit 50')
    expect(page.totalElements).toBe(400)
    expect(idsOf(page)).toEqual(expected.map(({ id }) => Number(id)))
  })

  test.each([
    [{ totalBetween: [10_000, null] }, 'total >= 10000'],
    [{ lineCountOver: 3, status: ['SHIPPED'] }, 'lines > 3 and status = 4'],
    [
      { q: 'SOHNE 1' },
      `(select name from customers c where c.id = customer_id) like '%Söhne%'
        and concat_ws(' ', number, purchase_order, note) like '%1%'`,
    ],
    [{ dueIsNull: true, territoryIds: [2, 9] }, 'due_on is null and territory_id in (2, 9)'],
  ])('that match %j are found', async (filter, condition) => {
    const expected = await rows(`select id from (${totals}) t where ${condition} order by id`)
    expect(expected.length).toBeGreaterThan(0)
    const page = await dataOf('lead', 'orders/filter?size=100&sort=id', filter)
    expect(page.totalElements).toBe(expected.length)
    expect(idsOf(page)).toEqual(expected.slice(0, 100).map(({ id }) => Number(id)))
  })

  test('are overdue after their day, until they are shipped or cancelled', async () => {
    const columns = 'number, customer_id, status, ordered_on, due_on, shipped_on, online'
    await rows(`insert into orders (${columns}) values
      ('OLD-1', 1, 2, '2019-12-01', '2020-01-01', null, true),
      ('OLD-2', 1, 4, '2019-12-01', '2020-01-01', '2020-01-02', true),
      ('OLD-3', 1, 3, '2019-12-01', '2126-01-01', null, true)`)
    const old = { orderedOnBetween: [null, '2019-12-31'], overdue: true }
    const { content } = await dataOf('lead', 'orders/filter', old)
    await rows("delete from orders where number like 'OLD-%'")
    expect(content.map(({ number }: Json) => number)).toEqual(['OLD-1'])
  })

  test('have the statistics of their totals', async () => {
    const { buckets } = await dataOf('lead', 'orders/stats/group-by', {
      ...{ filter: {}, field: 'status' },
      metrics: [{ operation: 'SUM', field: 'total' }],
    })
    const sums = await rows(`select status, sum(total) from (${totals}) t group by 1`)
    const found = Object.fromEntries(buckets.map(({ key, value }: Json) => [key, value]))
    const expected = sums.map(({ status, sum }) => [states[status - 1], Number(sum)])
    expect(found).toEqual(Object.fromEntries(expected))
  })
})

test('customers have the total of their open orders, and products what was sold', async () => {
  const open = await rows(`select customer_id as id, sum(total) from (${totals}) t
    where status in (2, 3) group by 1 having sum(total) > 5000 order by 1`)
  const found = await dataOf('finance', 'customers/filter?size=100&sort=id', {
    openTotalBetween: ['5000.01', null],
  })
  expect(found.content.map(({ id, openTotal }: Json) => [id, openTotal])).toEqual(
    open.map(({ id, sum }) => [Number(id), Number(sum)]),
  )
  const unsold = await rows(`select id from products p
    where not exists (select from order_lines l where l.product_id = p.id) order by id`)
  const never = await dataOf('finance', 'products/filter?size=100&sort=id', { neverSold: true })
  expect(idsOf(never)).toEqual(unsold.map(({ id }) => Number(id)))
})

describe('callers', () => {
  const all = { orders: 400, customers: 500, products: 300, territories: 12 }
  test.each([
    ['head-of-sales', all, true, null],
    ['lead', all, false, null],
    ['representative', { ...all, orders: 33, customers: 42 }, false, null],
    ['finance', all, true, null],
    ['auditor', all, true, 'read-only'],
  ])('%s sees and may do what the sample says', async (caller, counts, seesCredit, reason) => {
    for (const [resource, count] of Object.entries(counts)) {
      const page = await dataOf(caller, `${resource}/filter?size=1`, {})
      expect([resource, page.totalElements]).toEqual([resource, count])
    }
    const customer = await dataOf(caller, 'customers/2')
    expect('creditLimit' in customer).toBe(seesCredit)
    const { operations } = (await get(caller, '/api/sales/orders/capabilities')).json()
    expect(operations.create.availability.reason).toBe(reason)
  })

  test('of a territory see its rows only, by every way', async () => {
    const foreign = (await rows('select min(id) as id from customers where territory_id = 1'))[0]
    expect((await get('representative', `/api/sales/customers/${foreign.id}`)).statusCode).toBe(404)
    const lines = await dataOf('representative', 'order-lines/filter?size=100', {})
    const expected = await rows(`select count(*)::int as n from order_lines l
      join (${totals}) o on o.id = l.order_id where o.territory_id = 2`)
    expect(lines.totalElements).toBe(expected[0].n)
  })
})

describe('the workflow', () => {
  const act = (caller: string, id: number, action: string, body: object = {}) =>
    send(caller, 'POST', `/api/sales/orders/${id}/actions/${action}`, body)
  const submitted = async (condition: string): Promise<number> => {
    const found = await rows(`select id::int from (${totals}) t
      where status = 2 and ${condition} order by id limit 1`)
    return found[0].id
  }

  test('refuses an approval of a large total to those who approve small ones', async () => {
    const id = await submitted('total >= 10000')
    const refused = await act('lead', id, 'approve')
    expect(refused.statusCode).toBe(403)
    expect(refused.json().errors[0].properties.reason).toBe('total-above-limit')
    const entry = (await get('lead', `/api/sales/orders/${id}/actions`)).json()
    const approve = entry.actions.find(({ id: action }: Json) => action === 'approve')
    expect(approve.availability).toMatchObject({ allowed: false, reason: 'total-above-limit' })
    const small = await submitted('total < 10000')
    const bulk = await dataOf('lead', 'orders/actions/bulk-approve', { ids: [id, small] })
    expect(bulk).toMatchObject({ succeeded: 1, failed: 1 })
    expect((await act('finance', id, 'approve')).statusCode).toBe(200)
  })

  test('leads an order from draft to shipped', async () => {
    const body = { number: 'SO-1', customerId: 2, orderedOn: '2026-06-30', purchaseOrder: 'P' }
    const created = await send('representative', 'POST', '/api/sales/orders', body)
    expect(created.json().data).toMatchObject({ status: 'DRAFT', total: 0, territoryId: 2 })
    const { id } = created.json().data
    expect((await act('representative', id, 'approve')).statusCode).toBe(409)
    const withoutLines = await act('representative', id, 'submit')
    expect(withoutLines.statusCode).toBe(400)
    expect(withoutLines.json().errors[0].properties.rule).toBe('lines')
    const lines = { lines: { add: [{ productId: 7, quantity: 1 }] } }
    await send('representative', 'PATCH', `/api/sales/orders/${id}/lines`, lines)
    for (const action of ['submit', 'approve']) {
      expect((await act('representative', id, action)).statusCode).toBe(200)
    }
    const shipped = await act('representative', id, 'ship', { shippedOn: '2026-07-02' })
    expect(shipped.json().data).toMatchObject({ status: 'SHIPPED', shippedOn: '2026-07-02' })
    expect((await act('representative', id, 'cancel')).statusCode).toBe(409)
    const history = (await get('auditor', `/api/sales/orders/${id}/history`)).json().data
    expect(history.content.length).toBe(5)
  })
})

test.each([true, false])(
  'the filter of orders is published for forms, inline: %s',
  async (inline) => {
    const query = 'operation=post&schemaType=request&path=/api/sales/orders/filter'
    const url = `/schemas/filtered?${query}&includeInternalSchemas=${inline}`
    const schema = (await get('lead', url)).json()
    const { line, everyLine, $or: alternatives } = schema.properties
    expect(line['x-ui']).toMatchObject({ type: 'object', controlType: 'group', match: 'some' })
    expect(line['x-ui'].items.map(({ name }: Json) => name)).toEqual(
      expect.arrayContaining(['productIds', 'productName', 'quantityBetween', '$or']),
    )
    expect(everyLine['x-ui']).toMatchObject({ match: 'every', filterTarget: 'lines' })
    expect(alternatives['x-ui']).toMatchObject({ controlType: 'expression', formHidden: true })
    const part = schema.components.schemas.SalesOrdersFilterPart
    expect(part.properties.$not.anyOf[0].$ref).toBe('#/components/schemas/SalesOrdersFilterPart')
    expect(part.properties).not.toHaveProperty('deleted')
    const { canonicalOperations } = (await get('lead', '/api/sales/orders/capabilities')).json()
    expect(canonicalOperations.filterExpression).toBe(true)
  },
)
