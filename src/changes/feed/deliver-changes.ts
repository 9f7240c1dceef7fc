/**
 * Decides what a caller may learn of changes, when they are delivered: those of records that are
 * visible now, with the fields that are visible. Callers who see the same share the decision.
 */
import type { Database } from '../../database/access/database.js'
import type { Relay } from '../../database/engines/engine.js'
import { memoize } from '../../foundation/functions/memoize.js'
import { wireIdOf } from '../../model/stored-value.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import { canonicalIdReader, visibleIdsStatement } from '../../query/statements/lock-statements.js'
import type { ChangeEvent } from '../../wire/changes.js'
import {
  type ChangePage,
  isOfTenant,
  lastDecidingStatement,
  type SourcedChange,
  shownNames,
} from './change-statements.js'
import { decidingChanges } from './deciding-changes.js'

export interface Delivered {
  /** `stale`: a record that the caller does not see now was changed, and may have left its rows. */
  readonly type: 'change' | 'stale'
  /** The change whose place the event has in the sequence. */
  readonly change: SourcedChange
  /** JSON of the event. */
  readonly json: string
}

interface Decision {
  readonly decidedAt: number
  readonly events: Promise<readonly Delivered[]>
}

const decisionsOf = memoize((_page: ChangePage): Map<string, Decision> => new Map())

/** Milliseconds after which a stream that is late decides again. */
const sharedMs = 1_000

/** Data sources of the decision. */
export interface Sources {
  readonly database: Pick<Database, 'run'>
  /** Undefined if changes are recorded in the table that is read. */
  readonly relay: Relay | undefined
}

/** The events of a page that the caller may receive. */
export const deliver = (
  page: ChangePage,
  resource: ResourceView,
  sources: Sources,
): Promise<readonly Delivered[]> => {
  const decisions = decisionsOf(page)
  const key = `${resource.key} ${resource.accessDigest}`
  const now = performance.now()
  const recent = decisions.get(key)
  if (recent && now - recent.decidedAt < sharedMs) return recent.events
  const events = decide(page, resource, sources)
  decisions.set(key, { decidedAt: now, events })
  return events
}

const decide = async (
  { changes }: ChangePage,
  resource: ResourceView,
  sources: Sources,
): Promise<readonly Delivered[]> => {
  const { entity } = resource
  // No record can leave the rows of a caller who sees none.
  if (entity.guarded && resource.rowAccess.get(entity) === 'none') return []
  const readId = canonicalIdReader(entity.primaryKey)
  const ofRecords = changes.flatMap((change) =>
    change.record === null || !isOfTenant(resource, change)
      ? []
      : [{ change, id: readId(change.record) }],
  )
  const visible = await visibleOf(ofRecords, resource, sources)
  // One event stands for all hidden changes of the page: they are committed, so a later read sees
  // them.
  const firstHidden = ofRecords.find((each) => !visible(each))
  return ofRecords.flatMap((each): readonly Delivered[] => {
    const { change, id } = each
    if (visible(each)) {
      return [{ type: 'change', change, json: JSON.stringify(eventOf(change, id, resource)) }]
    }
    return each === firstHidden ? [{ type: 'stale', change, json: '{}' }] : []
  })
}

interface OfRecord {
  readonly change: SourcedChange
  readonly id: string
}

/**
 * A deleted record is visible to nobody whose rows are restricted: nobody can say who saw it. Nor
 * can anybody say it of what was before the last change that decided whether they see a record.
 */
const visibleOf = async (
  changes: readonly OfRecord[],
  resource: ResourceView,
  { database, relay }: Sources,
): Promise<(change: OfRecord) => boolean> => {
  const deciding = decidingChanges(resource)
  if (!deciding) return () => true
  const kept = changes.filter(({ change }) => change.operation !== 'delete')
  const ids = [...new Set(kept.map(({ id }) => id))]
  if (ids.length === 0) return () => false
  const visible = await database.run(visibleIdsStatement(resource, ids))
  const shown = kept.filter(({ id }) => visible.has(id))
  if (shown.length === 0) return () => false
  // This read follows the read of the rows, so it finds every change that made one of them visible.
  await relay?.runFor(resource)
  const records = [...new Set(shown.map(({ change }) => change.record!))]
  const last = await database.run(
    lastDecidingStatement(resource, deciding, records, shown[0]!.change.seq),
  )
  const present = shown.filter(
    ({ change: { record, seq } }) => BigInt(seq) >= (last.get(record!) ?? 0n),
  )
  const found = new Set(present)
  return (each) => found.has(each)
}

const eventOf = (change: SourcedChange, id: string, resource: ResourceView): ChangeEvent => ({
  id: wireIdOf(resource.entity, id),
  operation: change.operation,
  fields: [...shownNames(resource, change.fields)],
  version: change.newVersion === null ? null : Number(change.newVersion),
  at: change.at,
})
