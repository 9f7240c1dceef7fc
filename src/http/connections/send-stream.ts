/**
 * Sends a response in pieces. A client that takes them too slowly is disconnected: its response
 * holds a database connection and memory.
 */

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Exchange } from '../handlers/exchange.js'

/** Bytes of a piece, which a client must take within the stall timeout. */
const pieceBytes = 65_536

/** Runs a timer while a piece waits for the client. */
interface Watch {
  /** A piece was passed on. */
  readonly start: () => void
  /** The client has taken it. */
  readonly stop: () => void
}

/**
 * @param source the rows that become `bytes`. It ends as soon as the response closes, because
 * streams in between may not end it.
 */
export const sendStream = (
  exchange: Exchange,
  source: AsyncGenerator<unknown>,
  bytes: AsyncIterable<string | Uint8Array>,
): FastifyReply => {
  const { reply } = exchange
  const giveUp = (): void => void source.return(undefined).catch(() => undefined)
  reply.raw.once('close', giveUp)
  // The client may have left already. A generator that never started does not end those inside it.
  if (reply.raw.destroyed) giveUp()
  const body = Readable.from(watched(bytes, watchOf(exchange)), { objectMode: false })
  return reply.send(body.once('close', giveUp))
}

/** Destroying the response closes the connection, so that the body never looks complete. */
const watchOf = ({ call: { settings }, reply }: Exchange): Watch => {
  const stallMs = settings['platform.database.stall-timeout-ms']
  const limitMs = settings['platform.http.stream-timeout-ms']
  const disconnect = (reason: string): void => {
    reply.log.warn({ reason, bytes: reply.raw.socket?.bytesWritten }, 'a stream was interrupted')
    reply.raw.destroy()
  }
  const total =
    limitMs > 0 ? setTimeout(disconnect, limitMs, `it took longer than ${limitMs} ms`) : undefined
  let stall: NodeJS.Timeout | undefined
  const stop = (): void => clearTimeout(stall)
  reply.raw.once('close', () => {
    clearTimeout(total)
    stop()
  })
  return {
    start: () => {
      stall = setTimeout(disconnect, stallMs, `the client took nothing for ${stallMs} ms`)
    },
    stop,
  }
}

async function* watched(
  bytes: AsyncIterable<string | Uint8Array>,
  { start, stop }: Watch,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    const buffer = Buffer.from(chunk)
    for (let from = 0; from < buffer.length; from += pieceBytes) {
      start()
      try {
        yield buffer.subarray(from, from + pieceBytes)
      } finally {
        stop()
      }
    }
  }
  // The end of the body may still wait in buffers; closing the response stops the timer.
  start()
}
