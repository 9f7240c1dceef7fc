/** Filter payloads over HTTP: their meaning, and which payloads are refused. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json, paths, usePeople } from '../use-people.js'

const people = usePeople()
const { employees } = paths
const filter = (body: unknown) => people.send('POST', `${employees}/filter`, body)
const total = async (body: unknown): Promise<number> =>
  (await people.page(employees, '?size=1', body)).totalElements
const counted = async (where: string): Promise<number> =>
  (await people.rows(`select count(*)::int as n from employees e where ${where}`))[0].n

/** A payload, and the equivalent WHERE. */
const payloads: readonly (readonly [object, string])[] = [
  [{}, 'true'],
  [{ _links: { self: { href: '/' } } }, 'true'],
  [{ status: null, fullName: null, salaryBetween: null, managerIsNull: null }, 'true'],
  [
    { fullName: '', emailStartsWith: '', salaryAtLeast: '', hiredOnBetween: '', status: '' },
    'true',
  ],
  [
    { departmentId: '', remote: '', lastReviewOn: '', skillCount: '', lastReviewInLastDays: '' },
    'true',
  ],
  [{ code: '' }, "code = ''"],
  [{ code: 'E000007' }, "code = 'E000007'"],
  [{ status: ['ON_LEAVE', 'SUSPENDED'] }, "status in ('ON_LEAVE', 'SUSPENDED')"],
  [{ status: [] }, 'true'],
  [{ fullName: 'a', status: [], departmentIds: [] }, "full_name ilike '%a%'"],
  [{ hiredOnBetween: { startDate: null, endDate: null }, salaryBetween: [] }, 'true'],
  [{ salaryBetween: [null, null], lastReviewBetween: ['', ''] }, 'true'],
  [{ statusNotIn: [] }, 'true'],
  [{ remote: true }, 'remote'],
  [{ remote: false }, 'remote'],
  [{ onSite: true }, 'not remote'],
  [{ managerIsNull: true }, 'manager_id is null'],
  [{ managerIsNull: false }, 'true'],
  [{ salaryAtLeast: '5000.00', salaryLessThan: 7000 }, 'salary >= 5000 and salary < 7000'],
  [{ salaryBetween: [null, 5000] }, 'salary <= 5000'],
  [{ salaryBetween: [7000, 5000] }, 'salary between 5000 and 7000'],
  [
    { salaryBetween: { min: 5000, maxPrice: '7000', currency: 'USD' } },
    'salary between 5000 and 7000',
  ],
  [{ hiredOnBetween: ['2020-01-01'] }, "hired_on >= '2020-01-01'"],
  [{ hiredOnBetween: { startDate: '2020-01-01T00:00:00Z' } }, "hired_on >= '2020-01-01'"],
  [
    { lastReviewBetween: ['2024-01-01', '2024-12-31'] },
    "last_review_at >= '2024-01-01Z' and last_review_at < '2025-01-01Z'",
  ],
  [{ departmentId: { id: 3, label: 'x' } }, 'department_id = 3'],
  [{ departmentIds: [1, { id: 2 }] }, 'department_id in (1, 2)'],
  [{ fullName: '%' }, "strpos(full_name, '%') > 0"],
  [{ fullName: '_' }, "strpos(full_name, '_') > 0"],
  [{ fullName: '\\' }, "strpos(full_name, '\\') > 0"],
  [
    { skillCountOver: 3 },
    '(select count(*) from employee_skills s where s.employee_id = e.id) > 3',
  ],
  [{ skillCount: 0 }, 'not exists (select from employee_skills s where s.employee_id = e.id)'],
]

test.each(payloads)('%j is equivalent to %s', async (payload, where) => {
  expect(await total(payload)).toBe(await counted(where))
})

const refused: readonly (readonly [string, unknown, string | null])[] = [
  ['no body', undefined, null],
  ['null', 'null', null],
  ['a list', [], null],
  ['a text', '"x"', null],
  ['a number', '5', null],
  ['an unknown field', { salry: 1 }, 'salry'],
  ['a field of the response only', { nickname: 'x' }, 'nickname'],
  ['a number for a text', { fullName: 5 }, 'fullName'],
  ['a text for a number', { salaryAtLeast: 'x' }, 'salaryAtLeast'],
  ['a text for an id', { departmentId: '2' }, 'departmentId'],
  ['1 for a boolean', { remote: 1 }, 'remote'],
  ['one value for a list', { status: 'ACTIVE' }, 'status'],
  ['an unknown enum value', { status: ['NOPE'] }, 'status'],
  ['null in a list', { status: [null] }, 'status'],
  ['one value for a range', { salaryBetween: 5000 }, 'salaryBetween'],
  ['a range of three', { salaryBetween: [1, 2, 3] }, 'salaryBetween'],
  ['an unknown bound', { salaryBetween: { lo: 1 } }, 'salaryBetween'],
  ['a wrong bound', { salaryBetween: [1, 'x'] }, 'salaryBetween'],
  ['a day that does not exist', { lastReviewOn: '2026-02-30' }, 'lastReviewOn'],
  ['a time for a day', { hiredOnBetween: ['2026-01-01T10:00:00Z', null] }, 'hiredOnBetween'],
  ['a negative number of days', { lastReviewInLastDays: -1 }, 'lastReviewInLastDays'],
  ['too many days', { lastReviewInLastDays: 36_501 }, 'lastReviewInLastDays'],
  ['a fraction of a size', { skillCount: 1.5 }, 'skillCount'],
  ['NUL in a text', { fullName: 'a\u0000' }, 'fullName'],
  ['a lone surrogate', '{"fullName":"\\udfff"}', 'fullName'],
  ['a number of too many digits', '{"salaryAtLeast":1234567890.123456}', 'salaryAtLeast'],
  ['__proto__', '{"__proto__":{"code":"x"}}', '__proto__'],
]

test.each(refused)('a filter refuses %s and names the member', async (_name, payload, target) => {
  const failure = { status: 400, code: 'FILTER_PAYLOAD_INVALID', targets: [target] }
  const [item] = expectFailure(await filter(payload), failure)
  expect(item.message.length).toBeGreaterThan(15)
})

test('every invalid member has its own error item', async () => {
  const answer = await filter({ salry: 1, remote: 1, status: ['NOPE'], fullName: 'fine' })
  const targets = ['salry', 'remote', 'status']
  expectFailure(answer, { status: 400, code: 'FILTER_PAYLOAD_INVALID', targets })
})

test.each([
  ['an unknown field', { salry: 1 }, /salary/],
  ['an enum', { status: ['NOPE'] }, /ACTIVE.*TERMINATED/],
  ['a range', { salaryBetween: 5000 }, /\[from, to\]/],
])('the message about %s says what would be accepted', async (_name, payload, expected) => {
  expect((await filter(payload)).json().message).toMatch(expected)
})

describe('limits of a filter', () => {
  test('a list accepts 1000 items and no more', async () => {
    const list = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
    expect(await total({ departmentIds: list(1_000) })).toBe(300)
    const failure = { status: 422, code: 'LIMIT_EXCEEDED', targets: ['departmentIds'] }
    const [item] = expectFailure(await filter({ departmentIds: list(1_001) }), failure)
    expect(item.message).toMatch(/1.?000/)
  })

  test('a text accepts 1000 characters and no more', async () => {
    expect(await total({ fullName: '🦊'.repeat(1_000) })).toBe(0)
    const failure = { status: 422, code: 'LIMIT_EXCEEDED', targets: ['fullName'] }
    expectFailure(await filter({ fullName: 'x'.repeat(1_001) }), failure)
  })
})

describe('settings of filters', () => {
  const lenient = usePeople(
    {
      'platform.filter.range.allow-scalar-payload': true,
      'platform.filter.zone-id': 'America/Sao_Paulo',
      'platform.filter.in.max': 2,
      'platform.filter.text.max-length': 3,
    },
    () => new Date('2026-06-30T12:00:00Z'),
  )
  const count = async (body: unknown) => (await lenient.page(employees, '', body)).totalElements

  test('a single value is the lower bound of a range where the setting says so', async () => {
    expect(await count({ salaryBetween: 7000 })).toBe(await counted('salary >= 7000'))
  })

  test('days are those of the configured zone', async () => {
    const [{ day }] =
      (await lenient.rows(`select (last_review_at at time zone 'America/Sao_Paulo')::date::text as day
      from employees where last_review_at is not null limit 1`)) as [Json]
    const where = `(last_review_at at time zone 'America/Sao_Paulo')::date = '${day}'`
    expect(await count({ lastReviewOn: day })).toBe(await counted(where))
  })

  test('the current time is the same everywhere in a request', async () => {
    const where = `last_review_at between timestamptz '2026-06-30 12:00Z' - interval '720 hours'
      and '2026-06-30 12:00Z'`
    expect(await count({ lastReviewInLastDays: 30 })).toBe(await counted(where))
  })

  test.each([
    ['lists', { departmentIds: [1, 2, 3] }, 'departmentIds'],
    ['texts', { fullName: 'abcd' }, 'fullName'],
  ])('the configured limit of %s applies', async (_name, payload, target) => {
    const answer = await lenient.send('POST', `${employees}/filter`, payload)
    expectFailure(answer, { status: 422, code: 'LIMIT_EXCEEDED', targets: [target] })
  })
})
