/** Messages between the processes of the benchmark. */

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
}

export type FromServer =
  | { readonly type: 'ready'; readonly url: string; readonly connection: Connection }
  | { readonly type: 'progress'; readonly text: string }
  | { readonly type: 'failed'; readonly reason: string }

export type ToServer =
  | { readonly type: 'start'; readonly employees: number; readonly connection?: Connection }
  | { readonly type: 'stop' }

/** A server in a separate process. */
export interface BenchServer {
  readonly url: string
  readonly connection: Connection
  close(): Promise<void>
}

export type Start = (
  message: Extract<ToServer, { type: 'start' }>,
  tell: (text: string) => void,
) => Promise<BenchServer>

const send = (message: FromServer): void => {
  process.send?.(message)
}

/**
 * Runs a server for the process that forked this one, until that process asks to stop or has ended.
 */
export const serve = (start: Start): void => {
  let running: Promise<BenchServer> | undefined
  const stop = async (): Promise<void> => {
    await running?.then((server) => server.close()).catch(() => undefined)
    // Node.js writes the profile of --cpu-prof at exit.
    process.exit(0)
  }
  const begin = async (message: Extract<ToServer, { type: 'start' }>): Promise<void> => {
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
    else void stop()
  })
  process.on('disconnect', () => void stop())
  // Ctrl-C reaches every process of the terminal; the parent decides when this one ends.
  process.on('SIGINT', () => {})
}
