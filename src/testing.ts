/** For the tests of an application: a throw-away database and a service without a port. */
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#packages/embedded-postgres'
import { anonymous, credentialsRequired } from './access/authentication.js'
import type { Authenticator } from './access/authenticator.js'
import { createPrincipal } from './access/principals.js'
import type { DevelopmentCaller } from './contract/development-caller.js'
import type { Principal } from './contract/principal.js'
import type { Resource } from './contract/resource.js'
import type { EndedQuery } from './database/connection/measurements.js'
import type { Application } from './server/compose/application.js'
import { checkApplication } from './server/compose/check-application.js'
import { connectDatabase } from './server/compose/connect-database.js'
import { prepareTables } from './server/compose/create-service.js'
import { readSettings } from './server/compose/read-settings.js'
import { assembleService } from './server/compose/service.js'
import { openTracing } from './server/process/start-tracing.js'

/** What `pg` needs to connect; plain data, so that it can be handed to another process. */
export interface TestConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

export interface TestServer {
  readonly connection: TestConnection
  /** Stops the server and removes its data. */
  close(): Promise<void>
}

/** Starts an embedded PostgreSQL with empty data that is gone after `close`. */
export const startTestServer = async (): Promise<TestServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'corollary-test-'))
  // As root the server runs as another user, which must be able to enter.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, disposable: true })
  const { host, port, user, password, database } = postgres.connection
  return {
    connection: { host, port, user, password, database },
    close: async () => {
      await postgres.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface TestServiceOptions {
  /** Of the application, in its description and on its page. Default: `API`. */
  readonly title?: string
  readonly resources: readonly Resource[]
  /** Routes of the application beside its resources. Default: none. */
  readonly routes?: Application['routes']
  readonly files?: Application['files']
  readonly connection: pg.ClientConfig
  /** Creates what the contracts need, as at a start. Default: the tables exist. */
  readonly prepare?: Application['prepare']
  /** By name, for example `{ 'platform.pagination.max-size': 50 }`. Default: the defaults. */
  readonly settings?: Readonly<Record<string, unknown>>
  /**
   * Variables that secrets of webhooks name, such as `env:CRM_SECRET`, and the access key of the
   * store `s3`. Default: those of the process.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Texts in other languages, as an application has them. */
  readonly messages?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /**
   * Callers by name: a request with `Authorization: Bearer <name>` is theirs, one without is
   * anonymous. A list: the callers of an application, which `X-Development-Caller` selects.
   * Default: as `platform.auth.mode` says, so every caller may do everything.
   */
  readonly callers?: Readonly<Record<string, TestCaller>> | readonly DevelopmentCaller[]
  /** Default: the clock of the machine. */
  readonly now?: () => Date
  /**
   * Called after each statement with its text and parameters, to see or count what a request runs.
   * The duration is that of its round trip; 0 if it was sent together with the one before it.
   */
  readonly onStatement?: (statement: TestStatement, milliseconds: number) => void
}

export interface TestStatement {
  readonly text: string
  readonly values: readonly unknown[]
  /** False for a statement that was sent together with the one before it. */
  readonly startsRoundTrip: boolean
}

export interface TestCaller {
  /** Default: the caller's name. */
  readonly id?: string
  readonly tenant?: string
  readonly authorities?: readonly string[]
  readonly claims?: Readonly<Record<string, unknown>>
}

export interface TestService {
  /**
   * Answers requests without a port: `app.inject({ method: 'GET', url: '/…' })`; `listen` works
   * too.
   */
  readonly app: FastifyInstance
  close(): Promise<void>
}

/** A service on a database whose tables exist. @throws ContractError, StartError */
export const createTestService = async (options: TestServiceOptions): Promise<TestService> => {
  const given = Object.entries({ 'platform.log.level': 'silent', ...options.settings })
  const variables = Object.fromEntries(
    given.map(([name, value]) => [name.replace(/[.-]/g, '_').toUpperCase(), String(value)]),
  )
  const { settings } = readSettings({ environment: variables })
  const logger = pino({ level: settings['platform.log.level'] })
  const { connection, onStatement } = options
  const onQuery = ({ statements, milliseconds }: EndedQuery): void => {
    for (const [index, { text, values }] of statements.entries()) {
      const startsRoundTrip = index === 0
      onStatement?.({ text, values, startsRoundTrip }, startsRoundTrip ? milliseconds : 0)
    }
  }
  const tracing = await openTracing()
  const database = connectDatabase({ connection }, settings, logger, {
    ...{ onQuery, tracing },
    now: options.now,
  })
  try {
    const { title = 'API', resources, routes = [], callers = [], now, prepare } = options
    const { messages, environment } = options
    checkApplication({
      ...{ title, resources, routes, ...(options.files ? { files: options.files } : {}) },
      ...(messages ? { messages } : {}),
      ...(isList(callers) ? { callers } : {}),
    })
    await prepareTables({ prepare }, database, { log: (line) => logger.info(line) })
    const { app } = await assembleService({
      title,
      resources,
      routes,
      files: options.files,
      database,
      settings,
      logger,
      tracing,
      messages,
      ...(isList(callers) ? { callers } : { authenticator: authenticatorOf(callers) }),
      cursorSecret: settings['platform.cursor.secret'] || randomUUID(),
      redirectsRoot: true,
      ...(now ? { now } : {}),
      ...(environment ? { environment } : {}),
    })
    const close = async (): Promise<void> => {
      await app.close()
      await database.close()
    }
    return { app, close }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Unlike `Array.isArray`, it knows lists that cannot be changed. */
const isList = (value: object): value is readonly unknown[] => Array.isArray(value)

const authenticatorOf = (callers: Readonly<Record<string, TestCaller>>): Authenticator => {
  const principals = new Map(
    Object.entries(callers).map(([name, caller]) => [
      `Bearer ${name}`,
      createPrincipal({ id: name, tenant: null, authorities: [], claims: {}, ...caller }),
    ]),
  )
  const callerOf = (authorization: string | undefined): Principal | undefined =>
    authorization === undefined ? anonymous : principals.get(authorization)
  return {
    header: 'Authorization',
    distinguishes: true,
    known: callerOf,
    authenticate: async (authorization) => {
      const principal = callerOf(authorization)
      if (principal) return principal
      throw credentialsRequired()
    },
  }
}
