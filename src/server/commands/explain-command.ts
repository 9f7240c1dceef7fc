/**
 * Explains one request: runs it through the whole service in sessions that cannot write, then asks
 * PostgreSQL for the parameter types and the plan of each statement that the request ran.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { explainStatement, type RunStatement } from '../../advice/explain-statement.js'
import { StartError } from '../../foundation/errors/start-error.js'
import type { SqlText } from '../../foundation/execution/statement.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { appliedMigration } from '../../platform/migrations.js'
import { readSharedSecret } from '../../platform/shared-value.js'
import { type Application, needsTables } from '../compose/application.js'
import { connectDatabase, type DatabasePlace } from '../compose/connect-database.js'
import { prepareTables } from '../compose/create-service.js'
import { needsPlatform, preparePlatform } from '../compose/platform.js'
import { assembleService } from '../compose/service.js'
import { createLogger } from '../process/loggers.js'
import { loadApplication } from './load-application.js'
import { log, type Run, withDatabase } from './run-command.js'

export const explainCommand: Run = async (
  { options: { app, config, values }, argument: file },
  load,
) => {
  if (file === undefined) {
    throw new StartError(
      "'explain' needs the file of a request: corollary explain request.json --app <file>",
    )
  }
  const request = readExplainedRequest(file)
  const application = await loadApplication(app, load)
  const options = { config, needsTables: needsTables(application) }
  await withDatabase(options, async (database, settings, open) => {
    if (open.embedded) {
      await prepareTables(application, database, { log: console.error })
      await database.withConnection((client) => preparePlatform(client, settings, []))
    }
    const { text, isSuccess } = await explain(application, request, {
      place: open,
      settings,
      showValues: values !== undefined,
    })
    log(text)
    if (!isSuccess) process.exitCode = 1
  })
}

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
const readExplainedRequest = (file: string): ExplainedRequest => {
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
  const statements: RunStatement[] = []
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
      const explanations: string[] = []
      for (const statement of explained) {
        explanations.push(await explainStatement(client, statement, showValues))
      }
      return explanations
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
