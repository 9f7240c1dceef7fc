/** Nodes are replaced one after another while requests arrive; the balancer follows readiness. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, newEmployee, paths } from '../http/use-people.js'
import { type FreshDatabase, startedPeopleDatabase } from '../support/database.js'
import { hasPgBouncer, type Pooler, startPooler } from '../support/pgbouncer.js'
import { type Balancer, startBalancer } from './balancer.js'
import { type Node, startNode } from './use-nodes.js'

const { employees } = paths

let database: FreshDatabase
/** Undefined where it is not installed: the nodes then have their own sessions. */
let pooler: Pooler | undefined
let balancer: Balancer
let nodes: Node[] = []
/** Requests that are on their way when a node stops being ready are served. */
const drain = { PLATFORM_HTTP_SHUTDOWN_DRAIN_MS: '2000' }
const start = async (): Promise<Node> => {
  const node = await startNode((pooler ?? database).connection, drain)
  balancer.add(node.url)
  return node
}
beforeAll(async () => {
  database = await startedPeopleDatabase()
  pooler = hasPgBouncer ? await startPooler(database.connection, 4) : undefined
  balancer = await startBalancer()
  nodes = [await start(), await start()]
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await balancer?.close()
  await pooler?.close()
  await database?.close()
})

const send = async (method: string, path: string, body?: unknown): Promise<[number, Json]> => {
  const response = await fetch(`${balancer.url}${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
    headers: { 'content-type': 'application/json' },
  })
  return [response.status, await response.json()]
}

/** A client that creates records and reads each of them back. */
const client = async (isOver: () => boolean, statuses: number[]): Promise<readonly number[]> => {
  const created: number[] = []
  while (!isOver()) {
    const [status, { data }] = await send('POST', employees, newEmployee())
    statuses.push(status)
    if (status !== 201) continue
    created.push(data.id)
    const [found, read] = await send('GET', `${employees}/${data.id}`)
    statuses.push(found)
    if (found === 200) expect(read.data.code).toBe(data.code)
    statuses.push((await send('POST', `${employees}/filter?size=5`, {}))[0])
  }
  return created
}

test('replacing every node under load fails no request and loses no record', async () => {
  let isOver = false
  const statuses: number[] = []
  const clients = Array.from({ length: 4 }, () => client(() => isOver, statuses))
  try {
    for (const node of [...nodes]) {
      nodes.push(await start())
      await node.close()
      nodes = nodes.filter((other) => other !== node)
    }
  } finally {
    isOver = true
  }
  const created = (await Promise.all(clients)).flat()
  expect(new Set(statuses)).toEqual(new Set([200, 201]))
  expect(created.length).toBeGreaterThan(4)
  const { rows } = await database.client.query('select id from employees where id = any($1)', [
    created,
  ])
  expect(rows).toHaveLength(created.length)
})

test('a node reads tables that a migration of a later version has extended', async () => {
  const [before] = nodes
  const list = () => before!.data('POST', `${employees}/filter?size=3&sort=id`, {})
  const { content } = await list()
  await database.client.query(`alter table employees add column preferred_title text;
    alter table employees alter column full_name type varchar(400)`)
  const after = await start()
  nodes.push(after)
  expect((await list()).content).toEqual(content)
  const { id, code } = await before!.data('POST', employees, newEmployee())
  expect((await after.data('GET', `${employees}/${id}`)).code).toBe(code)
  const changed = await after.data('PATCH', `${employees}/${id}/profile`, { phone: '7' })
  expect(await before!.data('GET', `${employees}/${id}`)).toEqual(changed)
})
