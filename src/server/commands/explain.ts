/**
 * Explains one request: runs it through the whole service in sessions that cannot write, then asks
 * PostgreSQL for the parameter types and the plan of each statement that the request ran.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Settings } from '../../foundation/settings.js'
import { StartError } from '../../foundation/start-error.js'
import type { SqlText } from '../../foundation/statement.js'
import { appliedMigration } from '../../platform/migrations.js'
import { readSharedSecret } from '../../platform/shared-value.js'
import type { Application } from '../compose/application.js'
import { connectDatabase, type DatabasePlace } from '../compose/connect-database.js'
import { needsPlatform } from '../compose/platform.js'
import { assembleService } from '../compose/service.js'
import { createLogger } from '../process/loggers.js'
import { hideValues } from './hide-values.js'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export interface ExplainedRequest {
  readonly method: (typeof methods)[number]
  /** With the query string. */
  readonly path: string
  /** For example `Authorization`. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /** Any JSON. Default: no body. */
  readonly body?: unknown
}

const members = ['method', 'path', 'headers', 'body']

/** Reads a request from a JSON file. @throws StartError */
export const readExplainedRequest = (file: string): ExplainedRequest => {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartError(`'${file}' is not a JSON file.`, { cause: error })
  }
  if (isRequest(content)) return content
  throw new StartError(
    `'${file}' is not a request; it needs 'method' and 'path', for example { "method": "POST", "path": "/api/tasks/filter?size=10", "body": {} }, and may have 'headers'.`,
  )
}

const isRequest = (content: unknown): content is ExplainedRequest => {
  if (typeof content !== 'object' || content === null) return false
  const { method, path, headers = {} } = content as Partial<Record<string, unknown>>
  return (
    Object.keys(content).every((name) => members.includes(name)) &&
    methods.some((accepted) => accepted === method) &&
    typeof path === 'string' &&
    path.startsWith('/') &&
    typeof headers === 'object' &&
    headers !== null &&
    Object.values(headers).every((value) => typeof value === 'string')
  )
}

interface RanStatement extends SqlText {
  readonly milliseconds: number
}

/** Transaction control and settings have no plan. */
const isControl = ({ text }: SqlText): boolean =>
  /^\s*(begin|commit|rollback|set|savepoint|release|select set_config)\b/i.test(text)

export interface ExplainOptions {
  readonly place: DatabasePlace
  readonly settings: Settings
  /** Print the values of parameters, which may be private, also in plans. */
  readonly showValues: boolean
}

export interface Explanation {
  readonly text: string
  /** The response was not an error. */
  readonly isSuccess: boolean
}

/** Requests that write are refused before any code of the application runs. */
export const explain = async (
  { resources, title, version, info, messages, callers }: Application,
  request: ExplainedRequest,
  { place, settings, showValues }: ExplainOptions,
): Promise<Explanation> => {
  const statements: RanStatement[] = []
  const logger = createLogger(settings, process.stderr)
  const database = connectDatabase(place, settings, logger, {
    readOnly: true,
    onQuery: ({ statements: sent, milliseconds }) =>
      statements.push(...sent.map((statement) => ({ ...statement, milliseconds }))),
  })
  try {
    const cursorSecret = await database.withConnection((client) => readSecret(client, settings))
    const description = { resources, title, version, info, messages, callers }
    const running = { database, settings, logger, cursorSecret, readOnly: true }
    const { app } = await assembleService({ ...description, ...running })
    statements.length = 0
    const response = await send(app, request)
    await app.close()
    const explained = statements.filter((statement) => !isControl(statement))
    const parts = await database.withConnection(async (client) => {
      const described: string[] = []
      for (const statement of explained) {
        described.push(await describeStatement(client, statement, showValues))
      }
      return described
    })
    const summary = `${request.method} ${request.path}\n${describeResponse(response)}`
    return {
      text: [summary, ...numbered(parts)].join('\n\n'),
      isSuccess: response.statusCode < 400,
    }
  } finally {
    await database.close()
  }
}

/** Cursors of a running service are accepted; a service that never ran has issued none. */
const readSecret = async (client: pg.ClientBase, settings: Settings): Promise<string> => {
  const schema = settings['platform.database.schema']
  if (needsPlatform(settings) && (await appliedMigration(client, schema)) === 0) {
    throw new StartError(
      `Schema '${schema}' has no platform tables yet: start the application, or run 'corollary migrate', before 'explain'.`,
    )
  }
  const secret = settings['platform.cursor.secret']
  return secret || ((await readSharedSecret(client, schema, 'cursor.secret')) ?? randomUUID())
}

type Response = Awaited<ReturnType<typeof send>>

const send = (app: FastifyInstance, { method, path, headers, body }: ExplainedRequest) =>
  app.inject({
    method,
    url: path,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })

const describeResponse = (response: Response): string => {
  const { statusCode, statusMessage } = response
  const reason = statusCode < 400 ? '' : `\n${response.json<{ message: string }>().message}`
  return `${statusCode} ${statusMessage}${reason}`
}

const numbered = (parts: readonly string[]): readonly string[] =>
  parts.length === 0
    ? ['The request ran no statement.']
    : parts.map((part, index) => `Statement ${index + 1} of ${parts.length}, ${part}`)

const describeStatement = async (
  client: pg.ClientBase,
  statement: RanStatement,
  showValues: boolean,
): Promise<string> => {
  const time = `${statement.milliseconds.toFixed(1)} ms`
  const described = await planned(client, statement, showValues).catch((error: unknown) => {
    // Some statements have no plan; the others are still shown.
    if (error instanceof pg.DatabaseError) return [`Plan: none (${error.message})`]
    throw error
  })
  return [time, statement.text.trim(), ...described].join('\n\n')
}

const planned = async (
  client: pg.ClientBase,
  statement: RanStatement,
  showValues: boolean,
): Promise<readonly string[]> => {
  const parameters = await describeParameters(client, statement, showValues)
  const plan = await planOf(client, statement)
  return [parameters, showValues ? plan : hideValues(plan)]
}

const describeParameters = async (
  client: pg.ClientBase,
  { text, values }: SqlText,
  showValues: boolean,
): Promise<string> => {
  if (values.length === 0) return 'Parameters: none'
  await client.query(`prepare explained as ${withoutExplain(text)}`)
  const { rows } = await client.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'explained'`,
  )
  await client.query('deallocate explained')
  const lines = rows[0]!.types.map((type, index) => {
    const value = showValues ? ` = ${print(values[index])}` : ''
    return `  $${index + 1} ${type}${value}`
  })
  return ['Parameters:', ...lines].join('\n')
}

/** A page whose total is estimated explains the statement that would count. */
const withoutExplain = (text: string): string => text.replace(/^\s*explain\s*(\([^)]*\))?/i, '')

const print = (value: unknown): string =>
  typeof value === 'string' ? pg.escapeLiteral(value) : (JSON.stringify(value) ?? 'null')

const planOf = async (client: pg.ClientBase, { text, values }: SqlText): Promise<string> => {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>({
    text: `explain ${withoutExplain(text)}`,
    values: [...values],
  })
  return ['Plan:', ...rows.map((row) => `  ${row['QUERY PLAN']}`)].join('\n')
}
