/** What the processes of the benchmark tell each other. */

/** What `pg` needs to connect. It travels between processes only: no argument, no log. */
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

/** A server with a process of its own. */
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

/** Runs a server for the process that forked this one, until that asks to stop or is gone. */
export const serve = (start: Start): void => {
  let running: Promise<BenchServer> | undefined
  const stop = async (): Promise<void> => {
    await running?.then((server) => server.close()).catch(() => undefined)
    // The profile of --cpu-prof is written at an exit.
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
