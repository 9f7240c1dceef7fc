/** Sends server-sent events. A client that takes nothing for too long is disconnected. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { StreamEvent } from '../../changes/feed/stream-changes.js'

export const eventStreamType = 'text/event-stream'

export interface EventStreamOptions {
  /** Milliseconds that a client may take for what waits for it. */
  readonly stallMs: number
  /** Milliseconds until the credentials of the caller expire. Undefined: never. */
  readonly expiresInMs: number | undefined
  /** Ends the events. */
  readonly end: () => void
  /** Called when the response closes. */
  readonly onClose: () => void
}

const textOf = ({ type, position, json }: StreamEvent): string =>
  type === 'idle'
    ? `: idle\nid: ${position}\n\n`
    : `id: ${position}\nevent: ${type}\ndata: ${json}\n\n`

/** Milliseconds after which a browser connects again. */
const retry = 'retry: 1000\n\n'

/** The longest time that a timer of Node takes. */
const maxTimerMs = 2_147_483_647

/** Errors before the first event are thrown, so that they get a response of their own. */
export const sendEvents = async (
  reply: FastifyReply,
  events: AsyncGenerator<readonly StreamEvent[]>,
  { stallMs, expiresInMs, end, onClose }: EventStreamOptions,
): Promise<FastifyReply> => {
  const { raw } = reply
  const first = await events.next()
  const expiry =
    expiresInMs === undefined
      ? undefined
      : setTimeout(end, Math.min(Math.max(0, expiresInMs), maxTimerMs))
  const close = (): void => {
    clearTimeout(expiry)
    end()
    // Nobody takes the next event any more, which would let them clean up.
    void events.return(undefined)
    onClose()
  }
  raw.once('close', close)
  if (raw.destroyed) close()
  reply.type(eventStreamType).header('Cache-Control', 'no-store').header('X-Accel-Buffering', 'no')
  const body = texts(
    first,
    events,
    () => {
      const { id: reqId, log } = reply.request
      log.info({ reqId }, 'a stream of events was interrupted: its client took nothing')
      raw.destroy()
    },
    stallMs,
  )
  return reply.send(Readable.from(body, { objectMode: false }))
}

async function* texts(
  first: IteratorResult<readonly StreamEvent[]>,
  events: AsyncGenerator<readonly StreamEvent[]>,
  disconnect: () => void,
  stallMs: number,
): AsyncGenerator<string> {
  let result = first
  let prefix = retry
  while (!result.done) {
    const text = prefix + result.value.map(textOf).join('')
    prefix = ''
    const stall = setTimeout(disconnect, stallMs)
    try {
      if (text !== '') yield text
    } finally {
      clearTimeout(stall)
    }
    result = await events.next()
  }
}
