/**
 * The changes that decide whether a record is in the rows of a caller. What was before the last of
 * them is hidden: nobody can say whether the caller might see the record then, and where clients
 * choose keys it may have been another record.
 */
import {
  type ColumnModel,
  columnsOf,
  type RelationModel,
  tableColumns,
} from '../../model/types/entity-model.js'
import type { Target } from '../../model/types/path.js'
import { isRestrictedByRule, type ResourceView } from '../../query/rows/row-access.js'
import { withDeleted } from '../../query/rows/visible-rows.js'
import { type Sql, sql } from '../../query/sql/sql.js'
import type { RecordedOperation } from '../../query/statements/record-changes.js'

export interface DecidingChanges {
  readonly operations: readonly RecordedOperation[]
  /** Fields of the entity whose updates decide. */
  readonly fields: readonly string[]
}

/** Undefined if the caller sees every row of the entity. */
export const decidingChanges = (resource: ResourceView): DecidingChanges | undefined => {
  const { entity, rowAccess } = resource
  if (!isRestrictedByRule(resource, entity)) return undefined
  const restriction = withDeleted(rowAccess.get(entity)!)
  const starts = typeof restriction === 'object' ? restriction.targets.map(startOf) : []
  // The key of a record never changes.
  const key = new Set(columnsOf(entity.primaryKey))
  const read = starts.filter(({ column }) => columnsOf(column).some((name) => !key.has(name)))
  const names = new Set(read.flatMap(({ column }) => columnsOf(column)))
  const columns = tableColumns(entity).filter((column) =>
    columnsOf(column).some((name) => names.has(name)),
  )
  const relations = starts.flatMap(({ relation }) => relation ?? [])
  // What the database computes may change with every update, and no change names it.
  const isRecorded = read.every(({ column }) => !column.generated && !column.reads)
  return {
    operations: isRecorded ? ['create', 'delete'] : ['create', 'delete', 'update'],
    fields: [...new Set([...columns, ...relations].map(({ field }) => field))],
  }
}

/** Returns the condition that the change `c` is a deciding one. */
export const decides = ({ operations, fields }: DecidingChanges): Sql =>
  sql`(c.operation = any(${operations}::text[]) or c.fields && ${fields}::text[])`

/** The column of the entity that a path reads first, and the relation that it follows first. */
const startOf = (
  target: Target,
): { readonly column: ColumnModel; readonly relation?: RelationModel } => {
  const [hop] = target.hops
  if (!hop && target.type === 'column') return { column: target.column }
  const relation = hop ?? (target as Extract<Target, { type: 'collection' }>).relation
  return {
    column: relation.type === 'toOne' ? relation.key : relation.via.owner.references,
    relation,
  }
}
