/**
 * Decides which changes a caller may learn of, when they are delivered: those of records that are
 * visible now, with the fields that are visible. Callers who see the same share the decision.
 */
import type { Database } from '../../database/database.js'
import { memoize } from '../../foundation/memoize.js'
import { wireIdOf } from '../../model/kinds/stored-value.js'
import { isRestricted, type ResourceView } from '../../query/rows/row-access.js'
import {
  type ChangePage,
  type SourcedChange,
  shownNames,
} from '../../query/statements/change-statements.js'
import { canonicalIdReader, visibleIdsStatement } from '../../query/statements/lock-statements.js'
import type { ChangeEvent } from '../../wire/changes.js'

export interface Delivered {
  readonly change: SourcedChange
  /** JSON of the event. */
  readonly json: string
}

type Decisions = Map<string, Promise<readonly Delivered[]>>
const decisionsOf = memoize((_page: ChangePage): Decisions => new Map())

/** The events of a page that the caller may receive. */
export const deliver = (
  page: ChangePage,
  resource: ResourceView,
  database: Pick<Database, 'run'>,
): Promise<readonly Delivered[]> => {
  const decisions = decisionsOf(page)
  const key = `${resource.key} ${resource.accessDigest}`
  const decided = decisions.get(key) ?? decide(page, resource, database)
  decisions.set(key, decided)
  return decided
}

const decide = async (
  { changes }: ChangePage,
  resource: ResourceView,
  database: Pick<Database, 'run'>,
): Promise<readonly Delivered[]> => {
  const readId = canonicalIdReader(resource.entity.primaryKey)
  const ofRecords = changes.flatMap((change) =>
    change.record === null ? [] : [{ change, id: readId(change.record) }],
  )
  const visible = await visibleOf(ofRecords, resource, database)
  return ofRecords.flatMap((each) =>
    visible(each)
      ? [{ change: each.change, json: JSON.stringify(eventOf(each.change, each.id, resource)) }]
      : [],
  )
}

interface OfRecord {
  readonly change: SourcedChange
  readonly id: string
}

/** A deleted record is visible to nobody whose rows are restricted: nobody can say who saw it. */
const visibleOf = async (
  changes: readonly OfRecord[],
  resource: ResourceView,
  database: Pick<Database, 'run'>,
): Promise<(change: OfRecord) => boolean> => {
  if (!isRestricted(resource, resource.entity)) return () => true
  const kept = changes.filter(({ change }) => change.operation !== 'delete')
  const ids = [...new Set(kept.map(({ id }) => id))]
  if (ids.length === 0) return () => false
  const visible = await database.run(visibleIdsStatement(resource, ids))
  return ({ change, id }) => change.operation !== 'delete' && visible.has(id)
}

const eventOf = (change: SourcedChange, id: string, resource: ResourceView): ChangeEvent => ({
  id: wireIdOf(resource.entity, id),
  operation: change.operation,
  fields: [...shownNames(resource, change.fields)],
  version: change.newVersion === null ? null : Number(change.newVersion),
  at: change.at,
})
