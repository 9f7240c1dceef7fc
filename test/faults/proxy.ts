/** A proxy between the service and PostgreSQL that fails in the ways that networks do. */
import { createConnection, createServer, type Socket } from 'node:net'
import type { TestConnection } from 'corollary/testing'

export interface FaultyProxy {
  /** The connection of the service to the database through the proxy. */
  readonly connection: TestConnection
  /** Number of open connections. */
  readonly open: number
  /** Resets every connection and refuses new ones, like a machine that is down. */
  cut(): Promise<void>
  /**
   * Forwards nothing any more, neither data nor closing: connections stay open, new ones are
   * accepted.
   */
  freeze(): void
  /** Resets every connection, but accepts new ones. */
  reset(): void
  /** Forwards everything so much later, like a network that is far or full. */
  delay(milliseconds: number): void
  /**
   * From now on, a connection that sends this text to the database receives nothing any more,
   * although the database goes on.
   */
  mute(text: string): void
  /** From now on, a connection ends right after the database has sent this text on it. */
  endAfter(text: string): void
  /** Once: these bytes arrive before what the database sends with this text. */
  insertBefore(text: string, bytes: Buffer): void
  /** Sends bytes that the database has not sent, on each connection. */
  send(bytes: Buffer): void
  /** Works as before. */
  mend(): Promise<void>
  close(): Promise<void>
}

const target = ({ host, port }: TestConnection) =>
  host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }

export const startProxy = async (database: TestConnection): Promise<FaultyProxy> => {
  const sockets = new Set<Socket>()
  const toService = new Set<Socket>()
  let isFrozen = false
  let delayMs = 0
  let muting: string | undefined
  let ending: string | undefined
  let inserted: { readonly text: string; readonly bytes: Buffer } | undefined
  const server = createServer((inside) => {
    const outside = createConnection(target(database))
    toService.add(inside)
    inside.on('close', () => toService.delete(inside))
    let isMuted = false
    const pair = [
      [inside, outside],
      [outside, inside],
    ] as const
    for (const [from, to] of pair) {
      sockets.add(from)
      const forward = (bytes: Buffer): void => {
        if (!isFrozen && !to.destroyed) to.write(bytes)
      }
      from.on('data', (bytes) => {
        if (from === inside && muting !== undefined) isMuted ||= bytes.includes(muting)
        if (from === outside && isMuted) return
        if (from === outside && ending !== undefined && bytes.includes(ending)) {
          inside.end(bytes)
          return
        }
        if (from === outside && inserted && bytes.includes(inserted.text)) {
          to.write(inserted.bytes)
          inserted = undefined
        }
        // Timers of equal duration fire in order, so that bytes stay in order.
        if (delayMs > 0) setTimeout(forward, delayMs, bytes)
        else forward(bytes)
      })
      from.on('error', () => from.destroy())
      from.on('close', () => {
        sockets.delete(from)
        if (!isFrozen) to.destroy()
      })
    }
  })
  const listen = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
  const stop = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
  const reset = (): void => {
    // The other half is closed with this one.
    for (const socket of toService) socket.resetAndDestroy()
  }
  const port = await listen(0)
  return {
    connection: { ...database, host: '127.0.0.1', port },
    get open() {
      return toService.size
    },
    cut: async () => {
      reset()
      await stop()
    },
    freeze: () => {
      isFrozen = true
    },
    delay: (milliseconds) => {
      delayMs = milliseconds
    },
    mute: (text) => {
      muting = text
    },
    endAfter: (text) => {
      ending = text
    },
    insertBefore: (text, bytes) => {
      inserted = { text, bytes }
    },
    send: (bytes) => {
      for (const socket of toService) socket.write(bytes)
    },
    reset,
    mend: async () => {
      isFrozen = false
      delayMs = 0
      muting = undefined
      ending = undefined
      inserted = undefined
      if (!server.listening) await listen(port)
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await stop()
    },
  }
}
