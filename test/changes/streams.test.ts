/** Streams of changes: what a caller receives, and how streams begin and end. */
import { createClient } from 'corollary/client'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import type { employees } from '../../examples/people/resources/employees.js'
import type { Json } from '../http/use-people.js'
import { type FreshDatabase, fewPeopleDatabase } from '../support/database.js'
import { type OpenStream, openStream } from './event-source.js'

const callers = {
  all: { authorities: ['hr:all', 'employee:compensation'] },
  hand: { authorities: ['hr:department:2'] },
  guest: { authorities: [] },
}
const path = '/api/human-resources/employees'
const following = people.resources.map(({ schema, data }) => ({
  schema,
  data: { ...data, changes: true },
}))
let database: FreshDatabase
let service: TestService
let origin: string
const open: OpenStream[] = []

beforeAll(async () => {
  database = await fewPeopleDatabase()
  service = await createTestService({
    resources: following,
    connection: database.connection,
    callers,
    settings: { 'platform.changes.max-streams': 3, 'platform.changes.poll-ms': 3_600_000 },
  })
  origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  const streams = open.splice(0)
  for (const stream of streams) stream.cut()
  await Promise.all(streams.map(({ ended }) => ended))
})
afterAll(async () => {
  await service?.close()
  await database?.close()
})

const follow = async (caller: string, lastEventId?: string, query = ''): Promise<OpenStream> => {
  const stream = await openStream(`${origin}${path}/changes${query}`, { caller, lastEventId })
  open.push(stream)
  return stream
}
let made = 0
const send = async (method: string, url: string, body?: unknown) => {
  const response = await fetch(`${origin}${url}`, {
    method,
    headers: { authorization: 'Bearer all', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(response.ok, await response.clone().text()).toBe(true)
  return response.status === 204 ? undefined : ((await response.json()) as Json).data
}
const put = (departmentId: number) =>
  send('POST', path, {
    code: `S-${++made}`,
    fullName: 'Grace Hopper',
    email: `s${made}@example.com`,
    salary: 10,
    hiredOn: '2026-03-01',
    departmentId,
  })
const move = ({ id, code, fullName, email, salary, hiredOn }: Json, departmentId: number) => {
  const given = { status: 'ACTIVE', remote: false }
  const body = { code, fullName, email, salary, hiredOn, departmentId, ...given }
  return send('PUT', `${path}/${id}`, body)
}

describe('events', () => {
  test('a create, an update and a delete arrive without polling, with what changed', async () => {
    const stream = await follow('all')
    expect(await stream.next()).toMatchObject({ type: 'ready' })
    const { id } = await put(2)
    await send('PATCH', `${path}/${id}/profile`, { nickname: 'Amazing Grace' })
    await send('DELETE', `${path}/${id}`)
    const at = expect.any(String)
    expect([await stream.next(), await stream.next(), await stream.next()]).toMatchObject([
      { type: 'change', data: { id, operation: 'create', version: 1, at } },
      { type: 'change', data: { id, operation: 'update', fields: ['nickname'], version: 2, at } },
      { type: 'change', data: { id, operation: 'delete', fields: [], version: null, at } },
    ])
  })

  test('a caller with restricted rows receives changes of visible records, and no deletes', async () => {
    const stream = await follow('hand')
    await stream.next()
    const foreign = await put(3)
    const seen = await put(2)
    const deleted = await put(2)
    await send('PATCH', `${path}/${foreign.id}/profile`, { nickname: 'x' })
    await send('DELETE', `${path}/${deleted.id}`)
    await send('PATCH', `${path}/${seen.id}/profile`, { nickname: 'y' })
    const received = []
    for (;;) {
      const { type, data } = await stream.next()
      if (type === 'change') received.push([data.id, data.operation])
      if (data.operation === 'update') break
    }
    expect(received.filter(([id]) => id !== deleted.id)).toEqual([
      [seen.id, 'create'],
      [seen.id, 'update'],
    ])
    expect(received).not.toContainEqual([deleted.id, 'delete'])
  })

  test.each([
    ['moved to rows of others', (record: Json) => move(record, 3)],
    ['deleted', ({ id }: Json) => send('DELETE', `${path}/${id}`)],
  ])(
    'a record that is %s makes what a caller with restricted rows has read stale, without its id',
    async (_, leave) => {
      const record = await put(2)
      const stream = await follow('hand')
      await stream.next()
      await leave(record)
      expect(await stream.next()).toMatchObject({ type: 'stale', data: {} })
      // The place of the event: a reader that resumes there does not get it again.
      const resumed = await follow('hand', stream.lastId, '?follow=false')
      expect((await resumed.next()).type).toBe('ready')
      const last = await put(2)
      expect((await stream.next()).data).toMatchObject({ id: last.id, operation: 'create' })
      await resumed.ended
      expect(resumed.received).toBe(1)
    },
  )

  test('a caller who sees no rows receives nothing', async () => {
    const stream = await follow('guest')
    const { id: position } = await stream.next()
    await put(2)
    const again = await follow('guest', position, '?follow=false')
    await again.ended
    expect(again.received).toBe(1)
  })

  test('an event id resumes after its event; one that means nothing begins with reset', async () => {
    const stream = await follow('all')
    await stream.next()
    const first = await put(2)
    const second = await put(2)
    const event = await stream.next()
    expect(event.data.id).toBe(first.id)
    const resumed = await follow('all', event.id)
    expect((await resumed.next()).type).toBe('ready')
    expect((await resumed.next()).data).toMatchObject({ id: second.id, operation: 'create' })
    const foreign = await follow('all', 'bm90aGluZw')
    expect((await foreign.next()).type).toBe('reset')
  })

  test('follow=false ends after the changes up to now', async () => {
    const first = await follow('all', undefined, '?follow=false')
    const { id: position } = await first.next()
    await first.ended
    const employee = await put(2)
    const stream = await follow('all', position, '?follow=false')
    await stream.ended
    expect((await stream.next()).type).toBe('ready')
    expect((await stream.next()).data).toMatchObject({ id: employee.id })
  })

  test('changes of a dump that was restored in another cluster are not sent as new ones', async () => {
    await put(2)
    const { client, connection } = database
    // As in the dump of a cluster that has had more transactions.
    await client.query(`update corollary.change set xid = (xid::text::int8 + 1e9)::text::xid8`)
    const { close } = await createTestService({ resources: following, connection })
    await close()
    const stream = await follow('all')
    await stream.next()
    const employee = await put(2)
    expect((await stream.next()).data).toMatchObject({ id: employee.id, operation: 'create' })
    const { rows } = await client.query('select distinct record from corollary.change')
    expect(rows.length).toBeGreaterThan(1)
  })
})

describe('requests', () => {
  const head = (headers: Record<string, string>, query = '') =>
    service.app.inject({
      method: 'GET',
      url: `${path}/changes${query}`,
      headers: { authorization: 'Bearer all', ...headers },
    })

  test('a request that is not for events, or without credentials, is refused', async () => {
    expect((await head({ accept: 'application/json' })).statusCode).toBe(406)
    expect((await head({ authorization: '' }, '?follow=false')).statusCode).toBe(401)
    expect((await head({}, '?follow=maybe')).json().errors[0].code).toBe('INVALID_PARAMETER')
  })

  test('more streams than the limit are refused with 503, and a stream that ends makes room', async () => {
    for (let index = 0; index < 3; index++) await (await follow('all')).next()
    const refused = await head({})
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
    const [stream] = open.splice(0, 1)
    stream!.cut()
    await stream!.ended
    await expect.poll(async () => (await head({}, '?follow=false')).statusCode).toBe(200)
  })

  test('the client follows changes, and resumes by their positions', async () => {
    const client = createClient<readonly [typeof employees]>({
      baseUrl: origin,
      headers: { authorization: 'Bearer all' },
    }).resource('human-resources.employees')
    const abort = new AbortController()
    const changes = client.changes({ signal: abort.signal })
    const ready = (await changes.next()).value!
    if (ready.type !== 'ready') return expect.fail(ready.type)
    const { id } = await put(2)
    expect((await changes.next()).value).toMatchObject({ type: 'change', id, operation: 'create' })
    abort.abort()
    expect((await changes.next()).done).toBe(true)
    const again = []
    for await (const event of client.changes({ after: ready.position, follow: false })) {
      again.push(event)
    }
    expect(again).toMatchObject([{ type: 'ready' }, { type: 'change', id }])
  })
})

test('closing the service ends its streams', async () => {
  const other = await createTestService({
    resources: following,
    connection: database.connection,
  })
  const url = `${await other.app.listen({ port: 0, host: '127.0.0.1' })}${path}/changes`
  const stream = await openStream(url)
  await stream.next()
  await other.close()
  await stream.ended
})
