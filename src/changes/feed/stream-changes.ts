/** The stream of changes of a resource for one caller, with positions that any node can resume. */
import type { DataSource } from '../../database/access/data-source.js'
import type { Relay } from '../../database/engines/engine.js'
import type { CursorCodec } from '../../foundation/encoding/cursor-token.js'
import type { Signal } from '../../foundation/execution/signal.js'
import { digestOf } from '../../foundation/json/canonical-json.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { Clock } from '../../query/filter/operations/meaning.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import { sourceOf } from '../../query/statements/record-changes.js'
import type { StreamStart } from '../../wire/changes.js'
import type { ChangeFeed, FeedPage } from './change-feed.js'
import {
  type ChangePage,
  type ChangePosition,
  epochStatement,
  positionAt,
  type SourcedChange,
} from './change-statements.js'
import { deliver } from './deliver-changes.js'
import { followChanges } from './follow-changes.js'

/**
 * `ready` begins a stream, `reset` one whose position means nothing any more; `idle` is a sign of
 * life.
 */
export interface StreamEvent {
  readonly type: 'ready' | 'reset' | 'change' | 'stale' | 'idle'
  /** The position after the event. */
  readonly position: string
  readonly json: string
}

export interface StreamRequest {
  /** The position after the last event that the client has received. */
  readonly lastEventId: string | undefined
  readonly follows: boolean
  /** Aborted when nobody reads the stream any more. */
  readonly signal: Signal
  /** The resource as the caller sees it now. */
  readonly viewNow: () => ResourceView
}

/** The collaborators of a stream. */
interface StreamCall {
  readonly resource: ResourceView
  readonly database: DataSource
  readonly clock: Clock
  readonly settings: Settings
  readonly cursors: CursorCodec
  /** Undefined if no resource has a stream of changes. */
  readonly feed: ChangeFeed | undefined
  /** Undefined if changes are recorded in the table that is read. */
  readonly relay: Relay | undefined
}

const dayMs = 86_400_000

/** Ends when the service stops. @throws AppError SERVICE_UNAVAILABLE */
export async function* streamChanges(
  { resource, cursors, feed, relay, settings, clock, database }: StreamCall,
  { lastEventId, follows, signal, viewNow }: StreamRequest,
): AsyncGenerator<readonly StreamEvent[]> {
  if (!feed) throw new Error('no resource has a stream of changes')
  const source = sourceOf(resource.entity.table)
  const epoch = await database.run(epochStatement)
  const { seal, open } = positionTokens(cursors, {
    binding: digestOf(['changes', epoch, source]),
    retentionMs: settings['platform.audit.retention-days'] * dayMs,
    nowMs: clock.now.getTime(),
  })
  const sealAt = (page: ChangePage, { at, seq }: SourcedChange): string =>
    seal(positionAt(page, { seq }), Date.parse(at))
  const opened = lastEventId === undefined ? {} : open(lastEventId)
  const startedAt = performance.now()
  const nowMs = () => clock.now.getTime() + Math.round(performance.now() - startedAt)
  const { from, reason, keptFrom = nowMs() } = opened
  const heartbeatMs = settings['platform.changes.heartbeat-ms']
  const start: StreamStart = { heartbeatMs, ...(reason && { reason }) }
  let sentAt = startedAt
  let isOpen = false
  const idleMs = () => Math.max(0, sentAt + heartbeatMs - performance.now())
  for await (const followed of followChanges(feed, source, { from, idleMs, follows, signal })) {
    if ('idleAt' in followed) {
      const position = seal(followed.idleAt, isOpen ? nowMs() : keptFrom)
      if (isOpen) yield [{ type: 'idle', position, json: '{}' }]
      else {
        const readToken = await feed.database.readToken()
        const json = JSON.stringify({ ...start, ...(readToken && { readToken }) })
        yield [{ type: reason ? 'reset' : 'ready', position, json }]
      }
      isOpen = true
    } else {
      const delivered = await deliver(followed, viewNow(), { database: feed.database, relay })
      if (delivered.length > 0) {
        yield delivered.map(({ type, change, json }) => ({
          ...{ type, position: sealAt(followed, change) },
          json: withToken(json, followed.readToken),
        }))
        for (const { change } of delivered) feed.countDelivery(delayOf(change, followed, startedAt))
      } else {
        // If none of the changes is visible to the caller, the stream sends a sign of life.
        if (idleMs() > 0) continue
        yield [{ type: 'idle', position: sealAt(followed, followed.changes.at(-1)!), json: '{}' }]
      }
    }
    sentAt = performance.now()
  }
}

interface TokenOptions {
  /** Names the stream: a token of another one is unknown. */
  readonly binding: string
  /** 0: changes are kept for ever. */
  readonly retentionMs: number
  /** Milliseconds since 1970. */
  readonly nowMs: number
}

/** Makes the ids of events, from which a client goes on, and opens those that it sends. */
const positionTokens = (
  cursors: StreamCall['cursors'],
  { binding, retentionMs, nowMs }: TokenOptions,
) => ({
  /** @param keptFrom milliseconds since 1970: the changes after the position are not older */
  seal: ({ after, within }: ChangePosition, keptFrom: number): string => {
    const values = within ? [after, within.until, within.seq] : [after]
    return cursors.seal({ binding, nowMs: keptFrom, values, inclusive: false })
  },
  open: (token: string): OpenPosition => {
    const content = cursors.open(token)
    const [after, until, seq] = content?.values ?? []
    if (content?.binding !== binding || after == null) return { reason: 'UNKNOWN' }
    const isKept = retentionMs === 0 || nowMs - content.nowMs < retentionMs
    if (!isKept) return { reason: 'EXPIRED' }
    const within = until != null && seq != null ? { until, seq } : undefined
    return { from: { after, within }, keptFrom: content.nowMs }
  },
})

/** Adds the token to an object. */
const withToken = (json: string, readToken: string | undefined): string =>
  readToken === undefined
    ? json
    : `${json.slice(0, -1)}${json === '{}' ? '' : ','}"readToken":"${readToken}"}`

interface OpenPosition {
  readonly from?: ChangePosition
  readonly keptFrom?: number
  /** The reason why the position cannot be resumed. */
  readonly reason?: NonNullable<StreamStart['reason']>
}

/** Milliseconds from a change, or from the start of a later stream, until now. */
const delayOf = (change: SourcedChange, page: FeedPage, startedAt: number): number => {
  const now = performance.now()
  const sinceChange = page.readAt - Date.parse(change.at) + now - page.receivedAt
  return Math.max(0, Math.min(sinceChange, now - startedAt))
}
