/** Single records and lists of records: reading, writing, and their entity tags. */
import { describe, expect, test } from 'vitest'
import { newEmployee, refused, succeeded, useClient } from './use-client.js'

const setup = useClient()
const employees = () => setup.client.resource('human-resources.employees')
const departments = () => setup.client.resource('human-resources.departments')

describe('create', () => {
  test('create returns the record, its location and its versions', async () => {
    const body = newEmployee()
    const { data, ...facts } = succeeded(await employees().create(body))
    expect(data).toMatchObject({ ...body, salary: 1000, status: 'ACTIVE', version: 1 })
    expect(facts).toMatchObject({
      status: 201,
      notModified: false,
      isReplay: false,
      location: `/api/human-resources/employees/${data.id}`,
      dataVersion: data.datasetVersion,
      links: { self: { href: `/api/human-resources/employees/${data.id}` } },
    })
    expect(facts.etag).toMatch(/^"1\..+"$/)
    expect(facts.traceId).toMatch(/./)
  })

  test('create makes one record for each idempotency key', async () => {
    const body = newEmployee()
    const options = { idempotencyKey: 'client-1' }
    const first = succeeded(await employees().create(body, options))
    const again = succeeded(await employees().create(body, options))
    expect([first.isReplay, again.isReplay]).toEqual([false, true])
    expect(again.data).toEqual(first.data)
    const other = refused(await employees().create({ ...body, fullName: 'Other' }, options))
    expect(other).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', status: 409, isRetryable: false })
  })
})

describe('dryRun', () => {
  const trial = { dryRun: true }

  test('returns what a write would, and changes nothing', async () => {
    const body = { ...newEmployee(), skillIds: [1, 2] }
    const tried = succeeded(await employees().create(body, trial))
    expect(tried).toMatchObject({ status: 201, location: undefined, data: { skillCount: 2 } })
    expect(refused(await employees().get(tried.data.id)).code).toBe('RESOURCE_NOT_FOUND')
    const { data } = succeeded(await employees().create(body))
    const update = { ...data, skillIds: [3] }
    expect(succeeded(await employees().update(data.id, update, trial)).data).toMatchObject({
      skillCount: 1,
      version: 2,
    })
    const batch = [{ operation: 'UPDATE', id: data.id, data: update }] as const
    expect(succeeded(await employees().batch(batch, trial)).data.succeeded).toBe(1)
    const profile = { nickname: 'Tried' }
    succeeded(await employees().intent(data.id, 'profile', profile, trial))
    succeeded(await employees().deleteBatch([data.id], trial))
    succeeded(await employees().delete(data.id, { ...trial, ifMatch: '*' }))
    expect(succeeded(await employees().get(data.id)).data).toEqual(data)
  })
})

describe('get', () => {
  test('get returns the record', async () => {
    const { data } = succeeded(await employees().get(7))
    expect(data).toMatchObject({ id: 7, salary: 0.1 })
  })

  test('get supports If-None-Match', async () => {
    const { etag, dataVersion } = succeeded(await employees().get(7))
    const unchanged = succeeded(await employees().get(7, { ifNoneMatch: etag }))
    expect(unchanged).toMatchObject({ notModified: true, status: 304, etag, dataVersion })
    expect(unchanged).not.toHaveProperty('data')
    const stale = succeeded(await employees().get(7, { ifNoneMatch: '"0.x"' }))
    expect(stale.notModified || stale.data.id).toBe(7)
  })

  test('get accepts text ids', async () => {
    const costs = setup.client.resource('payroll.monthly-costs')
    const { data } = succeeded(await costs.get('2026-01-7'))
    expect(data).toMatchObject({ id: '2026-01-7', period: '2026-01-01', departmentId: 7 })
  })

  test('get of an unknown record is refused', async () => {
    const error = refused(await employees().get(999_999))
    expect(error).toMatchObject({ code: 'RESOURCE_NOT_FOUND', status: 404, isRetryable: false })
  })
})

describe('lists', () => {
  test('all returns every record, and supports If-None-Match', async () => {
    const { data, etag, links } = succeeded(await departments().all())
    expect(data.length).toBeGreaterThan(10)
    expect(data[0]?._links).toHaveProperty('self')
    expect(links).toHaveProperty('self')
    const unchanged = await departments().all({ ifNoneMatch: etag })
    expect(unchanged).toMatchObject({ ok: true, notModified: true })
  })

  test('byIds keeps the order, and supports If-None-Match', async () => {
    const { data, etag } = succeeded(await departments().byIds([3, 1, 999_999]))
    expect(data.map(({ id }) => id)).toEqual([3, 1])
    const unchanged = await departments().byIds([3, 1, 999_999], { ifNoneMatch: etag })
    expect(unchanged).toMatchObject({ ok: true, notModified: true })
    expect(succeeded(await departments().byIds([])).data).toEqual([])
  })
})

describe('update and intent', () => {
  test('update replaces the record, intent changes the given members', async () => {
    const { data: made } = succeeded(await departments().create({ code: 'D-1', name: 'One' }))
    const changed = await departments().update(made.id, { code: 'D-1', name: 'Two', parentId: 1 })
    expect(succeeded(changed).data).toMatchObject({ name: 'Two', parentId: 1 })
    const replaced = await departments().update(made.id, { code: 'D-1', name: 'Two' })
    expect(succeeded(replaced).data).toMatchObject({ name: 'Two', parentId: null })

    const { data } = succeeded(await employees().create({ ...newEmployee(), rating: 3 }))
    const raised = await employees().intent(data.id, 'compensation', { salary: '1234.50' })
    expect(succeeded(raised).data).toMatchObject({ salary: 1234.5, rating: 3, version: 2 })
  })

  test('of two writers with the same tag one is refused', async () => {
    const { data, etag } = succeeded(await employees().create(newEmployee()))
    const write = (nickname: string) =>
      employees().intent(data.id, 'profile', { nickname }, { ifMatch: etag })
    const first = succeeded(await write('First'))
    expect(first.etag).not.toBe(etag)
    const error = refused(await write('Second'))
    expect(error).toMatchObject({
      code: 'STALE_RESOURCE_VERSION',
      status: 412,
      isRetryable: false,
    })
    const again = await employees().update(data.id, { ...data, skillIds: [] }, { ifMatch: etag })
    expect(refused(again).status).toBe(412)
    expect(refused(await employees().delete(data.id, { ifMatch: etag })).status).toBe(412)
  })
})

describe('delete', () => {
  test('delete returns only the version', async () => {
    const { data, etag } = succeeded(await employees().create(newEmployee()))
    const gone = succeeded(await employees().delete(data.id, { ifMatch: etag }))
    expect(gone).toMatchObject({ status: 204, data: undefined })
    expect(gone.dataVersion).toMatch(/./)
    expect(refused(await employees().get(data.id)).status).toBe(404)
  })

  test('deleteBatch deletes all records or none', async () => {
    const made = await Promise.all([1, 2].map(() => employees().create(newEmployee())))
    const ids = made.map((answer) => succeeded(answer).data.id)
    const error = refused(await employees().deleteBatch([...ids, 999_999]))
    expect(error.code).toBe('RESOURCE_NOT_FOUND')
    expect(error.errors[0]?.properties).toMatchObject({ missingIds: [999_999] })
    expect(succeeded(await employees().byIds(ids)).data).toHaveLength(2)
    expect(succeeded(await employees().deleteBatch(ids)).status).toBe(204)
    expect(succeeded(await employees().byIds(ids)).data).toHaveLength(0)
  })
})
