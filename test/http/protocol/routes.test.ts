/** The methods of each path, and the responses to other methods. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Method, paths, usePeople } from '../use-people.js'

const people = usePeople()
const { employees, skills, payslips, costs } = paths
const methods: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const allowOf = (header: unknown): readonly string[] =>
  String(header)
    .split(',')
    .map((name) => name.trim())
    .sort()

/** Paths, and the methods that they support. */
const routes: readonly (readonly [string, readonly Method[]])[] = [
  [employees, ['POST']],
  [`${employees}/1`, ['GET', 'HEAD', 'PUT', 'DELETE']],
  [`${employees}/all`, ['GET', 'HEAD']],
  [`${employees}/by-ids`, ['GET', 'HEAD']],
  [`${employees}/batch`, ['POST', 'DELETE']],
  [`${employees}/filter`, ['POST']],
  [`${employees}/schemas`, ['GET', 'HEAD']],
  [`${employees}/1/profile`, ['PATCH']],
  [`${employees}/1/compensation`, ['PATCH']],
  [payslips, []],
  [`${payslips}/1`, ['GET', 'HEAD']],
  [`${payslips}/all`, ['GET', 'HEAD']],
  [`${payslips}/by-ids`, ['GET', 'HEAD']],
  [`${payslips}/batch`, []],
  [`${payslips}/filter`, ['POST']],
  [costs, []],
  [`${costs}/2026-01-7`, ['GET', 'HEAD']],
  [`${costs}/batch`, []],
]

test.each(routes)('OPTIONS %s lists exactly its methods: %j', async (url, works) => {
  const answer = await people.send('OPTIONS', url)
  expect(answer.statusCode).toBe(204)
  expect(answer.body).toBe('')
  expect(allowOf(answer.headers.allow)).toEqual([...works, 'OPTIONS'].sort())
})

const refused = routes.flatMap(([url, works]) =>
  methods
    .filter((method) => !works.includes(method))
    .map((method) => [method, url, works] as const),
)

test.each(refused)('%s %s is 405 with the allowed methods', async (method, url, works) => {
  const answer = await people.send(method, url)
  expect(answer.statusCode).toBe(405)
  expect(allowOf(answer.headers.allow)).toEqual([...works, 'OPTIONS'].sort())
  if (method !== 'HEAD') expectFailure(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' })
})

test.each([payslips, costs])(
  'PATCH of a record of %s is 405, whatever follows the id',
  async (path) => {
    for (const segment of ['profile', 'anything', 'a%20b']) {
      const answer = await people.send('PATCH', `${path}/1/${segment}`, {})
      expectFailure(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' })
      expect(answer.headers.allow).toBe('OPTIONS')
      const options = await people.send('OPTIONS', `${path}/1/${segment}`)
      expect([options.statusCode, options.headers.allow]).toEqual([204, 'OPTIONS'])
      const { statusCode } = await people.get(`${path}/1/${segment}`)
      expect(statusCode).toBe(404)
    }
    expect((await people.send('PATCH', `${employees}/1/anything`, {})).statusCode).toBe(404)
  },
)

test.each([
  ['GET', `${payslips}/changes`, 'changes'],
  ['GET', `${payslips}/1/history`, 'history'],
  ['POST', payslips, 'create'],
  ['PUT', `${payslips}/1`, 'update'],
  ['DELETE', `${payslips}/1`, 'delete'],
  ['POST', `${payslips}/batch`, 'batch'],
  ['DELETE', `${payslips}/batch`, 'deleteBatch'],
] as const)(
  '%s %s names the operation that the resource does not offer',
  async (method, url, operation) => {
    const answer = await people.send(method, url)
    const [item] = expectFailure(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' })
    const because = `because this resource does not offer the operation '${operation}'`
    expect(item.message).toBe(
      `${method} is not allowed here, ${because}; use one of ${answer.headers.allow}.`,
    )
  },
)

test('an unsupported method is refused before anything is read', async () => {
  const headers = { accept: 'text/html', 'content-type': 'text/plain', 'content-encoding': 'gzip' }
  const answer = await people.send('PUT', payslips, '{broken', headers)
  expectFailure(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' })
})

describe('HEAD', () => {
  test.each([`${employees}/1`, `${skills}/all`, `${skills}/by-ids?ids=1`])(
    'HEAD of %s has the status and headers of GET, and no body',
    async (url) => {
      const [get, head] = [await people.get(url), await people.send('HEAD', url)]
      expect([head.statusCode, head.body]).toEqual([200, ''])
      expect(head.headers['content-type']).toBe(get.headers['content-type'])
    },
  )

  test('HEAD of an unknown record is 404 without a body', async () => {
    const answer = await people.send('HEAD', `${employees}/999999`)
    expect([answer.statusCode, answer.body]).toEqual([404, ''])
  })
})

describe('literal segments take precedence over {id}', () => {
  test.each(['all', 'by-ids', 'schemas'])('GET %s is not a read by id', async (segment) => {
    const answer = await people.get(`${costs}/${segment}`)
    expect([200, 302]).toContain(answer.statusCode)
    if (answer.statusCode === 200) expect(answer.json().data ?? answer.json()).toBeInstanceOf(Array)
  })

  test.each(['batch', 'filter'])('GET %s is 405, not a read by id', async (segment) => {
    expect((await people.get(`${costs}/${segment}`)).statusCode).toBe(405)
  })

  test('DELETE batch does not delete a record with that id', async () => {
    const answer = await people.send('DELETE', `${skills}/batch`, [])
    expectFailure(answer, { status: 400, code: 'RESOURCE_IDS_REQUIRED' })
  })

  test('a percent-encoded literal segment is neither the segment nor an id', async () => {
    const answer = await people.get(`${skills}/%61ll`)
    expectFailure(answer, { status: 404, code: 'ROUTE_NOT_FOUND' })
  })
})

describe('unknown paths', () => {
  const urls = [
    '/nope',
    '/api',
    '/api/human-resources',
    '/api/human-resources/nope',
    '/api/human-resources/nope/1',
    `${employees}s`,
    `${employees}/1/nope`,
    `${employees}/1/profile/more`,
    `${employees}/filter/nope`,
    '/API/human-resources/employees/1',
  ]

  test.each(urls)('%s is ROUTE_NOT_FOUND', async (url) => {
    expectFailure(await people.get(url), { status: 404, code: 'ROUTE_NOT_FOUND' })
  })

  const bodies: readonly (readonly [string, string | Buffer, string])[] = [
    ['broken JSON', '{"a":', 'application/json'],
    ['another media type', 'a=1', 'application/x-www-form-urlencoded'],
    ['a body that is too large', Buffer.alloc(1_100_000, 32), 'application/json'],
  ]

  test.each(bodies)(
    'an unknown path with %s is ROUTE_NOT_FOUND first',
    async (_name, body, type) => {
      const answer = await people.send('POST', '/api/nope', body, { 'content-type': type })
      expectFailure(answer, { status: 404, code: 'ROUTE_NOT_FOUND' })
    },
  )
})
