/**
 * Follows the changes of a table from a position on: first those that the table holds, then those
 * that the feed passes on. A reader that falls behind reads from the table again, so that what is
 * kept for it stays small.
 */
import type { Signal } from '../../foundation/execution/signal.js'
import type { ChangeFeed, FeedPage } from './change-feed.js'
import { type ChangePosition, positionAfter } from './change-statements.js'

/** A page of changes, or the position after some time without one. */
export type Followed = FeedPage | { readonly idleAt: ChangePosition }

export interface FollowOptions {
  /** Undefined to follow the changes from now on. */
  readonly from: ChangePosition | undefined
  /** Milliseconds from now until `idleAt` is returned, if no page comes. */
  readonly idleMs: () => number
  /** True to wait for further changes. */
  readonly follows: boolean
  /** Aborting it ends the sequence. */
  readonly signal: Signal
}

/** Ends when the service stops. The first item comes at once. */
export async function* followChanges(
  feed: ChangeFeed,
  source: string,
  { from, idleMs, follows, signal }: FollowOptions,
): AsyncGenerator<Followed> {
  if (!follows) {
    const until = await feed.snapshot()
    const position = from ?? { after: until }
    yield { idleAt: position }
    yield* catchUp(feed, source, position, until)
    yield { idleAt: { after: until } }
    return
  }
  let position = from
  for (;;) {
    const live = await feed.join(source, signal)
    try {
      position ??= { after: live.from }
      yield { idleAt: position }
      for await (const page of catchUp(feed, source, position, live.from)) {
        position = positionAfter(page)
        yield page
      }
      position = { after: live.from }
      for (;;) {
        const next = await live.next(idleMs())
        if (next === 'closed') return
        if (next === 'behind') break
        if (next === 'idle') yield { idleAt: position }
        else {
          position = positionAfter(next)
          if (next.changes.length > 0) yield next
        }
      }
    } finally {
      live.close()
    }
  }
}

/** The changes between a position and a snapshot. A batch that was begun ends first. */
async function* catchUp(
  feed: ChangeFeed,
  source: string,
  from: ChangePosition,
  until: string,
): AsyncGenerator<FeedPage> {
  let position = from
  for (const end of from.within ? [from.within.until, until] : [until]) {
    do {
      const page = await feed.read(position, [source], end)
      position = positionAfter(page)
      if (page.changes.length > 0) yield page
    } while (position.within)
  }
}
