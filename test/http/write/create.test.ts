/** Create, and how the body of a write is read. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json, newEmployee, paths, usePeople } from '../use-people.js'

const people = usePeople()
const post = (body: unknown) => people.send('POST', paths.employees, body)
const { employees } = paths

test('a create returns 201 with the record, its path and its links', async () => {
  const answer = await post(newEmployee({ code: 'NEW-1', skillIds: [3, 1, 3] }))
  const { data, _links } = answer.json()
  expect(answer.statusCode).toBe(201)
  expect(answer.headers.location).toBe(`${employees}/${data.id}`)
  expect(_links.self.href).toBe(`${employees}/${data.id}`)
  expect(data).toMatchObject({
    code: 'NEW-1',
    salary: 1000,
    departmentId: 2,
    departmentName: 'Sales',
    managerId: null,
    managerName: null,
    skillIds: [1, 3],
    skillCount: 2,
    dependents: [],
    version: 1,
  })
  expect((await people.get(answer.headers.location as string)).json().data).toEqual(data)
})

test('omitted members get their default, or null', async () => {
  const data = await people.create(employees, newEmployee())
  expect(data).toMatchObject({ status: 'ACTIVE', remote: false, rating: null, birthDate: null })
})

test('null for a member with a default means the default', async () => {
  const data = await people.create(employees, newEmployee({ status: null, remote: null }))
  expect(data).toMatchObject({ status: 'ACTIVE', remote: false })
})

test('defaults of members that the create shape lacks apply too', async () => {
  const body = {
    employeeId: 1,
    kind: 'OTHER',
    startsOn: '2026-05-01',
    endsOn: '2026-05-01',
    days: 1,
  }
  const data = await people.create(paths.absences, body)
  expect(data).toMatchObject({ state: 'SUBMITTED', version: 1, reason: null, decidedAt: null })
})

test('members that only responses have are ignored, whatever their value, except lists of records', async () => {
  const echoed = {
    id: null,
    version: 77,
    createdAt: 'nonsense',
    departmentName: ['x'],
    skillCount: -1,
    nickname: 'ignored',
    dependents: [],
    _links: { self: { href: '/elsewhere' } },
  }
  const data = await people.create(employees, newEmployee(echoed))
  expect(data).toMatchObject({
    version: 1,
    departmentName: 'Sales',
    nickname: null,
    dependents: [],
  })
  expect(data).not.toHaveProperty('_links')
})

test('an id in the body of a create does not choose the id', async () => {
  const { id } = await people.create(employees, newEmployee({ id: 1 }))
  expect(id).toBeGreaterThan(300)
})

test('a record that was read can be created again with new unique values', async () => {
  const read = (await people.get(`${employees}/3`)).json().data
  const { code, email } = newEmployee()
  const data = await people.create(employees, { ...read, code, email })
  const copied = ['fullName', 'salary', 'hiredOn', 'lastReviewAt', 'managerId', 'skillIds']
  for (const member of copied) expect(data[member]).toEqual(read[member])
})

describe('invalid bodies', () => {
  const bodies: readonly (readonly [string, unknown, string, readonly (string | null)[]])[] = [
    ['no body', undefined, 'REQUEST_PAYLOAD_INVALID', [null]],
    ['an empty text', '', 'REQUEST_PAYLOAD_INVALID', [null]],
    ['null', 'null', 'REQUEST_PAYLOAD_INVALID', [null]],
    ['a list', [newEmployee()], 'REQUEST_PAYLOAD_INVALID', [null]],
    ['a text', '"x"', 'REQUEST_PAYLOAD_INVALID', [null]],
    ['a number', '1', 'REQUEST_PAYLOAD_INVALID', [null]],
    ['an unknown member', newEmployee({ salry: 1 }), 'REQUEST_PAYLOAD_INVALID', ['salry']],
    ['another shape’s member', newEmployee({ bio: 'x' }), 'REQUEST_PAYLOAD_INVALID', ['bio']],
    ['a number for a text', newEmployee({ code: 5 }), 'REQUEST_PAYLOAD_INVALID', ['code']],
    ['a text for a boolean', newEmployee({ remote: 'yes' }), 'REQUEST_PAYLOAD_INVALID', ['remote']],
    ['1 for a boolean', newEmployee({ remote: 1 }), 'REQUEST_PAYLOAD_INVALID', ['remote']],
    ['a text for an integer', newEmployee({ rating: '3' }), 'REQUEST_PAYLOAD_INVALID', ['rating']],
    [
      'a fraction for an integer',
      newEmployee({ rating: 3.5 }),
      'REQUEST_PAYLOAD_INVALID',
      ['rating'],
    ],
    [
      'a boolean for a decimal',
      newEmployee({ salary: true }),
      'REQUEST_PAYLOAD_INVALID',
      ['salary'],
    ],
    [
      'a number for a date',
      newEmployee({ hiredOn: 20260301 }),
      'REQUEST_PAYLOAD_INVALID',
      ['hiredOn'],
    ],
    ['an object for a text', newEmployee({ code: {} }), 'REQUEST_PAYLOAD_INVALID', ['code']],
    [
      'a number for a list of links',
      newEmployee({ skillIds: 1 }),
      'REQUEST_PAYLOAD_INVALID',
      ['skillIds'],
    ],
    [
      'a wrong link',
      newEmployee({ skillIds: [1, 'x'] }),
      'REQUEST_PAYLOAD_INVALID',
      ['skillIds.1'],
    ],
    ['a null link', newEmployee({ skillIds: [null] }), 'REQUEST_PAYLOAD_INVALID', ['skillIds.0']],
    ['a required null', newEmployee({ fullName: null }), 'VALIDATION_FAILED', ['fullName']],
    [
      'a missing required member',
      newEmployee({ departmentId: undefined }),
      'VALIDATION_FAILED',
      ['departmentId'],
    ],
    ['a text too short', newEmployee({ code: '' }), 'VALIDATION_FAILED', ['code']],
    ['a text too long', newEmployee({ code: 'x'.repeat(21) }), 'VALIDATION_FAILED', ['code']],
    ['a wrong e-mail', newEmployee({ email: 'nobody' }), 'VALIDATION_FAILED', ['email']],
    ['a number too small', newEmployee({ rating: 0 }), 'VALIDATION_FAILED', ['rating']],
    ['a number too large', newEmployee({ rating: 6 }), 'VALIDATION_FAILED', ['rating']],
    ['a negative salary', newEmployee({ salary: -0.01 }), 'VALIDATION_FAILED', ['salary']],
    ['too many decimals', newEmployee({ salary: '1.005' }), 'VALIDATION_FAILED', ['salary']],
    ['too many digits', newEmployee({ salary: '12345678901.00' }), 'VALIDATION_FAILED', ['salary']],
    [
      'a day that does not exist',
      newEmployee({ hiredOn: '2026-02-30' }),
      'VALIDATION_FAILED',
      ['hiredOn'],
    ],
    ['a year 0', newEmployee({ hiredOn: '0000-01-01' }), 'VALIDATION_FAILED', ['hiredOn']],
    ['an unknown enum value', newEmployee({ status: 'active' }), 'VALIDATION_FAILED', ['status']],
    ['NUL in a text', newEmployee({ fullName: 'a\u0000b' }), 'VALIDATION_FAILED', ['fullName']],
    ['NUL in an enum', newEmployee({ status: 'ACTIVE\u0000' }), 'VALIDATION_FAILED', ['status']],
    [
      'a lone surrogate',
      '{"code":"\\ud800"}',
      'VALIDATION_FAILED',
      ['code', 'fullName', 'email', 'salary', 'hiredOn', 'departmentId'],
    ],
  ]

  test.each(bodies)('a create refuses %s', async (_name, body, code, targets) => {
    expectFailure(await post(body), { status: 400, code, targets })
  })

  test('every violated constraint is reported, one item each, malformed members first', async () => {
    const answer = await post({ code: '', fullName: 7, rating: 9, unknown: 1, departmentId: null })
    const targets = [
      'code',
      'fullName',
      'rating',
      'unknown',
      'departmentId',
      'email',
      'salary',
      'hiredOn',
    ]
    const items = expectFailure(answer, { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets })
    const codes = Object.fromEntries(items.map(({ target, code }: Json) => [target, code]))
    expect(codes).toMatchObject({
      unknown: 'REQUEST_PAYLOAD_INVALID',
      fullName: 'REQUEST_PAYLOAD_INVALID',
      code: 'VALIDATION_FAILED',
      email: 'VALIDATION_FAILED',
    })
  })

  test('a refused record is not stored', async () => {
    const [before] = await people.rows('select count(*)::int from employees')
    await post(newEmployee({ rating: 9 }))
    await post(newEmployee({ skillIds: [999_999] }))
    expect(await people.rows('select count(*)::int from employees')).toEqual([before])
  })

  test('a number of more than 15 digits is refused with the hint to send text', async () => {
    const body = JSON.stringify(newEmployee({ salary: 'N' })).replace('"N"', '1234567890.123456')
    const failure = { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets: ['salary'] }
    expect(expectFailure(await post(body), failure)[0].message).toMatch(/text/)
  })

  test('the error for an unknown member suggests a similar name', async () => {
    const failure = { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets: ['salry'] }
    const [item] = expectFailure(await post(newEmployee({ salry: 1 })), failure)
    expect(item.message).toContain("'salary'")
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'a member named %s is unknown like any other',
    async (name) => {
      const body = `{"${name}":{"code":"P"},${JSON.stringify(newEmployee()).slice(1)}`
      for (const text of [body, body.replace('"1000.00"', '1e3')]) {
        const failure = { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets: [name] }
        expectFailure(await post(text), failure)
      }
    },
  )
})

describe('lengths are counted in characters of the database', () => {
  const family = '👨‍👩‍👧‍👦' // Seven code points.

  test('a name with a limit of 120 accepts 120 characters of four bytes', async () => {
    const fullName = '🦊'.repeat(120)
    expect((await people.create(employees, newEmployee({ fullName }))).fullName).toBe(fullName)
  })

  test('joined characters count as their code points', async () => {
    const answer = await post(newEmployee({ fullName: family.repeat(18) }))
    expectFailure(answer, { status: 400, code: 'VALIDATION_FAILED', targets: ['fullName'] })
  })
})

describe('values of form clients', () => {
  test.each([
    [
      'an option object for a reference',
      { departmentId: { id: 3, label: 'x' } },
      { departmentId: 3 },
    ],
    ['midnight for a date', { hiredOn: '2026-03-01T00:00:00.000Z' }, { hiredOn: '2026-03-01' }],
    [
      'a local time for an instant',
      { lastReviewAt: '2024-01-15T10:20' },
      { lastReviewAt: '2024-01-15T10:20:00Z' },
    ],
    [
      'an offset',
      { lastReviewAt: '2024-01-15T01:20:00.5+02:00' },
      { lastReviewAt: '2024-01-14T23:20:00.5Z' },
    ],
    ['a decimal as text', { salary: '0.10' }, { salary: 0.1 }],
    ['a decimal with an exponent', { salary: 1e-2 }, { salary: 0.01 }],
    ['links as option objects', { skillIds: [{ id: 2, label: 'Java' }] }, { skillIds: [2] }],
    ['null for no links', { skillIds: null }, { skillIds: [] }],
  ])('a create accepts %s', async (_name, sent, stored) => {
    expect(await people.create(employees, newEmployee(sent))).toMatchObject(stored)
  })

  test.each([
    ['another time than midnight', { hiredOn: '2026-03-01T10:00:00Z' }, 'hiredOn'],
    ['more than microseconds', { lastReviewAt: '2026-03-01T10:00:00.1234567Z' }, 'lastReviewAt'],
    ['a date for an instant', { lastReviewAt: '2026-03-01' }, 'lastReviewAt'],
    ['an hour 24', { lastReviewAt: '2026-03-01T24:00:00Z' }, 'lastReviewAt'],
  ])('a create refuses %s', async (_name, sent, target) => {
    const answer = await post(newEmployee(sent))
    expectFailure(answer, { status: 400, code: 'VALIDATION_FAILED', targets: [target] })
  })
})
