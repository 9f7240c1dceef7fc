/** Writes by callers who cannot see or cannot write a field: they never change it. */
import { describe, expect, test } from 'vitest'
import type { Answer, Json, Method } from '../../http/use-people.js'
import { trace } from './secrets-entities.js'
import { type SecretCaller, useSecrets } from './use-secrets.js'

const secrets = useSecrets()
const staff = '/api/secret/staff'
const kin = '/api/secret/kin'
const absences = '/api/secret/absences'

const send = (caller: SecretCaller, method: Method, url: string, body?: unknown): Promise<Answer> =>
  secrets.send({ method, url, ...(body === undefined ? {} : { body }) }, caller)
const stored = async (table: string, id: unknown): Promise<Json> =>
  (await secrets.rows(`select * from ${table} where id = $1`, [id]))[0]
const linked = async (id: unknown): Promise<readonly number[]> =>
  (
    await secrets.rows(
      'select skill_id::int from employee_skills where employee_id = $1 order by 1',
      [id],
    )
  ).map(({ skill_id }) => skill_id)
const read = async (caller: SecretCaller, url: string): Promise<Json> => {
  const answer = await send(caller, 'GET', url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const hidden = ['salary', 'nickname', 'birth_date', 'last_review_at', 'rating'] as const
const hiddenOf = (row: Json) => Object.fromEntries(hidden.map((column) => [column, row[column]]))
/** The responses to a hidden name and to an unknown one. */
const asInvented = async (
  caller: SecretCaller,
  method: Method,
  url: string,
  body: Json,
): Promise<readonly [string, string]> => {
  const request = async (sent: Json) => {
    const { statusCode, body: text } = await send(caller, method, url, sent)
    return `${statusCode} ${text}`.replaceAll('zx', 'zq')
  }
  return [
    await request(body),
    await request(JSON.parse(JSON.stringify(body).replaceAll('zq', 'zx'))),
  ]
}

describe('callers who do not see a field', () => {
  test('a PUT of a record that was read keeps hidden fields', async () => {
    const before = await stored('employees', 20)
    const links = await linked(20)
    expect(links.length).toBeGreaterThan(0)
    const record = await read('plain', `${staff}/20`)
    expect(JSON.stringify(record)).not.toMatch(trace)
    const answer = await send('plain', 'PUT', `${staff}/20`, {
      ...record,
      fullName: 'Kept Fields',
      rating: 1,
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.body).not.toMatch(trace)
    const after = await stored('employees', 20)
    expect(after.full_name).toBe('Kept Fields')
    expect(hiddenOf(after)).toEqual(hiddenOf(before))
    expect(await linked(20)).toEqual(links)
  })

  test('a PUT of the required members keeps hidden fields', async () => {
    const before = await stored('employees', 21)
    const { code, fullName, email, hiredOn, departmentId } = await read('plain', `${staff}/21`)
    const least = { code, fullName, email, hiredOn, departmentId }
    expect((await send('plain', 'PUT', `${staff}/21`, least)).statusCode).toBe(200)
    expect(hiddenOf(await stored('employees', 21))).toEqual(hiddenOf(before))
  })

  const values = {
    zqWage: '1.00',
    zqNick: 'Mine',
    zqBorn: '2000-01-01',
    zqSkillIds: [1],
    zqReview: null,
    zqFamilySize: 1,
  }
  for (const [name, value] of Object.entries(values)) {
    test(`writing ${name} is refused like writing an unknown name`, async () => {
      const before = await stored('employees', 22)
      const links = await linked(22)
      const record = await read('plain', `${staff}/22`)
      const requests: readonly (readonly [Method, string, Json])[] = [
        ['PUT', `${staff}/22`, { ...record, [name]: value }],
        ['PATCH', `${staff}/22/contact`, { [name]: value }],
        ['PATCH', `${staff}/22/contact`, { email: 'other@example.com', [name]: value }],
        ['PATCH', `${staff}/22/raise`, { [name]: value }],
        ['POST', staff, { ...record, id: undefined, [name]: value }],
      ]
      for (const [method, url, body] of requests) {
        const [first, second] = await asInvented('plain', method, url, body)
        expect(first, `${method} ${url}`).toBe(second)
        expect(first).toMatch(/^40[03]/)
      }
      expect(await stored('employees', 22)).toEqual(before)
      expect(await linked(22)).toEqual(links)
    })
  }

  test('an intent accepts those of its members that are visible', async () => {
    const before = await stored('employees', 23)
    const answer = await send('plain', 'PATCH', `${staff}/23/contact`, {
      email: 'twenty.three@example.com',
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(hiddenOf(await stored('employees', 23))).toEqual(hiddenOf(before))
  })

  test('an intent of hidden members only, and a create that requires one, are denied', async () => {
    const { count } = (await secrets.rows('select count(*) from employees'))[0]
    const requests: readonly (readonly [Method, string, Json])[] = [
      ['PATCH', `${staff}/23/raise`, {}],
      [
        'POST',
        staff,
        {
          code: 'N-1',
          fullName: 'N',
          email: 'n1@example.com',
          hiredOn: '2026-01-01',
          departmentId: 1,
        },
      ],
      ['POST', staff, {}],
    ]
    for (const [method, url, body] of requests) {
      const answer = await send('plain', method, url, body)
      expect(answer.statusCode, answer.body).toBe(403)
      expect(answer.json().errors).toMatchObject([{ code: 'ACCESS_DENIED' }])
      expect(answer.body).not.toMatch(trace)
    }
    expect((await secrets.rows('select count(*) from employees'))[0]).toEqual({ count })
  })

  test('a violated constraint of a hidden field reveals nothing', async () => {
    const { id } = (
      await secrets.rows("select id from absence_requests where state = 'SUBMITTED' limit 1")
    )[0]
    const body = { kind: 'OTHER', startsOn: '2200-01-01', days: 1 }
    const answer = await send('plain', 'PUT', `${absences}/${id}`, body)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.body).not.toMatch(trace)
  })

  test('a default that a create writes to a hidden field is not in the response', async () => {
    const body = { fullName: 'New Kin', birthDate: '2020-02-02', employeeId: 30 }
    const answer = await send('plain', 'POST', kin, body)
    expect(answer.statusCode, answer.body).toBe(201)
    expect(JSON.stringify([answer.body, answer.headers])).not.toMatch(trace)
    expect(await stored('dependents', answer.json().data.id)).toMatchObject({ kinship: 'PARENT' })
  })

  test('responses stored for other callers, or for more authorities, are not replayed', async () => {
    const body = { fullName: 'Once', birthDate: '2020-02-02', employeeId: 31 }
    const request = (key: string) =>
      ({ method: 'POST', url: kin, body, headers: { 'idempotency-key': key } }) as const
    for (const [caller, status] of [
      ['payroll', 201],
      ['promoted', 409],
    ] as const) {
      const first = await secrets.send(request(caller), caller)
      expect(first.statusCode).toBe(201)
      expect(first.body).toMatch(trace)
      const second = await secrets.send(request(caller), 'plain')
      expect(second.statusCode, second.body).toBe(status)
      expect(second.headers['idempotency-replayed']).toBeUndefined()
      expect(second.body).not.toMatch(trace)
    }
  })
})

describe('callers who see a field but cannot write it', () => {
  test('a field that the caller cannot write is in responses', async () => {
    expect(await read('reader', `${staff}/24`)).toMatchObject({
      zqWage: 7654000.24,
      zqNick: 'Zqnick 24',
    })
  })

  test('no request changes a field that the caller cannot write', async () => {
    const before = await stored('employees', 24)
    const record = await read('reader', `${staff}/24`)
    const rated = { ...record, zqWage: '1.00', rating: 5, zqNick: 'Changed', managerId: 1 }
    const answer = await send('reader', 'PUT', `${staff}/24`, rated)
    expect(answer.statusCode, answer.body).toBe(200)
    const after = await stored('employees', 24)
    for (const column of ['salary', 'rating', 'manager_id']) {
      expect(after[column], column).toEqual(before[column])
    }
    expect(after.nickname).toBe('Changed')
    const { zqWage } = answer.json().data
    expect(zqWage).toBe(record.zqWage)
  })

  test('an intent that writes only such a field is denied', async () => {
    const before = await stored('employees', 25)
    for (const body of [{ zqWage: '1.00' }, { rating: 5 }, {}]) {
      expect((await send('reader', 'PATCH', `${staff}/25/raise`, body)).statusCode).toBe(403)
    }
    expect(await stored('employees', 25)).toEqual(before)
  })
})

test('a caller with both authorities changes the field', async () => {
  const answer = await send('payroll', 'PATCH', `${staff}/26/raise`, {
    zqWage: '123.45',
    rating: 2,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await stored('employees', 26)).toMatchObject({ salary: '123.45', rating: 2 })
})
