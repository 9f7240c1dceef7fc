/**
 * Records what a statement writes, as a part of it: `with written as (update …), recorded as
 * (insert into corollary.change … select … from written) select …`. It costs no round trip, and no
 * statement of its own.
 */
import {
  type ColumnModel,
  type EntityModel,
  physicalColumns,
  type TableName,
  tableColumns,
} from '../../model/types/entity-model.js'
import { printedColumn } from '../rows/response-fields.js'
import type { ResourceView } from '../rows/row-access.js'
import { tenantRows } from '../rows/tenants.js'
import { carriedKey, columnSql, namedKey, RowSql, type Sql, sql, tableSql } from '../sql/sql.js'

/** The operation on a record. `action` was performed and wrote nothing to the record. */
export type RecordedOperation = 'create' | 'update' | 'delete' | 'action'

/** The members that all changes of one request on one resource share. */
export interface Recording {
  /** Database schema of the platform tables. */
  readonly schema: string
  /** Changes are recorded in the outbox beside the rows of the tenant. */
  readonly besideRows: boolean
  readonly resource: string
  readonly principal: string | null
  readonly tenant: string | null
  /** The intent or action; undefined for a plain write. */
  readonly action: string | undefined
  readonly traceId: string | null
}

/** Identifies the table of a record in the table of changes. */
export const sourceOf = ({ schema, name }: TableName): string =>
  schema === undefined ? name : `${schema}.${name}`

/** The fields whose values are recorded. */
const auditedColumns = (entity: EntityModel): readonly ColumnModel[] =>
  tableColumns(entity).filter(({ audited }) => audited)

/** How a statement changes its records; columns of the result of its CTE. */
interface Change {
  readonly operation: RecordedOperation
  /** The text of the record's id. */
  readonly id: Sql
  readonly fields: Sql
  readonly versions: readonly [before: Sql, after: Sql]
  readonly audited: Sql
}

const nothing = sql`null`

/** `insert into corollary.change (…) select … from written` */
export const insertChanges = (
  { schema, resource, principal, tenant, action, traceId }: Recording,
  { table }: EntityModel,
  { operation, id, fields, versions: [before, after], audited }: Change,
  from: Sql,
): Sql => sql`
  insert into ${sql.id(schema, 'change')} (principal, tenant, resource, source, record, operation,
    action, fields, old_version, new_version, audited, trace_id)
  select ${principal}::text, ${tenant}::text, ${sql.lit(resource)}, ${sql.lit(sourceOf(table))}, ${id},
    ${sql.lit(operation)}, ${action ?? null}::text, ${fields}, ${before}, ${after}, ${audited},
    ${traceId}::text
  ${from}`

export const listSql = (names: readonly string[]): Sql =>
  names.length === 0
    ? sql`'{}'::text[]`
    : sql`array[${sql.join(names.map((name) => sql.lit(name)))}]::text[]`

const idText = (entity: EntityModel, from: string): Sql =>
  sql`(${printedColumn(carriedKey(from, entity.primaryKey), entity.primaryKey)})::text`

/** The text of a value as its printer expects it. */
const textOf = (value: Sql, column: ColumnModel): Sql =>
  sql`(${printedColumn(value, column)})::text`

const versionOf = ({ version }: EntityModel, alias?: string): Sql =>
  version ? columnSql(alias, version) : sql`null::bigint`

/** `'salary'::text, array[before, after], …` of the audited fields; undefined if there are none. */
const auditedMembers = (
  entity: EntityModel,
  pair: (column: ColumnModel) => Sql | undefined,
): Sql | undefined => {
  const members = auditedColumns(entity).flatMap((column) => {
    const values = pair(column)
    return values ? [sql`${sql.lit(column.field)}::text, ${values}`] : []
  })
  return members.length === 0 ? undefined : sql.join(members)
}

/** Arrays of texts become JSON faster than `jsonb_build_array` makes it. */
const pairOf = (before: Sql, after: Sql): Sql => sql`array[${before}, ${after}]`

/** `jsonb_build_object('salary', array[before, after], …)` of all audited fields. */
const auditedSql = (entity: EntityModel, pair: (column: ColumnModel) => Sql): Sql => {
  const members = auditedMembers(entity, pair)
  return members ? sql`jsonb_build_object(${members})` : noneAudited
}

/** The same of those that differ; null if there are none. */
const changedSql = (entity: EntityModel, pair: (column: ColumnModel) => Sql | undefined): Sql => {
  const members = auditedMembers(entity, pair)
  return members
    ? sql`nullif(jsonb_strip_nulls(jsonb_build_object(${members})), '{}')`
    : noneAudited
}

const noneAudited = sql`null::jsonb`

/** The columns that a recorded statement returns, named for `recorded`. */
const returnedColumns = (entity: EntityModel, fields: Sql, audited: Sql, alias?: string): Sql =>
  sql`${namedKey(columnSql(alias, entity.primaryKey), entity.primaryKey)},
    ${versionOf(entity, alias)} as version, ${fields} as fields, ${audited} as audited`

/** The statement of a write, and what it returns. */
export interface Recorded {
  /** After RETURNING. */
  readonly returning: Sql
  /** `, recorded as (insert …)`, for a write whose CTE has this name. */
  readonly cte: (name: string) => Sql
}

/** The same of an insert, whose SQL is made once for each key. */
export interface RecordedInsert {
  /** Equal for equal SQL. */
  readonly key: string
  /** The parameters in it, in their order. */
  readonly values: readonly unknown[]
  readonly toSql: () => Recorded
}

const recordedCte =
  (
    recording: Recording,
    entity: EntityModel,
    operation: RecordedOperation,
    versions: Change['versions'],
  ): Recorded['cte'] =>
  (name) => {
    const change = {
      operation,
      id: idText(entity, name),
      fields: sql`fields`,
      versions,
      audited: sql`audited`,
    }
    return sql`, recorded as (${insertChanges(recording, entity, change, sql`from ${sql.raw(name)}`)})`
  }

/** @param fields those that the insert writes, links included */
export const recordedInsert = (
  recording: Recording,
  entity: EntityModel,
  fields: readonly string[],
): RecordedInsert => {
  const { resource, principal, tenant, action, traceId } = recording
  return {
    key: `${resource} ${fields.join()}`,
    values: [principal, tenant, action ?? null, traceId],
    toSql: () => {
      const audited = auditedSql(entity, (column) =>
        pairOf(nothing, textOf(columnSql(undefined, column), column)),
      )
      const versions = [sql`null::bigint`, sql`version`] as const
      return {
        returning: returnedColumns(entity, listSql(fields), audited),
        cte: recordedCte(recording, entity, 'create', versions),
      }
    },
  }
}

export const recordedDelete = (recording: Recording, entity: EntityModel): Recorded => {
  const audited = auditedSql(entity, (column) =>
    pairOf(textOf(columnSql(undefined, column), column), nothing),
  )
  const versions = [sql`version`, sql`null::bigint`] as const
  return {
    returning: returnedColumns(entity, listSql([]), audited),
    cte: recordedCte(recording, entity, 'delete', versions),
  }
}

/** Of records that an update marks as deleted: their values stay, and their versions move. */
export const recordedMark = (recording: Recording, entity: EntityModel): Recorded => ({
  returning: returnedColumns(entity, listSql([]), noneAudited),
  cte: recordedCte(recording, entity, 'delete', [sql`version - 1`, sql`version`]),
})

/** A recorded update also reads the row as it was before. */
export interface RecordedUpdate extends Recorded {
  /** Columns of the row as it was; `was` is its alias in the update. */
  readonly before: Sql
}

/** A list of links that an update sends. */
export interface SentLinks {
  readonly field: string
  /** Condition: they differ from those of the record. */
  readonly differ: Sql
}

/**
 * Compares as text what the update assigns, so that a field whose value stays the same is not
 * recorded as changed.
 */
export const recordedUpdate = (
  recording: Recording,
  entity: EntityModel,
  columns: readonly ColumnModel[],
  links: readonly SentLinks[],
  alias?: string,
): RecordedUpdate => {
  const parts = new Map<ColumnModel, string>()
  const oldOf = (part: ColumnModel): Sql => {
    const name = parts.get(part) ?? `was ${parts.size}`
    parts.set(part, name)
    return sql.id('was', name)
  }
  const isChanged = (column: ColumnModel): Sql =>
    sql.join(
      physicalColumns(column).map(
        (part) =>
          sql`${oldOf(part)}::text collate "C" is distinct from ${columnSql(alias, part)}::text collate "C"`,
      ),
      sql` or `,
    )
  const changes = [
    ...columns.map((column) => ({ field: column.field, differ: isChanged(column) })),
    ...links,
  ]
  const changed = changes.map(
    ({ field, differ }) => sql`case when ${differ} then ${sql.lit(field)}::text end`,
  )
  const fields =
    changed.length === 0 ? listSql([]) : sql`array_remove(array[${sql.join(changed)}], null)`
  const written = new Set(columns)
  const audited = changedSql(entity, (column) => {
    // Of a reference of several columns only the change is recorded.
    if (!written.has(column) || (column.parts && column.references)) return undefined
    const old = column.parts ? new RowSql(column.parts.map(oldOf)) : oldOf(column)
    const pair = pairOf(textOf(old, column), textOf(columnSql(alias, column), column))
    return sql`case when ${isChanged(column)} then ${pair} end`
  })
  const returning = returnedColumns(entity, fields, audited, alias)
  const before = [...parts].map(
    ([part, name]) => sql`${sql.id('o', part.column)} as ${sql.id(name)}`,
  )
  return {
    returning,
    cte: recordedCte(recording, entity, 'update', [sql`version - 1`, sql`version`]),
    before: before.length === 0 ? sql`1 as "was 0"` : sql.join(before),
  }
}

/**
 * `(select … from employees as o where … for no key update) as was`: the row as it was. Without a
 * lock, another transaction could change it before the update.
 */
export const rowsBefore = (
  { before }: RecordedUpdate,
  { table }: EntityModel,
  where: Sql,
  isLocked: boolean,
): Sql =>
  sql`(select ${before} from ${tableSql(table)} as o where ${where} ${isLocked ? sql`` : sql`for no key update`}) as was`

/** The same for rows that are locked; they are joined by `keysWere`. */
export const rowsWere = ({ before }: RecordedUpdate, resource: ResourceView): Sql => {
  const { table, primaryKey } = resource.entity
  const keys = physicalColumns(primaryKey).map(
    (part, index) => sql`${columnSql('o', part)} as ${sql.id(`key ${index}`)}`,
  )
  const rows = tenantRows(tableSql(table), resource.entity.tenant, 'o', resource)
  return sql`(select ${sql.join(keys)}, ${before} from ${rows}) as was`
}

export const keysWere = ({ primaryKey }: EntityModel): readonly Sql[] =>
  physicalColumns(primaryKey).map((_, index) => sql.id('was', `key ${index}`))
