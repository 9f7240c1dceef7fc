/**
 * Identifies the server behind the socket. Neither a pid nor a file is trusted: a server is ours
 * only if it accepts our password and reports that it serves this cluster.
 */
import { Socket } from 'node:net'
import { Client } from 'pg'
import { type Cluster, clusterUser } from './cluster.js'
import { errorCode } from './file-fault.js'
import { entriesOf } from './folders.js'

/** A verified connection. Its socket is there to be let go of, so that the process may exit. */
export interface ServerSession {
  readonly client: Client
  readonly socket: Socket
  readonly port: number
  /** `18.4`. */
  readonly version: string
  readonly listensOnTcp: boolean
  /** False for a server started for throw-away data. */
  readonly durable: boolean
}

export type Answer =
  | { readonly state: 'ours'; readonly session: ServerSession }
  /** Nobody listens: free to start. */
  | { readonly state: 'none' }
  /** Starting up, recovering or shutting down: ask again. */
  | { readonly state: 'busy'; readonly reason: string }
  | { readonly state: 'foreign'; readonly reason: string }

/** How long a server may take to greet, on a machine under load. */
const greetingLimitMs = 10_000

/**
 * Asks every socket in the folder, since the port, which only names the socket here, may differ.
 */
export async function askServer(socketFolder: string, cluster: Cluster): Promise<Answer> {
  let answer: Answer = { state: 'none' }
  for (const name of await entriesOf(socketFolder)) {
    const port = /^\.s\.PGSQL\.(\d+)$/.exec(name)?.[1]
    if (port === undefined) continue
    answer = await askSocket(socketFolder, Number(port), cluster)
    if (answer.state !== 'none') return answer
  }
  return answer
}

async function askSocket(host: string, port: number, cluster: Cluster): Promise<Answer> {
  const socket = new Socket()
  const client = new Client({
    host,
    port,
    user: clusterUser,
    password: cluster.password,
    // Not `corollary`: a held connection would forbid to drop and make that database again.
    database: 'postgres',
    application_name: 'corollary embedded',
    connectionTimeoutMillis: greetingLimitMs,
    // Said here, because pg would otherwise read PGSSLMODE.
    ssl: false,
    stream: () => socket,
  })
  // Without a listener a server that goes away would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await identify(client, socket, port, cluster)
  } catch (error) {
    socket.destroy()
    return judgeFailure(error)
  }
}

async function identify(
  client: Client,
  socket: Socket,
  port: number,
  cluster: Cluster,
): Promise<Answer> {
  const { rows } = await client.query<Record<string, string>>(
    `select system_identifier::text as "systemIdentifier",
            split_part(current_setting('server_version'), ' ', 1) as "version",
            current_setting('data_directory') as "dataDirectory",
            current_setting('listen_addresses') as "listenAddresses",
            current_setting('fsync') as "fsync"
       from pg_control_system()`,
  )
  const found = rows[0] ?? {}
  if (found.systemIdentifier !== cluster.systemIdentifier) {
    await client.end()
    return { state: 'foreign', reason: 'it has another system identifier' }
  }
  // A copied folder has the same identifier and password as the one it was copied from.
  if (found.dataDirectory !== cluster.folder) {
    await client.end()
    return { state: 'foreign', reason: `it serves ${found.dataDirectory}` }
  }
  const session = {
    client,
    socket,
    port,
    version: found.version ?? '',
    listensOnTcp: found.listenAddresses !== '',
    durable: found.fsync === 'on',
  }
  return { state: 'ours', session }
}

/** Codes of the socket and of PostgreSQL (57P03 cannot_connect_now, 53300 too_many_connections). */
function judgeFailure(error: unknown): Answer {
  const code = errorCode(error) ?? ''
  const reason = error instanceof Error ? error.message : String(error)
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return { state: 'none' }
  const wentAway = /terminated unexpectedly/.test(reason)
  if (['57P03', '57P01', '53300', 'ECONNRESET', 'EPIPE'].includes(code) || wentAway) {
    return { state: 'busy', reason }
  }
  return { state: 'foreign', reason }
}
