/**
 * Errors that only the database can detect: unique values, references, checks; and concurrent
 * writers.
 */
import { describe, expect, test } from 'vitest'
import { expectFailure, newEmployee, paths, usePeople } from '../use-people.js'

const people = usePeople()
const { employees, skills, departments, absences } = paths
const conflict = (...targets: string[]) =>
  ({ status: 409, code: 'DATA_INTEGRITY_VIOLATION', targets }) as const

describe('unique conflicts', () => {
  test.each([
    ['code', { code: 'E000001' }],
    ['email', { email: 'EXISTING' }],
  ])(
    'a create that violates a unique key is 409 with target %s, without value or id',
    async (target, given) => {
      const [row] = await people.rows('select email from employees where id = 1')
      const member = 'email' in given ? { email: row.email } : given
      const answer = await people.send('POST', employees, newEmployee(member))
      const [item] = expectFailure(answer, conflict(target))
      expect(item.category).toBe('BUSINESS_LOGIC')
      expect(answer.body).not.toContain(Object.values(member)[0])
      expect(answer.body).not.toMatch(/_key|constraint/)
    },
  )

  test('an update that violates a unique key is 409 and changes nothing', async () => {
    const { data } = (await people.get(`${skills}/1`)).json()
    const answer = await people.send('PUT', `${skills}/1`, { ...data, name: 'y', code: 'JAVA' })
    expectFailure(answer, conflict('code'))
    expect((await people.get(`${skills}/1`)).json().data).toEqual(data)
  })

  test('a record does not conflict with itself', async () => {
    const { data } = (await people.get(`${skills}/1`)).json()
    expect((await people.send('PUT', `${skills}/1`, data)).statusCode).toBe(200)
  })
})

describe('unknown references', () => {
  const absence = {
    employeeId: 999_999,
    kind: 'OTHER',
    startsOn: '2026-05-01',
    endsOn: '2026-05-01',
    days: 1,
  }

  test.each([
    ['departmentId', employees, newEmployee({ departmentId: 999_999 })],
    ['managerId', employees, newEmployee({ managerId: 999_999 })],
    ['skillIds', employees, newEmployee({ skillIds: [1, 999_999] })],
    ['parentId', departments, { code: 'FK', name: 'x', parentId: 999_999 }],
    ['employeeId', absences, absence],
  ])('an unknown reference in %s is 409 with the member as target', async (target, url, body) => {
    const [item] = expectFailure(await people.send('POST', url, body), conflict(target))
    expect(item.message).toContain(target)
  })

  test('an unknown reference in a PUT is 409 too', async () => {
    const { data } = (await people.get(`${departments}/2`)).json()
    const answer = await people.send('PUT', `${departments}/2`, { ...data, parentId: 999_999 })
    expectFailure(answer, conflict('parentId'))
  })
})

describe('CHECK constraints of the table', () => {
  const absence = {
    employeeId: 1,
    kind: 'OTHER',
    startsOn: '2026-05-02',
    endsOn: '2026-05-01',
    days: 1,
  }

  test('a violated CHECK is a validation error of its field, on create and update', async () => {
    const failure = { status: 400, code: 'VALIDATION_FAILED', targets: ['endsOn'] }
    const [item] = expectFailure(await people.send('POST', absences, absence), failure)
    expect(item.category).toBe('VALIDATION')
    expect(item.message).toContain('startsOn')
    const { id } = await people.create(absences, { ...absence, endsOn: '2026-05-02' })
    expectFailure(await people.send('PUT', `${absences}/${id}`, absence), failure)
  })
})

describe('concurrent writes', () => {
  test('of two concurrent creates with one unique value, one succeeds and one is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const bodies = [newEmployee(), newEmployee()].map((body) => ({
        ...body,
        code: `RACE-${round}`,
      }))
      const answers = await Promise.all(bodies.map((body) => people.send('POST', employees, body)))
      const [made, refused] = [...answers].sort((a, b) => a.statusCode - b.statusCode)
      expect(made!.statusCode).toBe(201)
      expectFailure(refused!, conflict('code'))
      expect(await people.page(employees, '', { code: `RACE-${round}` })).toMatchObject({
        totalElements: 1,
      })
    }
  })

  test('twenty concurrent updates of one record all count', async () => {
    const { id, version } = await people.create(employees, newEmployee())
    const url = `${employees}/${id}/profile`
    const updates = Array.from({ length: 20 }, (_, i) =>
      people.send('PATCH', url, { nickname: `n${i}` }),
    )
    const statuses = (await Promise.all(updates)).map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await people.get(`${employees}/${id}`)).json().data.version).toBe(version + 20)
  })

  test('concurrent updates of links leave the complete list of the last one', async () => {
    const created = await people.create(employees, newEmployee({ skillIds: [1] }))
    const body = { ...created, status: 'ACTIVE', remote: false }
    const sets = [[1, 2, 3], [3, 4], [5, 1], [], [2, 3, 4]]
    const answers = await Promise.all(
      sets.map((skillIds) =>
        people.send('PUT', `${employees}/${created.id}`, { ...body, skillIds }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(sets.map(() => 200))
    const { data } = (await people.get(`${employees}/${created.id}`)).json()
    expect(sets.map((set) => [...set].sort().join())).toContain(data.skillIds.join())
  })

  test('a concurrent create and delete never leave a reference to a missing record', async () => {
    for (let round = 0; round < 5; round++) {
      const parent = await people.create(departments, { code: `P-${round}`, name: 'x' })
      const [made, deleted] = await Promise.all([
        people.send('POST', departments, { code: `C-${round}`, name: 'x', parentId: parent.id }),
        people.send('DELETE', `${departments}/${parent.id}`),
      ])
      expect([201, 409]).toContain(made.statusCode)
      expect(deleted.statusCode).toBe(made.statusCode === 201 ? 409 : 204)
    }
  })
})
