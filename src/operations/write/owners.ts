/**
 * The owners of rows that are written through a resource of their own. Their versions move, so that
 * a version that a client has read covers the whole of a record with its lists.
 */
import { canonicalText } from '../../model/kinds/kinds.js'
import type { OwningRelation } from '../../model/types/entity-model.js'
import { sql } from '../../query/sql/sql.js'
import { updateManyStatement } from '../../query/statements/batch-statements.js'
import { recordedUpdate } from '../../query/statements/record-changes.js'
import type { Work } from '../work/work.js'
import { type LockedRecord, lockRecords } from './locked-records.js'
import { onItems } from './owned-items.js'
import { writeStrategyOf } from './write-strategies.js'
import type { WriteValues } from './write-values.js'

/** A write of a row: what it assigns, and the row before it. */
interface RowWrite {
  readonly values: Pick<WriteValues, 'assignments'>
  readonly record: LockedRecord | undefined
}

/** Locks the owners before their rows are written, and moves their versions. */
export const touchOwners = async (work: Work, writes: readonly RowWrite[]): Promise<void> => {
  const { ownedBy } = work.call.resource.entity
  if (!ownedBy) return
  const ids = ownerIds(ownedBy, writes)
  if (ids.length === 0) return
  const owners = onItems(work, ownedBy.owner)
  const records = await lockRecords(owners, ids, 'no key update')
  await touchOwners(
    owners,
    [...records.values()].map((record) => ({ values: { assignments: [] }, record })),
  )
  const { resource } = owners.call
  const rows = { columns: [], rows: ids.map(() => []), kept: new Set<string>() }
  await writeStrategyOf(owners.call).writeSet(owners, {
    operation: 'update',
    fields: [ownedBy.field],
    recorded: (recording) =>
      recordedUpdate(
        recording,
        resource.entity,
        [],
        [{ field: ownedBy.field, differ: sql`true` }],
        't',
      ),
    toStatement: (recorded) => updateManyStatement(resource, ids, rows, recorded),
    ids,
    idsOf: (keys) => keys.map(({ id }) => id),
  })
}

const ownerIds = (
  { owned: { owner } }: OwningRelation,
  writes: readonly RowWrite[],
): readonly string[] => {
  const ids = writes.flatMap(({ values, record }) => {
    const before = record?.[owner.field]
    const after = values.assignments.find(({ column }) => column === owner.key)?.value
    return [before == null ? undefined : String(before), after ?? undefined]
  })
  return [
    ...new Set(
      ids.filter((id) => id !== undefined).map((id) => canonicalText(owner.references, id)),
    ),
  ]
}
