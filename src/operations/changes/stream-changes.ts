/** The stream of changes of a resource for one caller, with positions that any node can resume. */
import { digestOf } from '../../foundation/canonical-json.js'
import type { Signal } from '../../foundation/signal.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import {
  type ChangePage,
  type ChangePosition,
  epochStatement,
  positionAfter,
  positionAt,
} from '../../query/statements/change-statements.js'
import { sourceOf } from '../../query/statements/record-changes.js'
import type { StreamStart } from '../../wire/changes.js'
import type { Call } from '../context.js'
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

type StreamCall = Pick<Call, 'resource' | 'cursors' | 'feed' | 'settings' | 'clock' | 'database'>

const dayMs = 86_400_000

/** Ends when the service stops. @throws AppError SERVICE_UNAVAILABLE */
export async function* streamChanges(
  { resource, cursors, feed, settings, clock, database }: StreamCall,
  { lastEventId, follows, signal, viewNow }: StreamRequest,
): AsyncGenerator<readonly StreamEvent[]> {
  if (!feed) throw new Error('no resource has a stream of changes')
  const source = sourceOf(resource.entity.table)
  const epoch = await database.run(epochStatement)
  const binding = digestOf(['changes', epoch, source])
  const seal = ({ after, within }: ChangePosition): string => {
    const values = within ? [after, within.until, within.seq] : [after]
    return cursors.seal({ binding, nowMs: Date.now(), values, inclusive: false })
  }
  const retentionMs = settings['platform.audit.retention-days'] * dayMs
  const open = (token: string): ChangePosition | undefined => {
    const content = cursors.open(token)
    if (content?.binding !== binding) return undefined
    const isKept = retentionMs === 0 || clock.now.getTime() - content.nowMs < retentionMs
    const [after, until, seq] = content.values
    if (after == null || !isKept) return undefined
    return until != null && seq != null ? { after, within: { until, seq } } : { after }
  }
  const from = lastEventId === undefined ? undefined : open(lastEventId)
  const heartbeatMs = settings['platform.changes.heartbeat-ms']
  let sentAt = performance.now()
  const idleMs = () => Math.max(0, sentAt + heartbeatMs - performance.now())
  const eventsOf = async (page: ChangePage): Promise<readonly StreamEvent[]> => {
    const delivered = await deliver(page, viewNow(), feed.database)
    if (delivered.length > 0 || idleMs() > 0) {
      return delivered.map(({ type, change, json }) => ({
        ...{ type, json, position: seal(positionAt(page, change)) },
      }))
    }
    // A caller who may learn nothing of these changes still needs a sign of life.
    return [{ type: 'idle', position: seal(positionAfter(page)), json: '{}' }]
  }
  let next: StreamEvent['type'] = lastEventId !== undefined && !from ? 'reset' : 'ready'
  for await (const followed of followChanges(feed, source, { from, idleMs, follows, signal })) {
    if ('idleAt' in followed) {
      const json = next === 'idle' ? '{}' : JSON.stringify({ heartbeatMs } satisfies StreamStart)
      yield [{ type: next, position: seal(followed.idleAt), json }]
      next = 'idle'
    } else {
      const events = await eventsOf(followed)
      if (events.length === 0) continue
      yield events
    }
    sentAt = performance.now()
  }
}
