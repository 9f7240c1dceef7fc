/** Follows the changes of a resource: reads server-sent events, and connects again where it was. */
import type { ChangeEvent } from '../wire/changes.js'
import { CorollaryError } from './error.js'
import type { ChangesOptions } from './options.js'
import type { Failure, Success } from './result.js'
import { unwrap } from './walk.js'

/**
 * `ready`: the stream is open. `reset`: changes may be missing, so what was read before must be
 * read again. `position` resumes after the event, also later and elsewhere.
 */
export type ChangeNotice<Id> =
  | { readonly type: 'ready' | 'reset'; readonly position: string }
  | ({ readonly type: 'change'; readonly position: string } & Omit<ChangeEvent, 'id'> & {
        readonly id: Id
      })

type Open = (lastEventId: string | undefined) => Promise<Success<Response> | Failure>

const firstDelayMs = 500
const maxDelayMs = 30_000

/** Ends when the signal is aborted. @throws CorollaryError that a retry would not solve */
export async function* followChanges<Id>(
  open: Open,
  { after, follow = true, signal }: ChangesOptions,
): AsyncGenerator<ChangeNotice<Id>, void, undefined> {
  let position = after
  let failures = 0
  while (!signal?.aborted) {
    let waitMs = 0
    try {
      const { data: response } = unwrap(await open(position))
      for await (const block of blocksOf(response)) {
        failures = 0
        position = block.id ?? position
        const notice = noticeOf<Id>(block)
        if (notice) yield notice
      }
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof CorollaryError && !error.isRetryable) throw error
      waitMs = ((error as Partial<CorollaryError>).retryAfter ?? 0) * 1_000
    }
    if (!follow) return
    await delay(Math.max(waitMs, backOff(failures++)), signal)
  }
}

/** Half of it is random, so that the clients of a node that ends do not return all at once. */
const backOff = (failures: number): number => {
  const limitMs = Math.min(maxDelayMs, firstDelayMs * 2 ** failures)
  return (limitMs + Math.random() * limitMs) / 2
}

const delay = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
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

/** The service sends each field on one line, and a blank line after each event. */
async function* blocksOf({ body }: Response): AsyncGenerator<Block> {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += value
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) yield Object.fromEntries(block.split('\n').map(fieldOf))
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const fieldOf = (line: string): readonly [string, string] => {
  const at = line.indexOf(':')
  return [line.slice(0, at), line.slice(at + 1).trimStart()]
}

const noticeOf = <Id>({ id, event, data }: Block): ChangeNotice<Id> | undefined => {
  if (id === undefined) return undefined
  if (event === 'ready' || event === 'reset') return { type: event, position: id }
  if (event !== 'change' || data === undefined) return undefined
  return { ...JSON.parse(data), type: 'change', position: id }
}
