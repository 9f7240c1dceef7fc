/** The application of docs/guides/recipes.md does what the page says. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

const page = readFileSync('docs/guides/recipes.md', 'utf8')

let database: FreshDatabase
let service: TestService
let folder: string
beforeAll(async () => {
  database = await freshDatabase()
  for (const [, sql] of page.matchAll(/^```sql\n([\s\S]*?)^```/gm))
    await database.client.query(sql!)
  await database.client.query(
    "insert into customers (name, territory) values ('Ada Lovelace', 'North'), ('Bo Diddley', 'South'), ('Cora Lane', 'South')",
  )
  // Below the checkout, so that the programs find the package.
  folder = await mkdtemp(join(import.meta.dirname, '.written-'))
  for (const [, name, text] of page.matchAll(/^```ts (\S+)\n([\s\S]*?)^```/gm)) {
    await writeFile(join(folder, name!), text!)
  }
  const { customerResource, orderResource } = await import(join(folder, 'orders.ts'))
  const authorities = ['orders:check', 'orders:approve']
  service = await createTestService({
    resources: [customerResource, orderResource],
    connection: database.connection,
    callers: { ada: { authorities }, bo: { authorities } },
  })
})
afterAll(async () => {
  await service?.close()
  await database.close()
  await rm(folder, { recursive: true })
})

const send = async (
  method: 'POST' | 'DELETE' | 'GET',
  path: string,
  payload?: object,
  caller = 'ada',
) => {
  const response = await service.app.inject({
    ...{ method, url: `/api/shop${path}` },
    headers: { authorization: `Bearer ${caller}` },
    ...(payload ? { payload } : {}),
  })
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() }
}
const place = (number: string, lines: unknown, customerId = 1) =>
  send('POST', '/orders', { number, customerId, lines })
const idOf = async (number: string, lines: unknown, customerId?: number): Promise<number> => {
  const { status, body } = await place(number, lines, customerId)
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data.id
}
const numbersOf = async (filter: object, query = ''): Promise<readonly string[]> => {
  const { body } = await send('POST', `/orders/filter${query}`, filter)
  return body.data.content.map(({ number }: { number: string }) => number)
}
const pen = { product: 'Pen', quantity: 3, unitPrice: 1.5 }
const desk = { product: 'Desk', quantity: 1, unitPrice: 250 }

test('an order is placed with its lines, and has computed fields', async () => {
  const id = await idOf('P-1', [pen, desk])
  expect((await send('GET', `/orders/${id}`)).body.data).toMatchObject({
    ...{ number: 'P-1', customerName: 'Ada Lovelace', status: 'DRAFT' },
    ...{ total: 254.5, lineCount: 2, lines: [{ ...pen, lineTotal: 4.5 }, desk] },
  })
  await idOf('P-2', [pen])
  expect(await numbersOf({ q: 'p-' }, '?sort=total,desc')).toEqual(['P-1', 'P-2'])
})

test('an order without a line, or with a wrong one, is refused, and nothing is written', async () => {
  expect(await place('P-3', [])).toMatchObject({
    status: 400,
    body: { errors: [{ message: 'An order must have a line.', target: 'lines' }] },
  })
  expect(await place('P-3', [pen, { ...desk, quantity: 0 }])).toMatchObject({
    status: 400,
    body: { errors: [{ target: 'lines[1].quantity' }] },
  })
  expect(await numbersOf({ q: 'P-3' })).toEqual([])
})

test('a search finds numbers and customers', async () => {
  await idOf('S-1', [pen], 2)
  expect(await numbersOf({ q: 'diddley' })).toEqual(['S-1'])
  expect(await numbersOf({ q: 's-1' })).toEqual(['S-1'])
})

test('an order is checked by one person and approved by another', async () => {
  const id = await idOf('A-1', [pen])
  const act = (action: string, caller: string) =>
    send('POST', `/orders/${id}/actions/${action}`, undefined, caller)
  expect((await act('check', 'ada')).body.errors[0].code).toBe('RESOURCE_STATE_BLOCKED')
  expect((await act('submit', 'ada')).body.data.status).toBe('SUBMITTED')
  expect((await act('check', 'ada')).body.data.status).toBe('CHECKED')
  expect((await act('approve', 'ada')).body.errors[0].properties).toMatchObject({
    reason: 'checked-by-yourself',
  })
  expect((await act('approve', 'bo')).body.data.status).toBe('APPROVED')
  expect(await numbersOf({ status: ['APPROVED'] })).toEqual(['A-1'])
})

test('a deleted order is hidden, and stays in the table', async () => {
  const id = await idOf('D-1', [pen])
  expect((await send('DELETE', `/orders/${id}`)).status).toBe(204)
  expect((await send('GET', `/orders/${id}`)).status).toBe(404)
  expect(await numbersOf({ q: 'D-1' })).toEqual([])
  const { rows } = await database.client.query(
    'select deleted_at is not null as deleted from orders where id = $1',
    [id],
  )
  expect(rows).toEqual([{ deleted: true }])
  expect((await place('D-1', [pen])).status).toBe(409)
})

test('options are customers of a territory, or those of orders', async () => {
  const ofSouth = { territory: 'South' }
  const { body: customers } = await send('POST', '/customers/options/filter', ofSouth)
  expect(customers.content.map(({ label }: { label: string }) => label)).toEqual([
    'Bo Diddley',
    'Cora Lane',
  ])
  await idOf('O-1', [pen], 1)
  await idOf('O-2', [pen], 2)
  const path = '/orders/option-sources/customers/options/filter'
  const { body } = await send('POST', path, ofSouth)
  expect(body.content.map(({ label }: { label: string }) => label)).toEqual(['Bo Diddley'])
  expect((await send('POST', path, {})).body.totalElements).toBe(2)
})

test('a batch imports the good rows and reports the others', async () => {
  const items = [1, 99].map((customerId) => ({
    operation: 'CREATE',
    data: { number: `I-${customerId}`, customerId, lines: [pen] },
  }))
  const { status, body } = await send('POST', '/orders/batch', { atomicity: 'PER_ITEM', items })
  expect([status, body]).toMatchObject([
    200,
    {
      data: { succeeded: 1, items: [{ errors: [] }, { errors: [{ target: 'data.customerId' }] }] },
    },
  ])
})
