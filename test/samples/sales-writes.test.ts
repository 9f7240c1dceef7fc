/** What the sales sample writes: orders with lines, customers with contacts, and the trash. */
import { describe, expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { useSales } from './use-sales.js'

const { dataOf, get, refusal, rows, send, write } = useSales()

const terms = { discountPercent: 10, online: true }
const order = { customerId: 2, orderedOn: '2026-06-30', dueOn: '2026-07-31', ...terms }
let next = 0
/** The order of a representative, with two lines. */
const createOrder = async (changes: object = {}): Promise<Json> => {
  const lines = [
    { productId: 7, quantity: 4 },
    { productId: 31, quantity: 2, unitPrice: '229.00' },
  ]
  const body = { ...order, number: `SO-${++next}`, lines, ...changes }
  const { status, data } = await write('representative', 'POST', 'orders', body)
  expect(status).toBe(201)
  return data
}
const products = ({ lines }: Json): readonly Json[] => lines.map((line: Json) => line.productId)

describe('an order', () => {
  test('is created with its lines, for the list prices of their products', async () => {
    const [product] = await rows('select list_price::float8 as price from products where id = 7')
    const created = await createOrder()
    expect(created).toMatchObject({ lineCount: 2, createdBy: 'representative', version: 1 })
    expect(created.lines).toMatchObject([
      { position: 0, productId: 7, unitPrice: product.price, lineTotal: product.price * 4 },
      { position: 1, productId: 31, unitPrice: 229, lineTotal: 458 },
    ])
    expect(created.subtotal).toBeCloseTo(product.price * 4 + 458, 2)
    expect(created.total).toBeCloseTo(created.subtotal * 0.9, 2)
    expect(await dataOf('representative', `orders/${created.id}`)).toMatchObject(created)
  })

  test('has the lines of an update, in their order', async () => {
    const created = await createOrder()
    const [first, second] = created.lines
    const lines = [second, { productId: 8, quantity: 1 }, { ...first, quantity: 5 }]
    const path = `orders/${created.id}`
    const { data } = await write('representative', 'PUT', path, { ...created, lines })
    expect(products(data)).toEqual([31, 8, 7])
    expect(data.lines).toMatchObject([{ id: second.id }, {}, { id: first.id, quantity: 5 }])
    expect(data.total).not.toBe(created.total)
    const { lines: _, ...others } = created
    const kept = await write('representative', 'PUT', path, { ...others, note: 'Call first.' })
    expect(kept.data).toMatchObject({ note: 'Call first.', lines: data.lines })
  })

  test('changes its lines and terms by intents', async () => {
    const { id, lines } = await createOrder()
    const changes = {
      add: [{ productId: 9, quantity: 3 }],
      update: [{ id: lines[0].id, quantity: 6 }],
      remove: [lines[1].id],
    }
    const path = `orders/${id}/lines`
    const changed = await write('representative', 'PATCH', path, { lines: changes })
    expect(changed.data.lines).toMatchObject([
      { productId: 7, quantity: 6 },
      { productId: 9, quantity: 3 },
    ])
    const agreed = { discountPercent: 25, dueOn: '2026-08-31' }
    const { data } = await write('lead', 'PATCH', `orders/${id}/terms`, agreed)
    expect(data).toMatchObject({ ...agreed, version: 3 })
  })

  test.each([
    [{ dueOn: '2026-06-29' }, 'dueOn', 'The due date must not be before the date of the order.'],
    [{ online: false }, 'purchaseOrder', "'purchaseOrder' is required."],
    [
      { discountPercent: 20.01 },
      'discountPercent',
      'A discount of more than 20 % needs a sales lead.',
    ],
    [
      { lines: [{ productId: 7, quantity: 10_001 }] },
      'lines[0].quantity',
      "'quantity' must be <= 10000.",
    ],
  ])('is refused with %j', async (changes, target, message) => {
    const body = { ...order, number: 'SO-refused', lines: [], ...changes }
    const refused = await refusal('representative', 'POST', 'orders', body)
    expect(refused).toEqual([400, [target, message]])
    expect(await rows("select from orders where number = 'SO-refused'")).toEqual([])
  })

  test('keeps a line unless it is a draft', async () => {
    const { id } = await createOrder()
    await dataOf('representative', `orders/${id}/actions/submit`, {})
    const path = `orders/${id}/lines`
    const refused = await refusal('representative', 'PATCH', path, { lines: [] })
    expect(refused).toEqual([
      400,
      ['lines', 'An order that is not a draft must have at least one line.'],
    ])
  })

  test('has customers of the territories of the caller only', async () => {
    const body = { ...order, number: 'SO-foreign', customerId: 1 }
    const message = "'customerId' refers to a record that does not exist."
    const refused = await refusal('representative', 'POST', 'orders', body)
    expect(refused).toEqual([409, ['customerId', message]])
  })
})

describe('an order in the trash', () => {
  const shown = async (caller: string, id: number): Promise<number> => {
    const body = { deleted: 'only' }
    const { content } = await dataOf(caller, 'orders/filter?size=100', body)
    return content.filter((each: Json) => each.id === id).length
  }
  const linesOf = (id: number) => rows(`select id::int from order_lines where order_id = ${id}`)

  test('is invisible with its lines, and comes back with them', async () => {
    const { id, number, lines, total } = await createOrder()
    expect((await write('representative', 'DELETE', `orders/${id}`)).status).toBe(204)
    expect((await get('lead', `/api/sales/orders/${id}`)).statusCode).toBe(404)
    const hidden = await dataOf('lead', 'order-lines/filter', { orderIds: [id] })
    expect(hidden.totalElements).toBe(0)
    const trash = await dataOf('lead', 'orders/filter?size=100', { deleted: 'only' })
    expect(trash.content.find((each: Json) => each.id === id)).toMatchObject({ lines, total })
    for (const caller of ['head-of-sales', 'lead', 'auditor']) {
      expect(await shown(caller, id), caller).toBe(1)
    }
    for (const caller of ['representative', 'finance']) {
      const [status, [target]] = await refusal(caller, 'POST', 'orders/filter', { deleted: 'only' })
      expect([caller, status, target]).toEqual([caller, 400, 'deleted'])
      expect((await refusal(caller, 'PATCH', `orders/${id}/restore`, {}))[0]).toBe(403)
    }
    const again = await createOrder({ number })
    expect((await refusal('lead', 'PATCH', `orders/${id}/restore`, {}))[0]).toBe(409)
    await write('representative', 'DELETE', `orders/${again.id}`)
    const restored = await write('lead', 'PATCH', `orders/${id}/restore`, {})
    expect(restored.data).toMatchObject({ id, lines })
  })

  test('is destroyed with its lines, by few', async () => {
    const { id } = await createOrder()
    await write('representative', 'DELETE', `orders/${id}`)
    expect(await linesOf(id)).toHaveLength(2)
    const path = `orders/${id}?permanent=true`
    expect((await refusal('lead', 'DELETE', path))[0]).toBe(403)
    expect((await write('head-of-sales', 'DELETE', path)).status).toBe(204)
    expect(await linesOf(id)).toEqual([])
    expect(await shown('lead', id)).toBe(0)
  })
})

test('a deleted product stays in the orders that have it, and is in no new one', async () => {
  const created = await createOrder({ lines: [{ productId: 12, quantity: 1 }] })
  expect((await write('lead', 'DELETE', 'products/12')).status).toBe(204)
  const lines = [{ ...created.lines[0], quantity: 2 }]
  const path = `orders/${created.id}`
  const { data } = await write('representative', 'PUT', path, { ...created, lines })
  const { productName } = created.lines[0]
  expect(productName).toEqual(expect.any(String))
  expect(data.lines).toMatchObject([{ productId: 12, productName, quantity: 2 }])
  const body = { ...created, number: 'SO-late', lines: [{ productId: 12, quantity: 1 }] }
  const message = "'productId' refers to a record that does not exist."
  const refused = await refusal('representative', 'POST', 'orders', body)
  expect(refused).toEqual([409, ['lines[0].productId', message]])
  const labels = await get('representative', '/api/sales/products/options/by-ids?ids=12')
  expect(labels.json()).toMatchObject([{ id: 12 }])
  expect((await write('lead', 'PATCH', 'products/12/restore', {})).status).toBe(200)
})

describe('a customer', () => {
  const customer = { name: 'Neu GmbH', territoryId: 2 }

  test('is written with its contacts', async () => {
    const contacts = [
      { name: 'Anna Adler', role: 'BUYER' },
      { name: 'Ben Berger', role: 'FINANCE', email: 'ben@neu.example' },
    ]
    const body = { ...customer, contacts }
    const { data } = await write('representative', 'POST', 'customers', body)
    expect(data).toMatchObject({ ...customer, contacts, orderCount: 0 })
    const left = [{ ...data.contacts[1], role: 'OTHER' }]
    const path = `customers/${data.id}`
    const changed = await write('representative', 'PUT', path, { ...customer, contacts: left })
    expect(changed.data.contacts).toEqual(left)
    await write('representative', 'DELETE', path)
    expect(await rows(`select from contacts where customer_id = ${data.id}`)).toEqual([])
  })

  test('of another territory is refused, with contacts or without', async () => {
    const contacts = [{ name: 'Anna Adler', role: 'BUYER' }]
    for (const body of [
      { ...customer, territoryId: 1 },
      { ...customer, territoryId: 1, contacts },
    ]) {
      expect(await refusal('representative', 'POST', 'customers', body)).toEqual([
        403,
        [null, 'The record would not be visible to you; nothing was changed.'],
      ])
    }
  })

  test('has contacts with a known role and a name', async () => {
    const contacts = [{ name: '', role: 'BOSS' }]
    const [status, ...errors] = await refusal('representative', 'POST', 'customers', {
      ...{ ...customer, contacts },
    })
    expect([status, ...errors.map(([target]: Json) => target)]).toEqual([
      ...[400, 'contacts[0].name', 'contacts[0].role'],
    ])
  })
})

describe('the shipping of an order', () => {
  const approved = async (): Promise<Json> => {
    const order = await createOrder()
    await dataOf('representative', `orders/${order.id}/actions/submit`, {})
    await dataOf('head-of-sales', `orders/${order.id}/actions/approve`, {})
    return order
  }

  test('names the lines in its parcels', async () => {
    const { id, lines } = await approved()
    const parcels = lines.map(({ id: lineId }: Json) => ({ lineId, quantity: 1 }))
    const body = { shippedOn: '2026-07-02', parcels }
    const { data } = await write('representative', 'POST', `orders/${id}/actions/ship`, body)
    expect(data).toMatchObject({ status: 'SHIPPED', shippedOn: '2026-07-02' })
  })

  test('refuses lines of another order, of nobody, and impossible quantities', async () => {
    const { id, lines } = await approved()
    const other = await createOrder()
    const first = { lineId: lines[0].id, quantity: 1 }
    const ship = (second: object) =>
      refusal('representative', 'POST', `orders/${id}/actions/ship`, {
        ...{ shippedOn: '2026-07-02', parcels: [first, second] },
      })
    expect(await ship({ ...first, lineId: other.lines[0].id })).toEqual([
      400,
      ['parcels[1].lineId', 'The line belongs to another order.'],
    ])
    expect((await ship({ ...first, lineId: 99_999_999 }))[0]).toBe(409)
    expect(await ship({ ...first, quantity: 0 })).toEqual([
      400,
      ['parcels[1].quantity', "'quantity' must be >= 1."],
    ])
  })
})

test('an export of products is imported again, with columns of other names', async () => {
  const exported = await send('lead', 'POST', '/api/sales/products/export', { format: 'csv' })
  const csv = { 'content-type': 'text/csv' }
  const again = await send('lead', 'POST', '/api/sales/products/import', exported.body, csv)
  const { total, unchanged } = again.json().data
  expect(unchanged, again.body).toBe(total)
  const [{ code, name }] = await rows('select code, name from products order by id limit 1')
  const query = `?column=${encodeURIComponent('Unit price:listPrice')}&column=Remark:`
  const file = `code,name,Unit price,Remark\n${code},"${name}",1.25,cheap\n`
  const priced = await send('lead', 'POST', `/api/sales/products/import${query}`, file, csv)
  expect(priced.json().data, priced.body).toMatchObject({ total: 1, updated: 1 })
})
