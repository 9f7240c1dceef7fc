/** Rate limits: what requests cost, who pays, and what refused callers get. */
import { createTestService, type TestService, type TestServiceOptions } from 'corollary/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../../../src/http/request/address.js'
import notes from '../../server/apps/notes.js'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'

const path = '/api/desk/notes'
const callers = { anna: {}, ben: {} }
let database: FreshDatabase
beforeAll(async () => {
  database = await platformDatabase()
})
afterAll(() => database.close())

const started: TestService[] = []
afterEach(async () => {
  for (const service of started.splice(0)) await service.close()
})

const start = async (
  settings: Readonly<Record<string, unknown>>,
  options: Partial<TestServiceOptions> = {},
) => {
  const service = await createTestService({
    ...notes,
    ...{ connection: database.connection, callers },
    settings: {
      'platform.rate-limit.mode': 'memory',
      'platform.rate-limit.quota': 10,
      'platform.rate-limit.window-seconds': 3_600,
      ...settings,
    },
    ...options,
  })
  started.push(service)
  const send = (method: 'GET' | 'POST', url: string, caller?: string, more: object = {}) =>
    service.app.inject({
      ...{ method, url },
      headers: caller === undefined ? {} : { authorization: `Bearer ${caller}` },
      ...more,
    })
  return {
    send,
    read: (caller?: string) => send('GET', `${path}/by-ids?ids=1`, caller),
    /** The units that are left, according to the response. */
    left: async (answer: ReturnType<typeof send>) =>
      Number(/;r=(\d+);/.exec(String((await answer).headers['ratelimit']))?.[1]),
  }
}

describe('what a caller spends', () => {
  test('a response says what is left, and what the policy is', async () => {
    const { read } = await start({})
    const { statusCode, headers } = await read('anna')
    expect({ statusCode, headers }).toMatchObject({
      statusCode: 200,
      headers: {
        'ratelimit-policy': '"default";q=10;w=3600',
        ratelimit: '"default";r=9;t=360',
      },
    })
    expect(headers['retry-after']).toBeUndefined()
  })

  test('more than the quota is 429 RATE_LIMITED until units are available again', async () => {
    let time = Date.parse('2026-03-20T12:00:00Z')
    const { read } = await start({}, { now: () => new Date(time) })
    for (let left = 9; left >= 0; left--) {
      expect((await read('anna')).headers['ratelimit']).toMatch(`r=${left};`)
    }
    const refused = await read('anna')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers).toMatchObject({
      'retry-after': '360',
      'ratelimit-policy': '"default";q=10;w=3600',
      ratelimit: '"default";r=0;t=360',
    })
    expect(refused.json().errors[0]).toMatchObject({
      code: 'RATE_LIMITED',
      category: 'SYSTEM',
      message: 'You may spend 10 units in 3600 s; try again in 360 s.',
      properties: { quota: 10, window: 3_600 },
    })
    expect((await read('ben')).statusCode).toBe(200)
    time += 359_999
    expect((await read('anna')).statusCode).toBe(429)
    time += 1
    expect((await read('anna')).statusCode).toBe(200)
    expect((await read('anna')).statusCode).toBe(429)
    time -= 1_000_000
    expect((await read('anna')).statusCode).toBe(429)
    time += 1_000_000 + 360_000
    expect((await read('anna')).statusCode).toBe(200)
  })

  test('operations cost different amounts', async () => {
    const { left, read, send } = await start({ 'platform.rate-limit.quota': 1_000 })
    expect(await left(read('anna'))).toBe(999)
    const groupBy = { payload: { field: 'body' } }
    expect(await left(send('POST', `${path}/stats/group-by`, 'anna', groupBy))).toBe(994)
    expect(await left(send('POST', `${path}/export`, 'anna'))).toBe(974)
    expect(await left(send('GET', `${path}/all`, 'anna'))).toBe(954)
    expect(await left(send('POST', path, 'anna', { payload: { body: 'x' } }))).toBe(952)
    expect(await left(send('GET', '/schemas/catalog', 'anna'))).toBe(951)
  })

  test('a batch costs a write and each further item', async () => {
    const { left, send } = await start({ 'platform.rate-limit.quota': 1_000 })
    const items = Array.from({ length: 8 }, () => ({ operation: 'CREATE', data: { body: 'x' } }))
    expect(await left(send('POST', `${path}/batch`, 'anna', { payload: { items } }))).toBe(991)
  })

  test('a batch that costs more than is left is refused before it writes', async () => {
    const { read, send } = await start({})
    const before = await database.client.query('select count(*) from notes')
    await read('anna')
    const items = Array.from({ length: 9 }, () => ({ operation: 'CREATE', data: { body: 'x' } }))
    const answer = await send('POST', `${path}/batch`, 'anna', { payload: { items } })
    expect(answer.statusCode).toBe(429)
    expect((await database.client.query('select count(*) from notes')).rows).toEqual(before.rows)
  })

  test('a request that costs more than a full bucket takes all of it', async () => {
    const { read, send } = await start({ 'platform.rate-limit.burst': 5 })
    const answer = await send('POST', `${path}/export`, 'anna')
    expect(answer.headers['ratelimit']).toBe('"default";r=0;t=1800')
    expect((await read('anna')).statusCode).toBe(429)
  })

  test('costs can be changed by setting', async () => {
    const { left, read, send } = await start({ 'platform.rate-limit.costs': 'read=3,write=0' })
    expect(await left(read('anna'))).toBe(7)
    const created = await send('POST', path, 'anna', { payload: { body: 'x' } })
    expect(created.statusCode).toBe(201)
    expect(created.headers['ratelimit']).toBeUndefined()
  })

  test('health checks and metrics are free', async () => {
    const { read, send } = await start({})
    for (let count = 0; count < 10; count++) await read('anna')
    expect((await read('anna')).statusCode).toBe(429)
    for (const url of ['/health/live', '/health/ready', '/metrics']) {
      expect((await send('GET', url, 'anna')).statusCode).toBe(200)
    }
  })

  test('pages of allowed origins may read the headers', async () => {
    const { send } = await start({ 'platform.http.cors.origins': 'https://app.example.com' })
    const headers = { origin: 'https://app.example.com', authorization: 'Bearer anna' }
    const exposed = (await send('GET', path, undefined, { headers })).headers
    expect(exposed['access-control-expose-headers']).toMatch(/\bRateLimit, RateLimit-Policy\b/)
  })

  test('without limits, responses have none of the headers', async () => {
    const { read } = await start({ 'platform.rate-limit.mode': 'off' })
    for (let count = 0; count < 12; count++) {
      const { statusCode, headers } = await read('anna')
      expect({ statusCode, limit: headers['ratelimit'] }).toEqual({ statusCode: 200 })
    }
  })
})

describe('callers without a name', () => {
  const from = (remoteAddress: string, forwarded?: string) => ({
    remoteAddress,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  })
  const open = {
    'platform.auth.public': 'health,schemas',
    'platform.auth.allow-remote-without-authentication': true,
  }

  test('share the quota of their address', async () => {
    const { left, send } = await start(open)
    const read = (more: object) => left(send('GET', '/schemas/catalog', undefined, more))
    expect(await read(from('192.0.2.1'))).toBe(9)
    expect(await read(from('192.0.2.1'))).toBe(8)
    expect(await read(from('192.0.2.2'))).toBe(9)
    expect(await read(from('2001:db8::1'))).toBe(9)
    expect(await read(from('2001:db8::ffff:2'))).toBe(8)
  })

  test('choose no address of their own', async () => {
    const { left, send } = await start(open)
    const read = (more: object) => left(send('GET', '/schemas/catalog', undefined, more))
    expect(await read(from('192.0.2.1', '198.51.100.1'))).toBe(9)
    expect(await read(from('192.0.2.1', '198.51.100.2'))).toBe(8)
  })

  test('have the address that the trusted proxy saw', async () => {
    const { left, send } = await start({ ...open, 'platform.http.trusted-proxies': 1 })
    const read = (more: object) => left(send('GET', '/schemas/catalog', undefined, more))
    expect(await read(from('192.0.2.1', '198.51.100.1'))).toBe(9)
    expect(await read(from('192.0.2.1', '203.0.113.9, 198.51.100.1'))).toBe(8)
    expect(await read(from('192.0.2.1', '198.51.100.2'))).toBe(9)
  })

  test('failed authentication is charged to the address, not to valid callers there', async () => {
    const now = () => new Date('2026-03-20T12:00:00Z')
    const { read, send } = await start({ 'platform.rate-limit.quota': 20 }, { now })
    expect((await read('nobody')).statusCode).toBe(401)
    expect((await read('nobody')).statusCode).toBe(401)
    const refused = await read('nobody')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('1800')
    expect((await read('anna')).statusCode).toBe(200)
    const metrics = await send('GET', '/metrics', 'anna')
    expect(metrics.body).toContain('rate_limit_refusals_total{policy="quota"} 1')
  })

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8::6', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    [undefined, ''],
  ])('the address %s counts as %s', (ip, expected) => {
    expect(addressOf({ ip })).toBe(expected)
  })
})

describe('limits that all processes share', () => {
  const shared = {
    'platform.rate-limit.mode': 'database',
    'platform.rate-limit.quota': 100,
    // A unit takes a quarter of an hour or longer, so that none becomes available during a test.
    'platform.rate-limit.window-seconds': 86_400,
  }

  test('the quota is one for all of them, and most requests need no statement', async () => {
    let leases = 0
    const onStatement = ({ text }: { readonly text: string }) => {
      if (/insert into corollary\.rate_limit/.test(text)) leases++
    }
    const nodes = [await start(shared, { onStatement }), await start(shared, { onStatement })]
    const statuses: number[] = []
    for (let count = 0; count < 120; count++) {
      statuses.push((await nodes[count % 2]!.read('anna')).statusCode)
    }
    const served = statuses.filter((status) => status === 200).length
    // A lease of the other node may be left over.
    expect(served).toBeGreaterThan(90)
    expect(served).toBeLessThanOrEqual(100)
    expect(statuses.at(-1)).toBe(429)
    expect(leases).toBeLessThan(30)
    const { rows } = await database.client.query(`select key from corollary.rate_limit`)
    expect(JSON.stringify(rows)).not.toContain('anna')
    expect((await nodes[0]!.read('ben')).statusCode).toBe(200)
  })

  test('requests at the same time share a lease, and none is lost', async () => {
    await database.client.query('delete from corollary.rate_limit')
    const { read, left } = await start(shared)
    const answers = await Promise.all(Array.from({ length: 40 }, () => read('anna')))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await left(read('anna'))).toBe(59)
  })

  test('units become available again with the time of the database', async () => {
    const { read } = await start({ ...shared, 'platform.rate-limit.quota': 10 })
    await database.client.query('delete from corollary.rate_limit')
    const statuses = []
    for (let count = 0; count < 11; count++) statuses.push((await read('ben')).statusCode)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
    await database.client.query('update corollary.rate_limit set full_at = full_at - 2 * 8640')
    const other = await start({ ...shared, 'platform.rate-limit.quota': 10 })
    expect((await other.read('ben')).statusCode).toBe(200)
    expect((await other.read('ben')).statusCode).toBe(200)
    expect((await other.read('ben')).statusCode).toBe(429)
  })

  describe('while the table cannot be used', () => {
    beforeAll(() => database.client.query('alter table corollary.rate_limit rename to gone'))
    afterAll(() => database.client.query('alter table corollary.gone rename to rate_limit'))

    test('each process limits by its own memory', async () => {
      const { read } = await start({ ...shared, 'platform.rate-limit.quota': 10 })
      const statuses = []
      for (let count = 0; count < 12; count++) statuses.push((await read('anna')).statusCode)
      expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    })

    test('requests are refused if the setting says so', async () => {
      const { read, send } = await start({ ...shared, 'platform.rate-limit.fails-open': false })
      const answer = await read('anna')
      expect({ status: answer.statusCode, headers: answer.headers }).toMatchObject({
        status: 503,
        headers: { 'retry-after': '1' },
      })
      expect((await send('GET', '/health/ready', 'anna')).statusCode).toBe(200)
    })
  })
})
