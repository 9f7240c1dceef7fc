/**
 * `npm run bench:queries`: a dashboard of the sales sample as one request to `POST /queries`, as
 * requests one after the other, and as requests side by side. The three take turns; medians.
 */
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { createTestService, startTestServer, type TestService } from 'corollary/testing'
import pg from 'pg'
import app from '../examples/sales/app.js'
import { prepareDatabase } from '../examples/sales/database/seed.js'
import { median } from './measure.js'
import { print, showProgress } from './progress.js'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '40' },
  },
})

interface Query {
  readonly name: string
  readonly path: string
  readonly body: object
}

/** @param n another number for each round, so that no result is cached */
const dashboard = (n: number): readonly Query[] => {
  const from = new Date(Date.UTC(2019, 0, 1 + n)).toISOString().slice(0, 10)
  const filter = { orderedOnBetween: [from, null] }
  const stats = (kind: string, body: object) => ({
    ...{
      name: `${kind} ${Object.values(body).join(' ')}`,
      path: `/api/sales/orders/stats/${kind}`,
    },
    body: { filter, ...body },
  })
  return [
    stats('group-by', { field: 'status' }),
    stats('group-by', { field: 'territory' }),
    stats('group-by', { field: 'customer', limit: 10 }),
    stats('timeseries', { field: 'orderedOn', granularity: 'MONTH' }),
    { name: 'page', path: '/api/sales/orders/filter', body: filter },
    { name: 'open', path: '/api/sales/orders/filter', body: { ...filter, status: ['SUBMITTED'] } },
  ]
}

let base = ''
const send = async (path: string, body: object): Promise<void> => {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const failed = path === '/queries' && /"status":[45]\d\d/.test(text)
  if (!response.ok || failed) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`)
}

const ways: Readonly<Record<string, (queries: readonly Query[]) => Promise<unknown>>> = {
  'POST /queries': (queries) => send('/queries', { queries }),
  'one after the other': async (queries) => {
    for (const { path, body } of queries) await send(path, body)
  },
  'side by side': (queries) => Promise.all(queries.map(({ path, body }) => send(path, body))),
}

const server = await startTestServer()
const client = new pg.Client(server.connection)
let service: TestService | undefined
try {
  await client.connect()
  await prepareDatabase({
    client,
    args: ['--orders', values.orders],
    report: ({ label, done, total }) => showProgress(`${label} ${done}/${total}`),
  })
  service = await createTestService({
    resources: app.resources,
    connection: server.connection,
  })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]))
  const rounds = Number(values.rounds)
  for (let n = 0; n < rounds; n++) {
    for (const [index, [name, run]] of Object.entries(ways).entries()) {
      const queries = dashboard(n * 3 + index)
      const start = performance.now()
      await run(queries)
      if (n >= rounds / 5) times.get(name)!.push(performance.now() - start)
    }
  }
  print(`| ${dashboard(0).length} queries, ${values.orders} orders | ms |`)
  print('| --- | --: |')
  for (const [name, all] of times) print(`| ${name} | ${median(all).toFixed(1)} |`)
} finally {
  await service?.close()
  await client.end()
  await server.close()
}
