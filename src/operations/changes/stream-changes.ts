/** The stream of changes of a resource for one caller, with positions that any node can resume. */
import { digestOf } from '../../foundation/canonical-json.js'
import type { Signal } from '../../foundation/signal.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import {
  type ChangePosition,
  epochStatement,
  positionAt,
} from '../../query/statements/change-statements.js'
import { sourceOf } from '../../query/statements/record-changes.js'
import type { Call } from '../context.js'
import { deliver } from './deliver-changes.js'
import { followChanges } from './follow-changes.js'

/**
 * `ready` begins a stream, `reset` one whose position means nothing any more; `idle` is a sign of
 * life.
 */
export interface StreamEvent {
  readonly type: 'ready' | 'reset' | 'change' | 'idle'
  /** The position after the event. */
  readonly position: string
  /** JSON of a change. */
  readonly json?: string
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

type StreamCall = Pick<Call, 'resource' | 'cursors' | 'changes' | 'settings' | 'clock' | 'database'>

const dayMs = 86_400_000

/** Ends when the service stops. @throws AppError SERVICE_UNAVAILABLE */
export async function* streamChanges(
  { resource, cursors, changes: feed, settings, clock, database }: StreamCall,
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
  const idleMs = settings['platform.changes.heartbeat-ms']
  let first: StreamEvent['type'] | undefined =
    lastEventId !== undefined && !from ? 'reset' : 'ready'
  for await (const page of followChanges(feed, source, { from, idleMs, follows, signal })) {
    if ('idleAt' in page) {
      yield [{ type: first ?? 'idle', position: seal(page.idleAt) }]
      first = undefined
      continue
    }
    const delivered = await deliver(page, viewNow(), feed.database)
    yield delivered.map(({ change, json }) => ({
      type: 'change',
      position: seal(positionAt(page, change)),
      json,
    }))
  }
}
