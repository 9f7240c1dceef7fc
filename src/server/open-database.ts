/** Opens the database of `DATABASE_URL`, or an embedded one for development. */
import pg from 'pg'
import { defaultDataFolder, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js'
import type { Settings } from '../foundation/settings.js'
import { StartError } from '../foundation/start-error.js'

export interface OpenDatabase {
  readonly connection: pg.ClientConfig
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
}

export const openDatabase = async (source: DatabaseSource): Promise<OpenDatabase> => {
  const { environment, settings } = source
  const mode = settings['platform.database.mode']
  const url = environment['DATABASE_URL']
  if (mode !== 'embedded' && url) return openUrl(url, settings)
  if (mode === 'url') throw new StartError("Set DATABASE_URL: 'platform.database.mode' is 'url'.")
  if (mode === 'auto' && environment['NODE_ENV'] === 'production') {
    throw new StartError(
      "DATABASE_URL is missing. In production an embedded database is used only if 'platform.database.mode' (PLATFORM_DATABASE_MODE) is 'embedded', so that a missing variable does not lead to an empty database.",
    )
  }
  return openEmbedded(source)
}

/**
 * The host may be in the query (`host=/socket`), as in libpq; then there is none before the path.
 */
const isUrl = (url: string): boolean =>
  /^postgres(ql)?:\/\//.test(url) &&
  URL.canParse(url.replace(/@\//, '@localhost/').replace(/:\/\/\//, '://localhost/'))

/** An error about several addresses has no message of its own. */
const reasonOf = (error: unknown): string => {
  const { errors, message, code } = error as AggregateError & { code?: string }
  return errors?.map((one: Error) => one.message).join('; ') || message || code || 'unknown reason'
}

/**
 * Connects once, to report an unusable address at once.
 *
 * @param source the variable or option that the address is from
 * @throws StartError
 */
export const openUrl = async (
  url: string,
  settings: Settings,
  source = 'DATABASE_URL',
): Promise<OpenDatabase> => {
  if (!isUrl(url)) {
    throw new StartError(
      `${source} is not a PostgreSQL address; an address looks like postgresql://user:password@host:5432/database.`,
    )
  }
  const connection = { connectionString: url }
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: settings['platform.database.acquire-timeout-ms'],
  })
  const place = `${client.host}:${client.port}/${client.database}`
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    throw new StartError(
      `The database at ${place} cannot be reached: ${reasonOf(error)}. Check ${source}, and that the server is running.`,
      { cause: error },
    )
  }
  return {
    connection,
    description: `PostgreSQL at ${place}`,
    embedded: false,
    close: async () => {},
  }
}

const openEmbedded = async ({
  settings,
  projectFolder,
  report,
}: DatabaseSource): Promise<OpenDatabase> => {
  const tcpPort = settings['platform.database.embedded.tcp-port']
  const postgres = await startEmbeddedPostgres({
    dataFolder:
      settings['platform.database.embedded.data-folder'] || defaultDataFolder(projectFolder),
    ...(tcpPort === 0 ? {} : { tcpPort }),
    report,
  })
  const { connection } = postgres
  return {
    connection: Object.assign({ ...connection, ssl: false }, { password: connection.password }),
    description: `embedded PostgreSQL ${postgres.version}`,
    embedded: true,
    close: () => postgres.close(),
  }
}
