/**
 * Follows the changes of a resource: reads server-sent events, and reconnects where the stream
 * broke.
 */
import type { ChangeEvent, StreamStart } from '../wire/changes.js'
import { CorollaryError } from './error.js'
import type { ChangesOptions } from './options.js'
import type { Failure, Success } from './result.js'
import { unwrap } from './walk.js'

interface At {
  /**
   * Position of the event: a stream can be resumed after it, even later and from another client.
   */
  readonly position: string
}

export type ChangeNotice<Id> =
  /** The stream is open: every change from here on is reported. */
  | ({ readonly type: 'ready' } & At)
  /** The stream is open, but changes may have been missed: the caller must read its data again. */
  | ({ readonly type: 'reset'; readonly reason: StreamStart['reason'] } & At)
  | ({ readonly type: 'change' } & At & Omit<ChangeEvent, 'id'> & { readonly id: Id })
  /**
   * Records that are not visible now were changed or deleted. One that was visible before may be
   * among them: read again what is shown.
   */
  | ({ readonly type: 'stale' } & At)
  /** The stream broke or could not be opened. The client opens it again at the last position. */
  | { readonly type: 'interrupted'; readonly error: CorollaryError | undefined }

type Open = (lastEventId: string | undefined) => Promise<Success<Response> | Failure>

const firstDelayMs = 500
const maxDelayMs = 30_000
/** Milliseconds that data may be late on the way before the connection counts as broken. */
const lateMs = 5_000

/** Ends when the signal is aborted. @throws CorollaryError that a retry would not solve */
export async function* followChanges<Id>(
  open: Open,
  { after, follow = true, signal }: ChangesOptions,
  onReadToken: (token: string) => void,
): AsyncGenerator<ChangeNotice<Id>, void, undefined> {
  let position = after
  let failures = 0
  while (!signal?.aborted) {
    let error: CorollaryError | undefined
    try {
      const { data: response } = unwrap(await open(position))
      for await (const block of blocksOf(response)) {
        failures = 0
        position = block.id ?? position
        const content = JSON.parse(block.data ?? '{}')
        if (content.readToken !== undefined) onReadToken(content.readToken)
        const notice = noticeOf<Id>(block, content)
        if (notice) yield notice
      }
    } catch (cause) {
      if (signal?.aborted) return
      if (cause instanceof CorollaryError) error = cause
      if (error && !error.isRetryable) throw error
    }
    if (!follow || signal?.aborted) return
    yield { type: 'interrupted', error }
    await delay(Math.max((error?.retryAfter ?? 0) * 1_000, backOff(failures++)), signal)
  }
}

/** Half of it is random, so that the clients of a node that ends do not return all at once. */
const backOff = (failures: number): number => {
  const limitMs = Math.min(maxDelayMs, firstDelayMs * 2 ** failures)
  return (limitMs + Math.random() * limitMs) / 2
}

const delay = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })

interface Block {
  readonly id?: string
  readonly event?: string
  readonly data?: string
}

/**
 * The service sends each field on one line, and a blank line after each event. A connection without
 * data for two heartbeats is considered broken, even if the socket reports no error.
 */
export async function* blocksOf({ body }: Response): AsyncGenerator<Block> {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const cancel = () => reader.cancel().catch(() => undefined)
  let text = ''
  let silenceMs = maxSilenceMs
  try {
    for (;;) {
      const timer = setTimeout(cancel, silenceMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      text += value
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const lines of blocks) {
        const block: Block = Object.fromEntries(lines.split('\n').map(fieldOf))
        silenceMs = silenceOf(block) ?? silenceMs
        yield block
      }
    }
  } finally {
    await cancel()
  }
}

/** Limit on silence until the service has sent its heartbeat interval. */
const maxSilenceMs = 120_000

const silenceOf = ({ event, data }: Block): number | undefined => {
  if (event !== 'ready' && event !== 'reset') return undefined
  const { heartbeatMs } = JSON.parse(data ?? '{}') as Partial<StreamStart>
  return heartbeatMs && 2 * heartbeatMs + lateMs
}

const fieldOf = (line: string): readonly [string, string] => {
  const at = line.indexOf(':')
  return [line.slice(0, at), line.slice(at + 1).trimStart()]
}

const noticeOf = <Id>(
  { id, event }: Block,
  content: StreamStart & Omit<ChangeEvent, 'id'> & { readonly id: Id },
): ChangeNotice<Id> | undefined => {
  if (id === undefined) return undefined
  if (event === 'ready' || event === 'stale') return { type: event, position: id }
  if (event === 'reset') return { type: event, position: id, reason: content.reason }
  return event === 'change' ? { ...content, type: event, position: id } : undefined
}
