/**
 * Sends a response in pieces. A client that takes them too slowly is disconnected: its response
 * holds a database connection and memory.
 */

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Settings } from '../../foundation/settings/settings.js'

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
  reply: FastifyReply,
  settings: Settings,
  source: AsyncGenerator<unknown>,
  bytes: AsyncIterable<string | Uint8Array>,
): FastifyReply => {
  const giveUp = (): void => void source.return(undefined).catch(() => undefined)
  reply.raw.once('close', giveUp)
  // The client may have left already. A generator that never started does not end those inside it.
  if (reply.raw.destroyed) giveUp()
  const body = Readable.from(watched(bytes, watchOf(reply, settings)), { objectMode: false })
  return reply.send(body.once('close', giveUp))
}

/** Destroying the response closes the connection, so that the body never looks complete. */
const watchOf = (reply: FastifyReply, settings: Settings): Watch => {
  const stallMs = settings['platform.database.stall-timeout-ms']
  const limitMs = settings['platform.http.stream-timeout-ms']
  const disconnect = (reason: string): void => {
    const { id: reqId, log } = reply.request
    log.warn({ reqId, reason, bytes: reply.raw.socket?.bytesWritten }, 'a stream was interrupted')
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
  for await (const piece of packed(bytes)) {
    start()
    try {
      yield piece
    } finally {
      stop()
    }
  }
  // The end of the body may still wait in buffers; closing the response stops the timer.
  start()
}

/**
 * Packs texts and bytes into pieces of one size. Encoding into a piece takes half the time of
 * `Buffer.from(text)` for a long text, which is made of many parts.
 */
async function* packed(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let piece = new Uint8Array(pieceBytes)
  let used = 0
  for await (const chunk of chunks) {
    for (let rest = chunk; ; ) {
      const { read, written } = copy(rest, piece.subarray(used))
      used += written
      if (read === rest.length) break
      rest = typeof rest === 'string' ? rest.slice(read) : rest.subarray(read)
      yield piece.subarray(0, used)
      piece = new Uint8Array(pieceBytes)
      used = 0
    }
  }
  if (used > 0) yield piece.subarray(0, used)
}

const encoder = new TextEncoder()

/** Copies as much as fits. */
const copy = (chunk: string | Uint8Array, into: Uint8Array): { read: number; written: number } => {
  if (typeof chunk === 'string') return encoder.encodeInto(chunk, into)
  const part = chunk.subarray(0, into.length)
  into.set(part)
  return { read: part.length, written: part.length }
}
