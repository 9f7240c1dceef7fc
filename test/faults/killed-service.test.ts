/**
 * Two services in processes of their own: both decide the same records, and one is killed after
 * the database has committed and before the client has a response.
 */
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmployee } from '../http/use-people.js'
import { addressOf, endEverything, type Node, peopleApp, startNode } from '../server/nodes.js'
import { databaseUrl, type FreshDatabase, peopleDatabase } from '../support/database.js'
import { effort } from '../support/effort.js'
import { accept, secretOf, startReceiver, status } from '../webhooks/receiver.js'
import { webhookOf } from '../webhooks/use-webhooks.js'
import { until } from './fault-service.js'
import { expectSound, writeDuring } from './ledger.js'
import { type FaultyProxy, startProxy } from './proxy.js'

const absences = '/api/human-resources/absence-requests'

let database: FreshDatabase
let proxy: FaultyProxy
const start = async (): Promise<{ node: Node; url: string }> => {
  const node = startNode(['start', '--app', peopleApp], {
    DATABASE_URL: databaseUrl(proxy.connection),
    PLATFORM_HTTP_PORT: '0',
  })
  return { node, url: await addressOf(node) }
}
let [first, second]: { node: Node; url: string }[] = []
beforeAll(async () => {
  database = await peopleDatabase()
  proxy = await startProxy(database.connection)
  first = await start()
  second = await start()
})
afterAll(async () => {
  await endEverything()
  await proxy.close()
  await database.close()
})

const kill = async ({ process }: Node): Promise<void> => {
  const exited = once(process, 'exit')
  process.kill('SIGKILL')
  await exited
}

const send = (url: string, body: object, headers = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const absence = (reason: string) => ({
  ...{ employeeId: 2, kind: 'OTHER', startsOn: '2026-06-01', endsOn: '2026-06-02', days: 2 },
  reason,
})

const submitted = async (count: number): Promise<readonly number[]> => {
  const { rows } = await database.client.query(
    `insert into absence_requests (employee_id, kind, starts_on, ends_on, days)
     select 1, 'SICK', '2026-05-04', '2026-05-05', 2 from generate_series(1, $1) returning id`,
    [count],
  )
  return rows.map(({ id }) => Number(id))
}

test('of two services that decide one record, one does, and its decision stays', async () => {
  const ids = await submitted(effort(20, 300))
  let sent = 0
  const decide = async (id: number): Promise<void> => {
    // Which one starts takes turns.
    const order = sent++ % 2 === 0 ? [first!, second!] : [second!, first!]
    const comments = order.map(({ url }, index) => `${index} ${url}`)
    const actions = ['approve', 'reject']
    const answers = await Promise.all(
      order.map(({ url }, index) =>
        send(`${url}${absences}/${id}/actions/${actions[index]}`, { comment: comments[index] }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect([...statuses].sort()).toEqual([200, 409])
    const winner = statuses.indexOf(200)
    const { rows } = await database.client.query(
      'select state, decision_comment, version from absence_requests where id = $1',
      [id],
    )
    const state = ['APPROVED', 'REJECTED'][winner]
    expect(rows).toEqual([{ state, decision_comment: comments[winner], version: 2 }])
  }
  for (const id of ids) await decide(id)
  console.log(`${ids.length} records decided by two services, each once`)
})

test('a write that was committed before kill -9 is not done again when its key is sent again', async () => {
  const marker = 'nobody hears of this'
  const [decided, inBulk] = await submitted(2)
  const comment = { comment: marker }
  const writes = [
    ['create', absences, absence(`${marker} 1`), 201],
    [
      'batch',
      `${absences}/batch`,
      { items: [{ operation: 'CREATE', data: absence(`${marker} 2`) }] },
      200,
    ],
    ['approve', `${absences}/${decided}/actions/approve`, comment, 200],
    ['bulk-approve', `${absences}/actions/bulk-approve`, { ids: [inBulk], ...comment }, 200],
  ] as const
  const count = async (): Promise<number> => {
    const { rows } = await database.client.query(
      `select count(*)::int as n from absence_requests
       where reason like $1 or (decision_comment = $2 and version = 2)`,
      [`${marker}%`, marker],
    )
    return rows[0].n
  }
  const key = (name: string) => ({ 'idempotency-key': `killed-${name}` })
  // The name of the statement that stores the response, which is sent together with the commit.
  proxy.mute('store corollary.idempotency')
  const unanswered = writes.map(([name, path, body]) =>
    send(first!.url + path, body, key(name)).then(
      ({ status }) => status,
      () => 'none',
    ),
  )
  await until(async () => (await count()) === writes.length)
  await kill(first!.node)
  expect(await Promise.all(unanswered)).toEqual(writes.map(() => 'none'))
  await proxy.mend()
  first = await start()
  for (const { url } of [second!, first]) {
    for (const [name, path, body, status] of writes) {
      const answer = await send(url + path, body, key(name))
      expect([name, answer.status, answer.headers.get('idempotency-replayed')]).toEqual([
        ...[name, status, 'true'],
      ])
    }
  }
  expect(await count()).toBe(writes.length)
  console.log(`${writes.length} writes committed, kill -9, sent again to two services: done once`)
})

test('a service that is killed under load loses and doubles no acknowledged write', async () => {
  const rounds = effort(1, 10)
  const urls = [first!.url, second!.url]
  const { connection } = database
  const account = await writeDuring({ urls, connection }, `${rounds} × kill -9`, async () => {
    for (let round = 0; round < rounds; round++) {
      await kill(first!.node)
      first = await start()
      urls[0] = first.url
    }
  })
  // 504: a write waits for the lock of one that the killed service has not finished.
  expectSound(account, ['409', '503', '504', 'none'])
})

test('a service that is killed while it delivers loses no change, keeps the order of each record, and logs no secret', async () => {
  const receiver = await startReceiver()
  const held: number[] = []
  receiver.respond = (received, response) => {
    // Some are in progress at the kill, one is refused for good.
    if (received.body.data.operation === 'delete') status(410)(received, response)
    else if (receiver.received.length % 3 === 0) held.push(receiver.received.length)
    else accept(received, response)
  }
  const environment = {
    ...{ DATABASE_URL: databaseUrl(database.connection), PLATFORM_HTTP_PORT: '0' },
    ...{ PLATFORM_LOG_LEVEL: 'trace', CRM_SECRET: secretOf('crm') },
    PLATFORM_WEBHOOKS_ENDPOINTS: JSON.stringify([
      webhookOf(receiver.url, { secrets: ['env:CRM_SECRET'] }),
    ]),
  }
  const begin = async (): ReturnType<typeof start> => {
    const node = startNode(['start', '--app', peopleApp], environment)
    return { node, url: await addressOf(node) }
  }
  const employees = '/api/human-resources/employees'
  const isEmpty = async (): Promise<boolean> => {
    const { rows } = await database.client.query(
      'select from corollary.webhook_delivery where dead_at is null',
    )
    return rows.length === 0
  }
  const killed = await begin()
  const ids: number[] = []
  const write = async (url: string): Promise<void> => {
    const created = await send(url + employees, newEmployee({ salary: '4711.11' }))
    const { data } = (await created.json()) as { readonly data: { readonly id: number } }
    const { id } = data
    ids.push(id)
    for (const phone of ['1', '2']) {
      const changed = await fetch(`${url}${employees}/${id}/profile`, {
        ...{ method: 'PATCH', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ phone }),
      })
      expect(changed.status).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: 8 }, () => write(killed.url)))
  await until(async () => held.length >= 3)
  await kill(killed.node)
  receiver.respond = (received, response) =>
    (received.body.data.operation === 'delete' ? status(410) : accept)(received, response)
  const next = await begin()
  const hurry = 'update corollary.webhook_delivery set due_at = now() where due_at > now()'
  await until(async () => {
    await database.client.query(hurry)
    return isEmpty()
  })
  const gone = await fetch(`${next.url}${employees}/${ids[0]}`, { method: 'DELETE' })
  expect(gone.status).toBe(204)
  await next.node.printed(/a delivery became a dead letter/)
  for (const id of ids) {
    const versions = receiver.received
      .filter(({ body: { data } }) => data.id === id && data.operation !== 'delete')
      .map(({ body: { data } }) => data.newVersion)
    expect(versions).toEqual([...versions].sort())
    expect(new Set(versions)).toEqual(new Set([1, 2, 3]))
  }
  const logged = JSON.stringify([killed.node.output(), next.node.output()])
  const message = receiver.received.at(-1)!
  const secrets = [secretOf('crm'), 'whsec_', 'v1,', '4711.11', message.text, 'webhook-signature']
  for (const secret of secrets) expect(logged).not.toContain(secret)
  await kill(next.node)
  await receiver.close()
})
