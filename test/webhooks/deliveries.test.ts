/** What webhooks deliver, in which order, and what follows a failure. */
import { describe, expect, test } from 'vitest'
import { accept, isSigned, status, until } from './receiver.js'
import { employees, useWebhooks } from './use-webhooks.js'

const webhooks = useWebhooks()
const received = () => webhooks.receiver.received
const waiting = () =>
  webhooks.rows(
    'select id, attempts, failure, due_at, dead_at from corollary.webhook_delivery order by seq',
  )
const isEmpty = async () => (await waiting()).length === 0
/** Lets the next attempts be due now. */
const hurry = () =>
  webhooks.rows('update corollary.webhook_delivery set due_at = now() where due_at is not null')

describe('what is delivered', () => {
  test('a create, an update and a delete are delivered in their order, signed, with audited values', async () => {
    const service = await webhooks.start()
    const employee = await webhooks.create(service, { salary: '1500.50' })
    await webhooks.setPhone(service, employee, '1')
    await webhooks.send(service, 'DELETE', `/api/human-resources/employees/${employee.id}`)
    await until(() => received().length >= 3)
    await until(isEmpty)
    expect(received().map(({ body }) => body.type)).toEqual([
      `${employees}.create`,
      `${employees}.update`,
      `${employees}.delete`,
    ])
    expect(received()[0]!.body).toEqual({
      type: `${employees}.create`,
      timestamp: expect.any(String),
      data: {
        ...{ id: employee.id, at: received()[0]!.body.timestamp, resource: employees },
        ...{ operation: 'create', action: null, principal: 'hr', tenant: null },
        fields: expect.arrayContaining(['fullName', 'salary']),
        ...{ oldVersion: null, newVersion: 1, traceId: expect.any(String) },
        values: expect.objectContaining({ salary: { old: null, new: 1500.5 } }),
      },
    })
    expect(received()[1]!.body.data).toMatchObject({
      action: 'profile',
      fields: ['phone'],
      values: {},
    })
    for (const each of received()) {
      expect(isSigned(each, 'first')).toBe(true)
      expect(isSigned(each, 'second')).toBe(false)
      expect(each.headers['content-type']).toBe('application/json')
    }
    expect(new Set(received().map(({ id }) => id)).size).toBe(3)
  })

  test('changes of other resources and of other operations are not delivered', async () => {
    const service = await webhooks.start({ operations: ['delete'] })
    const employee = await webhooks.create(service)
    await webhooks.send(service, 'POST', '/api/human-resources/skills', {
      code: 'W',
      name: 'w',
      category: 'w',
    })
    await webhooks.send(service, 'DELETE', `/api/human-resources/employees/${employee.id}`)
    await until(() => received().length > 0)
    await until(isEmpty)
    expect(received().map(({ body }) => body.type)).toEqual([`${employees}.delete`])
  })

  test('during a rotation, messages are signed with both secrets', async () => {
    const service = await webhooks.start({
      secrets: ['env:WEBHOOK_OTHER_SECRET', 'env:WEBHOOK_TEST_SECRET'],
    })
    await webhooks.create(service)
    await until(() => received().length > 0)
    expect([isSigned(received()[0]!, 'first'), isSigned(received()[0]!, 'second')]).toEqual([
      true,
      true,
    ])
  })

  test('a disabled webhook sends nothing, and continues where it stopped', async () => {
    await webhooks.stop(await webhooks.start())
    const paused = await webhooks.start({ enabled: false })
    const employee = await webhooks.create(paused)
    await webhooks.stop(paused)
    expect(received()).toEqual([])
    await webhooks.start()
    await until(() => received().length > 0)
    expect(received()[0]!.body.data.id).toBe(employee.id)
  })

  test('a change whose transaction began earlier and commits later is delivered', async () => {
    const service = await webhooks.start()
    const insert = `insert into corollary.change (resource, source, record, operation, fields)
      values ('${employees}', 'employees', '7', 'update', '{}')`
    await webhooks.rows('begin')
    await webhooks.rows(insert)
    const later = await webhooks.create(service)
    await until(() => received().length === 1)
    await webhooks.rows('commit')
    await until(() => received().length === 2)
    expect(received().map(({ body }) => body.data.id)).toEqual([later.id, 7])
  })

  test('a change is due though its queueing waited for the end of a delivery, under repeatable read', async () => {
    const { client, connection } = webhooks.database
    await client.query(
      `alter database "${connection.database}" set default_transaction_isolation = 'repeatable read'`,
    )
    webhooks.receiver.respond = status(500)
    const service = await webhooks.start()
    const employee = await webhooks.create(service)
    await until(async () => (await waiting())[0]?.failure != null)
    await client.query('begin isolation level read committed')
    await client.query(
      "select pg_advisory_xact_lock_shared(hashtextextended('corollary.webhook crm', 0))",
    )
    await client.query('delete from corollary.webhook_delivery')
    await webhooks.setPhone(service, employee, '1')
    // Queueing that began before does not see the change.
    const queueing = `from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'
      and datname = current_database()`
    const [before] = await webhooks.rows(`select clock_timestamp() as now`)
    await webhooks.rows(`select pg_cancel_backend(pid) ${queueing}`)
    const waitsAnew = async () => {
      await webhooks.rows('select pg_stat_clear_snapshot()')
      const waiting = await webhooks.rows(`select ${queueing} and xact_start > $1`, [before.now])
      return waiting.length > 0
    }
    await until(waitsAnew)
    webhooks.receiver.respond = accept
    await client.query('commit')
    await until(() => received().at(-1)?.body.data.action === 'profile')
  })
})

describe('failures', () => {
  test('a failing delivery holds back later ones of its record only, and keeps its id', async () => {
    const service = await webhooks.start()
    const [first, second] = [await webhooks.create(service), await webhooks.create(service)]
    await until(() => received().length >= 2)
    await until(isEmpty)
    received().length = 0
    webhooks.receiver.respond = ({ body }, response) =>
      status(body.data.id === first.id ? 500 : 200)({} as never, response)
    await webhooks.setPhone(service, first, '1')
    await webhooks.setPhone(service, first, '2')
    await webhooks.setPhone(service, second, '3')
    await until(() => received().length >= 2)
    await expect.poll(waiting, { timeout: 30_000 }).toMatchObject([
      { attempts: 1, failure: 'HTTP 500', due_at: expect.any(Date) },
      { attempts: 0, failure: null, due_at: null },
    ])
    webhooks.receiver.respond = accept
    await hurry()
    await until(isEmpty)
    const ofFirst = received().filter(({ body }) => body.data.id === first.id)
    expect(ofFirst.map(({ body }) => body.data.newVersion)).toEqual([2, 2, 3])
    expect(ofFirst[0]!.id).toBe(ofFirst[1]!.id)
    expect(received().filter(({ body }) => body.data.id === second.id)).toHaveLength(1)
  })

  test('Retry-After of a busy receiver delays all deliveries to it', async () => {
    const service = await webhooks.start()
    webhooks.receiver.respond = status(503, { 'retry-after': '1800' })
    await webhooks.create(service)
    await until(async () => (await waiting())[0]?.failure === 'HTTP 503')
    const [row] = await webhooks.rows(
      `select extract(epoch from d.due_at - now()) > 1700 as late, w.resumes_at > now() + interval '1700 s' as paused
       from corollary.webhook_delivery d join corollary.webhook w on w.name = d.webhook`,
    )
    expect(row).toEqual({ late: true, paused: true })
  })

  test('after the last attempt, or 410, a delivery is a dead letter, and the next one follows', async () => {
    const service = await webhooks.start({}, { 'platform.webhooks.max-attempts': 1 })
    webhooks.receiver.respond = ({ body }, response) =>
      status(body.data.operation === 'create' ? 410 : 204)({} as never, response)
    const employee = await webhooks.create(service)
    await webhooks.setPhone(service, employee, '4')
    await until(() => received().length === 2)
    await until(async () => (await waiting()).length === 1)
    expect(await waiting()).toMatchObject([
      { attempts: 1, failure: 'HTTP 410', due_at: null, dead_at: expect.any(Date) },
    ])
  })

  test('redirects are not followed', async () => {
    const service = await webhooks.start()
    webhooks.receiver.respond = status(307, { location: webhooks.receiver.url })
    await webhooks.create(service)
    await until(async () => (await waiting())[0]?.failure === 'HTTP 307')
    expect(received()).toHaveLength(1)
  })

  test('a receiver that does not respond fails after the time limit', async () => {
    const service = await webhooks.start({}, { 'platform.webhooks.timeout-ms': 200 })
    webhooks.receiver.respond = () => {}
    await webhooks.create(service)
    await until(async () => (await waiting())[0]?.failure === 'TIMEOUT')
  })

  test('a response whose body does not end counts by its status', async () => {
    const service = await webhooks.start()
    let isClosed = false
    webhooks.receiver.respond = (_received, response) => {
      response.writeHead(200)
      const fill = (): void => void (response.destroyed || response.write('x'.repeat(65_536), fill))
      response.on('close', () => {
        isClosed = true
      })
      fill()
    }
    await webhooks.create(service)
    await until(() => isClosed)
    await until(isEmpty)
  })
})

describe('several nodes', () => {
  test('a write wakes the deliveries of another node, long before it polls', async () => {
    const hour = { 'platform.webhooks.poll-ms': 3_600_000 }
    await webhooks.start({}, hour)
    const writer = await webhooks.start({ enabled: false }, hour)
    const employee = await webhooks.create(writer)
    await until(() => received().length > 0)
    expect(received()[0]!.body.data.id).toBe(employee.id)
  })

  test('send each delivery once', async () => {
    const nodes = [await webhooks.start(), await webhooks.start()]
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) => webhooks.create(nodes[index % 2]!)),
    )
    await until(() => received().length >= made.length)
    await until(isEmpty)
    const ids = received().map(({ body }) => body.data.id)
    expect(ids.toSorted((a, b) => a - b)).toEqual(
      made.map(({ id }) => id).toSorted((a, b) => a - b),
    )
  })
})
