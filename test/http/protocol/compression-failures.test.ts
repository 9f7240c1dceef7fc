/** What compression leaves alone: responses of the application, and errors of begun responses. */
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import people from '../../../examples/people/app.js'
import { type FreshDatabase, peopleDatabase } from '../../support/database.js'

const long = 'x'.repeat(5_000)
const text = { 'content-type': 'text/plain' }
const route = (path: string, handle: () => unknown) =>
  ({ method: 'GET', path, public: true, handle }) as const

const routes = [
  route(
    '/tagged',
    () => new Response(long, { headers: { ...text, etag: '"v1"', 'content-length': '5000' } }),
  ),
  route(
    '/part',
    () =>
      new Response(long.slice(0, 3_000), {
        status: 206,
        headers: { ...text, 'content-range': 'bytes 0-2999/5000' },
      }),
  ),
  route('/unchanged', () => new Response(null, { status: 304, headers: { etag: '"v1"' } })),
  route('/result', () => ({ long })),
  route('/failing', () => {
    const body = new ReadableStream({
      pull: () => {
        throw new Error('before the first piece')
      },
    })
    return new Response(body, { headers: { ...text, etag: '"v1"' } })
  }),
]

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await peopleDatabase()
  const { connection } = database
  service = await createTestService({ resources: people.resources, routes, connection })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const get = (url: string) =>
  service.app.inject({ url, headers: { 'accept-encoding': 'br', 'if-none-match': '"v1"' } })

test.each([
  ['/tagged', 200, { etag: '"v1"', 'content-length': '5000' }, long],
  ['/part', 206, { 'content-range': 'bytes 0-2999/5000' }, long.slice(0, 3_000)],
  ['/unchanged', 304, { etag: '"v1"' }, ''],
] as const)('a Response of a route is sent as it is: %s', async (url, status, headers, body) => {
  const answer = await get(url)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers).toMatchObject(headers)
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.body).toBe(body)
})

test('a JSON result of a route is compressed', async () => {
  expect((await get('/result')).headers['content-encoding']).toBe('br')
})

const expectPlainError = ({ statusCode, headers, body }: Awaited<ReturnType<typeof get>>) => {
  expect(statusCode).toBe(500)
  for (const name of ['content-encoding', 'etag', 'content-disposition', 'x-export-max-rows']) {
    expect(headers[name], name).toBeUndefined()
  }
  expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body))
  expect(JSON.parse(body)).toMatchObject({ status: 'failure' })
}

test('a body that fails before its first piece becomes a plain error', async () => {
  expectPlainError(await get('/failing'))
})

test.each(['br', 'gzip', 'identity'])(
  'an export whose first row fails becomes a plain error (%s)',
  async (encoding) => {
    await database.client.query('alter table employees rename column email to address')
    try {
      const answer = await service.app.inject({
        method: 'POST',
        url: '/api/human-resources/employees/export',
        headers: { 'accept-encoding': encoding },
        payload: { format: 'json' },
      })
      expectPlainError(answer)
    } finally {
      await database.client.query('alter table employees rename column address to email')
    }
  },
)
