/** The people sample with everything that an attack may reach: its log, and the SQL it sends. */
import { Writable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import sample from '../../examples/people/app.js'
import { migrate } from '../../src/platform/migrations.js'
import { connectDatabase } from '../../src/server/compose/connect-database.js'
import { environmentName, readSettings } from '../../src/server/compose/read-settings.js'
import { assembleService } from '../../src/server/compose/service.js'
import { type FreshDatabase, fewPeopleDatabase } from '../support/database.js'

export type Answer = Awaited<ReturnType<FastifyInstance['inject']>>

export interface AttackService {
  readonly app: FastifyInstance
  readonly database: FreshDatabase
  /** Texts of statements since the last call. */
  takeStatements(): readonly string[]
  /** The log since the last call, one JSON text for each line. */
  takeLog(): string
  send(request: InjectOptions): Promise<Answer>
  close(): Promise<void>
}

export const startAttackService = async (
  given: Readonly<Record<string, unknown>> = {},
): Promise<AttackService> => {
  const database = await fewPeopleDatabase()
  const environment = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [environmentName(name), String(value)]),
  )
  const { settings } = readSettings({ environment })
  let lines: string[] = []
  let statements: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const logger = pino({ level: settings['platform.log.level'] }, stream)
  const pool = connectDatabase({ connection: database.connection }, settings, logger, {
    onQuery: ({ statements: sent }) => {
      statements.push(...sent.map(({ text }) => text))
    },
  })
  await pool.withConnection((client) => migrate(client, settings['platform.database.schema']))
  const { app } = await assembleService({
    resources: sample.resources,
    database: pool,
    settings,
    logger,
    cursorSecret: 'a secret of these tests, no other',
  })
  return {
    app,
    database,
    takeStatements: () => {
      const taken = statements
      statements = []
      return taken
    },
    takeLog: () => {
      const taken = lines.join('')
      lines = []
      return taken
    },
    send: (request) => Promise.resolve(app.inject(request)),
    close: async () => {
      await app.close()
      await pool.close()
      await database.close()
    },
  }
}
