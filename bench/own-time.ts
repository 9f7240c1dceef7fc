/**
 * `npm run bench:own-time`: the time that a page takes the service itself, besides the database and
 * the writes of sockets. README.md describes it.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { buildPackage, buildServers, serverFile } from './build.js'
import { type CaseContext, counted, post } from './cases/case.js'
import { page3, recordCases } from './cases/records.js'
import { fetchOnce, type NextRequest, runLoad } from './load.js'
import { median } from './measure.js'
import type { Connection, StartMessage } from './messages.js'
import type { OwnTimes } from './own-time-watch.js'
import { type Child, startChild } from './processes.js'
import { print, showProgress } from './progress.js'
import { plain } from './servers.js'
import { prepareMany } from './start.js'

const { values } = parseArgs({
  options: {
    employees: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string' },
    'no-build': { type: 'boolean', default: false },
  },
})

interface Variant {
  readonly name: string
  readonly file: string
  readonly start: Omit<StartMessage, 'type'>
  readonly next: NextRequest
}

interface Running extends Variant {
  readonly child: Child
  readonly rounds: OwnTimes[]
}

const pageOfMany = (): NextRequest => {
  const { requests } = recordCases.find(({ id }) => id === 'a')!
  return requests({ everybody: {} } as CaseContext) as NextRequest
}

/** The same filters, of which few rows suffice to fill the page. */
const pageOfFew = (): NextRequest =>
  counted((index) =>
    post(page3, {
      departmentName: 'e',
      skillName: 'a',
      salaryBetween: [(index % 50_000) / 100, null],
    }),
  )

const variantsOf = (employees: number, connection: Connection, many: Connection): Variant[] => {
  const next = employees >= 100_000 ? pageOfMany : pageOfFew
  const sized = (name: string, resources: number, fields: number): Variant => ({
    name,
    file: 'many',
    start: {
      employees: 0,
      connection: many,
      environment: { BENCH_RESOURCES: String(resources), BENCH_FILTER_FIELDS: String(fields) },
    },
    next: counted((index) =>
      post('/api/group-0/part0/filter?sort=price,desc&sort=name&page=3&size=20', {
        name: 'part',
        state: ['NEW'],
        price: [(index % 5_000) / 100, null],
      }),
    ),
  })
  return [
    { name: 'node', file: 'node', start: { employees, connection }, next: next() },
    {
      name: 'bare',
      file: 'bare',
      start: { employees, connection: plain(connection) },
      next: next(),
    },
    { name: 'service', file: 'service', start: { employees, connection }, next: next() },
    sized('10 resources', 10, 10),
    sized('500 resources', 500, 10),
    sized('200 filter fields', 10, 200),
  ]
}

const run = async (): Promise<void> => {
  const employees = Number(values.employees)
  if (!values['no-build']) {
    showProgress('Building the package')
    await buildPackage()
  }
  await buildServers()
  const started: Child[] = []
  const start = async (options: Omit<Parameters<typeof startChild>[0], 'tell'>): Promise<Child> => {
    const child = await startChild({ ...options, tell: showProgress })
    started.unshift(child)
    return child
  }
  try {
    const database = { name: 'database', file: serverFile('database'), start: { employees } }
    const connection = (await start(database)).connection!
    const client = new pg.Client({ ...connection })
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as backend')
    const many = await prepareMany({ client, connection, measuring: rows[0] })
    await client.end()
    const wanted = values.only?.split(',')
    const running: Running[] = []
    for (const variant of variantsOf(employees, connection, many)) {
      const { name, file } = variant
      if (wanted && !wanted.includes(name)) continue
      const message = { ...variant.start, measuresOwnTimes: true }
      const child = await start({ name, file: serverFile(file), start: message })
      running.push({ ...variant, child, rounds: [] })
    }
    for (const variant of running) await warm(variant)
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const variant of running)
        variant.rounds.push(await load(variant, Number(values.seconds) * 1_000))
    }
    report(running)
  } finally {
    for (const child of started) await child.close()
  }
}

const load = async ({ child, next }: Running, durationMs: number): Promise<OwnTimes> => {
  await child.ownTimes()
  await runLoad({ url: child.url, connections: 1, durationMs, next, status: 200 })
  return child.ownTimes()
}

/** V8 has compiled what a request runs after some thousands of them. */
const warmUp = { requests: 6_000, mostMs: 60_000 }

const warm = async ({ name, child: { url }, next }: Running): Promise<void> => {
  showProgress(`warm-up of ${name}`)
  const { text } = await fetchOnce(url, next(0))
  const { data } = JSON.parse(text)
  if (data && data.content.length !== 20) throw new Error(`${name}: the page has not 20 rows`)
  let count = 0
  for (let ms = 0; ms < warmUp.mostMs && count < warmUp.requests; ms += 2_000) {
    count += (await runLoad({ url, connections: 10, durationMs: 2_000, next, status: 200 })).count
  }
}

const report = (running: readonly Running[]): void => {
  print(
    '| page of 20 rows | CPU p50 ms (rounds) | wall p50 | wall p90 | socket writes p50 | requests |',
  )
  print('| --- | --: | --: | --: | --: | --: |')
  for (const { name, rounds } of running) {
    const quantile = (part: keyof OwnTimes, share: number): string => {
      const times = rounds.flatMap((round) => round[part]).toSorted((a, b) => a - b)
      return times[Math.floor((times.length - 1) * share)]!.toFixed(3)
    }
    const each = rounds.map(({ cpu }) => median(cpu).toFixed(3)).join(', ')
    const cells = [
      ...[name, `**${quantile('cpu', 0.5)}** (${each})`, quantile('wall', 0.5)],
      ...[quantile('wall', 0.9), quantile('writing', 0.5), rounds.flatMap(({ cpu }) => cpu).length],
    ]
    print(`| ${cells.join(' | ')} |`)
  }
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.stack : error)
  process.exitCode = 1
}
