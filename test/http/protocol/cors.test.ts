/**
 * CORS: an allowed origin is echoed in every response; without the setting no origin is allowed.
 */
import { describe, expect, test } from 'vitest'
import { type Headers, type Method, paths, usePeople } from '../use-people.js'

const allowed = 'https://app.example.com'
const other = 'http://localhost:5173'
const people = usePeople({
  'platform.http.cors.origins': `${allowed},${other}`,
  'platform.query.all.max': 30,
})
const { skills, departments, costs } = paths

const listOf = (header: unknown): readonly string[] =>
  String(header)
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .sort()

/** Responses of every type: status, request. */
const answers: readonly (readonly [number, Method, string, unknown, Headers])[] = [
  [200, 'GET', `${skills}/1`, undefined, {}],
  [200, 'GET', `${departments}/all`, undefined, {}],
  [200, 'HEAD', `${skills}/1`, undefined, {}],
  [200, 'GET', '/health/live', undefined, {}],
  [201, 'POST', skills, { code: 'CORS', name: 'x', category: 'x' }, {}],
  [204, 'OPTIONS', skills, undefined, {}],
  [302, 'GET', `${skills}/schemas`, undefined, {}],
  [400, 'GET', `${skills}/x`, undefined, {}],
  [400, 'GET', `${skills}/%zz`, undefined, {}],
  [400, 'POST', skills, '{', {}],
  [404, 'GET', `${skills}/999999`, undefined, {}],
  [404, 'GET', '/nope', undefined, {}],
  [405, 'PUT', costs, undefined, {}],
  [406, 'GET', `${skills}/1`, undefined, { accept: 'text/html' }],
  [409, 'DELETE', `${departments}/1`, undefined, {}],
  [413, 'POST', skills, Buffer.alloc(1_100_000, 32), {}],
  [415, 'POST', skills, 'x', { 'content-type': 'text/plain' }],
  [422, 'GET', `${paths.payslips}/all`, undefined, {}],
]

test.each(answers)('%d on %s %s allows the origin', async (status, method, url, body, headers) => {
  const answer = await people.send(method, url, body, { ...headers, origin: allowed })
  expect(answer.statusCode, answer.body).toBe(status)
  expect(answer.headers['access-control-allow-origin']).toBe(allowed)
  expect(answer.headers['access-control-allow-credentials']).toBe('true')
  expect(listOf(answer.headers['vary'])).toContain('origin')
})

test('a 201 exposes the headers that clients read', async () => {
  const body = { code: 'CORS2', name: 'x', category: 'x' }
  const answer = await people.send('POST', skills, body, { origin: allowed })
  expect(listOf(answer.headers['access-control-expose-headers'])).toEqual(
    expect.arrayContaining(['etag', 'location', 'x-data-version', 'x-request-id', 'x-schema-hash']),
  )
})

test('each configured origin is echoed unchanged', async () => {
  const answer = await people.get(`${skills}/1`, { origin: other })
  expect(answer.headers['access-control-allow-origin']).toBe(other)
})

describe('preflight requests', () => {
  const ask = (url: string, method: string, origin = allowed) =>
    people.send('OPTIONS', url, undefined, {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type,if-match',
    })

  test('a preflight response lists methods and headers of the path', async () => {
    const answer = await ask(`${skills}/1`, 'PUT')
    const { headers } = answer
    expect(answer.statusCode).toBe(204)
    const methods = listOf(headers['access-control-allow-methods'])
    expect(methods).toEqual(expect.arrayContaining(['get', 'put', 'delete']))
    expect(methods).not.toContain('patch')
    expect(listOf(headers['access-control-allow-headers'])).toEqual(
      [
        'accept-language',
        'api-version',
        'authorization',
        'cache-control',
        'content-disposition',
        'content-type',
        'idempotency-key',
        'if-match',
        'if-none-match',
        'last-event-id',
        'pragma',
        'prefer',
        'x-contract-hash',
        'x-development-caller',
        'x-read-token',
        'x-request-id',
        'x-tenant',
        'x-tenant-id',
      ].sort(),
    )
    expect(headers['allow']).toBeDefined()
  })

  test('a preflight request of another origin is not allowed', async () => {
    const { headers } = await ask(`${skills}/1`, 'PUT', 'https://evil.example.com')
    for (const name of Object.keys(headers)) expect(name).not.toMatch(/^access-control-/)
    expect(listOf(headers['vary'])).toContain('origin')
  })
})

test.each([
  'https://evil.example.com',
  'https://app.example.com.evil.com',
  'https://app.example.com:8443',
  'http://app.example.com',
  'https://APP.example.com/',
  'null',
  '*',
])('the origin %s is not allowed, but the response still varies by origin', async (origin) => {
  const answer = await people.get(`${skills}/1`, { origin })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  expect(listOf(answer.headers['vary'])).toContain('origin')
})

describe('CORS without the setting', () => {
  const closed = usePeople()

  test('no origin is allowed without the setting', async () => {
    for (const origin of [allowed, 'null', 'http://127.0.0.1:8080']) {
      const answer = await closed.get(`${skills}/1`, { origin })
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      const preflight = await closed.send('OPTIONS', skills, undefined, { origin })
      expect(preflight.headers['access-control-allow-methods']).toBeUndefined()
      expect(preflight.headers['allow']).toBeDefined()
    }
  })
})
