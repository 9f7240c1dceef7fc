/** Updates: PUT replaces the record, an intent changes only the members that it names. */
import { describe, expect, test } from 'vitest'
import { expectFailure, newEmployee, paths, usePeople } from '../use-people.js'

const people = usePeople()
const { employees } = paths
const full = () =>
  newEmployee({
    status: 'ON_LEAVE',
    birthDate: '1990-05-05',
    lastReviewAt: '2026-01-01T00:00:00Z',
    contractEndsAt: '2027-01-01T00:00:00Z',
    remote: true,
    rating: 4,
    managerId: 1,
    skillIds: [1, 2],
  })

describe('PUT', () => {
  test('PUT returns the current record, including its relations', async () => {
    const created = await people.create(employees, full())
    const body = { ...created, departmentId: 3, managerId: 2, skillIds: [5] }
    const answer = await people.send('PUT', `${employees}/${created.id}`, body)
    expect(answer.statusCode).toBe(200)
    const { data } = answer.json()
    const [manager] = await people.rows('select full_name from employees where id = 2')
    expect(data).toMatchObject({
      departmentId: 3,
      departmentName: 'Customer Success',
      managerName: manager.full_name,
      skillIds: [5],
      skillCount: 1,
      version: created.version + 1,
      createdAt: created.createdAt,
    })
    expect(data.updatedAt > created.updatedAt).toBe(true)
    expect((await people.get(`${employees}/${created.id}`)).json().data).toEqual(data)
  })

  test('PUT sets an absent optional member to null, and keeps columns outside its shape', async () => {
    const { id } = await people.create(employees, full())
    await people.send('PATCH', `${employees}/${id}/profile`, { nickname: 'Kit', bio: 'kept' })
    const { code, fullName, email, salary, hiredOn, departmentId } = full()
    const body = {
      code,
      fullName,
      email,
      salary,
      hiredOn,
      departmentId,
      status: 'ACTIVE',
      remote: false,
    }
    const { data } = (await people.send('PUT', `${employees}/${id}`, body)).json()
    expect(data).toMatchObject({
      birthDate: null,
      lastReviewAt: null,
      contractEndsAt: null,
      rating: null,
      managerId: null,
      skillIds: [],
      nickname: 'Kit',
    })
    expect(await people.rows('select bio from employees where id = $1', [id])).toEqual([
      { bio: 'kept' },
    ])
  })

  test('PUT refuses an absent or null member that is required, with an item for each', async () => {
    const answer = await people.send('PUT', `${employees}/1`, { code: null })
    const targets = [
      'code',
      'fullName',
      'email',
      'status',
      'salary',
      'hiredOn',
      'remote',
      'departmentId',
    ]
    const items = expectFailure(answer, { status: 400, code: 'VALIDATION_FAILED', targets })
    expect(items.every(({ code }) => code === 'VALIDATION_FAILED')).toBe(true)
  })

  test.each([
    ['another id', 2, 400],
    ['an id of another type', '1', 400],
    ['the same id', 1, 200],
    ['null as id', null, 200],
  ])('PUT handles %s in the body', async (_name, id, status) => {
    const { data } = (await people.get(`${paths.skills}/1`)).json()
    const answer = await people.send('PUT', `${paths.skills}/1`, { ...data, id })
    if (status === 200) expect(answer.statusCode).toBe(200)
    else expectFailure(answer, { status, code: 'INVALID_PARAMETER', targets: ['id'] })
  })

  test('PUT of an unknown record is 404, and creates nothing', async () => {
    const body = { code: 'PUT-404', name: 'x', category: 'x' }
    const answer = await people.send('PUT', `${paths.skills}/999999`, body)
    expectFailure(answer, { status: 404, code: 'RESOURCE_NOT_FOUND' })
    expect(await people.rows("select 1 from skills where code = 'PUT-404'")).toEqual([])
  })

  test.each([
    ['an unknown member', { nope: 1 }, ['nope']],
    ['an intent’s member', { bio: 'x' }, ['bio']],
  ])('PUT refuses %s', async (_name, member, targets) => {
    const { data } = (await people.get(`${employees}/1`)).json()
    const answer = await people.send('PUT', `${employees}/1`, { ...data, ...member })
    expectFailure(answer, { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets })
  })

  test('a refused PUT changes nothing, including links', async () => {
    const created = await people.create(employees, full())
    const url = `${employees}/${created.id}`
    const answer = await people.send('PUT', url, { ...created, rating: 1, skillIds: [3, 999_999] })
    expect(answer.statusCode).toBe(409)
    expect((await people.get(url)).json().data).toEqual(created)
  })
})

describe('an intent', () => {
  const profile = (id: number, body: unknown) =>
    people.send('PATCH', `${employees}/${id}/profile`, body)

  test('an intent changes its members, clears those that are null, and keeps the others', async () => {
    const created = await people.create(employees, full())
    const first = (await profile(created.id, { nickname: 'Kit', phone: '+1', bio: 'b' })).json()
      .data
    expect(first).toMatchObject({ nickname: 'Kit', phone: '+1', version: created.version + 1 })
    const second = (await profile(created.id, { nickname: null })).json().data
    expect(second).toMatchObject({ nickname: null, phone: '+1' })
    const { nickname, phone, version, updatedAt, datasetVersion, ...rest } = second
    expect(created).toMatchObject(rest)
    expect(updatedAt > created.updatedAt).toBe(true)
    expect(datasetVersion).not.toBe(created.datasetVersion)
    expect([nickname, phone, version]).toEqual([null, '+1', created.version + 2])
  })

  test('an intent without members changes no value', async () => {
    const { data: before } = (await people.get(`${employees}/4`)).json()
    const answer = await profile(4, {})
    expect(answer.statusCode).toBe(200)
    const { version, updatedAt, datasetVersion: _, ...values } = before
    expect(answer.json().data).toMatchObject(values)
  })

  test('an intent ignores members that only responses have, including those of other shapes', async () => {
    const { data: before } = (await people.get(`${employees}/5`)).json()
    const { data } = (await profile(5, { ...before, id: 5, salary: 1, nickname: 'Echo' })).json()
    expect(data).toMatchObject({ salary: before.salary, nickname: 'Echo' })
  })

  test('an intent writes its own members, of every column type', async () => {
    const { id } = await people.create(employees, full())
    const url = `${employees}/${id}/compensation`
    const { data } = (
      await people.send('PATCH', url, { salary: '99999999.99', rating: null })
    ).json()
    expect(data).toMatchObject({ salary: 99_999_999.99, rating: null })
  })

  const refused = [
    ['an unknown member', { bioo: 'x' }, 400, 'REQUEST_PAYLOAD_INVALID', ['bioo']],
    ['a wrong type', { phone: 5 }, 400, 'REQUEST_PAYLOAD_INVALID', ['phone']],
    ['a text too long', { phone: '1'.repeat(41) }, 400, 'VALIDATION_FAILED', ['phone']],
    ['another id', { id: 6 }, 400, 'INVALID_PARAMETER', ['id']],
    ['a list', [], 400, 'REQUEST_PAYLOAD_INVALID', [null]],
    ['no body', undefined, 400, 'REQUEST_PAYLOAD_INVALID', [null]],
  ] as const

  test.each(refused)('an intent refuses %s', async (_name, body, status, code, targets) => {
    expectFailure(await profile(5, body), { status, code, targets })
  })

  test('an intent refuses null for a member that is not nullable', async () => {
    const answer = await people.send('PATCH', `${employees}/5/compensation`, { salary: null })
    expectFailure(answer, { status: 400, code: 'VALIDATION_FAILED', targets: ['salary'] })
  })

  test.each([{}, { nickname: 'x' }])('an intent of an unknown record is 404: %j', async (body) => {
    expectFailure(await profile(999_999, body), { status: 404, code: 'RESOURCE_NOT_FOUND' })
  })

  test.each([`${employees}/5/nope`, `${paths.skills}/1/profile`])(
    'an intent that is not declared has no route: %s',
    async (url) => {
      expectFailure(await people.send('PATCH', url, {}), { status: 404, code: 'ROUTE_NOT_FOUND' })
    },
  )
})
