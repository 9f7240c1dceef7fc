import { beforeEach, describe, expect, test } from 'vitest'
import { trashCallers, trashResources, trashRows, trashTables } from '../../support/trash.js'
import { tablesOf, useService } from '../../support/use-service.js'

const now = new Date('2026-05-04T12:00:00.000Z')
const trash = useService({
  resources: trashResources,
  callers: trashCallers,
  database: tablesOf(trashTables),
  now: () => now,
})
const { get, rows, send } = trash

const customers = '/api/trash/customers'
const orders = '/api/trash/orders'
const lines = '/api/trash/lines'
const codeOf = (answer: { json(): { errors: { code: string }[] } }) => answer.json().errors[0]?.code
const content = async (caller: string, path: string, filter: object = {}) =>
  (await send(caller, 'POST', `${path}/filter`, filter)).json().data.content
const names = async (caller: string, filter: object = {}) =>
  (await content(caller, customers, filter)).map(({ name }: { name: string }) => name)

beforeEach(async () => {
  await rows('truncate customers, tags, customer_tags, orders, order_lines restart identity')
  await rows(trashRows.split(';')[0]!)
  for (const statement of trashRows.split(';').slice(1)) await rows(statement)
})

describe('a delete of a record that is deleted softly', () => {
  test('marks it with the time of the request and the name of the caller', async () => {
    expect((await send('editor', 'DELETE', `${customers}/1`)).statusCode).toBe(204)
    const stored = await rows(
      'select deleted_at, deleted_by, version::int from customers where id = 1',
    )
    expect(stored).toEqual([{ deleted_at: now, deleted_by: 'editor', version: 2 }])
    expect(await rows('select * from customer_tags')).toHaveLength(2)
    expect((await get('editor', `${customers}/1`)).statusCode).toBe(404)
  })

  test('is not found when it is repeated, for one and for many', async () => {
    await send('editor', 'DELETE', `${customers}/1`)
    expect(codeOf(await send('editor', 'DELETE', `${customers}/1`))).toBe('RESOURCE_NOT_FOUND')
    const batch = await send('editor', 'DELETE', `${customers}/batch`, [1, 2])
    expect(batch.statusCode).toBe(404)
    expect(batch.json().errors[0].properties.missingIds).toEqual([1])
    expect(await names('editor')).toEqual(['Bob', 'Cyd'])
  })

  test('marks many records at once', async () => {
    expect((await send('editor', 'DELETE', `${customers}/batch`, [1, 3])).statusCode).toBe(204)
    expect(await names('editor')).toEqual(['Bob'])
    const stored = await rows('select deleted_by, version::int from customers order by id')
    expect(stored.map(({ version }) => version)).toEqual([2, 1, 2])
  })

  test('compares the version of the record', async () => {
    const { headers } = await get('editor', `${customers}/1`)
    const stale = await send('editor', 'DELETE', `${customers}/1`, undefined, {
      'if-match': '"9.x"',
    })
    expect(stale.statusCode).toBe(412)
    const tag = { 'if-match': headers['etag'] as string }
    expect((await send('editor', 'DELETE', `${customers}/1`, undefined, tag)).statusCode).toBe(204)
  })

  test('does not touch a record outside of the rows of the caller', async () => {
    expect((await send('north', 'DELETE', `${customers}/2`)).statusCode).toBe(404)
    expect((await send('north', 'DELETE', `${customers}/2?permanent=true`)).statusCode).toBe(404)
  })

  test('needs its own authority to destroy', async () => {
    const refused = await send('editor', 'DELETE', `${customers}/1?permanent=true`)
    expect(refused.statusCode).toBe(403)
    expect(refused.json().errors[0].properties.requiredAuthorities).toEqual(['purge'])
    const batch = await send('editor', 'DELETE', `${customers}/batch?permanent=true`, [1])
    expect(batch.statusCode).toBe(403)
    expect(await names('editor')).toEqual(['Ada', 'Bob', 'Cyd'])
  })

  test('refuses a parameter that is neither true nor false', async () => {
    const refused = await send('keeper', 'DELETE', `${customers}/1?permanent=yes`)
    expect(codeOf(refused)).toBe('INVALID_PARAMETER')
    expect(await names('keeper')).toContain('Ada')
  })
})

describe('a permanent delete', () => {
  test('destroys a record, deleted or not, with its links', async () => {
    await rows('truncate orders, order_lines')
    await send('keeper', 'DELETE', '/api/trash/tags/2')
    await send('keeper', 'DELETE', `${customers}/1`)
    expect((await send('keeper', 'DELETE', `${customers}/1?permanent=true`)).statusCode).toBe(204)
    expect((await send('keeper', 'DELETE', `${customers}/2?permanent=true`)).statusCode).toBe(204)
    expect(await rows('select name from customers')).toEqual([{ name: 'Cyd' }])
    expect(await rows('select * from customer_tags')).toEqual([])
  })

  test('of several records is all or none', async () => {
    await send('keeper', 'DELETE', `${customers}/2`)
    const refused = await send('keeper', 'DELETE', `${customers}/batch?permanent=true`, [2, 3])
    expect(codeOf(refused)).toBe('DATA_INTEGRITY_VIOLATION')
    expect(await rows('select id from customers')).toHaveLength(3)
    await rows('truncate orders, order_lines')
    const done = await send('keeper', 'DELETE', `${customers}/batch?permanent=true`, [2, 3])
    expect(done.statusCode).toBe(204)
  })

  test('is refused while other records refer to it', async () => {
    const refused = await send('keeper', 'DELETE', `${customers}/3?permanent=true`)
    expect(refused.statusCode).toBe(409)
    expect(codeOf(refused)).toBe('DATA_INTEGRITY_VIOLATION')
  })
})

describe('restoring a record', () => {
  test('removes its mark and returns it', async () => {
    await send('keeper', 'DELETE', `${customers}/1`)
    const restored = await send('keeper', 'PATCH', `${customers}/1/restore`, {})
    expect(restored.statusCode).toBe(200)
    expect(restored.json().data).toMatchObject({
      ...{ id: 1, name: 'Ada', deletedAt: null, deletedBy: null, version: 3, tagIds: [1, 2] },
    })
    const read = await get('keeper', `${customers}/1`)
    expect(read.headers['etag']).toBe(restored.headers['etag'])
  })

  test('is refused for a record that is not deleted', async () => {
    const refused = await send('keeper', 'PATCH', `${customers}/1/restore`, {})
    expect(refused.statusCode).toBe(409)
    expect(refused.json().errors[0]).toMatchObject({
      code: 'RESOURCE_STATE_BLOCKED',
      properties: { reason: 'record-not-deleted' },
    })
  })

  test('is not found for an unknown record or one outside of the rows of the caller', async () => {
    await send('keeper', 'DELETE', `${customers}/2`)
    expect((await send('north', 'PATCH', `${customers}/2/restore`, {})).statusCode).toBe(404)
    expect((await send('keeper', 'PATCH', `${customers}/99/restore`, {})).statusCode).toBe(404)
  })

  test('is refused where another record has taken its key meanwhile', async () => {
    await send('keeper', 'DELETE', `${customers}/1`)
    await send('keeper', 'POST', customers, { name: 'Ada', region: 'north' })
    const refused = await send('keeper', 'PATCH', `${customers}/1/restore`, {})
    expect(refused.statusCode).toBe(409)
    expect(codeOf(refused)).toBe('DATA_INTEGRITY_VIOLATION')
  })

  test('compares the version, takes no members and needs its authority', async () => {
    await send('keeper', 'DELETE', `${customers}/1`)
    const stale = { 'if-match': '"1.x"' }
    expect((await send('keeper', 'PATCH', `${customers}/1/restore`, {}, stale)).statusCode).toBe(
      412,
    )
    const body = { wrong: 'Eve' }
    expect((await send('keeper', 'PATCH', `${customers}/1/restore`, body)).statusCode).toBe(400)
    expect((await send('editor', 'PATCH', `${customers}/1/restore`, {})).statusCode).toBe(403)
    const current = { 'if-match': '"2.x"' }
    const restored = await send('keeper', 'PATCH', `${customers}/1/restore`, {}, current)
    expect(restored.statusCode).toBe(200)
  })
})

describe('other writes', () => {
  test('do not find a deleted record', async () => {
    await send('keeper', 'DELETE', `${customers}/1`)
    const body = { name: 'Eve', region: 'north', tagIds: [] }
    expect((await send('keeper', 'PUT', `${customers}/1`, body)).statusCode).toBe(404)
    expect(
      (await send('keeper', 'PATCH', `${customers}/1/rename`, { name: 'Eve' })).statusCode,
    ).toBe(404)
    const item = { operation: 'UPDATE', id: 1, data: body }
    const batch = await send('keeper', 'POST', `${customers}/batch`, { items: [item] })
    expect(batch.statusCode).toBe(404)
  })

  test('refuse a reference to a deleted record like one to a missing record', async () => {
    await send('keeper', 'DELETE', `${customers}/1`)
    const order = { number: 'N-1', orderedOn: '2026-01-01', total: '1.00' }
    const errorOf = async (customerId: number) => {
      const answer = await send('keeper', 'POST', orders, { ...order, customerId })
      const [{ status, code, target, message }] = answer.json().errors
      return { status, code, target, message }
    }
    expect(await errorOf(1)).toEqual(await errorOf(99))
    expect(await errorOf(1)).toMatchObject({ status: 409, target: 'customerId' })
  })

  test('keep a reference that a record already has', async () => {
    await send('keeper', 'DELETE', `${customers}/1`)
    const body = { number: 'A-9', customerId: 1, orderedOn: '2026-01-05', total: '10.00' }
    expect((await send('keeper', 'PUT', `${orders}/1`, body)).statusCode).toBe(200)
  })

  test('keep links to deleted records', async () => {
    await send('keeper', 'DELETE', '/api/trash/tags/2')
    expect((await get('keeper', `${customers}/1`)).json().data.tagIds).toEqual([1])
    const body = { name: 'Ada', region: 'north', tagIds: [] }
    expect((await send('keeper', 'PUT', `${customers}/1`, body)).statusCode).toBe(200)
    expect(await rows('select tag_id from customer_tags')).toEqual([{ tag_id: 2 }])
  })
})

describe('concurrent requests', () => {
  test('of several deletes one marks the record, and the others do not find it', async () => {
    const all = [1, 2, 3, 4].map(() => send('editor', 'DELETE', `${customers}/1`))
    const statuses = (await Promise.all(all)).map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([204, 404, 404, 404])
    expect(await rows('select version::int from customers where id = 1')).toEqual([{ version: 2 }])
  })

  test('of several restores one succeeds, and the others are refused', async () => {
    await send('keeper', 'DELETE', `${customers}/1`)
    const all = [1, 2, 3].map(() => send('keeper', 'PATCH', `${customers}/1/restore`, {}))
    const statuses = (await Promise.all(all)).map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([200, 409, 409])
  })
})

describe('records that are parts of another one', () => {
  test('are invisible while it is deleted, and come back with it', async () => {
    const products = async () =>
      (await content('keeper', lines)).map(({ product }: { product: string }) => product)
    await send('keeper', 'DELETE', `${orders}/1`)
    expect(await products()).toEqual(['cup'])
    expect((await get('keeper', `${lines}/1`)).statusCode).toBe(404)
    expect((await send('keeper', 'DELETE', `${lines}/1`)).statusCode).toBe(404)
    const refused = await send('keeper', 'POST', lines, { orderId: 1, product: 'x' })
    expect(refused.statusCode).toBe(409)
    const restored = await send('keeper', 'PATCH', `${orders}/1/restore`, {})
    expect(restored.json().data.lines).toEqual([{ product: 'pen' }, { product: 'ink' }])
    expect(await products()).toEqual(['pen', 'ink', 'cup'])
  })

  test('are destroyed by their own delete', async () => {
    expect((await send('keeper', 'DELETE', `${lines}/1`)).statusCode).toBe(204)
    expect(await rows('select id from order_lines order by id')).toEqual([{ id: 2 }, { id: 3 }])
    expect((await send('keeper', 'PATCH', `${lines}/1/restore`, {})).statusCode).toBe(404)
  })
})

describe('changes', () => {
  test('record a delete, and a restore as an update by this name', async () => {
    await send('keeper', 'DELETE', `${customers}/1`)
    const whileDeleted = await get('keeper', `${customers}/1/history`)
    expect(whileDeleted.json().data.content[0]).toMatchObject({
      ...{ operation: 'delete', action: null, oldVersion: 1, newVersion: 2 },
    })
    await send('keeper', 'PATCH', `${customers}/1/restore`, {})
    const [last] = (await get('keeper', `${customers}/1/history`)).json().data.content
    expect(last).toMatchObject({ operation: 'update', action: 'restore', newVersion: 3 })
    expect(last.fields).toEqual(['deletedAt', 'deletedBy'])
  })

  test('move the dataset version', async () => {
    const versionOf = async () => (await get('keeper', `${customers}/2`)).headers['x-data-version']
    const before = await versionOf()
    await send('keeper', 'DELETE', `${customers}/1`)
    expect(await versionOf()).not.toBe(before)
  })

  test('move the dataset version of the parts of a record', async () => {
    const versionOf = async () => (await get('keeper', `${lines}/3`)).headers['x-data-version']
    const before = await versionOf()
    await send('keeper', 'DELETE', `${orders}/1`)
    expect(await versionOf()).not.toBe(before)
  })
})
