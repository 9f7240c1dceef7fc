/** Messages between the processes of the benchmark. */
import { type OwnTimes, watchOwnTimes } from './own-time-watch.js'

/**
 * The connection parameters of `pg`. They are passed between processes only, never in arguments or
 * logs.
 */
export interface Connection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  /** Parameters of the session, such as its search path. */
  readonly options?: string
}

export interface TokenRules {
  readonly issuer: string
  readonly audience: string
  /** The public key of the issuer. */
  readonly key: Readonly<Record<string, unknown>>
}

export const databaseUrl = ({ host, port, user, password, database }: Connection): string => {
  const [name, secret] = [user, password].map(encodeURIComponent)
  return `postgresql://${name}:${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

export type FromServer =
  | { readonly type: 'ready'; readonly url: string; readonly connection?: Connection | undefined }
  | { readonly type: 'progress'; readonly text: string }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'own-times'; readonly times: OwnTimes }

export interface StartMessage {
  readonly type: 'start'
  readonly employees: number
  readonly connection?: Connection | undefined
  /** Undefined if there are no callers. */
  readonly tokenRules?: TokenRules | undefined
  /** Environment variables of the service. */
  readonly environment?: Readonly<Record<string, string>> | undefined
  /** Default: times are not measured. */
  readonly measuresOwnTimes?: boolean
}

export type ToServer = StartMessage | { readonly type: 'stop' } | { readonly type: 'own-times' }

/** A server in a separate process. */
export interface BenchServer {
  readonly url: string
  /** Only the process that owns the database sends it. */
  readonly connection?: Connection
  close(): Promise<void>
}

export type Start = (message: StartMessage, tell: (text: string) => void) => Promise<BenchServer>

const send = (message: FromServer): void => {
  process.send?.(message)
}

/**
 * Runs a server for the process that forked this one, until that process asks to stop or has ended.
 */
export const serve = (start: Start): void => {
  let running: Promise<BenchServer> | undefined
  let takeOwnTimes: (() => OwnTimes) | undefined
  const stop = async (): Promise<void> => {
    await running?.then((server) => server.close()).catch(() => undefined)
    // Node.js writes the profile of --cpu-prof at exit.
    process.exit(0)
  }
  const begin = async (message: StartMessage): Promise<void> => {
    if (message.measuresOwnTimes) takeOwnTimes = watchOwnTimes()
    running = start(message, (text) => send({ type: 'progress', text }))
    try {
      const { url, connection } = await running
      send({ type: 'ready', url, connection })
    } catch (error) {
      send({ type: 'failed', reason: error instanceof Error ? error.message : String(error) })
    }
  }
  process.on('message', (message: ToServer) => {
    if (message.type === 'start') void begin(message)
    if (message.type === 'stop') void stop()
    if (message.type === 'own-times') send({ type: 'own-times', times: takeOwnTimes!() })
  })
  process.on('disconnect', () => void stop())
  // Ctrl-C reaches every process of the terminal; the parent decides when this one ends.
  process.on('SIGINT', () => {})
}
