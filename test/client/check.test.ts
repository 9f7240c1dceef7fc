/** The client checks bodies as the service does. */
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { createClient, type Fetch } from '../../src/client.js'
import { linesApi, ordersApi, ruleCallers, tables } from '../support/rules-contract.js'
import { tablesOf, useService } from '../support/use-service.js'

const use = useService({
  resources: [ordersApi, linesApi],
  callers: ruleCallers,
  database: tablesOf(tables),
})
type Resources = readonly [typeof ordersApi, typeof linesApi]

let baseUrl = ''
beforeAll(async () => {
  await use.service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = use.service.app.server.address() as AddressInfo
  baseUrl = `http://127.0.0.1:${port}`
})

const clientOf = (caller: string, requests: string[] = []) => {
  const fetch: Fetch = (url, init) => {
    requests.push(`${init.method} ${new URL(url).pathname}`)
    return globalThis.fetch(url, init)
  }
  const headers = { authorization: `Bearer ${caller}` }
  return createClient<Resources>({ baseUrl, fetch, headers })
}

const valid = { orderedOn: '2026-03-01' }

test.each<[string, object]>([
  ['what is valid', valid],
  ['a missing member', { dueOn: '2026-03-01' }],
  ['a null', { ...valid, orderedOn: null }],
  ['a null that means the default', { ...valid, status: null, online: null }],
  ['an unknown name', { ...valid, status: 'SENT' }],
  ['a long text', { ...valid, purchaseOrder: 'x'.repeat(41) }],
  ['a large number', { ...valid, amount: 3_000_000_000 }],
  ['several rules', { ...valid, dueOn: '2026-02-01', shippedOn: '2026-03-04', amount: 7_000 }],
  ['a rule beside a constraint', { dueOn: '2026-02-01', shippedOn: '2026-03-04' }],
  ['a rule with a decimal as text', { ...valid, discount: '20.01' }],
])('check reports the errors of the service for %s', async (_, body) => {
  const orders = clientOf('clerk').resource('sales.orders')
  const checked = await orders.check(body as never)
  const created = await orders.create(body as never)
  const errors = created.ok
    ? []
    : created.error.errors.map(({ code, target, message }) => ({ code, target, message }))
  expect(checked.ok && checked.data).toEqual(errors)
})

test('check loads the schema once, and never sends the body', async () => {
  const requests: string[] = []
  const orders = clientOf('clerk', requests).resource('sales.orders')
  await orders.check(valid)
  const update = await orders.check({ ...valid, shippedOn: '2026-03-04' }, 'update')
  await orders.check({ ...valid, discount: 30 })
  expect(requests).toEqual(['GET /schemas/filtered', 'GET /schemas/filtered'])
  expect(update.ok && update.data.map(({ target }) => target)).toEqual([
    ...['status', 'discount', 'online', 'amount'],
  ])
})

test('check applies the rules that concern the caller', async () => {
  const body = { ...valid, discount: 30 }
  const ofLead = await clientOf('lead').resource('sales.orders').check(body)
  const ofClerk = await clientOf('clerk').resource('sales.orders').check(body)
  expect(ofLead.ok && ofLead.data).toEqual([])
  expect(ofClerk.ok && ofClerk.data).toHaveLength(1)
})

test('check leaves a rule that allows what the record has to the service', async () => {
  const body = { ...valid, status: 'DRAFT', discount: 30, online: false, amount: 0 } as const
  const checked = await clientOf('clerk').resource('sales.orders').check(body, 'update')
  expect(checked.ok && checked.data).toEqual([])
})

test('check returns the error of a schema that it cannot load, and tries again', async () => {
  const orders = clientOf('nobody').resource('sales.orders')
  expect(await orders.check(valid)).toMatchObject({ ok: false })
  expect(await orders.check(valid)).toMatchObject({ ok: false })
})
