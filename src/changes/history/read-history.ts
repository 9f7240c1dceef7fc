/** Reads the history of a record, for auditors. */
import type { DataSource } from '../../database/access/data-source.js'
import type { Relay } from '../../database/engines/engine.js'
import { type CursorCodec, openCursor } from '../../foundation/encoding/cursor-token.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Signal } from '../../foundation/execution/signal.js'
import { digestOf } from '../../foundation/json/canonical-json.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import type { HistoryEntry } from '../../wire/history.js'
import {
  historyStatement,
  type RecordedChange,
  shownNames,
  shownValues,
} from '../feed/change-statements.js'
import { type DecidingChanges, decidingChanges } from '../feed/deciding-changes.js'

/** The collaborators of a reader of histories. */
interface HistoryCall {
  readonly resource: ResourceView
  readonly database: DataSource
  readonly signal: Signal
  readonly cursors: CursorCodec
  /** Undefined if changes are recorded in the table that is read. */
  readonly relay: Relay | undefined
}

export interface HistoryRequest {
  readonly size: number
  readonly after: string | undefined
}

export interface HistoryPage {
  /** JSON of the entries, newest first. */
  readonly entries: readonly string[]
  /** Cursor for `after`; null at the end. */
  readonly next: string | null
}

/**
 * The history of a deleted record is readable by callers who see every record: nobody can say
 * whether the others would see it. For those, the history of a record that came into their rows
 * begins with the change that brought it, without the values from before.
 *
 * @throws AppError RESOURCE_NOT_FOUND, CURSOR_INVALID
 */
export const readHistory = async (
  { resource, database, signal, cursors, relay }: HistoryCall,
  id: string,
  { size, after }: HistoryRequest,
): Promise<HistoryPage> => {
  const binding = digestOf(['history', resource.key, id])
  await relay?.runFor(resource)
  const [before] = after === undefined ? [] : openCursor(cursors, after, binding, 1).values
  const statement = historyStatement(resource, id, { before: before ?? undefined, limit: size + 1 })
  const { isVisible, changes } = await database.run(statement, { signal })
  const deciding = decidingChanges(resource)
  const wasDeleted = !isVisible && !deciding && changes.length > 0
  if (!isVisible && !wasDeleted) throw new AppError(problem('recordNotFound'))
  const page = changes.slice(0, size)
  const last = changes.length > size ? page.at(-1) : undefined
  const next = last && cursors.seal({ binding, nowMs: 0, values: [last.seq], inclusive: false })
  const entries = page.map((change) =>
    entryJson(resource, deciding && isArrival(change, deciding) ? withoutValues(change) : change),
  )
  return { entries, next: next ?? null }
}

const isArrival = ({ operation, fields }: RecordedChange, deciding: DecidingChanges): boolean =>
  operation === 'update' &&
  (deciding.operations.includes(operation) ||
    fields.some((field) => deciding.fields.includes(field)))

const withoutValues = (change: RecordedChange): RecordedChange => ({ ...change, audited: {} })

/** An entry as its reader sees it: without hidden fields. */
export const entryJson = (
  resource: ResourceView,
  { seq: _, fields, oldVersion, newVersion, audited, ...change }: RecordedChange,
): string => {
  const shown = shownNames(resource, fields)
  const entry: Omit<HistoryEntry, 'values'> = {
    ...change,
    action: revealsHidden(resource, { ...change, fields }, shown) ? null : change.action,
    fields: shown,
    oldVersion: numberOf(oldVersion),
    newVersion: numberOf(newVersion),
  }
  return `${JSON.stringify(entry).slice(0, -1)},"values":${shownValues(resource, audited)}}`
}

/** The name of an operation that changed only hidden fields would reveal them. */
const revealsHidden = (
  { key, hiddenIntents }: ResourceView,
  { action, resource, fields }: Pick<RecordedChange, 'action' | 'resource' | 'fields'>,
  shown: readonly string[],
): boolean =>
  action !== null &&
  ((fields.length > 0 && shown.length === 0) ||
    (resource === key && (hiddenIntents?.has(action) ?? false)))

const numberOf = (version: string | null): number | null =>
  version === null ? null : Number(version)
