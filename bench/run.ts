/**
 * `npm run bench`: compares the service with servers written by hand, and with other frameworks.
 * README.md describes what it measures, its options and how to read the results.
 */
import { join } from 'node:path'
import pg from 'pg'
import { buildPackage, buildPeers, buildServers, builtFolder, serverFile } from './build.js'
import type { Case } from './cases/case.js'
import { selectCases } from './cases/cases.js'
import { peers } from './cases/peers/peers.js'
import { compareCases, compareEdges } from './check.js'
import { measureGrowth } from './growth.js'
import type { Measured } from './measure.js'
import { type Options, readOptions } from './options.js'
import { type Child, startChild } from './processes.js'
import { print, showProgress } from './progress.js'
import { tableHead } from './report.js'
import {
  type AnyServer,
  comparisonOf,
  contextOf,
  fileOf,
  isPeerName,
  nodeOf,
  peerNames,
  requestsOf,
  serverNames,
  startOf,
  statusOf,
  takesPart,
} from './servers.js'
import { createSession, type Session } from './session.js'
import { measureStarts } from './start.js'
import { type Callers, createCallers } from './tokens.js'
import { measureWorkers } from './workers.js'

const run = async (options: Options): Promise<number> => {
  const { employees } = options
  const { selected, starts, growth, workers } = selectCases(options, employees)
  const available = [...serverNames, ...(options.peers ? peerNames : [])]
  const names = available.filter((name) => selected.some((benchCase) => takesPart(benchCase, name)))
  await build(options, starts ? available : names)
  const started: Child[] = []
  try {
    const file = serverFile('database')
    const database = await startChild({
      name: 'database',
      file,
      start: { employees },
      tell: showProgress,
    })
    started.unshift(database)
    const connection = database.connection!
    const callers = await createCallers(join(builtFolder, 'keys.json'))
    const running = new Map<AnyServer, Child>()
    for (const name of names) {
      const child = await startChild({
        name,
        file: fileOf(name),
        start: { employees, ...startOf(name, connection, callers) },
        node: await nodeOf(name, print),
        profiles: options.profile ? '.corollary/profiles' : undefined,
        tell: showProgress,
      })
      started.unshift(child)
      running.set(name, child)
    }
    const client = new pg.Client({ ...connection })
    await client.connect()
    try {
      if (selected.length > 0 && !(await compare(selected, running, callers, employees))) return 1
      describeRun(options, names)
      const session = await createSession({ options, callers, connection, client }, showProgress)
      print(`\n${tableHead()}`)
      for (const benchCase of selected) await measureOne(benchCase, running, session)
      if (starts) await measureStarts(session)
      if (growth) await measureGrowth(session)
      if (workers) await measureWorkers(session)
      return 0
    } finally {
      await client.end()
    }
  } finally {
    for (const child of started) await child.close()
  }
}

const build = async (options: Options, names: readonly AnyServer[]): Promise<void> => {
  if (options.build) {
    showProgress('Building the package')
    await buildPackage()
  }
  await buildServers()
  await buildPeers(names.filter(isPeerName), print)
}

const compare = async (
  selected: readonly Case[],
  running: ReadonlyMap<AnyServer, Child>,
  callers: Callers,
  employees: number,
): Promise<boolean> => {
  const ofServer = (name: AnyServer) => contextOf(name, running.get(name)!.url, employees, callers)
  return (
    (await compareEdges(running, callers, employees)) &&
    (await compareCases(selected, [...running.keys()], ofServer))
  )
}

const describeRun = (
  { employees, connections, rounds, durationMs }: Options,
  names: readonly AnyServer[],
): void => {
  const seconds = durationMs / 1_000
  print(
    `${employees} employees, ${connections} connections, medians of ${rounds} rounds of ${seconds} s.`,
  )
  for (const name of names.filter(isPeerName)) print(`${name} lacks: ${peers[name].lacks}.`)
}

const measureOne = async (
  benchCase: Case,
  running: ReadonlyMap<AnyServer, Child>,
  { callers, client, measure, options: { employees } }: Session,
): Promise<void> => {
  const measured = await Promise.all(
    [...running]
      .filter(([name]) => takesPart(benchCase, name))
      .map(async ([name, { url, pid }]): Promise<Measured> => {
        const next = await requestsOf(benchCase, contextOf(name, url, employees, callers))
        return {
          name,
          url,
          pid,
          next,
          status: statusOf(benchCase, name),
          ...comparisonOf(benchCase, name),
        }
      }),
  )
  try {
    await measure(benchCase, measured)
  } finally {
    await benchCase.cleanUp?.(client, employees)
  }
}

try {
  process.exitCode = await run(readOptions(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
