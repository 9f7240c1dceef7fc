/**
 * Measures what a request costs the service as its contract grows, and on connections that are new:
 * pages of a small table, so that the database takes little of it.
 */
import type pg from 'pg'
import { serverFile } from './build.js'
import { counted, post } from './cases/case.js'
import { runLoad } from './load.js'
import { median } from './measure.js'
import type { Connection } from './messages.js'
import type { Options } from './options.js'
import { type Child, startChild } from './processes.js'
import { print, showProgress } from './progress.js'
import { prepareMany } from './start.js'
import { cpuOf } from './usage.js'

interface Variant {
  readonly name: string
  readonly environment: Readonly<Record<string, string>>
  readonly isNew?: boolean
}

const sized = (resources: number, filterFields: number): Variant['environment'] => ({
  BENCH_RESOURCES: String(resources),
  BENCH_FILTER_FIELDS: String(filterFields),
})
const small = sized(10, 10)

/** Each pair: a variant, and one that it is compared with. */
const pairs: readonly (readonly [base: Variant, grown: Variant])[] = [
  [
    { name: '10 resources', environment: small },
    { name: '500 resources', environment: sized(500, 10) },
  ],
  [
    { name: '10 filter fields', environment: small },
    { name: '200 filter fields', environment: sized(10, 200) },
  ],
  [
    { name: 'connections are kept', environment: small },
    { name: 'a connection for each request', environment: small, isNew: true },
  ],
]

const page = (index: number) =>
  post('/api/group-0/part0/filter?size=20', {
    price: [String(index % 100), '150'],
    state: ['NEW'],
  })

interface Figures {
  readonly requestsPerSecond: number
  readonly cpu: number
}

const warmUp = { requests: 6_000, mostMs: 15_000 }

export const measureGrowth = async (
  client: pg.Client,
  connection: Connection,
  { rounds, durationMs, connections }: Options,
): Promise<void> => {
  const many = await prepareMany(client, connection)
  print('\n| **o** growth: page of a small table | requests/s | CPU ms | CPU ratio |')
  print('| --- | --: | --: | --: |')
  for (const pair of pairs) {
    const running: { variant: Variant; child: Child; figures: Figures[] }[] = []
    try {
      for (const variant of pair) {
        showProgress(`growth: start with ${variant.name}`)
        const start = { employees: 0, connection: many, environment: variant.environment }
        const options = { name: 'many', file: serverFile('many'), start, tell: showProgress }
        running.push({ variant, child: await startChild(options), figures: [] })
      }
      const load = async ({ variant, child }: (typeof running)[number], ms: number) => {
        const before = cpuOf(child.pid) ?? Number.NaN
        const { requestsPerSecond, count } = await runLoad({
          ...{ url: child.url, connections, durationMs: ms, next: counted(page), status: 200 },
          isNew: variant.isNew ?? false,
        })
        const cpu = ((cpuOf(child.pid) ?? Number.NaN) - before) / count
        return { requestsPerSecond, cpu, count }
      }
      for (const one of running) {
        let count = 0
        for (let ms = 0; ms < warmUp.mostMs && count < warmUp.requests; ms += 1_000) {
          count += (await load(one, 1_000)).count
        }
      }
      for (let round = 0; round < rounds; round++) {
        for (const one of running) one.figures.push(await load(one, durationMs))
      }
      const cpu = running.map(({ figures }) => median(figures.map((each) => each.cpu)))
      running.forEach(({ variant, figures }, index) => {
        const rate = median(figures.map((each) => each.requestsPerSecond))
        const ratio = index === 0 ? '' : (cpu[index]! / cpu[0]!).toFixed(2)
        print(`| ${variant.name} | ${rate.toFixed(0)} | ${cpu[index]!.toFixed(3)} | ${ratio} |`)
      })
    } finally {
      for (const { child } of running) await child.close()
    }
  }
}
