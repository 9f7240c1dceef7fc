/**
 * A real PostgreSQL for development, without anything to install: its programs come in an npm
 * package, its data lives in a folder. It outlives a killed node, and the next start takes it over.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, prepareBinaries } from './binaries.js'
import { clusterFolder, clusterUser, prepareCluster } from './cluster.js'
import { EmbeddedPostgresError } from './embedded-postgres-error.js'
import { useOwnDatabase } from './file-fault.js'
import { prepareDataFolder, socketFolder } from './folders.js'
import { findServerOwner } from './owner.js'
import { holdPresence, isUnused, type Presence, type PresenceOptions } from './presence.js'
import { findOrStartServer, type ServerPlan, stopServer } from './server.js'
import { askServer, type ServerSession } from './session.js'
import { withStartLock } from './start-lock.js'

export interface EmbeddedPostgresOptions {
  /**
   * Folder of this cluster, made when missing: `defaultDataFolder(project)`, or a temporary one.
   * As root, the server's user (`postgres` or `nobody`) must be able to enter every folder above.
   */
  readonly dataFolder: string
  /** Created if missing; a cluster may have several. Default `corollary`. */
  readonly database?: string
  /** Also listen on 127.0.0.1 at this port. Default: Unix socket only. */
  readonly tcpPort?: number
  /**
   * Throw-away data, for tests: fsync, synchronous_commit and full_page_writes off. Default false.
   */
  readonly disposable?: boolean
  /** Called for steps that take time: "Unpacking PostgreSQL 18.4". Default: not reported. */
  readonly report?: (message: string) => void
}

export interface EmbeddedPostgres {
  /**
   * What `pg` needs to connect. `password` is not enumerable, so that no log prints it: give the
   * object itself to `pg`, or name the password when copying; `{ ...connection }` leaves it out.
   */
  readonly connection: {
    /** The folder of the Unix socket. */
    readonly host: string
    readonly port: number
    readonly user: string
    readonly password: string
    readonly database: string
  }
  /** `18.4`. */
  readonly version: string
  /** True when the server already ran: left by a killed process, or shared with another node. */
  readonly adopted: boolean
  /** Stops the server (fast shutdown), unless another node still uses it. Idempotent. */
  close(): Promise<void>
}

/**
 * Starts the PostgreSQL of a data folder, or joins it when it runs. The process that started it may
 * die without `close`: the server stays, with everything it acknowledged.
 *
 * @throws EmbeddedPostgresError for problems that an operator can fix; the message says how
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { report = () => {}, database = 'corollary' } = options
  const binaries = await prepareBinaries(report)
  const dataFolder = await prepareDataFolder(options.dataFolder)

  return withStartLock(dataFolder, report, async () => {
    const plan = await planServer(binaries, { ...options, dataFolder })
    const { session, adopted } = await findOrStartServer(plan)
    if (adopted) report('Joining the PostgreSQL server that is already running')
    const withLock = <T>(work: () => Promise<T>) => withStartLock(dataFolder, report, work)
    const presence = await settleIn(plan, session, { adopted, database, withLock })

    const connection = { host: plan.socketFolder, port: session.port, user: clusterUser, database }
    const close = () => withLock(() => leave(plan, presence))
    let closed: Promise<void> | undefined
    return {
      connection: withHiddenPassword(connection, plan.cluster.password),
      version: session.version,
      adopted,
      close: () => {
        closed ??= close()
        return closed
      },
    }
  })
}

/** The plan of the server of a data folder, whose cluster is made when it is missing. */
export async function planServer(
  binaries: Binaries,
  { dataFolder, tcpPort, disposable = false, report = () => {} }: EmbeddedPostgresOptions,
): Promise<ServerPlan> {
  const owner = await findServerOwner(clusterFolder(dataFolder))
  const cluster = await prepareCluster({ dataFolder, binaries, owner, disposable, report })
  return {
    ...{ cluster, binaries, owner, tcpPort, disposable, report },
    socketFolder: socketFolder(dataFolder, cluster.systemIdentifier),
    logFile: join(dataFolder, 'server.log'),
  }
}

/** A start that fails half-way leaves no server behind that it started. */
async function settleIn(
  plan: ServerPlan,
  session: ServerSession,
  {
    adopted,
    database,
    withLock,
  }: Pick<PresenceOptions, 'withLock'> & { readonly adopted: boolean; readonly database: string },
) {
  try {
    await createDatabase(session, database, plan.report)
    return await holdPresence(session, {
      find: () => findSession(plan),
      withLock,
      restore: async () => (await findOrStartServer(plan)).session,
      onFailure: (error) => plan.report(`PostgreSQL cannot be started again: ${messageOf(error)}`),
    })
  } catch (error) {
    session.socket.destroy()
    if (!adopted) await stopServer(plan).catch(() => {})
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL started, but cannot be used: ${messageOf(error)}. Its log is ` +
        `${plan.logFile}. ${useOwnDatabase}`,
      { cause: error },
    )
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/**
 * means: create database corollary template template0 encoding 'UTF8', unless there is one. Reports
 * the databases that are left alone, so that nobody looks for their rows in the new one.
 */
async function createDatabase(
  { client }: ServerSession,
  database: string,
  report: ServerPlan['report'],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
      where datname <> 'postgres' and not datistemplate order by datname`,
  )
  const names = rows.map(({ name }) => name)
  if (names.includes(database)) return
  await client.query(
    `create database ${client.escapeIdentifier(database)} template template0 encoding 'UTF8'`,
  )
  if (names.length === 0) return
  const others = names.map((name) => `'${name}'`).join(', ')
  report(`Created the database '${database}'; unchanged beside it: ${others}`)
}

/** A connection to the running server, also when it is just recovering; undefined when none is. */
async function findSession(plan: ServerPlan): Promise<ServerSession | undefined> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await askServer(plan.socketFolder, plan.cluster)
    if (answer.state === 'ours') return answer.session
    if (answer.state !== 'busy') return undefined
    await sleep(100)
  }
  return undefined
}

/** The last node stops the server. Under the start lock, so that none joins meanwhile. */
async function leave(plan: ServerPlan, presence: Presence): Promise<void> {
  const session = await presence.take()
  if (session === undefined) return
  const last = await isUnused(session)
  await session.client.end()
  if (last) await stopServer(plan)
}

/** As pg does with its own options: the password is there to use, not to print or to serialize. */
function withHiddenPassword<T extends object>(connection: T, password: string) {
  const hidden = { value: password, enumerable: false }
  return Object.freeze(Object.defineProperty({ ...connection, password }, 'password', hidden))
}
