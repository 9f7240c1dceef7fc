/** Several processes that share a port: one start, one stop, and workers that are replaced. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { databaseUrl, type FreshDatabase, freshDatabase } from '../support/database.js'
import {
  addressOf,
  appFile,
  endEverything,
  type Node,
  post,
  runNode,
  serverPid,
  startNode,
  usedDataFolder,
} from './nodes.js'

const databases: FreshDatabase[] = []
afterEach(async () => {
  await endEverything()
  for (const database of databases.splice(0)) await database.close()
})

const notes = '/api/desk/notes'
const command = ['start', '--app', appFile('notes')]
const environmentOf = async (workers: number) => {
  const database = await freshDatabase()
  databases.push(database)
  return {
    DATABASE_URL: databaseUrl(database.connection),
    PLATFORM_HTTP_PORT: '0',
    PLATFORM_HTTP_WORKERS: String(workers),
    PLATFORM_HTTP_SHUTDOWN_DRAIN_MS: '0',
  }
}

const jsonOf = async (response: Response): Promise<Json> => response.json()

interface LogLine {
  readonly msg?: string
  readonly pid?: number
  readonly worker?: number
  readonly signal?: string
}

const logOf = (node: Node): readonly LogLine[] =>
  node
    .output()
    .stdout.split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

/** The process ids of the workers that have served a request, by number. */
const pidsOf = (node: Node): ReadonlyMap<number, number> =>
  new Map(
    logOf(node)
      .filter(({ msg, worker }) => msg === 'request completed' && worker !== undefined)
      .map(({ worker, pid }) => [worker!, pid!]),
  )

/** Requests on new connections, until the workers have served one each. */
const reachAll = async (node: Node, url: string, workers: number): Promise<void> => {
  while (pidsOf(node).size < workers) {
    await fetch(`${url}${notes}/all`, { headers: { connection: 'close' } })
    await sleep(10)
  }
}

test('workers share the port, the data, cursors and stored responses', async () => {
  const node = startNode(command, await environmentOf(2))
  const url = await addressOf(node)
  await reachAll(node, url, 2)
  const key = { 'Idempotency-Key': 'abcdef-0123456789', 'Content-Type': 'application/json' }
  const send = (path: string, body: object, headers = {}) =>
    fetch(`${url}${notes}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', connection: 'close', ...headers },
      body: JSON.stringify(body),
    })
  // Connections go to the workers in turn, so that each sees requests that the other answered.
  const ids = new Set<unknown>()
  for (let turn = 0; turn < 4; turn++) {
    const created = await send('', { body: 'once' }, key)
    expect(created.status).toBe(201)
    expect(created.headers.get('Idempotency-Replayed')).toBe(turn === 0 ? null : 'true')
    ids.add((await jsonOf(created)).data.id)
  }
  expect(ids.size).toBe(1)
  for (const body of ['a', 'b', 'c', 'd']) await send('', { body })
  const seen: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const query = after === '' ? '' : `&after=${encodeURIComponent(after)}`
    const page = await send(`/filter/cursor?size=1${query}`, {})
    expect(page.status).toBe(200)
    const { data } = await jsonOf(page)
    seen.push(...data.content.map((row: { body: string }) => row.body))
    after = data.next
  }
  expect(seen).toEqual(['a', 'b', 'c', 'd', 'once'])
  // What one worker cached is never older than what the other wrote.
  for (let turn = 0; turn < 4; turn++) {
    await send('', { body: `turn ${turn}` })
    const page = await jsonOf(await send('/filter?size=1', {}))
    expect(page.data.totalElements).toBe(6 + turn)
  }
  node.process.kill('SIGTERM')
  expect(await node.ended()).toMatchObject({ code: 0, stderr: '' })
})

test('one worker prepares the tables, and metrics are those of all workers', async () => {
  const node = startNode([...command, 'given'], await environmentOf(3))
  const url = await addressOf(node)
  expect(node.output().stdout.match(/arguments: given/g)).toHaveLength(1)
  expect(node.output().stdout).toContain('3 workers share the port.')
  await reachAll(node, url, 3)
  const counted = async () => {
    const text = await (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text()
    const counts = [...text.matchAll(/^http_request_duration_seconds_count\{(.*)\} (\d+)$/gm)]
    const all = counts.filter(([, labels]) => labels!.includes(`route="${notes}/all"`))
    return all.reduce((sum, [, , count]) => sum + Number(count), 0)
  }
  const served = logOf(node).filter(({ msg }) => msg === 'request completed').length
  for (let turn = 0; turn < 3; turn++) expect(await counted()).toBe(served)
})

test('a worker that is killed is replaced, while the others serve', async () => {
  const node = startNode(command, await environmentOf(2))
  const url = await addressOf(node)
  await reachAll(node, url, 2)
  process.kill(pidsOf(node).get(2)!, 'SIGKILL')
  await node.printed(/a worker ended and will be replaced/)
  expect(logOf(node).find(({ signal }) => signal !== undefined)).toMatchObject({
    worker: 2,
    signal: 'SIGKILL',
  })
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  await node.printed(/a worker was replaced/)
  expect((await post(`${url}${notes}`, { body: 'later' })).status).toBe(201)
})

test('a start that fails in its first worker ends with its message', async () => {
  const environment = { ...(await environmentOf(2)), PLATFORM_AUTH_MODE: 'jwt' }
  const { code, stderr } = await runNode(command, environment)
  expect(code).toBe(1)
  expect(stderr.match(/platform\.auth\.jwt\.issuer/g)).toHaveLength(1)
})

test('workers share the embedded database, which stops with the last one', async () => {
  const data = await usedDataFolder()
  const { DATABASE_URL: _, ...environment } = await environmentOf(2)
  const node = startNode(command, {
    ...environment,
    PLATFORM_DATABASE_EMBEDDED_DATA_FOLDER: data,
  })
  const url = await addressOf(node)
  expect((await post(`${url}${notes}`, { body: 'kept' })).status).toBe(201)
  expect(await serverPid(data)).toBeDefined()
  node.process.kill('SIGINT')
  expect((await node.ended()).code).toBe(0)
  expect(await serverPid(data)).toBeUndefined()
})
