/**
 * `npm run bench`: compares the service with a hand-written server. README.md describes what it
 * measures, its options and how to read the results.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Case, cases } from './cases.js'
import { compareAnswers } from './compare.js'
import { type LoadResult, runLoad } from './load.js'
import type { BenchServer, Connection, FromServer, ToServer } from './messages.js'

const { values } = parseArgs({
  options: {
    employees: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '6' },
    connections: { type: 'string', default: '8' },
    profile: { type: 'boolean', default: false },
    unnamed: { type: 'boolean', default: false },
  },
})
const positive = (name: 'employees' | 'seconds' | 'connections'): number => {
  const number = Number(values[name])
  if (number > 0 && (name === 'seconds' || Number.isInteger(number))) return number
  console.error(`--${name} takes a number above 0; got '${values[name]}'.`)
  return process.exit(1)
}
const employees = positive('employees')
const durationMs = positive('seconds') * 1_000
const connections = positive('connections')
const rounds = 3
const warmUpMs = 2_000
const shownDifferences = 10

let printedAt = 0
/** Progress: one line that is overwritten on a terminal, otherwise a line every few seconds. */
const showProgress = (text: string): void => {
  if (process.stdout.isTTY) process.stdout.write(`\r${text}\u001b[K`)
  else if (performance.now() - printedAt > 5_000) {
    printedAt = performance.now()
    console.log(text)
  }
}
const print = (line: string): void => {
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K')
  console.log(line)
}

interface Child extends BenchServer {
  readonly process: ChildProcess
}

/** Forks a server, which reports its address. */
const startServer = (
  name: string,
  file: string,
  start: Omit<Extract<ToServer, { type: 'start' }>, 'type'>,
): Promise<Child> =>
  new Promise((resolve, reject) => {
    const profile = values.profile
      ? ['--cpu-prof', `--cpu-prof-dir=.corollary/profiles/${name}`]
      : []
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
      execArgv: [...process.execArgv, ...profile],
      env: { ...process.env, BENCH_UNNAMED: String(values.unnamed) },
    })
    const exited = new Promise<void>((done) => child.once('exit', () => done()))
    const close = async (): Promise<void> => {
      if (child.connected) child.send({ type: 'stop' } satisfies ToServer)
      await exited
    }
    child.on('message', (message: FromServer) => {
      if (message.type === 'progress') showProgress(message.text)
      if (message.type === 'ready') {
        const { url, connection } = message
        resolve({ url, connection, process: child, close })
      }
      if (message.type === 'failed') {
        void close().then(() => reject(new Error(`The ${name} did not start: ${message.reason}`)))
      }
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The ${name} ended with ${code}.`)))
    child.send({ type: 'start', ...start } satisfies ToServer)
  })

interface Figures {
  readonly service: LoadResult
  readonly handWritten: LoadResult
  /** The throughput of the service divided by that of the hand-written server. */
  readonly ratio: number
}

/** Rounds alternate, so that a machine that is temporarily slow affects both servers. */
const measure = async (one: Case, service: string, handWritten: string): Promise<Figures[]> => {
  const load = (url: string, forMs: number): Promise<LoadResult> =>
    runLoad({ url, connections, durationMs: forMs, next: one.requests(employees) })
  showProgress(`${one.name}: warm-up`)
  await load(service, warmUpMs)
  await load(handWritten, warmUpMs)
  const figures: Figures[] = []
  for (let round = 1; round <= rounds; round++) {
    showProgress(`${one.name}: round ${round} of ${rounds}`)
    const a = await load(service, durationMs)
    const b = await load(handWritten, durationMs)
    figures.push({
      service: a,
      handWritten: b,
      ratio: a.requestsPerSecond / b.requestsPerSecond,
    })
  }
  return figures
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

const printCase = ({ name, target }: Case, figures: readonly Figures[]): void => {
  print(`\n${name}`)
  for (const [label, side] of [
    ['service', 'service'],
    ['hand-written', 'handWritten'],
  ] as const) {
    const of = (member: 'requestsPerSecond' | 'p50' | 'p95') =>
      median(figures.map((round) => round[side][member]))
    print(
      `  ${label.padEnd(13)}${of('requestsPerSecond').toFixed(0).padStart(7)} requests/s   p50 ${of('p50').toFixed(2)} ms   p95 ${of('p95').toFixed(2)} ms`,
    )
  }
  const ratios = figures.map(({ ratio }) => ratio.toFixed(2))
  const ratio = median(figures.map((round) => round.ratio))
  print(`  ratio ${ratio.toFixed(2)} (rounds ${ratios.join(', ')}; at least ${target} is the aim)`)
}

const run = async (): Promise<number> => {
  const started: Child[] = []
  const start = async (name: string, file: string, connection?: Connection): Promise<Child> => {
    const child = await startServer(name, file, {
      employees,
      ...(connection ? { connection } : {}),
    })
    started.unshift(child)
    return child
  }
  try {
    const service = await start('service', './service.ts')
    const handWritten = await start('hand-written', './hand-written.ts', service.connection)
    const { compared, differences, moreLinks } = await compareAnswers(
      service.url,
      handWritten.url,
      employees,
    )
    if (differences.length > 0) {
      print(`${differences.length} of ${compared} answers differ (service, hand-written):`)
      for (const difference of differences.slice(0, shownDifferences)) print(`  ${difference}`)
      return 1
    }
    print(`${compared} answers agree: ids, totals, records, links and refusals.`)
    if (moreLinks.length > 0) print(`Only the service sends the links ${moreLinks.join(', ')}.`)
    print(
      `${employees} employees, ${connections} connections, ${rounds} rounds of ${values.seconds} s each.`,
    )
    for (const one of cases) printCase(one, await measure(one, service.url, handWritten.url))
    return 0
  } finally {
    for (const child of started) await child.close()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
