/** Opens the database of `DATABASE_URL`, or an embedded one for development. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  defaultDataFolder,
  EmbeddedPostgresError,
  hasCluster,
  startEmbeddedPostgres,
} from '#packages/embedded-postgres'
import { OpenedConnection } from '../../database/connection/opened-connection.js'
import { detectPooling, notPooled, type Pooling } from '../../database/connection/pooler.js'
import { isUnavailable } from '../../database/errors/errors.js'
import { StartError } from '../../foundation/errors/start-error.js'
import { isDatabaseAddress } from '../../foundation/settings/setting-forms.js'
import type { Settings } from '../../foundation/settings/settings.js'

export interface OpenDatabase extends Pooling {
  readonly connection: pg.ClientConfig
  /** Without the pooler of `connection`. Undefined: there is none, or it has no address. */
  readonly direct?: pg.ClientConfig | undefined
  /** The connection that found the database, for the first work that needs one. */
  readonly opened?: OpenedConnection | undefined
  /** For people: `embedded PostgreSQL 18.4`, `PostgreSQL at db.example.com`; never a password. */
  readonly description: string
  readonly embedded: boolean
  close(): Promise<void>
}

export interface DatabaseSource {
  readonly settings: Settings
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Folder of the project: the embedded data belongs to it. */
  readonly projectFolder: string
  readonly report: (message: string) => void
  /** Refuses an embedded database without tables, and does not create one. Default: not. */
  readonly needsTables?: boolean
  /** Waits for a database that cannot be reached yet. Default: not. */
  readonly waits?: boolean
}

export const openDatabase = async (source: DatabaseSource): Promise<OpenDatabase> => {
  const { environment, settings } = source
  const mode = settings['platform.database.mode']
  const url = environment['DATABASE_URL']
  if (mode !== 'embedded' && url) {
    const timeoutMs = source.waits ? settings['platform.database.start-timeout-ms'] : 0
    const waiting = { timeoutMs, report: source.report }
    const open = await openUrl(url, settings, waiting)
    const directUrl = settings['platform.database.direct-url']
    if (directUrl === '') return open
    const name = 'PLATFORM_DATABASE_DIRECT_URL'
    await open.close()
    const { connection: direct, ...found } = await openUrl(directUrl, settings, {
      ...waiting,
      source: name,
    })
    return { ...open, direct, opened: found.opened, close: found.close }
  }
  if (mode === 'url') throw new StartError("Set DATABASE_URL: 'platform.database.mode' is 'url'.")
  if (mode === 'auto' && environment['NODE_ENV'] === 'production') {
    throw new StartError(
      "DATABASE_URL is missing. In production an embedded database is used only if 'platform.database.mode' (PLATFORM_DATABASE_MODE) is 'embedded', so that a missing variable does not lead to an empty database.",
    )
  }
  if (mode === 'auto') source.report('DATABASE_URL is not set: using an embedded PostgreSQL.')
  return openEmbedded(source)
}

/** An error about several addresses has no message of its own. */
const reasonOf = (error: unknown): string => {
  const { errors, message, code } = error as AggregateError & { code?: string }
  return (
    errors?.map((cause: Error) => cause.message).join('; ') || message || code || 'unknown reason'
  )
}

export interface OpenUrlOptions {
  /** The variable or option that the address is from. Default: DATABASE_URL. */
  readonly source?: string
  /** How long to wait for a database that cannot be reached. Default: 0. */
  readonly timeoutMs?: number
  readonly report?: (message: string) => void
}

/**
 * Connects once, to report an unusable address at once. `close` of the result ends the connection,
 * unless it was taken.
 *
 * @throws StartError
 */
export const openUrl = async (
  url: string,
  settings: Settings,
  { source = 'DATABASE_URL', timeoutMs = 0, report = () => {} }: OpenUrlOptions = {},
): Promise<OpenDatabase> => {
  if (!isDatabaseAddress(url)) {
    throw new StartError(
      `${source} is not a PostgreSQL address; an address looks like postgresql://user:password@host:5432/database.`,
    )
  }
  const connection = { connectionString: url }
  const connectionTimeoutMillis = settings['platform.database.acquire-timeout-ms']
  const { host, port, database } = new pg.Client(connection)
  const place = `${host}:${port}/${database}`
  const probe = () => connectOnce({ ...connection, connectionTimeoutMillis })
  const waiting = { timeoutMs, report, place: `${host}:${port}` }
  const { pooling, opened } = await waitFor(probe, waiting).catch((error: unknown) => {
    throw new StartError(
      `The database at ${place} cannot be reached: ${reasonOf(error)}. Check ${source}, and that the server is running.`,
      { cause: error },
    )
  })
  return {
    ...{ connection, ...pooling, opened },
    description: `PostgreSQL at ${place}`,
    embedded: false,
    close: () => opened.close(),
  }
}

interface Found {
  readonly pooling: Pooling
  readonly opened: OpenedConnection
}

const connectOnce = async (config: pg.ClientConfig): Promise<Found> => {
  const client = new pg.Client({ ...config, pipeline: true })
  // The server may close the connection before it is ended here.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return { pooling: await detectPooling(client), opened: new OpenedConnection(client) }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

const retryMs = 500
const reportEveryMs = 5_000

interface Waiting {
  readonly timeoutMs: number
  readonly report: (message: string) => void
  readonly place: string
}

/** Repeats the probe while the database cannot be reached; another error ends it. */
const waitFor = async <T>(
  probe: () => Promise<T>,
  { timeoutMs, report, place }: Waiting,
): Promise<T> => {
  const start = performance.now()
  let reportedAt = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      return await probe()
    } catch (error) {
      const waitedMs = performance.now() - start
      if (!isUnavailable(error) || waitedMs + retryMs > timeoutMs) throw error
      if (waitedMs - reportedAt >= reportEveryMs) {
        reportedAt = waitedMs
        const seconds = `${Math.floor(waitedMs / 1_000)} s of ${Math.round(timeoutMs / 1_000)} s`
        report(`Waiting for the database at ${place}: ${reasonOf(error)} (${seconds})`)
      }
    }
    await sleep(retryMs)
  }
}

const openEmbedded = async ({
  settings,
  projectFolder,
  needsTables = false,
  report,
}: DatabaseSource): Promise<OpenDatabase> => {
  const tcpPort = settings['platform.database.embedded.tcp-port']
  const dataFolder =
    settings['platform.database.embedded.data-folder'] || defaultDataFolder(projectFolder)
  if (needsTables && !(await hasCluster(dataFolder))) throw emptyDatabase()
  const postgres = await startEmbeddedPostgres({
    dataFolder,
    database: settings['platform.database.embedded.database'],
    ...(tcpPort === 0 ? {} : { tcpPort }),
    report,
  }).catch((error: unknown) => {
    if (!(error instanceof EmbeddedPostgresError)) throw error
    throw new StartError(error.message, { cause: error })
  })
  const { password } = postgres.connection
  const connection = Object.assign({ ...postgres.connection, ssl: false }, { password })
  if (needsTables && !(await hasTables(connection, settings['platform.database.schema']))) {
    await postgres.close()
    throw emptyDatabase()
  }
  return {
    connection,
    ...notPooled,
    description: `embedded PostgreSQL ${postgres.version}`,
    embedded: true,
    close: () => postgres.close(),
  }
}

const emptyDatabase = (): StartError =>
  new StartError(
    "The embedded PostgreSQL of this folder has no tables, and this command would create none. Set DATABASE_URL, in the environment or in a file .env in this folder, to the database of the application; or create the tables in the application's 'prepare'.",
  )

/** Whether a database has tables or views beside those of the platform. */
const hasTables = async (connection: pg.ClientConfig, platformSchema: string): Promise<boolean> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_'
          and n.nspname not in ('information_schema', $1) limit 1`,
      [platformSchema],
    )
    return rowCount !== 0
  } finally {
    await client.end()
  }
}
