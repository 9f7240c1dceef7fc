/** Batches: creates and updates of many records in one request. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json, newEmployee, paths, usePeople } from '../use-people.js'

const people = usePeople()
const { employees } = paths
const path = `${employees}/batch`

const create = (members: Json = {}): Json => ({ operation: 'CREATE', data: newEmployee(members) })
const update = (record: Json, members: Json = {}, item: Json = {}): Json => ({
  operation: 'UPDATE',
  id: record.id,
  data: { ...record, ...members },
  ...item,
})
const send = (items: unknown, members: Json = {}, headers = {}) =>
  people.send('POST', path, { items, ...members }, headers)
const outcomeOf = async (items: unknown, members: Json = {}, headers = {}): Promise<Json> => {
  const answer = await send(items, members, headers)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const eachItem = { atomicity: 'PER_ITEM' }
const made = (members: Json = {}) => people.create(employees, newEmployee(members))
const readOf = async (id: Json) => (await people.get(`${employees}/${id}`)).json().data
const countOf = async (): Promise<number> =>
  Number((await people.rows('select count(*) from employees'))[0].count)

describe('a batch that succeeds', () => {
  test('a batch creates and updates records, and returns them in the order of the request', async () => {
    const entry = await made({ skillIds: [1] })
    const items = [
      create({ skillIds: [2, 3] }),
      update(entry, { fullName: 'Changed', skillIds: [4] }, { version: entry.version }),
      create({ status: null }),
    ]
    const answer = await send(items)
    const { data, _links } = answer.json()
    expect(data).toMatchObject({ total: 3, succeeded: 3, failed: 0 })
    expect(_links.batch.href).toBe(path)
    const { datasetVersion, ...rest } = data.items[0].record
    expect(datasetVersion).toBe(answer.headers['x-data-version'])
    expect(rest._links.self.href).toBe(`${employees}/${data.items[0].id}`)
    for (const [index, item] of data.items.entries()) {
      expect(item).toMatchObject({ status: 'SUCCEEDED', code: null, message: null, errors: [] })
      const { _links: _, ...record } = item.record
      expect(record).toEqual(await readOf(item.id))
      expect(item.version).toBe(record.version)
      expect(record.code).toBe(items[index].data.code)
    }
    expect(data.items.map(({ record }: Json) => record.skillIds)).toEqual([[2, 3], [4], []])
    expect(data.items[1]).toMatchObject({
      id: entry.id,
      version: 2,
      record: { fullName: 'Changed' },
    })
    expect(data.items[2].record).toMatchObject({ status: 'ACTIVE', version: 1 })
  })

  test('Prefer: return=minimal returns ids and versions without records', async () => {
    const entry = await made()
    const answer = await send([create(), update(entry)], {}, { prefer: 'return=minimal' })
    expect(answer.headers['preference-applied']).toBe('return=minimal')
    expect(answer.headers['x-data-version']).toMatch(/./)
    const { items } = answer.json().data
    expect(items.map(({ record }: Json) => record)).toEqual([null, null])
    expect(items.map(({ version }: Json) => version)).toEqual([1, 2])
    expect(await readOf(items[0].id)).toMatchObject({ version: 1 })
  })

  test('the first of several preferences counts', async () => {
    const isMinimal = async (prefer: string) =>
      (await send([create()], {}, { prefer })).json().data.items[0].record === null
    expect(await isMinimal('wait=5, Return="minimal"; x=1, return=representation')).toBe(true)
    expect(await isMinimal('return=representation, return=minimal')).toBe(false)
  })

  test('If-Match is refused', async () => {
    const record = await made()
    expectFailure(await send([update(record)], {}, { 'if-match': '*' }), {
      status: 400,
      code: 'INVALID_RESOURCE_VERSION',
    })
    expect((await readOf(record.id)).version).toBe(1)
  })

  test('the version of an item is a number or an ETag', async () => {
    const record = await made()
    const { etag } = (await people.get(`${employees}/${record.id}`)).headers
    const first = await outcomeOf([update(record, {}, { version: etag })])
    expect(first.items[0].version).toBe(2)
    const second = await outcomeOf([update(record, {}, { version: 2 })])
    expect(second.items[0].version).toBe(3)
    const any = await outcomeOf([update(record, {}, { version: '*' })])
    expect(any.items[0].version).toBe(4)
  })

  test('a unique value that one item gives up can be taken by another one', async () => {
    const [a, b] = [await made(), await made()]
    const codes = { spare: newEmployee().code }
    const items = [
      update(a, { code: codes.spare, email: newEmployee().email }),
      update(b, { code: a.code, email: a.email }),
      create({ code: b.code, email: b.email }),
    ]
    const { succeeded } = await outcomeOf(items)
    expect(succeeded).toBe(3)
    expect((await readOf(b.id)).code).toBe(a.code)
  })

  test('a batch changes the dataset version once', async () => {
    const changes = async () =>
      Number(
        (
          await people.rows(
            `select count(*) from corollary.dataset_change where dataset = 'public.employees'`,
          )
        )[0].count,
      )
    await people.rows('delete from corollary.dataset_change')
    const before = await changes()
    await outcomeOf(Array.from({ length: 20 }, () => create()))
    expect((await changes()) - before).toBe(1)
  })
})

describe('a batch that is refused as a whole', () => {
  const wrong = async (items: unknown, members: Json, failure: Json) => {
    const before = await countOf()
    const errors = expectFailure(await send(items, members), failure)
    expect(await countOf()).toBe(before)
    return errors
  }

  test.each([
    ['no items', [], {}, { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets: ['items'] }],
    ['an object', {}, {}, { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets: ['items'] }],
    [
      'an unknown atomicity',
      [{}],
      { atomicity: 'SOME' },
      { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets: ['atomicity'] },
    ],
    [
      'an unknown member',
      [{}],
      { mode: 'ATOMIC' },
      { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets: ['mode'] },
    ],
    [
      'items that are not objects',
      [1, null],
      {},
      { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets: ['items.0', 'items.1'] },
    ],
    [
      'an unknown operation',
      [{ operation: 'DELETE', id: 1 }],
      {},
      { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets: ['items.0.operation'] },
    ],
    [
      'no data',
      [{ operation: 'CREATE' }],
      {},
      { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets: ['items.0.data'] },
    ],
    [
      'a create with an id',
      [{ operation: 'CREATE', id: 1, data: {} }],
      {},
      { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets: ['items.0.id'] },
    ],
    [
      'an update without an id',
      [{ operation: 'UPDATE', data: {} }],
      {},
      { status: 400, code: 'VALIDATION_FAILED', targets: ['items.0.id'] },
    ],
    [
      'an invalid id',
      [{ operation: 'UPDATE', id: 'x', data: {} }],
      {},
      { status: 400, code: 'INVALID_PARAMETER', targets: ['items.0.id'] },
    ],
    [
      'an invalid version',
      [{ operation: 'UPDATE', id: 1, version: 'x', data: {} }],
      {},
      { status: 400, code: 'INVALID_RESOURCE_VERSION', targets: ['items.0.version'] },
    ],
  ])('%s', async (_title, items, members, failure) => {
    await wrong(items, members, failure)
  })

  test('every wrong member of every item is named', async () => {
    const items = [
      create(),
      create({ salary: -1, nonsense: 1 }),
      {
        operation: 'UPDATE',
        id: 1,
        data: newEmployee({ fullName: null, remote: true, status: 'ACTIVE' }),
      },
    ]
    await wrong(
      items,
      {},
      {
        status: 400,
        code: 'REQUEST_PAYLOAD_INVALID',
        targets: ['items.1.data.nonsense', 'items.1.data.salary', 'items.2.data.fullName'],
      },
    )
  })

  test('a record that a batch names twice is refused', async () => {
    const record = await made()
    const [error] = await wrong(
      [update(record), create(), update(record)],
      {},
      {
        status: 400,
        code: 'REQUEST_PAYLOAD_INVALID',
        targets: ['items.2.id'],
      },
    )
    expect(error.message).toContain('Item 0')
  })

  test('an id of the data that differs from that of the item is refused', async () => {
    const record = await made()
    await wrong(
      [update(record, { id: record.id + 1 })],
      {},
      {
        status: 400,
        code: 'INVALID_PARAMETER',
        targets: ['items.0.data.id'],
      },
    )
  })

  test('an unknown record is 404, a stale version 412, and nothing is written', async () => {
    const record = await made()
    const gone = update({ ...record, id: 999_999 })
    const stale = update(record, {}, { version: 9 })
    await wrong(
      [create(), stale, gone],
      {},
      {
        status: 404,
        code: 'RESOURCE_NOT_FOUND',
        targets: ['items.2'],
      },
    )
    await wrong(
      [create(), stale],
      {},
      {
        status: 412,
        code: 'STALE_RESOURCE_VERSION',
        targets: ['items.1'],
      },
    )
  })

  test('a violated constraint names the item and the member', async () => {
    const record = await made()
    const items = Array.from({ length: 9 }, () => create())
    items[6] = create({ code: record.code })
    await wrong(
      items,
      {},
      {
        status: 409,
        code: 'DATA_INTEGRITY_VIOLATION',
        targets: ['items.6.data.code'],
      },
    )
    items[6] = create({ departmentId: 99_999, managerId: 99_999 })
    await wrong(
      items,
      {},
      {
        status: 409,
        code: 'DATA_INTEGRITY_VIOLATION',
        targets: ['items.6.data.departmentId', 'items.6.data.managerId'],
      },
    )
    items[6] = create({ skillIds: [1, 99_999] })
    await wrong(
      items,
      {},
      {
        status: 409,
        code: 'DATA_INTEGRITY_VIOLATION',
        targets: ['items.6.data.skillIds'],
      },
    )
  })

  test('two items with the same unique value are refused, and the later one is named', async () => {
    const { code } = newEmployee()
    await wrong(
      [create(), create({ code }), create(), create({ code })],
      {},
      {
        status: 409,
        code: 'DATA_INTEGRITY_VIOLATION',
        targets: ['items.3.data.code'],
      },
    )
  })
})

describe('PER_ITEM', () => {
  test('items that fail leave the others alone, and say why', async () => {
    const [first, other] = [await made(), await made()]
    const items = [
      create(),
      create({ code: first.code }),
      create({ salary: -1 }),
      update(first, { fullName: 'Kept' }),
      update({ ...first, id: 999_999 }),
      update(other, {}, { version: 7 }),
      create({ departmentId: 99_999 }),
      17,
      create(),
    ]
    const before = await countOf()
    const data = await outcomeOf(items, eachItem)
    expect(data).toMatchObject({ total: 9, succeeded: 3, failed: 6 })
    expect(data.items.map(({ code }: Json) => code)).toEqual([
      null,
      'DATA_INTEGRITY_VIOLATION',
      'VALIDATION_FAILED',
      null,
      'RESOURCE_NOT_FOUND',
      'STALE_RESOURCE_VERSION',
      'DATA_INTEGRITY_VIOLATION',
      'REQUEST_PAYLOAD_INVALID',
      null,
    ])
    expect(data.items[1]).toMatchObject({ id: null, version: null, record: null })
    expect(data.items[1].errors).toMatchObject([{ target: 'data.code' }])
    expect(data.items[2].errors).toMatchObject([{ target: 'data.salary' }])
    expect(data.items[4]).toMatchObject({ id: 999_999, status: 'FAILED' })
    expect(data.items[6].errors).toMatchObject([{ target: 'data.departmentId' }])
    expect(await countOf()).toBe(before + 2)
    expect(await readOf(first.id)).toMatchObject({ fullName: 'Kept' })
    // All are shown as of one moment.
    const versions = data.items.flatMap(({ record }: Json) => record?.datasetVersion ?? [])
    expect(new Set(versions).size).toBe(1)
  })

  test('a batch whose items all fail is 200', async () => {
    const record = await made()
    const items = Array.from({ length: 5 }, () => create({ code: record.code }))
    const data = await outcomeOf(items, eachItem)
    expect(data).toMatchObject({ total: 5, succeeded: 0, failed: 5 })
  })

  test('the first of two items with one unique value succeeds', async () => {
    const { code } = newEmployee()
    const data = await outcomeOf([create({ code }), create({ code })], eachItem)
    expect(data.items.map(({ status }: Json) => status)).toEqual(['SUCCEEDED', 'FAILED'])
  })
})

describe('limits and keys', () => {
  test('an Idempotency-Key applies to the whole batch', async () => {
    const key = { 'idempotency-key': `batch-${newEmployee().code}` }
    const items = [create(), create()]
    const first = await send(items, {}, key)
    const count = await countOf()
    const again = await send(items, {}, key)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.body).toBe(first.body)
    expect(await countOf()).toBe(count)
    expectFailure(await send([create()], {}, key), {
      status: 409,
      code: 'IDEMPOTENCY_CONFLICT',
      targets: ['Idempotency-Key'],
    })
    await people.rows('delete from employee_skills where employee_id = $1', [
      first.json().data.items[0].id,
    ])
    await people.rows('delete from employees where id = $1', [first.json().data.items[0].id])
    expectFailure(await send(items, {}, key), { status: 404, code: 'RESOURCE_NOT_FOUND' })
  })
})
