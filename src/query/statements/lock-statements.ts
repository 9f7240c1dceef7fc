/** The statements before a write: they lock records, and find the rows that it refers to. */

import type { Statement } from '../../foundation/execution/statement.js'
import { memoize } from '../../foundation/functions/memoize.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import { storedIdReader, storedValuesReader } from '../../model/stored-value.js'
import {
  type ColumnModel,
  type EntityModel,
  type Ownership,
  tableColumns,
} from '../../model/types/entity-model.js'
import { printedColumn } from '../rows/response-fields.js'
import { type ResourceView, scopeOf } from '../rows/row-access.js'
import { andOfTenant } from '../rows/tenants.js'
import { createTables, Scope } from '../rows/visible-rows.js'
import { preparingWrites } from '../sql/prepared.js'
import {
  columnSql,
  compiled,
  isOneOf,
  type Sql,
  selectList,
  sql,
  tableSql,
  toStatement,
} from '../sql/sql.js'
import { equal, keyParts, listedRows, listsOf } from './listed-rows.js'
import { isVisible } from './write-statements.js'

/** Reads ids that the database printed as the texts by which ids are compared. */
export const canonicalIdReader = (key: ColumnModel): ((text: string) => string) => {
  const read = storedIdReader(key)
  return (text) => canonicalText(key, read(text))
}

/**
 * Locks ids instead of rows, until the end of the transaction. The rows of a view that triggers
 * write cannot always be locked, and a trigger may get a row that has changed since.
 */
export const keyLockStatement = (
  { entity: { table, tenant: ofTenant }, tenant }: ResourceView,
  ids: readonly string[],
): Statement<undefined> => {
  const of = ofTenant ? [tenant] : []
  const keys = [...ids].sort().map((id) => JSON.stringify([table.schema, table.name, ...of, id]))
  return toStatement(
    sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) as key`,
    () => undefined,
  )
}

/**
 * A delete takes the stronger lock: during an update that keeps the key, others may refer to the
 * row.
 */
export type LockStrength = 'no key update' | 'update'

/**
 * The columns of a locked row, by field. The field of a to-one relation holds its key. Beside a key
 * that shares columns are its columns, by `partField`: the key is null if one of them is.
 */
export type LockedRecord = Readonly<Record<string, unknown>>

/** The name of a column of a composite foreign key in a locked record. */
export const partField = (part: ColumnModel): string => `${part.field}.${part.column}`

/**
 * Locks records in the order of their keys, so that two batches never wait for each other. Returns
 * them by id, as they are after the lock was granted.
 */
export const lockStatement = (
  resource: ResourceView,
  ids: readonly string[],
  /** Undefined if the ids are already locked. */
  strength: LockStrength | undefined,
): Statement<ReadonlyMap<string, LockedRecord>> => {
  const { primaryKey } = resource.entity
  const key = columnSql('t', primaryKey)
  return lockRows(resource, isOneOf(key, ids, primaryKey), [key], strength)
}

/** Locks the rows that owners have, in the order of their lists. */
export const lockOwnedStatement = (
  resource: ResourceView,
  { owner, position }: Ownership,
  ownerIds: readonly string[],
): Statement<ReadonlyMap<string, LockedRecord>> => {
  const isOwned = isOneOf(columnSql('t', owner.key), ownerIds, owner.key)
  const order = position ? [columnSql('t', position)] : []
  const key = columnSql('t', resource.entity.primaryKey)
  return lockRows(resource, isOwned, [...order, key], 'update')
}

/**
 * Locks the owners of rows, the highest first. Who writes an owner locks it before its rows, so who
 * writes its rows must not lock them first.
 */
export const lockOwnersStatements = (
  resource: ResourceView,
  ids: readonly string[],
): readonly Statement<undefined>[] => {
  const { entity } = resource
  const isRow = isOneOf(columnSql('r0', entity.primaryKey), ids, entity.primaryKey)
  return ownerLocks(resource, entity, isRow, 0)
}

/** @param isRow condition of the rows of the entity, whose alias has this level */
const ownerLocks = (
  resource: ResourceView,
  entity: EntityModel,
  isRow: Sql,
  level: number,
): readonly Statement<undefined>[] => {
  if (!entity.ownedBy) return []
  const { key, references, target } = entity.ownedBy.owned.owner
  const alias = (of: number) => `r${of}`
  const rows = sql`select ${selectList(columnSql(alias(level), key))}
    from ${tableSql(entity.table)} as ${sql.id(alias(level))}
    where ${isRow}${andOfTenant(entity, alias(level), resource)}`
  const isOwner = sql`${columnSql(alias(level + 1), references)} in (${rows})`
  const lock = sql`select 1 from ${tableSql(target.table)} as ${sql.id(alias(level + 1))}
    where ${isOwner}${andOfTenant(target, alias(level + 1), resource)}
    order by ${columnSql(alias(level + 1), references)} for no key update`
  return [...ownerLocks(resource, target, isOwner, level + 1), toStatement(lock, () => undefined)]
}

const lockRows = (
  resource: ResourceView,
  condition: Sql,
  order: readonly Sql[],
  strength: LockStrength | undefined,
): Statement<ReadonlyMap<string, LockedRecord>> => {
  const { table, primaryKey } = resource.entity
  const key = columnSql('t', primaryKey)
  const { columns, read } = lockedColumns(resource.entity)
  const lock = strength === undefined ? sql`` : sql`for ${sql.raw(strength)} of t`
  const readId = canonicalIdReader(primaryKey)
  return toStatement(
    sql`
    select ${printedColumn(key, primaryKey)}, ${columns} from ${tableSql(table)} as t
    where ${condition}${andOfTenant(resource.entity, 't', resource)} and ${isVisible(resource, resource.entity, key)}
    order by ${sql.join(order)} ${lock}`,
    (rows) => new Map(rows.map((row) => [readId(row[0]!), read(row, 1)])),
  )
}

const lockedColumns = memoize((entity: EntityModel) => {
  const { primaryKey } = entity
  const stored = tableColumns(entity)
  const parts = stored.flatMap(({ parts = [] }) =>
    parts.some(({ isShared }) => isShared)
      ? parts.map((part) => ({ ...part, field: partField(part) }))
      : [],
  )
  const columns = [...stored, ...(primaryKey.parts ? [primaryKey] : []), ...parts]
  const printed = columns.map((column) => printedColumn(columnSql('t', column), column))
  return { columns: compiled(sql.join(printed)), read: storedValuesReader(columns) }
})

/** The ids whose rows are visible to the caller. */
export const visibleIdsStatement = (
  resource: ResourceView,
  ids: readonly string[],
): Statement<ReadonlySet<string>> => {
  const records = visibleRecordsStatement(resource, ids, [])
  return { ...records, decode: (rows) => new Set(records.decode(rows).keys()) }
}

/**
 * Values of the rows that are visible to the caller, by id. A computed field is read here after its
 * record is locked: the statement that waited for the lock would compute it from rows as they were
 * before.
 */
export const visibleRecordsStatement = (
  resource: ResourceView,
  ids: readonly string[],
  columns: readonly ColumnModel[],
): Statement<ReadonlyMap<string, LockedRecord>> => {
  const { entity } = resource
  const scope = scopeOf(resource, createTables('t', resource))
  const { primaryKey } = scope
  const among = isOneOf(primaryKey, ids, entity.primaryKey)
  const readId = canonicalIdReader(entity.primaryKey)
  const read = storedValuesReader(columns)
  const printed = [
    printedColumn(primaryKey, entity.primaryKey),
    ...columns.map((column) => printedColumn(scope.column({ hops: [], column }), column)),
  ]
  return toStatement(
    sql`select ${sql.join(printed)} from ${scope.from} where ${among}`,
    (rows) => new Map(rows.map((row) => [readId(row[0]!), read(row, 1)])),
  )
}

/** Rows of an entity, named by the values of one of its keys. */
export interface Referred {
  readonly key: ColumnModel
  readonly ids: readonly string[]
}

/** For each key, the places of the values whose rows are missing or invisible to the caller. */
export const missingReferencesStatement = (
  resource: ResourceView,
  references: readonly Referred[],
): Statement<readonly ReadonlySet<number>[]> => {
  const tables = createTables('t', resource)
  const searches = references.map(({ key, ids }, index) => {
    const scope = new Scope(key.entity, tables)
    const wanted = listedRows('w', listsOf(ids, key))
    const isFound = equal(keyParts(scope.alias, key), wanted.columns)
    return sql`
      select ${sql.lit(index)}, ${wanted.place} from ${wanted.from}
      where not exists (select 1 from ${scope.from} where ${isFound})`
  })
  return preparingWrites(resource.entity)(
    toStatement(sql.join(searches, sql` union all `), (rows) =>
      references.map(
        (_, index) =>
          new Set(rows.flatMap(([at, place]) => (Number(at) === index ? [Number(place) - 1] : []))),
      ),
    ),
  )
}
