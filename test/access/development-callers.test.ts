/** Acting as a declared caller while authentication is off, through the real service. */
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sample from '../../examples/people/app.js'
import { departments } from '../../examples/people/database/organisation.js'
import { expectFits, jsonOf } from '../discovery/use-discovery.js'
import { type Answer, expectFailure, type Headers, type Json, paths } from '../http/use-people.js'
import { type FreshDatabase, peopleDatabase } from '../support/database.js'
import { keySet, useFiles } from './files.js'
import { bearer, makeKey, now, sign, type TestKey } from './tokens.js'

const writeFile = useFiles()
const { employees, absences, payslips, costs, skills } = paths
const { callers = [] } = sample

let database: FreshDatabase
let service: TestService
let guarded: TestService
let key: TestKey

beforeAll(async () => {
  database = await peopleDatabase()
  key = await makeKey('one')
  const application = { ...sample, connection: database.connection, now }
  service = await createTestService(application)
  guarded = await createTestService({
    ...application,
    settings: {
      'platform.auth.mode': 'jwt',
      'platform.auth.jwt.issuer': 'https://issuer.example',
      'platform.auth.jwt.audience': 'people-api',
      'platform.auth.jwt.key-file': writeFile(keySet(key.jwk)),
    },
  })
})
afterAll(async () => {
  await service?.close()
  await guarded?.close()
  await database?.close()
})

interface Ask {
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly body?: unknown
  readonly headers?: Headers
}

const as = (caller: string | undefined, url: string, ask: Ask = {}): Promise<Answer> => {
  const { method = 'GET', body, headers = {} } = ask
  return service.app.inject({
    method,
    url,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(caller === undefined ? {} : { 'x-development-caller': caller }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
}

const totalOf = async (caller: string | undefined, path: string): Promise<number> => {
  const answer = await as(caller, `${path}/filter?size=1`, { method: 'POST', body: {} })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data.totalElements
}

const count = async (from: string, values: readonly unknown[] = []): Promise<number> =>
  (await database.client.query(`select count(*)::int as n from ${from}`, [...values])).rows[0].n

/** The departments of the head of sales. */
const sales = departments.flatMap(([code], index) => (code.startsWith('SALES') ? [index + 1] : []))

describe('a request that names a caller', () => {
  test('it sees the rows that the authorities of the caller name', async () => {
    const tables = [
      [employees, 'employees e where e.department_id = any($1)'],
      [
        absences,
        'absence_requests a join employees e on e.id = a.employee_id where e.department_id = any($1)',
      ],
      [payslips, 'payslips p where p.department_id = any($1)'],
      [costs, 'monthly_costs c where c.department_id = any($1)'],
    ] as const
    const all = departments.map((_, index) => index + 1)
    const seen = { hr: all, 'hr-assistant': all, 'head-of-sales': sales, employee: [] }
    for (const [path, from] of tables) {
      for (const [caller, ids] of Object.entries(seen)) {
        expect(await totalOf(caller, path), `${path} as ${caller}`).toBe(await count(from, [ids]))
      }
      expect(await totalOf(undefined, path)).toBe(await count(from, [all]))
    }
    expect(await totalOf('employee', skills)).toBe(await count('skills'))
  })

  test('it finds no manager where there is no key, and a hidden manager by its key', async () => {
    const found = async (filter: object): Promise<number> => {
      const url = `${employees}/filter?size=1`
      const answer = await as('head-of-sales', url, { method: 'POST', body: filter })
      return answer.json().data.totalElements
    }
    const visible = 'employees e where e.department_id = any($1)'
    const countOf = (condition: string) => count(`${visible} and ${condition}`, [sales])
    const manager = 'select from employees m where m.id = e.manager_id'
    expect(await countOf(`exists (${manager} and m.department_id <> all($1))`)).toBeGreaterThan(0)
    expect(await found({ managerIsNull: true })).toBe(await countOf('e.manager_id is null'))
    expect(await found({ managerIsNotNull: true })).toBe(await countOf('e.manager_id is not null'))
  })

  test('it may do what the authorities of the caller allow', async () => {
    const { rows } = await database.client.query(
      `select a.id, e.department_id = 2 as sold from absence_requests a
       join employees e on e.id = a.employee_id where a.state = 'SUBMITTED'
       and e.department_id in (1, 2) order by e.department_id = 2, a.id`,
    )
    const [other, ownId] = [rows[0].id, rows.at(-1).id]
    const approve = async (caller: string, id: number) =>
      (await as(caller, `${absences}/${id}/actions/approve`, { method: 'POST', body: {} }))
        .statusCode
    const offered = async (caller: string, id: number) => {
      const answer = await as(caller, `${absences}/${id}/actions`)
      const approval = answer.json().actions?.find((action: Json) => action.id === 'approve')
      return approval?.availability.reason
    }
    expect(await offered('hr-assistant', ownId)).toBe('missing-authority')
    expect(await offered('head-of-sales', ownId)).toBeNull()
    expect(await approve('hr-assistant', ownId)).toBe(403)
    expect(await approve('employee', ownId)).toBe(403)
    expect(await approve('head-of-sales', other)).toBe(404)
    expect(await approve('head-of-sales', ownId)).toBe(200)
    const { rows: decided } = await database.client.query(
      'select decided_by from absence_requests where id = $1',
      [ownId],
    )
    expect(decided).toEqual([{ decided_by: 'head-of-sales' }])
  })

  test('its idempotency keys are its own', async () => {
    const create = (caller: string, code: string) =>
      as(caller, skills, {
        method: 'POST',
        body: { code, name: code, category: 'Other' },
        headers: { 'idempotency-key': 'one' },
      })
    const codes = ['AS-HR', 'AS-SALES'] as const
    expect((await create('hr', codes[0])).statusCode).toBe(201)
    expect((await create('head-of-sales', codes[1])).statusCode).toBe(201)
    expect((await create('hr', codes[1])).statusCode).toBe(409)
    expect((await create('hr', codes[0])).headers['idempotency-replayed']).toBe('true')
  })

  test.each([
    ['in other letters', 'HR'],
    ['without a name', ''],
    ['named twice', 'hr, hr'],
    ['named like the usual one', 'development'],
    ['named like a member of objects', '__proto__'],
    ['with a long name', 'x'.repeat(3_000)],
  ])('an unknown caller %s is refused, and the callers are listed', async (_says, caller) => {
    for (const url of [`${employees}/all`, '/schemas/service', '/v3/api-docs', '/health/live']) {
      const answer = await as(caller, url)
      expectFailure(answer, {
        ...{ status: 400, code: 'INVALID_PARAMETER', targets: ['X-Development-Caller'] },
      })
      const { message } = answer.json()
      expect(message).toContain('the callers are hr, hr-assistant, head-of-sales, employee')
      expect(message.length).toBeLessThan(300)
    }
  })

  test('the API description tells clients of the header', async () => {
    const document = (await as(undefined, '/v3/api-docs')).json()
    expect(document.security).toEqual([{}, { developmentCaller: [] }])
    expect(document.components.securitySchemes.developmentCaller).toMatchObject({
      ...{ type: 'apiKey', in: 'header', name: 'X-Development-Caller' },
    })
    for (const path of Object.values<Json>(document.paths)) {
      for (const { responses, operationId } of Object.values<Json>(path)) {
        const { examples } = jsonOf(responses[400])
        expect(Object.keys(examples), operationId).toContain('INVALID_PARAMETER')
      }
    }
  })
})

describe('responses that depend on the caller', () => {
  const urls = [
    '/schemas/service',
    '/schemas/surfaces?resource=human-resources.absence-requests',
    '/schemas/actions',
    `${absences}/capabilities`,
    `${employees}/all`,
    `${employees}/by-ids?ids=1`,
  ]

  test.each(urls)('%s is private and varies by the header', async (url) => {
    const { headers } = await as('hr', url)
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(String(headers['vary']).split(', ')).toEqual(
      expect.arrayContaining(['X-Development-Caller', 'Accept-Language']),
    )
  })

  test('an entity tag of one caller is known to another only for the same body', async () => {
    let differing = 0
    for (const url of urls) {
      const { etag } = (await as('hr', url)).headers
      if (etag === undefined) continue
      const again = (caller: string) => as(caller, url, { headers: { 'if-none-match': `${etag}` } })
      expect((await again('hr')).statusCode, url).toBe(304)
      const other = await again('employee')
      const isSame = (await as('hr', url)).body === (await as('employee', url)).body
      expect(other.statusCode, url).toBe(isSame ? 304 : 200)
      differing += isSame ? 0 : 1
    }
    expect(differing).toBe(4)
  })

  test('schemas that are the same for all callers are shared', async () => {
    const url = `/schemas/filtered?path=${employees}/all`
    const [hr, employee] = [await as('hr', url), await as('employee', url)]
    expect(hr.headers['cache-control']).toBe('max-age=0, must-revalidate')
    expect(hr.headers['etag']).toBe(employee.headers['etag'])
  })
})

describe('the description of the service', () => {
  test('it lists the callers, and names the current one', async () => {
    const body = (await as('head-of-sales', '/schemas/service')).json()
    const { caller } = body
    expect(body.callers).toEqual(
      callers.map((declared) => ({ ...declared, tenant: declared.tenant ?? null })),
    )
    expect(caller).toEqual({
      ...{ id: 'head-of-sales', anonymous: false, tenant: null, choosesTenant: false },
      authorities: ['hr:department:2', 'hr:department:7', 'hr:department:8', 'absence:decide'],
    })
    const document = (await as(undefined, '/v3/api-docs/platform-discovery')).json()
    const { schema } = jsonOf(document.paths['/schemas/service'].get.responses[200])
    expectFits(body, schema, document, '/schemas/service')
  })

  test('callers are described in the language of the request', async () => {
    const answer = await as('hr', '/schemas/service', { headers: { 'accept-language': 'pt' } })
    expect(answer.headers['content-language']).toBe('pt')
    expect(answer.json().callers.map(({ title }: Json) => title)).toContain('Chefe de vendas')
  })
})

describe('the header in mode jwt', () => {
  const ask = (headers: Headers, url: string) => guarded.app.inject({ url, headers })

  test('it is ignored: the token alone decides', async () => {
    const token = bearer(await sign(key, { authorities: 'hr:department:2' }))
    const seen = await count('employees where department_id = 2')
    for (const caller of ['hr', 'employee', 'nobody', '']) {
      const headers = { authorization: token, 'x-development-caller': caller }
      const all = await ask(headers, `${employees}/all`)
      expect(all.statusCode, caller).toBe(200)
      expect(all.json().data).toHaveLength(seen)
      const { caller: current, callers: listed } = (await ask(headers, '/schemas/service')).json()
      expect([current.id, current.authorities]).toEqual(['ada', ['hr:department:2']])
      expect(listed).toEqual([])
      expect(all.headers['vary']).not.toContain('X-Development-Caller')
    }
  })

  test('it opens nothing without a token', async () => {
    for (const url of [`${employees}/all`, '/schemas/service', '/v3/api-docs']) {
      expectFailure(await ask({ 'x-development-caller': 'hr' }, url), {
        ...{ status: 401, code: 'AUTHENTICATION_REQUIRED' },
      })
    }
  })

  test('the API description does not mention it', async () => {
    const headers = { authorization: bearer(await sign(key)) }
    const { body } = await ask(headers, '/v3/api-docs')
    expect(body).not.toMatch(/development-?caller/i)
  })
})

describe('an application without callers', () => {
  test('it refuses the header, which would otherwise grant everything', async () => {
    const { callers: _, ...others } = sample
    const bare = await createTestService({ ...others, connection: database.connection })
    const ask = (headers: Headers) => bare.app.inject({ url: '/schemas/service', headers })
    expectFailure(await ask({ 'x-development-caller': 'hr' }), {
      ...{ status: 400, code: 'INVALID_PARAMETER', targets: ['X-Development-Caller'] },
    })
    const answer = await ask({})
    expect(answer.json()).toMatchObject({ callers: [], caller: { id: 'development' } })
    expect(answer.headers['vary']).not.toContain('X-Development-Caller')
    await bare.close()
  })
})
