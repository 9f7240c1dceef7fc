/** Requests of many tenants: what the way through a coordinator costs. */
import type pg from 'pg'
import bureau from '../../examples/bureau/app.js'
import { addTenants, createTables } from '../../examples/bureau/database/seed.js'
import { clusterDatabase } from '../../test/support/cluster.js'
import { type HttpRequest, type LoadResult, runLoad } from '../load.js'
import { median } from '../measure.js'
import { print, showProgress } from '../progress.js'
import { type Cpu, cpuEach, openTarget, plainDatabase, sumOf, type Target } from './targets.js'

export interface TenantOptions {
  readonly tenants: number
  /** Number of employees of each tenant; each has 12 payslips. */
  readonly employees: number
  /** Numbers of shards of all nodes together. */
  readonly shards: readonly number[]
  readonly rounds: number
  readonly durationMs: number
  readonly connections: number
}

const api = '/api/bureau'

interface Request {
  readonly method?: HttpRequest['method']
  readonly path: string
  readonly body?: object
  readonly status?: number
}

/** @param n another number for each request of a tenant */
type Call = (n: number, options: TenantOptions) => Request

const calls: Readonly<Record<string, Call>> = {
  'by id': (n, { employees }) => ({
    method: 'GET',
    path: `${api}/payslips/${1 + ((n * 7) % (employees * 12))}`,
  }),
  'page of 20 rows with a filter and its total': (n) => ({
    path: `${api}/payslips/filter?size=20`,
    body: { netBetween: [2000 + n / 100, null] },
  }),
  'group-by with a sum': (n) => ({
    path: `${api}/payslips/stats/group-by`,
    body: {
      filter: { netBetween: [1000 + n / 100, null] },
      field: 'department',
      metric: { operation: 'SUM', field: 'net' },
    },
  }),
  create: (n) => ({
    path: `${api}/departments`,
    body: { code: `N${n}`, name: 'New' },
    status: 201,
  }),
  // Payslips of November and December are drafts.
  action: (n, { employees }) => ({
    path: `${api}/payslips/${12 * (1 + (Math.floor(n / 2) % employees)) - (n % 2)}/actions/release`,
  }),
}

const fill =
  ({ tenants, employees }: TenantOptions) =>
  async (client: pg.Client): Promise<void> => {
    await createTables(client)
    const names = Array.from({ length: tenants }, (_, index) => `t${index}`)
    for (let first = 0; first < tenants; first += 100)
      await addTenants(client, names.slice(first, first + 100), employees)
  }

const openTargets = async (options: TenantOptions): Promise<readonly Target[]> => {
  showProgress('rows of the plain database')
  const plain = await plainDatabase()
  await fill(options)(plain.client)
  await plain.client.query('vacuum analyze')
  const targets = [await openTarget('PostgreSQL', 'bureau', plain, false)]
  for (const shards of options.shards) {
    showProgress(`rows of ${shards} shards`)
    const database = await clusterDatabase(bureau.resources, fill(options), shards)
    await database.client.query('vacuum analyze')
    targets.push(await openTarget(`Citus, ${shards} shards`, 'bureau', database, true))
  }
  return targets
}

/** Number of requests of each connection. */
const warmUp = 60

interface Round extends LoadResult {
  readonly cpu: Cpu
}

export const measureTenants = async (options: TenantOptions): Promise<void> => {
  const targets = await openTargets(options)
  const { tenants, connections, durationMs } = options
  const numbers = new Map<string, number>()
  const load = async (name: string, call: Call, target: Target, limit?: number): Promise<Round> => {
    const before = target.cpu()
    const at = `${name} ${target.name}`
    const { status = 200 } = call(0, options)
    const result = await runLoad({
      url: target.service.url,
      connections,
      durationMs,
      status,
      limit,
      next: () => {
        const index = numbers.get(at) ?? 0
        numbers.set(at, index + 1)
        // The tenants one after the other.
        const { method = 'POST', path, body } = call(Math.floor(index / tenants), options)
        return {
          method,
          path,
          headers: { 'X-Development-Caller': 'operator', 'X-Tenant': `t${index % tenants}` },
          ...(body ? { body: JSON.stringify(body) } : {}),
        }
      },
    })
    return { ...result, cpu: cpuEach(before, target.cpu(), result.count) }
  }
  try {
    print(
      '| request | database | requests/s | p50 ms | CPU ms: Node.js | database | workers | ratio |',
    )
    print('| --- | --- | --: | --: | --: | --: | --: | --: |')
    for (const [name, call] of Object.entries(calls)) {
      const rounds = new Map<Target, Round[]>(targets.map((target) => [target, []]))
      showProgress(name)
      for (const target of targets) await load(name, call, target, warmUp)
      for (let round = 0; round < options.rounds; round++) {
        for (const target of targets) rounds.get(target)!.push(await load(name, call, target))
      }
      const base = median(rounds.get(targets[0]!)!.map(({ cpu }) => sumOf(cpu)))
      for (const [target, found] of rounds) {
        const of = (part: (round: Round) => number) => median(found.map(part))
        const cells = [
          of(({ requestsPerSecond }) => requestsPerSecond).toFixed(0),
          of(({ p50 }) => p50).toFixed(1),
          of(({ cpu }) => cpu.node).toFixed(2),
          of(({ cpu }) => cpu.database).toFixed(2),
          of(({ cpu }) => cpu.workers).toFixed(2),
          (of(({ cpu }) => sumOf(cpu)) / base).toFixed(2),
        ]
        print(`| ${name} | ${target.name} | ${cells.join(' | ')} |`)
      }
    }
  } finally {
    for (const target of targets) await target.close()
  }
}
