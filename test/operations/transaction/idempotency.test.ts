/** Idempotency-Key on create: one write, however often the request is sent. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyStoreOf } from '../../../src/operations/transaction/stored-keys.js'
import { type PeopleService, startPeople } from '../../support/people.js'
import { blockedSessions } from '../../support/sessions.js'

let service: PeopleService
beforeAll(async () => {
  service = await startPeople({ 'platform.idempotency.wait-ms': 300 })
})
afterAll(() => service.close())

const url = '/api/human-resources/skills'
let serial = 0
const skill = () => ({ code: `K-${serial++}`, name: 'Patience', category: 'Virtue' })
const create = (payload: object, key?: string, path = url) =>
  service.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
const codeOf = (answer: Awaited<ReturnType<typeof create>>) => answer.json().errors[0].code
const countOf = async (code: string) =>
  Number(
    (await service.database.client.query('select count(*) from skills where code = $1', [code]))
      .rows[0].count,
  )

describe('repeated requests with the same key', () => {
  test('the record is written once, and a replay gets the same response with a mark', async () => {
    const body = skill()
    const first = await create(body, 'a-1')
    const again = await create(body, 'a-1')
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.body).toBe(first.body)
    expect(again.headers.location).toBe(first.headers.location)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await countOf(body.code)).toBe(1)
  })

  test('the order of members does not matter', async () => {
    const body = skill()
    await create(body, 'a-2')
    const again = await create(Object.fromEntries(Object.entries(body).reverse()), 'a-2')
    expect(again.headers['idempotency-replayed']).toBe('true')
  })

  test('a replay has the ETag of a versioned record', async () => {
    const body = {
      employeeId: 1,
      kind: 'OTHER',
      startsOn: '2026-01-01',
      endsOn: '2026-01-02',
      days: 2,
    }
    const path = '/api/human-resources/absence-requests'
    const first = await create(body, 'a-3', path)
    const again = await create(body, 'a-3', path)
    expect(again.headers.etag).toBe(first.headers.etag)
    expect(again.headers.etag).toMatch(/^"1\./)
    expect(again.headers['cache-control']).toBe('private, no-cache')
  })

  test('twelve concurrent requests write the record exactly once', async () => {
    const body = skill()
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(body, 'a-4')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(201))
    expect(
      answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined),
    ).toHaveLength(1)
    expect(await countOf(body.code)).toBe(1)
  })

  test('keys are scoped by resource', async () => {
    await create(skill(), 'a-5')
    const other = await create(
      { code: 'D-K5', name: 'Other' },
      'a-5',
      '/api/human-resources/departments',
    )
    expect(other.statusCode).toBe(201)
    expect(other.headers['idempotency-replayed']).toBeUndefined()
  })
})

test('another request with the same key is refused', async () => {
  await create(skill(), 'b-1')
  const other = await create(skill(), 'b-1')
  expect(other.statusCode).toBe(409)
  expect(codeOf(other)).toBe('IDEMPOTENCY_CONFLICT')
})

test('a request that was refused may be sent again', async () => {
  const body = skill()
  await create(body)
  const refused = await create(body, 'c-1')
  expect(codeOf(refused)).toBe('DATA_INTEGRITY_VIOLATION')
  await service.database.client.query('delete from skills where code = $1', [body.code])
  const again = await create(body, 'c-1')
  expect(again.statusCode).toBe(201)
  expect(again.headers['idempotency-replayed']).toBeUndefined()
})

test('an invalid body does not reserve the key', async () => {
  expect((await create({ code: 5 }, 'c-2')).statusCode).toBe(400)
  expect((await create(skill(), 'c-2')).statusCode).toBe(201)
})

test('a request waits for the first one with its key, then gets IDEMPOTENCY_IN_PROGRESS', async () => {
  const { client } = service.database
  const body = skill()
  // A writer that has inserted the code but not committed blocks the first request.
  await client.query('begin')
  await client.query(`insert into skills (code, name, category) values ($1, 'x', 'y')`, [body.code])
  const first = create(body, 'd-1')
  await expect.poll(async () => (await client.query(`select ${blockedSessions}`)).rowCount).toBe(1)
  const second = await create(body, 'd-1')
  expect(second.statusCode).toBe(409)
  expect(codeOf(second)).toBe('IDEMPOTENCY_IN_PROGRESS')
  expect(second.headers['retry-after']).toBe('1')
  await client.query('rollback')
  expect((await first).statusCode).toBe(201)
  expect((await create(body, 'd-1')).headers['idempotency-replayed']).toBe('true')
})

describe('replays for deleted records', () => {
  test('a replay for a deleted record says so and writes nothing', async () => {
    const body = skill()
    const first = await create(body, 'f-1')
    const url = String(first.headers.location)
    expect((await service.app.inject({ method: 'DELETE', url })).statusCode).toBe(204)
    const again = await create(body, 'f-1')
    expect(again.statusCode).toBe(404)
    expect(codeOf(again)).toBe('RESOURCE_NOT_FOUND')
    expect(again.json().message).toContain('no longer exists')
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await countOf(body.code)).toBe(0)
  })
})

describe('responses that are too large to be stored', () => {
  const path = '/api/human-resources/departments'
  const large = () => ({ code: `L-${serial++}`, name: 'x'.repeat(100) })
  let small: PeopleService
  beforeAll(async () => {
    small = await startPeople({ 'platform.idempotency.max-answer-bytes': 200 })
  })
  afterAll(() => small.close())
  const send = (payload: object, key: string) =>
    small.app.inject({ method: 'POST', url: path, payload, headers: { 'idempotency-key': key } })

  test('a batch with a large response is replayed without its records', async () => {
    const batchOf = (count: number) => ({
      items: Array.from({ length: count }, () => ({ operation: 'CREATE', data: large() })),
    })
    const wide = await startPeople({ 'platform.idempotency.max-answer-bytes': 3_000 })
    const sendBatch = (payload: object, key: string) =>
      wide.app.inject({
        method: 'POST',
        url: `${path}/batch`,
        payload,
        headers: { 'idempotency-key': key },
      })
    const [few, many] = [batchOf(10), batchOf(60)]
    const first = await sendBatch(few, 'b-1')
    const again = await sendBatch(few, 'b-1')
    const withoutRecords = first
      .json()
      .data.items.map((item: object) => ({ ...item, record: null }))
    expect(again.json().data, again.body).toEqual({ ...first.json().data, items: withoutRecords })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect((await sendBatch(many, 'b-2')).statusCode).toBe(200)
    const refused = await sendBatch(many, 'b-2')
    await wide.close()
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  })

  test('a large response is sent, and a replay says that the request was executed', async () => {
    const body = large()
    const first = await send(body, 'g-1')
    const again = await send(body, 'g-1')
    expect([first.statusCode, again.statusCode]).toEqual([201, 409])
    expect(codeOf(again)).toBe('IDEMPOTENCY_CONFLICT')
    expect(again.json().message).toContain('too large')
    expect(again.headers.location).toBe(first.headers.location)
    expect(again.headers['idempotency-replayed']).toBe('true')
    const { rows } = await small.database.client.query(
      'select (select count(*)::int from departments where code = $1) as made, length(answer::text) as size from corollary.idempotency',
      [body.code],
    )
    expect(rows).toEqual([{ made: 1, size: expect.any(Number) }])
    expect(rows[0].size).toBeLessThan(400)
  })
})

test('an expired key can be used again', async () => {
  const body = skill()
  await create(body, 'e-1')
  await service.database.client.query(
    `update corollary.idempotency set expires_at = now() - interval '1 s' where key = 'e-1'`,
  )
  expect(codeOf(await create(body, 'e-1'))).toBe('DATA_INTEGRITY_VIOLATION')
  expect((await create(skill(), 'e-1')).statusCode).toBe(201)
})

test('storing a response reads no whole table, also if it was planned while the table was empty', async () => {
  const { client } = service.database
  await client.query('delete from corollary.idempotency')
  await client.query('vacuum corollary.idempotency')
  const { text } = keyStoreOf({ tenant: undefined }, 'corollary').store('scope', 'key', '{}')
  await client.query(`set plan_cache_mode = force_generic_plan; prepare storing as ${text}`)
  const { rows } = await client.query(`explain execute storing('scope', 'key', '{}')`)
  await client.query('deallocate storing; reset plan_cache_mode')
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('idempotency_pkey')
  expect(plan).not.toContain('Seq Scan')
})

test.each(['', 'a b', 'é', 'x'.repeat(256), 'x'.repeat(10_000)])(
  'the key %j is refused',
  async (key) => {
    const answer = await create(skill(), key)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0]).toMatchObject({
      code: 'INVALID_PARAMETER',
      target: 'Idempotency-Key',
    })
  },
)
