/** Every write of the sales sample is tried before it is made. */
import { expect, test } from 'vitest'
import type { Headers, Json, Method } from '../http/use-people.js'
import { sendTwice } from '../support/dry-run.js'
import { useSales } from './use-sales.js'

const sales = useSales()

type Write = readonly [method: Method, path: string, body?: unknown]

let next = 0
const orderBody = (changes: object = {}): Json => ({
  ...{ number: `DR-${++next}`, customerId: 2, orderedOn: '2026-06-30', dueOn: '2026-07-31' },
  ...{
    online: true,
    lines: [
      { productId: 7, quantity: 4 },
      { productId: 31, quantity: 2 },
    ],
  },
  ...changes,
})
const createOrder = async (changes: object = {}): Promise<Json> =>
  (await sales.write('lead', 'POST', 'orders', orderBody(changes))).data
const act = (id: number, action: string) =>
  sales.dataOf('head-of-sales', `orders/${id}/actions/${action}`, {})
const submitted = async () => act((await createOrder()).id, 'submit')
const deleted = async () => {
  const order = await createOrder()
  await sales.write('lead', 'DELETE', `orders/${order.id}`)
  return order
}
const version = async ({ id }: Json) => (await sales.dataOf('lead', `orders/${id}`)).version

/** Each makes what its request needs, and returns the request and its status. */
const writes: Readonly<Record<string, readonly [status: number, write: () => Promise<Write>]>> = {
  create: [201, async () => ['POST', 'orders', orderBody()]],
  'create with owned records': [
    201,
    async () => [
      'POST',
      'customers',
      { name: 'Ñusta', territoryId: 2, contacts: [{ name: 'Ana', role: 'BUYER' }] },
    ],
  ],
  update: [
    200,
    async () => {
      const { lines, ...order } = await createOrder()
      const changed = [lines[1], { productId: 8, quantity: 1 }]
      return ['PUT', `orders/${order.id}`, { ...order, note: 'Call.', lines: changed }]
    },
  ],
  intent: [
    200,
    async () => ['PATCH', `orders/${(await createOrder()).id}/terms`, { discountPercent: 12 }],
  ],
  'intent of owned records': [
    200,
    async () => {
      const { id, lines } = await createOrder()
      const changes = { add: [{ productId: 9, quantity: 3 }], remove: [lines[1].id] }
      return ['PATCH', `orders/${id}/lines`, { lines: changes }]
    },
  ],
  delete: [204, async () => ['DELETE', `orders/${(await createOrder()).id}`]],
  'permanent delete': [
    204,
    async () => ['DELETE', `orders/${(await createOrder()).id}?permanent=true`],
  ],
  'delete of a batch': [
    204,
    async () => ['DELETE', 'orders/batch', [(await createOrder()).id, (await createOrder()).id]],
  ],
  'permanent delete of a batch': [
    204,
    async () => ['DELETE', 'orders/batch?permanent=true', [(await deleted()).id]],
  ],
  restore: [200, async () => ['PATCH', `orders/${(await deleted()).id}/restore`, {}]],
  batch: [
    200,
    async () => {
      const product = { code: `P-${++next}`, name: 'New', listPrice: 5 }
      const items = [
        { operation: 'CREATE', data: product },
        { operation: 'UPDATE', id: 9, data: { ...product, code: `P-${++next}`, status: 'ACTIVE' } },
      ]
      return ['POST', 'products/batch', { items }]
    },
  ],
  'batch of items that fail alone': [
    200,
    async () => {
      const data = { code: `P-${++next}`, name: 'New', listPrice: 5 }
      const items = [
        { operation: 'CREATE', data },
        { operation: 'CREATE', data },
      ]
      return ['POST', 'products/batch', { items, atomicity: 'PER_ITEM' }]
    },
  ],
  action: [200, async () => ['POST', `orders/${(await createOrder()).id}/actions/submit`, {}]],
  'bulk action of items that fail alone': [
    200,
    async () => {
      const ids = [(await submitted()).id, (await createOrder()).id]
      return ['POST', 'orders/actions/bulk-approve', { ids }]
    },
  ],
  'invalid body': [400, async () => ['POST', 'orders', orderBody({ customerId: 'x', dueOn: 1 })]],
  'broken rule': [400, async () => ['POST', 'orders', orderBody({ dueOn: '2026-06-29' })]],
  'broken rule of an intent': [
    400,
    async () => ['PATCH', `orders/${(await submitted()).id}/lines`, { lines: [] }],
  ],
  'unique value that is taken': [
    409,
    async () => ['POST', 'orders', orderBody({ number: (await createOrder()).number })],
  ],
  'missing reference': [409, async () => ['POST', 'orders', orderBody({ customerId: 99_999 })]],
  'record that does not exist': [404, async () => ['DELETE', 'orders/99999999']],
  'record that others refer to': [409, async () => ['DELETE', 'territories/2']],
  'state that blocks an action': [
    409,
    async () => ['POST', `orders/${(await createOrder()).id}/actions/approve`, {}],
  ],
  'restore of a record that is not deleted': [
    409,
    async () => ['PATCH', `orders/${(await createOrder()).id}/restore`, {}],
  ],
}

test.each(Object.entries(writes))(
  '%s is tried with the response of the real request',
  async (...row) => {
    const [, [status, write]] = row
    const [method, path, body] = await write()
    const response = await sendTwice(sales, {
      ...{ caller: 'head-of-sales', method, url: `/api/sales/${path}`, body },
    })
    expect(response.statusCode, response.body).toBe(status)
  },
)

test('a dry run of a stale or unauthorized request has the error of the request', async () => {
  const order = await createOrder()
  const url = `/api/sales/orders/${order.id}/terms`
  const send = (caller: string, headers: Headers = {}) =>
    sendTwice(sales, {
      ...{ caller, method: 'PATCH', url, body: { discountPercent: 5 } },
      headers,
    })
  expect((await send('lead', { 'if-match': '"9"' })).statusCode).toBe(412)
  expect((await send('auditor')).statusCode).toBe(403)
  const foreign = await createOrder({ customerId: 1 })
  const hidden = await sendTwice(sales, {
    ...{ caller: 'representative', method: 'DELETE', url: `/api/sales/orders/${foreign.id}` },
  })
  expect(hidden.statusCode).toBe(404)
})

test('a dry run leaves versions, changes and history as they are', async () => {
  const order = await createOrder()
  const facts = async () => ({
    version: await version(order),
    dataset: (await sales.get('lead', '/api/sales/orders/all')).headers['x-data-version'],
    history: (await sales.get('auditor', `/api/sales/orders/${order.id}/history`)).json().data
      .content,
  })
  const before = await facts()
  const terms = `/api/sales/orders/${order.id}/terms?dryRun=true`
  const tried = await sales.send('lead', 'PATCH', terms, { discountPercent: 7 })
  expect(tried.json().data).toMatchObject({ discountPercent: 7, version: 2 })
  expect(await facts()).toEqual(before)
})
