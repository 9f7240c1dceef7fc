/**
 * A database with the platform tables of release 0.1.0 is served by this program, and then by both
 * at once, as during a rolling update.
 */
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { migrations } from '../../src/platform/migrations.js'
import { type FreshDatabase, peopleDatabase } from '../support/database.js'
import {
  answerStatement,
  claimStatement,
  foldStatement,
  journalStatement,
  startStatements,
  tablesOf010,
  triggersOf010,
  versionStatement,
} from './release-0.1.0.js'

const path = '/api/human-resources/skills'
const table = 'public.skills'
const secret = 'c2VjcmV0IG9mIHRoZSBmaXJzdCByZWxlYXNl'

let database: FreshDatabase
let service: TestService
/** What nodes of release 0.1.0 send. */
const send = async (text: string, values: readonly unknown[] = []) =>
  (await database.client.query(text, [...values])).rows
const versionAt010 = async (): Promise<string> =>
  (await send(versionStatement, [[table]]))[0].version

beforeAll(async () => {
  database = await peopleDatabase()
  await send(tablesOf010)
  await send(triggersOf010(table))
  await send(`insert into corollary.shared_value (name, value) values ('cursor', '${secret}')`)
  service = await createTestService({
    resources: people.resources,
    connection: database.connection,
    settings: { 'platform.idempotency.wait-ms': 300 },
  })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

let created = 0
const newSkill = () => ({ code: `U-${++created}`, name: 'Patience', category: 'Virtue' })
const create = (key?: string, payload = newSkill()) =>
  service.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
const readPage = () => service.app.inject({ method: 'POST', url: `${path}/filter`, payload: {} })
const version = async () => (await readPage()).headers['x-data-version']
const insertSkill = `insert into skills (code, name, category)
  values ('U-' || (random() * 1e9)::int, 'Patience', 'Virtue')`

test('a start applies the migrations since 0.1.0 and keeps what 0.1.0 stored', async () => {
  const numbers = await send('select number from corollary.migration order by 1')
  expect(numbers.map(({ number }) => number)).toEqual(migrations.map(({ number }) => number))
  expect(await send(`select value from corollary.shared_value where name = 'cursor'`)).toEqual([
    { value: secret },
  ])
})

test('0.1.0 starts on the migrated tables', async () => {
  const [journal] = await send(journalStatement)
  expect(journal.needs).toBeLessThanOrEqual(4)
  const before = await version()
  await send(startStatements[0])
  await send(startStatements[1], [[table]])
  expect(await version()).toBe(before)
})

describe('dataset versions of two releases', () => {
  test('both releases see the writes of both, and read the same versions', async () => {
    const versions = async () => [await version(), await versionAt010()]
    const before = await versions()
    expect((await create()).statusCode).toBe(201)
    const between = await versions()
    await send(insertSkill)
    const after = await versions()
    for (const [ours, earlier] of [before, between, after]) expect(earlier).toBe(ours)
    expect(new Set([...before, ...between, ...after]).size).toBe(3)
  })

  test('a fold of 0.1.0 changes no version and no total', async () => {
    const total = async () => (await readPage()).json().data.totalElements
    const before = [await version(), await versionAt010(), await total()]
    await send(foldStatement)
    expect([await version(), await versionAt010(), await total()]).toEqual(before)
    await send(insertSkill)
    expect(await total()).toBe(before[2] + 1)
  })
})

describe('idempotency keys of two releases', () => {
  const scopeOf = async (key: string): Promise<string> =>
    (await send('select scope from corollary.idempotency where key = $1', [key]))[0].scope

  test('0.1.0 does not repeat what this release has done', async () => {
    expect((await create('new-1')).statusCode).toBe(201)
    const scope = await scopeOf('new-1')
    expect(await send(claimStatement, [scope, 'new-1', 'of 0.1.0'])).toEqual([])
    const [stored] = await send(answerStatement, [scope, 'new-1'])
    expect(stored.answer).toMatchObject({
      status: 201,
      headers: expect.any(Object),
      body: expect.any(String),
    })
  })

  test('a response that 0.1.0 has stored is replayed', async () => {
    const payload = newSkill()
    const { body } = await create('new-2', payload)
    const answer = { status: 201, headers: { Location: '/of/0.1.0' }, body, recordId: '1' }
    await send(
      `insert into corollary.idempotency (scope, key, fingerprint, answer, expires_at)
       select scope, 'old-1', fingerprint, $1, expires_at
       from corollary.idempotency where key = 'new-2'`,
      [answer],
    )
    const replay = await create('old-1', payload)
    expect([replay.statusCode, replay.body, replay.headers.location]).toEqual([
      201,
      body,
      '/of/0.1.0',
    ])
  })

  test('a response that 0.1.0 has stored is not replayed once its record is gone', async () => {
    const payload = newSkill()
    await create('new-4', payload)
    const answer = { status: 201, headers: {}, body: '{}', recordId: '999999999' }
    await send(
      `insert into corollary.idempotency (scope, key, fingerprint, answer, expires_at)
       select scope, 'old-3', fingerprint, $1, expires_at
       from corollary.idempotency where key = 'new-4'`,
      [answer],
    )
    expect((await create('old-3', payload)).statusCode).toBe(404)
  })

  test('a key that 0.1.0 has claimed is in progress, and then used', async () => {
    await create('new-3')
    const scope = await scopeOf('new-3')
    await send('begin')
    expect(await send(claimStatement, [scope, 'old-2', 'of 0.1.0'])).toHaveLength(1)
    const waiting = await create('old-2')
    await send('commit')
    const refused = await create('old-2')
    const codes = [waiting, refused].map((response) => response.json().errors[0].code)
    expect(codes).toEqual(['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_CONFLICT'])
  })
})
