/** Walks a set by cursor, and locates a record in it. */

import { openCursor } from '../../foundation/encoding/cursor-token.js'
import { digestOf } from '../../foundation/json/canonical-json.js'
import type { SortKey } from '../../model/types/sort-key.js'
import type { Criterion } from '../../query/filter/criteria.js'
import {
  type KeysetRow,
  keysetStatement,
  type Located,
  locateStatement,
  type Position,
} from '../../query/rows/keyset.js'
import { readOrder } from '../../query/rows/order.js'
import { describeSet } from '../../query/rows/row-access.js'
import type { RecordRow, RecordSet } from '../../query/rows/select.js'
import type { Call, Limits, ReadContext } from '../context.js'
import { readSet } from './choose-deleted.js'
import { recordNotFound } from './read.js'

export interface CursorRequest {
  readonly payload: unknown
  readonly size: number
  readonly sort: readonly string[]
  /** At most one of the two. */
  readonly after: string | undefined
  readonly before: string | undefined
}

export interface CursorPage extends RecordSet<RecordRow> {
  /** Cursors for `after` and `before`; null if there are no rows on that side. */
  readonly next: string | null
  readonly prev: string | null
}

/** @throws AppError FILTER_PAYLOAD_INVALID, SORT_INVALID, CURSOR_INVALID */
export const readCursorPage = async (
  sentCall: ReadContext & Limits & Pick<Call, 'cursors'>,
  request: CursorRequest,
): Promise<CursorPage> => {
  const [call, criteria] = readSet(sentCall, request.payload)
  const order = readOrder(call.resource, request.sort, criteria)
  const { resource, database, signal } = call
  const binding = bindingOf(call, criteria, order)
  const token = request.after ?? request.before
  const start =
    token === undefined ? undefined : openCursor(call.cursors, token, binding, order.length)
  const backward = request.before !== undefined
  const now = start ? new Date(start.nowMs) : call.clock.now
  const statement = keysetStatement(
    resource,
    { criteria, order, position: start, backward, limit: request.size + 1 },
    { ...call.clock, now },
    resource.prepared.selection(),
  )
  const found = await database.run(statement, { signal })
  const hasMore = found.rows.length > request.size
  const rows = found.rows.slice(0, request.size)
  if (backward) rows.reverse()

  const seal = (position: Position) =>
    call.cursors.seal({ binding, nowMs: now.getTime(), ...position })
  const at = (row: KeysetRow | undefined): string | null => {
    if (row) return seal({ values: row.values, inclusive: false })
    // The page is empty: the way back begins with the row that the cursor points to.
    return start ? seal({ values: start.values, inclusive: true }) : null
  }
  const hasBefore = backward ? hasMore : start !== undefined
  const hasAfter = backward || hasMore
  return {
    rows: rows.map(({ record }) => record),
    datasetVersion: found.datasetVersion,
    next: hasAfter ? at(rows.at(-1)) : null,
    prev: hasBefore ? at(rows[0]) : null,
  }
}

const bindingOf = (
  { resource }: ReadContext,
  criteria: readonly Criterion[],
  order: readonly SortKey[],
): string =>
  digestOf([describeSet(resource, criteria), order.map(({ name, direction }) => [name, direction])])

/**
 * The zero-based position of a record in the filtered, sorted set.
 *
 * @throws AppError FILTER_PAYLOAD_INVALID, SORT_INVALID, RESOURCE_NOT_FOUND
 */
export const locateRecord = async (
  sentCall: ReadContext & Limits,
  request: { readonly payload: unknown; readonly sort: readonly string[]; readonly id: string },
): Promise<Located> => {
  const [call, criteria] = readSet(sentCall, request.payload)
  const order = readOrder(call.resource, request.sort, criteria)
  const { resource, clock, database, signal } = call
  const statement = locateStatement(resource, criteria, order, request.id, clock)
  const place = await database.run(statement, { signal })
  if (!place) throw recordNotFound()
  return place
}
