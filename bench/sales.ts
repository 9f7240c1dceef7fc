/**
 * `npm run bench:sales`: owned records, computed fields, rules, number enums and soft delete of the
 * sales sample beside a server that is written by hand (sales/hand-written.ts), on one database.
 * One request at a time; the servers take turns; medians.
 */
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { createTestService, startTestServer, type TestService } from 'corollary/testing'
import pg from 'pg'
import { prepareDatabase } from '../examples/sales/database/seed.js'
import { customers } from '../examples/sales/resources/customers.js'
import { orderLines } from '../examples/sales/resources/order-lines.js'
import { orders } from '../examples/sales/resources/orders.js'
import { products } from '../examples/sales/resources/products.js'
import { territories } from '../examples/sales/resources/territories.js'
import { median } from './measure.js'
import { print, showProgress } from './progress.js'
import { createHandWrittenServer } from './sales/hand-written.js'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '200' },
  },
})

type ServerName = 'service' | 'hand-written'
interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: object
}
interface Case {
  readonly name: string
  readonly rounds: number
  /** @param n another number for each request, so that no result is cached */
  request(n: number, server: ServerName): Promise<Sent>
}

const bases: Record<ServerName, string> = { service: '', 'hand-written': '' }

const send = async (server: ServerName, { method, path, body }: Sent) => {
  const [cpu, start] = [process.cpuUsage(), performance.now()]
  const response = await fetch(`${bases[server]}/api/sales${path}`, {
    method,
    headers: body ? { 'Content-Type': 'application/json' } : {},
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  if (!response.ok) throw new Error(`${server} ${method} ${path}: ${response.status} ${text}`)
  const data = text === '' ? undefined : JSON.parse(text).data
  return { ms, cpuMs: (user + system) / 1_000, data }
}

const shownOf = async (server: ServerName, request: Sent): Promise<string> => {
  const { content, totalElements } = (await send(server, request)).data
  const rows = content.map((row: Record<string, unknown>) => [
    row['id'],
    row['status'],
    Number(row['total']),
  ])
  return JSON.stringify([totalElements, rows])
}

/** Before anything is timed, both must show the same. */
const compare = async (request: Sent): Promise<void> => {
  const [ours, theirs] = [await shownOf('service', request), await shownOf('hand-written', request)]
  if (ours !== theirs) throw new Error(`${request.path} differs:\n${ours}\n${theirs}`)
}

let serial = 0
const orderOf = (count: number) => ({
  number: `B-${++serial}`,
  customerId: 1 + (serial % 400),
  orderedOn: '2026-06-30',
  dueOn: '2026-07-31',
  purchaseOrder: 'PO-1',
  lines: Array.from({ length: count }, (_, index) => ({
    productId: 1 + ((serial + index) % 250),
    quantity: 1 + (index % 9),
  })),
})

const createdBy = async (server: ServerName, lines: number) =>
  (await send(server, { method: 'POST', path: '/orders', body: orderOf(lines) })).data

const rounds = Number(values.rounds)
const cases: readonly Case[] = [
  {
    name: 'page of 20 products by a number enum, with aggregates behind a relation',
    rounds,
    request: async (n) => ({
      method: 'POST',
      path: '/products/filter?size=20&sort=name',
      body: { status: n % 2 ? ['ACTIVE'] : ['ACTIVE', 'DISCONTINUED'] },
    }),
  },
  {
    name: 'page of 20 lines, of orders that are not deleted',
    rounds,
    request: async (n) => ({
      method: 'POST',
      path: '/order-lines/filter?size=20&sort=id',
      body: { productIds: [1 + (n % 250)] },
    }),
  },
  {
    name: 'page of 20 orders, with lines and totals',
    rounds,
    request: async (n) => ({
      method: 'POST',
      path: '/orders/filter?size=20',
      body: { status: n % 2 ? ['SUBMITTED'] : ['SUBMITTED', 'DRAFT'] },
    }),
  },
  ...[1, 10, 1_000].map((count) => ({
    name: `create of an order with ${count} lines`,
    rounds: count > 100 ? Math.ceil(rounds / 10) : rounds,
    request: async () => ({ method: 'POST', path: '/orders', body: orderOf(count) }),
  })),
  {
    name: 'PUT of 10 lines: one changed, one removed, one added',
    rounds,
    request: async (_, server) => {
      const { id, lines, ...order } = await createdBy(server, 10)
      const { number, customerId, orderedOn, dueOn, purchaseOrder, online, discountPercent } = order
      const [first, , ...others] = lines.map((line: Record<string, unknown>) => ({
        id: line['id'],
        productId: line['productId'],
        quantity: line['quantity'],
        unitPrice: line['unitPrice'],
      }))
      const body = {
        ...{ number, customerId, orderedOn, dueOn, purchaseOrder, online, discountPercent },
        note: null,
      }
      const kept = [{ ...first, quantity: 77 }, ...others, { productId: 9, quantity: 3 }]
      return { method: 'PUT', path: `/orders/${id}`, body: { ...body, lines: kept } }
    },
  },
  {
    name: 'intent that six rules are checked for',
    rounds,
    request: async (n, server) => ({
      method: 'PATCH',
      path: `/orders/${(await createdBy(server, 3)).id}/terms`,
      body: { discountPercent: `${1 + (n % 19)}`, dueOn: '2026-08-31' },
    }),
  },
  {
    name: 'soft delete of an order with 3 lines',
    rounds,
    request: async (_, server) => ({
      method: 'DELETE',
      path: `/orders/${(await createdBy(server, 3)).id}`,
    }),
  },
]

const servers = ['service', 'hand-written'] as const
const numbers: string[] = []

const measure = async ({ name, rounds: count, request }: Case): Promise<void> => {
  showProgress(name)
  const wall = { service: [] as number[], 'hand-written': [] as number[] }
  const cpu = { service: [] as number[], 'hand-written': [] as number[] }
  if (name.startsWith('page')) await compare(await request(1, 'service'))
  for (let n = 0; n < count; n++) {
    for (const server of n % 2 ? servers : servers.toReversed()) {
      const { ms, cpuMs } = await send(server, await request(n, server))
      if (n < count / 5) continue
      wall[server].push(ms)
      cpu[server].push(cpuMs)
    }
  }
  const [ours, theirs] = [median(wall.service), median(wall['hand-written'])]
  const cpuRatio = median(cpu.service) / median(cpu['hand-written'])
  const cells = [ours.toFixed(1), theirs.toFixed(1), (ours / theirs).toFixed(2)]
  numbers.push(`| ${[name, ...cells, cpuRatio.toFixed(2)].join(' | ')} |`)
}

const server = await startTestServer()
const client = new pg.Client(server.connection)
let service: TestService | undefined
const [byHand, pool] = createHandWrittenServer(server.connection)
try {
  await client.connect()
  await prepareDatabase({
    client,
    args: ['--orders', values.orders],
    report: ({ label, done, total }) => showProgress(`${label} ${done}/${total}`),
  })
  await client.query(`create table hand_change (id bigint generated always as identity primary key,
    at timestamptz not null default now(), resource text, record text, operation text,
    fields text[], version bigint)`)
  service = await createTestService({
    resources: [orders, customers, products, orderLines, territories],
    connection: server.connection,
  })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  await new Promise<void>((resolve) => byHand.listen(0, '127.0.0.1', resolve))
  bases.service = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  bases['hand-written'] = `http://127.0.0.1:${(byHand.address() as AddressInfo).port}`
  for (const each of cases) await measure(each)
  print(
    `| ${values.orders} orders | service, ms | by hand, ms | ratio | CPU ratio of the process |`,
  )
  print('| --- | --: | --: | --: | --: |')
  for (const line of numbers) print(line)
} finally {
  byHand.close()
  byHand.closeAllConnections()
  await pool.end()
  await service?.close()
  await client.end()
  await server.close()
}
