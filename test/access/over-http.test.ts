/** Tokens over HTTP: which endpoints require them, the order of checks, and what callers see. */
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sample from '../../examples/people/app.js'
import { type FreshDatabase, peopleDatabase } from '../support/database.js'
import { keySet, useFiles } from './files.js'
import { bearer, encode, makeKey, now, second, sign, type TestKey } from './tokens.js'

const employees = '/api/human-resources/employees'
const writeFile = useFiles()

let database: FreshDatabase
let service: TestService
let key: TestKey
let stranger: TestKey

const start = (settings: Readonly<Record<string, unknown>> = {}): Promise<TestService> =>
  createTestService({
    resources: sample.resources,
    connection: database.connection,
    now,
    settings: {
      'platform.auth.mode': 'jwt',
      'platform.auth.jwt.issuer': 'https://issuer.example',
      'platform.auth.jwt.audience': 'people-api',
      'platform.auth.jwt.key-file': writeFile(keySet(key.jwk)),
      ...settings,
    },
  })

beforeAll(async () => {
  database = await peopleDatabase()
  ;[key, stranger] = await Promise.all([makeKey('one'), makeKey('one')])
  service = await start()
})
afterAll(async () => {
  await service.app.close()
  await service.close()
  await database.close()
})

interface Ask {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS'
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string | object
}
const ask = async (url: string, { method = 'GET', token, headers = {}, payload }: Ask = {}) =>
  service.app.inject({
    method,
    url,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: bearer(token) }) },
    ...(payload === undefined ? {} : { payload }),
  })
const codeOf = (answer: { json: () => { errors: { code: string }[] } }) =>
  answer.json().errors[0]!.code

describe('requests without a token', () => {
  test.each([
    ['GET', `${employees}/1`],
    ['POST', `${employees}/filter`],
    ['DELETE', `${employees}/1`],
    ['GET', `${employees}/capabilities`],
    ['GET', '/schemas/catalog'],
    ['GET', '/v3/api-docs'],
    ['GET', '/metrics'],
  ] as const)('%s %s asks for one, and says how', async (method, url) => {
    const answer = await ask(url, { method })
    expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'AUTHENTICATION_REQUIRED'])
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="corollary"')
  })

  test('health, preflight requests and pages without data are public', async () => {
    for (const url of ['/docs', '/docs/errors', '/workbench']) {
      expect((await ask(url)).statusCode, url).toBe(200)
    }
    expect((await ask('/health/ready')).statusCode).toBe(200)
    expect((await ask(employees, { method: 'OPTIONS' })).statusCode).toBe(204)
  })

  test('endpoints that the configuration opens are public, and no others', async () => {
    const open = await start({ 'platform.auth.public': 'docs,schemas' })
    const status = async (url: string) => (await open.app.inject({ url })).statusCode
    const all = ['/v3/api-docs', '/schemas/catalog', '/health/live', `${employees}/all`]
    expect(await Promise.all(all.map(status))).toEqual([200, 200, 401, 401])
    await open.close()
  })
})

describe('the order of checks', () => {
  test('path and method are checked before credentials, credentials before the body', async () => {
    const text = { 'content-type': 'text/plain' }
    const nowhere = await ask('/api/nowhere', { method: 'POST' })
    const wrongMethod = await ask(`${employees}/filter`)
    const anonymous = await ask(employees, { method: 'POST', headers: text, payload: 'x' })
    const token = await sign(key)
    const allowed = await ask(employees, { method: 'POST', headers: text, payload: 'x', token })
    expect([nowhere, wrongMethod, anonymous, allowed].map((reply) => reply.statusCode)).toEqual([
      404, 405, 401, 415,
    ])
  })

  test('authorities are checked before the body, the body before the record', async () => {
    const token = await sign(key, { authorities: 'hr:all' })
    const url = `${employees}/999999/compensation`
    const denied = await ask(url, { method: 'PATCH', token, payload: { salary: 'x' } })
    expect([denied.statusCode, codeOf(denied)]).toEqual([403, 'ACCESS_DENIED'])
    const paid = await sign(key, { authorities: ['hr:all', 'employee:compensation'] })
    const wrong = await ask(url, { method: 'PATCH', token: paid, payload: { salary: 'x' } })
    expect(wrong.statusCode).toBe(400)
    const right = await ask(url, { method: 'PATCH', token: paid, payload: { salary: '1.00' } })
    expect(right.statusCode).toBe(404)
  })
})

describe('invalid tokens', () => {
  const wrong: readonly (readonly [string, () => Promise<string>])[] = [
    [
      'tampered',
      async () => (await sign(key)).replace(/\.[^.]+\./, `.${encode({ sub: 'root' })}.`),
    ],
    ['expired', () => sign(key, { exp: second - 3_600 })],
    ['for another audience', () => sign(key, { aud: 'foreign-api' })],
    ['of another issuer', () => sign(key, { iss: 'https://foreign.example' })],
    ['signed with a foreign key', () => sign(stranger)],
    ['unsigned', async () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ sub: 'x' })}.`],
    ['without a type', () => sign(key, {}, { typ: undefined })],
    ['oversized', () => sign(key, { padding: 'x'.repeat(9_000) })],
    ['that is not a JWT', async () => 'nonsense'],
  ]
  test.each(wrong)(
    'a token %s is refused, on public paths too, and the response contains none of its values',
    async (_, make) => {
      const token = await make()
      for (const url of [`${employees}/1`, '/health/ready']) {
        const answer = await ask(url, { token })
        expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'AUTHENTICATION_REQUIRED'])
        expect(answer.headers['www-authenticate']).toContain('error="invalid_token"')
        // The trace id is excluded: it may contain any three letters.
        const errorText = [answer.json().message, answer.headers['www-authenticate']].join(' ')
        expect(errorText).not.toMatch(/foreign|root|xxxx|\bada\b/)
      }
    },
  )
})

describe('authenticated callers', () => {
  const total = async (authorities: unknown) => {
    const token = await sign(key, { authorities })
    const answer = await ask(`${employees}/filter`, { method: 'POST', token, payload: {} })
    return answer.json().data.totalElements as number
  }

  test('a caller sees the rows that the authorities allow', async () => {
    const count = async (where: string) =>
      Number((await database.client.query(`select count(*) from employees ${where}`)).rows[0].count)
    expect(await total([])).toBe(0)
    expect(await total('hr:department:3')).toBe(await count('where department_id = 3'))
    expect(await total(['hr:department:3', 'hr:department:4'])).toBe(
      await count('where department_id in (3, 4)'),
    )
    expect(await total(['hr:department:3', 'hr:all'])).toBe(await count(''))
  })

  test('the API description states that a token is required', async () => {
    const token = await sign(key)
    const document = (await ask('/v3/api-docs', { token })).json()
    expect(document.security).toEqual([{ bearer: [] }])
    expect(document.components.securitySchemes.bearer.scheme).toBe('bearer')
  })

  test('catalogs are private and differ between callers with different authorities', async () => {
    const url = '/schemas/surfaces?resource=human-resources.employees'
    const [few, more] = await Promise.all([
      ask(url, { token: await sign(key, { authorities: 'hr:all' }) }),
      ask(url, { token: await sign(key, { authorities: 'hr:all employee:compensation' }) }),
    ])
    expect(few.headers['cache-control']).toBe('private, no-cache')
    expect(few.headers['vary']).toBe('Authorization, Accept-Language, Accept-Encoding')
    expect(few.headers['etag']).not.toBe(more.headers['etag'])
    const reason = few
      .json()
      .surfaces.find(({ id }: { id: string }) => id === 'compensation').availability
    expect(reason).toEqual({
      allowed: false,
      reason: 'missing-authority',
      metadata: { requiredAuthorities: ['employee:compensation'] },
    })
  })
})
