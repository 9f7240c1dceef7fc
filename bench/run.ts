/**
 * `npm run bench`: compares the service with servers written by hand. README.md describes what it
 * measures, its options and how to read the results.
 */
import { join } from 'node:path'
import pg from 'pg'
import { buildPackage, buildServers, builtFolder, serverFile } from './build.js'
import type { Case, CaseContext, ServerName } from './cases/case.js'
import { selectCases } from './cases/cases.js'
import { ask, describe, firstDifference, refusal } from './compare.js'
import { comparedRequests, refusedRequests } from './correctness.js'
import { type Measured, measureCase } from './measure.js'
import type { Connection, StartMessage } from './messages.js'
import { type Options, readOptions } from './options.js'
import { type Child, startChild } from './processes.js'
import { print, showProgress } from './progress.js'
import { tableHead, tableRows } from './report.js'
import { type CallerHeaders, type Callers, createCallers } from './tokens.js'

/** Servers that promise no versions write to tables without their triggers. */
const plain = (connection: Connection): Connection => ({
  ...connection,
  options: '-c search_path=plain,public',
})

interface ServerStart {
  readonly file: string
  readonly start: (
    connection: Connection,
    callers: Callers,
  ) => Pick<StartMessage, 'connection' | 'tokenRules' | 'environment'>
}

const servers: Readonly<Record<ServerName, ServerStart>> = {
  bare: { file: 'bare', start: (connection) => ({ connection: plain(connection) }) },
  equal: {
    file: 'equal',
    start: (connection, { tokenRules }) => ({ connection, tokenRules }),
  },
  service: { file: 'service', start: (connection) => ({ connection }) },
  secured: {
    file: 'service',
    start: (connection, { environment }) => ({ connection, environment }),
  },
}

const hasCallers: ReadonlySet<ServerName> = new Set(['equal', 'secured'])

const run = async (options: Options): Promise<number> => {
  const selected = selectCases(options.cases, options.employees)
  if (options.build) {
    showProgress('Building the package')
    await buildPackage()
  }
  await buildServers()
  const started: Child[] = []
  const start = async (name: string, file: string, message: Omit<StartMessage, 'type'>) => {
    const child = await startChild({
      name,
      file: serverFile(file),
      start: message,
      profiles: options.profile && name !== 'database' ? '.corollary/profiles' : undefined,
      tell: showProgress,
    })
    started.unshift(child)
    return child
  }
  try {
    const { employees } = options
    const database = await start('database', 'database', { employees })
    const connection = database.connection!
    const callers = await createCallers(join(builtFolder, 'keys.json'))
    const running = new Map<ServerName, Child>()
    for (const name of Object.keys(servers) as ServerName[]) {
      if (!selected.some((one) => one.servers.includes(name))) continue
      const { file, start: startOf } = servers[name]
      const message = { employees, ...startOf(connection, callers) }
      running.set(name, await start(name, file, message))
    }
    const client = new pg.Client({ ...connection })
    await client.connect()
    const contextOf = (server: ServerName): CaseContext => ({
      server,
      url: running.get(server)!.url,
      employees,
      ...(hasCallers.has(server) ? callers : { ...callers, ...nobody }),
      run: Date.now().toString(36),
    })
    try {
      const isRight =
        (await compareEdges(running, callers, employees)) &&
        (await compareCases(selected, contextOf))
      if (!isRight) return 1
      await measureAll(selected, running, contextOf, client, options)
      return 0
    } finally {
      await client.end()
    }
  } finally {
    for (const child of started) await child.close()
  }
}

const nobody: Readonly<Record<'everybody' | 'restricted', CallerHeaders>> = {
  everybody: {},
  restricted: {},
}

const shownDifferences = 10

/** The first of the servers that run, as the one whose responses the others must repeat. */
const compareEdges = async (
  running: ReadonlyMap<ServerName, Child>,
  callers: Callers,
  employees: number,
): Promise<boolean> => {
  const differences: string[] = []
  const [reference, ...others] = running.keys()
  const requests = [
    ...comparedRequests(employees).map((request) => ({ request, view: (one: unknown) => one })),
    ...refusedRequests.map((request) => ({ request, view: refusal })),
  ]
  for (const { request, view } of requests) {
    const of = async (name: ServerName): Promise<unknown> => {
      const headers = hasCallers.has(name) ? callers.everybody : {}
      return (view as typeof refusal)(
        await ask(running.get(name)!.url, {
          ...request,
          headers: { ...request.headers, ...headers },
        }),
      )
    }
    const expected = await of(reference!)
    for (const other of others) {
      const difference = firstDifference(expected, await of(other))
      if (difference) {
        differences.push(`${describe(request)} (${reference}, ${other}): ${difference}`)
      }
    }
  }
  return report(differences, requests.length * (others.length + 1))
}

const compared = 8

/** Of each case, the first requests, to every server that takes part. */
const compareCases = async (
  selected: readonly Case[],
  contextOf: (server: ServerName) => CaseContext,
): Promise<boolean> => {
  const differences: string[] = []
  const cases = selected.filter((one) => !one.isUnique)
  for (const one of cases) {
    showProgress(`${one.id}: comparing responses`)
    const sides = await Promise.all(
      one.servers.map(async (name) => ({
        name,
        context: contextOf(name),
        next: await one.requests(contextOf(name)),
      })),
    )
    // A request that depends on a response is the first of its connection.
    for (let index = 0; index < (one.readsBodies ? 1 : compared); index++) {
      const answers = await Promise.all(
        sides.map(async ({ name, context, next }) => {
          const request = next(0)
          return { name, request, answer: await ask(context.url, request) }
        }),
      )
      const [first, ...others] = answers
      const { status = 200 } = one
      if (first!.answer.status !== status) {
        differences.push(`${one.id}: ${describe(first!.request)}: status ${first!.answer.status}`)
      }
      for (const { name, request, answer } of others) {
        const difference = firstDifference(first!.answer, answer)
        if (difference) {
          const what = `${one.id}: ${describe(request)}`
          differences.push(`${what} (${first!.name}, ${name}): ${difference}`)
        }
      }
    }
  }
  return report(differences, cases.length * compared)
}

const report = (differences: readonly string[], compared: number): boolean => {
  if (differences.length === 0) {
    print(`${compared} responses agree.`)
    return true
  }
  print(`${differences.length} of ${compared} responses differ:`)
  for (const difference of differences.slice(0, shownDifferences)) print(`  ${difference}`)
  return false
}

const measureAll = async (
  selected: readonly Case[],
  running: ReadonlyMap<ServerName, Child>,
  contextOf: (server: ServerName) => CaseContext,
  client: pg.Client,
  { employees, connections, rounds, durationMs }: Options,
): Promise<void> => {
  const { rows } = await client.query('select pg_backend_pid() as backend')
  const measuring = {
    ...{ rounds, durationMs, connections, client, backend: rows[0].backend },
    tell: showProgress,
  }
  const seconds = durationMs / 1_000
  print(
    `${employees} employees, ${connections} connections, medians of ${rounds} rounds of ${seconds} s.\n`,
  )
  print(tableHead())
  for (const one of selected) {
    const measured = await Promise.all(
      one.servers.map(async (name): Promise<Measured> => {
        const { url, pid } = running.get(name)!
        return { name, url, pid, next: await one.requests(contextOf(name)) }
      }),
    )
    try {
      print(tableRows(one, await measureCase(one, measured, measuring)))
    } finally {
      await one.cleanUp?.(client, employees)
    }
  }
}

try {
  process.exitCode = await run(readOptions(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
