/** Measures how long servers take to start: with the sample, and with 300 resources. */
import type pg from 'pg'
import { serverFile } from './build.js'
import { median } from './measure.js'
import type { Connection, StartMessage } from './messages.js'
import type { Options } from './options.js'
import { startChild } from './processes.js'
import { print, showProgress } from './progress.js'
import { cpuOf, memoryOf } from './usage.js'

interface StartFigures {
  readonly readyMs: number
  readonly cpuMs: number | undefined
  readonly memory: number | undefined
}

type Message = Omit<StartMessage, 'type'>

const measureStart = async (file: string, start: Message): Promise<StartFigures> => {
  const begun = performance.now()
  const child = await startChild({
    ...{ name: file, file: serverFile(file), start, tell: showProgress },
  })
  const readyMs = performance.now() - begun
  const figures = { readyMs, cpuMs: cpuOf(child.pid), memory: memoryOf(child.pid)?.now }
  await child.close()
  return figures
}

/** A database of its own, so that the tables are not in the way of the sample. */
export const prepareMany = async (
  client: pg.Client,
  connection: Connection,
): Promise<Connection> => {
  const many = { ...connection, database: 'many' }
  const { rows } = await client.query("select from pg_database where datname = 'many'")
  if (rows.length === 0) await client.query('create database many')
  // Tables and triggers are created by the first start, which is not measured.
  const environment = { BENCH_CREATE_TABLES: 'true', BENCH_RESOURCES: '500' }
  await measureStart('many', { employees: 0, connection: many, environment })
  return many
}

export const measureStarts = async (
  client: pg.Client,
  connection: Connection,
  { rounds, employees }: Options,
): Promise<void> => {
  const many = await prepareMany(client, connection)
  const servers = [
    { file: 'bare', name: 'bare', goal: '', start: { employees, connection } },
    { file: 'service', name: 'service, 6 resources', goal: '', start: { employees, connection } },
    {
      file: 'many',
      name: 'service, 300 resources',
      goal: '< 3 000 ms',
      start: { employees, connection: many },
    },
  ]
  const figures = new Map<string, StartFigures[]>(servers.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const { file, name, start } of servers) {
      showProgress(`l: round ${round + 1} of ${rounds}, ${name}`)
      figures.get(name)!.push(await measureStart(file, start))
    }
  }
  print('\n| **l** start to ready | ready after ms | CPU ms | RSS MB | goal |')
  print('| --- | --: | --: | --: | --: |')
  for (const { name, goal } of servers) {
    const of = (part: (one: StartFigures) => number | undefined): string =>
      median(figures.get(name)!.map((one) => part(one) ?? Number.NaN)).toFixed(0)
    print(
      `| ${name} | ${of(({ readyMs }) => readyMs)} | ${of(({ cpuMs }) => cpuMs)} | ${of(({ memory }) => memory)} | ${goal} |`,
    )
  }
}
