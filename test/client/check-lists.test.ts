/** The client checks items of owned lists as the service does. */
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { createClient } from '../../src/client.js'
import { linesApi, ordersApi, tables } from '../support/owned-contract.js'
import { tablesOf, useService } from '../support/use-service.js'

const use = useService({
  resources: [ordersApi, linesApi],
  callers: { head: { authorities: ['sales:secrets'] } },
  database: tablesOf(`${tables}; insert into orders (number) values ('stored')`),
})

let baseUrl = ''
beforeAll(async () => {
  await use.service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = use.service.app.server.address() as AddressInfo
  baseUrl = `http://127.0.0.1:${port}`
})
const ordersOf = () =>
  createClient<readonly [typeof ordersApi, typeof linesApi]>({
    baseUrl,
    headers: { authorization: 'Bearer head' },
  }).resource('sales.orders')

const line = { productId: 1, quantity: 2 }

test.each<[string, object]>([
  ['what is valid', { number: 'A', lines: [{ ...line, parcels: [{ weight: 1 }] }] }],
  ['an empty list', { number: 'B', lines: [] }],
  ['an absent list', { number: 'C' }],
  ['a missing member', { number: 'D', lines: [line, { quantity: 1 }] }],
  ['a null', { number: 'E', lines: [{ ...line, productId: null }] }],
  ['a number out of its limits', { number: 'F', lines: [{ ...line, quantity: 0 }] }],
  ['a long text', { lines: [{ ...line, code: 'x'.repeat(11) }] }],
  ['items of the second level', { number: 'G', lines: [line, { ...line, parcels: [{}] }] }],
])('check reports the errors of the service for %s', async (_, body) => {
  const created = await ordersOf().create(body as never)
  const errors = created.ok
    ? []
    : created.error.errors.map(({ code, target, message }) => ({ code, target, message }))
  const checked = await ordersOf().check(body as never)
  expect(checked.ok && checked.data).toEqual(errors)
  const renamed = 'number' in body ? { ...body, number: `${body.number} renamed` } : body
  const [{ id }] = (await use.rows(`select min(id)::int as id from orders`)) as [{ id: number }]
  const updated = await ordersOf().update(id, renamed as never)
  const ofUpdate = updated.ok
    ? []
    : updated.error.errors.map(({ code, target, message }) => ({ code, target, message }))
  const checkedUpdate = await ordersOf().check(renamed as never, 'update')
  expect(checkedUpdate.ok && checkedUpdate.data).toEqual(ofUpdate)
})
