/** The sample service with a log that tests can read, on a database that they can disrupt. */

import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { expect } from 'vitest'
import sample from '../../examples/people/app.js'
import type { Lifecycle } from '../../src/http/connections/lifecycle.js'
import type { HostAccess } from '../../src/http/hosts/host-requests.js'
import { migrate } from '../../src/platform/migrations.js'
import { connectDatabase } from '../../src/server/compose/connect-database.js'
import { environmentName, readSettings } from '../../src/server/compose/read-settings.js'
import { assembleService } from '../../src/server/compose/service.js'
import { type FreshDatabase, peopleDatabase } from '../support/database.js'
import { otherSessions } from '../support/sessions.js'
import { type FaultyProxy, startProxy } from './proxy.js'

export type Answer = Awaited<ReturnType<FastifyInstance['inject']>>

export interface FaultService {
  readonly app: FastifyInstance
  /** For routes of a host. */
  readonly hosts: HostAccess
  /** A direct connection to the database, without the proxy. */
  readonly database: FreshDatabase
  readonly proxy: FaultyProxy
  /** The log so far, one JSON text for each line. */
  log(): string
  close(): Promise<void>
}

/** A service that hangs must not block the run: the file fails instead. */
const stopWithinMs = 5_000

/** Settings by name; the default log level is that of the service. */
export const startFaultService = async (
  given: Readonly<Record<string, unknown>> = {},
  options: { readonly lifecycle?: Lifecycle; readonly now?: () => Date } = {},
): Promise<FaultService> => {
  const database = await peopleDatabase()
  const proxy = await startProxy(database.connection)
  const environment = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [environmentName(name), String(value)]),
  )
  const { settings } = readSettings({ environment })
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const logger = pino({ level: settings['platform.log.level'] }, stream)
  const pool = connectDatabase({ connection: proxy.connection }, settings, logger)
  const schema = settings['platform.database.schema']
  await pool.withConnection((client) => migrate(client, schema))
  const { app, hosts } = await assembleService({
    resources: sample.resources,
    database: pool,
    settings,
    logger,
    cursorSecret: 'a secret of these tests, no other',
    ...options,
  })
  return {
    app,
    hosts,
    database,
    proxy,
    log: () => lines.join(''),
    close: async () => {
      await proxy.mend()
      const stopped = await Promise.race([
        app.close().then(() => pool.close().then(() => true)),
        sleep(stopWithinMs).then(() => false),
      ])
      await proxy.close()
      await database.close()
      if (!stopped) throw new Error(`the service did not stop within ${stopWithinMs} ms`)
    },
  }
}

export const employees = '/api/human-resources/employees'
export const skills = '/api/human-resources/skills'

export const read = ({ app }: Pick<FaultService, 'app'>, url = `${skills}/1`): Promise<Answer> =>
  Promise.resolve(app.inject({ method: 'GET', url }))

export const post = (
  { app }: Pick<FaultService, 'app'>,
  url: string,
  payload: object,
): Promise<Answer> => Promise.resolve(app.inject({ method: 'POST', url, payload }))

/** Checks a failure of the system: its code, and that it contains nothing private. */
export const expectOutage = (answer: Answer, status: number, code: string): void => {
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status })
  const [item] = answer.json().errors
  expect(item).toMatchObject({ status, code, category: 'SYSTEM', target: null })
  expect(item.properties).toEqual({ code, traceId: answer.headers['x-request-id'] })
  if (status === 503) expect(answer.headers['retry-after']).toMatch(/^\d+$/)
  expect(answer.body).not.toMatch(/ECONN|postgres|\bpg\b|select |127\.0\.0\.1|SQLSTATE|terminat/i)
}

/** Runs the work while a second session locks a table, so that statements on it wait. */
export const whileHeld = async <T>(
  { database }: FaultService,
  table: string,
  work: () => Promise<T>,
): Promise<T> => {
  const holder = new pg.Client(database.connection)
  holder.on('error', () => undefined)
  await holder.connect()
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`)
    return await work()
  } finally {
    await holder.end()
  }
}

/** Active sessions of the service, by what they wait for. */
export const busySessions = async ({ database }: FaultService): Promise<readonly number[]> => {
  const { rows } = await database.client.query(`
    select pid ${otherSessions} and state <> 'idle'
      and query not like '%lock table%'`)
  return rows.map(({ pid }) => pid)
}

/** Repeats the check until it is true, for longer than a machine under load takes. */
export const until = async (holds: () => Promise<boolean>, withinMs = 30_000): Promise<void> => {
  const end = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`did not come true within ${withinMs} ms`)
    await sleep(10)
  }
}

/** Fails where a request would hang, so that it does not block the run. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T> => {
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${ms} ms`)
  })
  return Promise.race([work, late])
}
