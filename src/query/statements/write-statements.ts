/** The statements that write. Columns and tables come from the model, values are parameters. */

import type { SqlText, Statement } from '../../foundation/execution/statement.js'
import { memoize } from '../../foundation/functions/memoize.js'
import { idTexts } from '../../model/kinds/composite-id.js'
import {
  type ColumnModel,
  type EntityModel,
  physicalColumns,
} from '../../model/types/entity-model.js'
import { isRestricted, type ResourceView, scopeOf } from '../rows/row-access.js'
import { andOfTenant, type OfTenant, tenantToWrite } from '../rows/tenants.js'
import { createTables } from '../rows/visible-rows.js'
import { preparingWrites } from '../sql/prepared.js'
import {
  columnName,
  columnSql,
  isOneOf,
  keepInserted,
  listParameter,
  namedKey,
  parameter,
  RowSql,
  required,
  rowParameter,
  type Sql,
  selectList,
  sql,
  tableSql,
  toStatement,
  toWriteStatement,
} from '../sql/sql.js'
import { sentAsNull } from '../sql/wire-text.js'
import {
  type Recorded,
  type RecordedInsert,
  type RecordedUpdate,
  rowsBefore,
} from './record-changes.js'
import { insertedKeysReader, returnedKey, type WrittenKey } from './written-keys.js'

/** A column and the parameter text to write; null for NULL. */
export interface Assignment {
  readonly column: ColumnModel
  readonly value: string | null
  /** The null was read before: it keeps a stored value that is sent as null. */
  readonly keeps?: boolean
}

/** A column of the table, and the parameter text of its new value; null for NULL. */
export interface Written {
  readonly part: ColumnModel
  readonly text: string | null
  readonly keeps: boolean
}

/**
 * The columns that assignments write, by name. Of a foreign key of several columns, null clears
 * those that no other field holds.
 */
export const writtenColumns = (
  assignments: readonly Assignment[],
): ReadonlyMap<string, Written> => {
  const written = new Map<string, Written>()
  for (const { column, value, keeps = false } of assignments) {
    const texts = value === null ? undefined : idTexts(column, value)
    physicalColumns(column).forEach((part, index) => {
      if (!texts && part.isShared) return
      written.set(part.column, { part, text: texts?.[index] ?? null, keeps })
    })
  }
  return written
}

/** NULL is a parameter too: the text of a statement depends on its columns, not on the values. */
const writtenValue = ({ part, text }: Written): Sql => rowParameter([text], part)

/** A value that is not kept becomes NULL, which a column that is NOT NULL refuses. */
const updatedValue = (written: Written): Sql => {
  const { part, keeps } = written
  return keeps ? sentAsNull(columnSql(undefined, part), part) : writtenValue(written)
}

/** A record is inserted for the tenant of the caller, whatever is sent. */
const withTenant = (
  resource: Pick<ResourceView, 'entity'> & OfTenant,
  assignments: readonly Assignment[],
): readonly Assignment[] => {
  const { tenant: column } = resource.entity
  return column ? [...assignments, { column, value: tenantToWrite(resource) }] : assignments
}

/** A column of an insert that has no value of its own. */
interface Copied {
  readonly name: Sql
  readonly value: Sql
}

/**
 * Columns that a new record copies from a record that it refers to.
 *
 * Means: `(select d."list_price" from products as d where d."id" = $1::int8)`
 *
 * @param values the written values, by the names of their columns
 */
export const copiedColumns = (
  resource: Pick<ResourceView, 'entity'> & OfTenant,
  values: ReadonlyMap<string, Sql>,
): readonly Copied[] =>
  [...resource.entity.columns.values()].flatMap(({ column: name, defaultFrom }) => {
    if (!defaultFrom) return []
    const { relation, column } = defaultFrom
    const parts = physicalColumns(relation.key).map((part) => values.get(part.column))
    if (values.has(name) || !parts.every((part) => part !== undefined)) return []
    const { target, references } = relation
    const key = parts.length === 1 ? parts[0]! : new RowSql(parts)
    const found = sql`${columnSql('d', references)} = ${key}${andOfTenant(target, 'd', resource)}`
    const value = sql`(select ${columnSql('d', column)} from ${tableSql(target.table)} as d where ${found})`
    return [{ name: sql.id(name), value }]
  })

const insertSql = (
  resource: Pick<ResourceView, 'entity'> & OfTenant,
  assignments: readonly Assignment[],
  returned: Sql,
): Sql => {
  const { entity } = resource
  const written = new Map(
    [...writtenColumns(assignments)].map(([name, each]) => [name, writtenValue(each)] as const),
  )
  const copied = copiedColumns(resource, written)
  const names = [
    ...[...written.keys()].map((name) => sql.id(name)),
    ...copied.map(({ name }) => name),
  ]
  const values = [...written.values(), ...copied.map(({ value }) => value)]
  const row =
    names.length === 0
      ? sql`default values`
      : sql`(${sql.join(names)}) values (${sql.join(values)})`
  return sql`insert into ${tableSql(entity.table)} ${row} returning ${returned}`
}

/**
 * Inserts a record whose key the statements after it know: see `insertedKey`.
 *
 * Means: `with inserted as (insert into t (a, b) values ($1, $2) returning id) select …`
 */
export const insertStatement = (
  resource: ResourceView,
  sent: readonly Assignment[],
  recorded: RecordedInsert | undefined,
  onError: NonNullable<SqlText['onError']>,
): SqlText => {
  const { entity } = resource
  const assignments = withTenant(resource, sent)
  const compiled = compiledInserts(entity)
  const existing = compiled.find(
    ({ columns, recordedAs }) => recordedAs === recorded?.key && hasColumns(columns, assignments),
  )
  const values = [...assignments.map(({ value }) => value), ...(recorded?.values ?? [])]
  if (existing) return { name: existing.name, text: existing.text, values, onError, isWrite: true }
  const { primaryKey } = entity
  const recordedSql = recorded?.toSql()
  const returned = recordedSql?.returning ?? namedKey(columnSql(undefined, primaryKey), primaryKey)
  const insert = insertSql(resource, assignments, returned)
  const statement = preparingWrites(entity)(
    toWriteStatement(
      sql`with inserted as (${insert})${recordedSql?.cte('inserted') ?? none} select ${keepInserted(primaryKey)}`,
      () => undefined,
    ),
  )
  const columns = assignments.map(({ column }) => column)
  const isPlain = columns.every(({ parts }) => !parts) && statement.values.length === values.length
  const recordedAs = recorded?.key
  const { name, text } = statement
  if (name !== undefined && isPlain) compiled.push({ columns, recordedAs, name, text })
  return { ...statement, onError }
}

const none = sql``

/**
 * Statements that are prepared, with one parameter for each of these columns, and those of the
 * record of the change.
 */
interface CompiledInsert {
  readonly columns: readonly ColumnModel[]
  readonly recordedAs: string | undefined
  readonly name: string
  readonly text: string
}

const compiledInserts = memoize((_entity: EntityModel): CompiledInsert[] => [])

/** Returns true if values are assigned to these columns, in this order. */
export const hasColumns = (
  columns: readonly ColumnModel[],
  assignments: readonly Assignment[],
): boolean =>
  assignments.length === columns.length &&
  assignments.every(({ column }, index) => column === columns[index])

/**
 * Inserts a record and returns its key, if no trigger skipped it. For tables and views that rules
 * write: those statements cannot be a part of another.
 */
export const insertReturningStatement = (
  resource: ResourceView,
  assignments: readonly Assignment[],
): Statement<readonly WrittenKey[]> => {
  const { entity } = resource
  return toWriteStatement(
    insertSql(resource, withTenant(resource, assignments), returnedKey(entity)),
    insertedKeysReader(entity),
  )
}

/** The record has one of these versions. Undefined: any version. */
const hasVersion = ({ version }: EntityModel, versions: readonly string[] | undefined): Sql => {
  if (!versions) return sql`true`
  return version ? sql`${sql.id(version.column)} = ${listParameter(versions, version)}` : sql`false`
}

/** The row exists and is visible to the caller. */
export const isVisible = (resource: ResourceView, entity: EntityModel, id: Sql): Sql => {
  if (!isRestricted(resource, entity)) return sql`true`
  const scope = scopeOf(resource, createTables('v', resource), entity)
  return sql`${id} in (select ${selectList(scope.primaryKey)} from ${scope.from})`
}

/**
 * Updates a record and returns its row. Means: `update t set a = $1, version = version + 1 where id
 * = $2 and version = any($3) returning id`
 */
export const updateSql = (
  resource: ResourceView,
  id: string,
  assignments: readonly Assignment[],
  versions?: readonly string[],
  recorded?: RecordedUpdate,
  /** The record is locked already. */
  isLocked = false,
): Sql => {
  const { entity } = resource
  const { table, primaryKey } = entity
  const key = columnSql(undefined, primaryKey)
  const name = columnName(primaryKey)
  const assigned = assignedSql(entity, assignments)
  const sets = assigned.length === 0 ? [sql`${name} = ${name}`] : assigned
  const value = parameter(id, primaryKey)
  const before = sql`${columnSql('o', primaryKey)} = ${value}${andOfTenant(entity, 'o', resource)}`
  return sql`
    update ${tableSql(table)} set ${sql.join(sets)} ${recorded ? sql`from ${rowsBefore(recorded, entity, before, isLocked)}` : none}
    where ${key} = ${value}${andOfTenant(entity, undefined, resource)} and ${hasVersion(entity, versions)}
      and ${isVisible(resource, resource.entity, key)}
    returning ${recorded?.returning ?? selectList(name)}`
}

/** What an update of a record sets: the values, the version, and when it was updated. */
const assignedSql = (
  { version, columns }: EntityModel,
  assignments: readonly Assignment[],
): readonly Sql[] => {
  const sets = [...writtenColumns(assignments).values()].map(
    (written) => sql`${sql.id(written.part.column)} = ${updatedValue(written)}`,
  )
  if (version) sets.push(sql`${sql.id(version.column)} = ${sql.id(version.column)} + 1`)
  for (const column of columns.values()) {
    if (column.touchedOnUpdate) sets.push(sql`${sql.id(column.column)} = now()`)
  }
  return sets
}

/** Runs a write as it is, and returns the number of rows that it wrote. */
export const countingRows = (write: Sql): Statement<number> =>
  toWriteStatement(write, (rows) => rows.length)

/**
 * The same write, which fails if a condition does not hold after it: see `required`.
 *
 * Means: `with written as (update …) select …`
 */
export const requiring = (
  { entity }: ResourceView,
  condition: Sql | undefined,
  write: Sql,
  recorded: Recorded | undefined,
): SqlText =>
  preparingWrites(entity)(
    toWriteStatement(
      sql`with written as (${write})${recorded?.cte('written') ?? none} select ${condition ? required(condition) : sql`null`}`,
      () => undefined,
    ),
  )

/** Condition of `requiring`: the write has written a row. */
export const isWritten = sql`exists (select from written)`

/** Condition: no row with these ids is invisible to the caller. Undefined: it always holds. */
export const noneHidden = (resource: ResourceView, ids: readonly string[]): Sql | undefined => {
  const { entity } = resource
  if (!isRestricted(resource, entity)) return undefined
  const { table, primaryKey } = entity
  const key = columnSql('t', primaryKey)
  const visible = scopeOf(resource, createTables('v', resource), entity)
  // `not in` would read every visible row.
  return sql`not exists (select from ${tableSql(table)} as t
    where ${isOneOf(key, ids, primaryKey)}${andOfTenant(entity, 't', resource)}
      and not exists (select from ${visible.from} where ${visible.primaryKey} = ${key}))`
}

/** Returns true if the condition holds. */
export const holdsStatement = (condition: Sql): Statement<boolean> =>
  toStatement(sql`select ${condition}`, ([row]) => row![0] === 't')

/**
 * Deletes records, or marks them as deleted, and returns their rows.
 *
 * Means: `delete from t where id = any($1) and version = any($2) returning id`, or the same of
 * `update t set deleted_at = $3, version = version + 1`
 */
export const deleteSql = (
  resource: ResourceView,
  ids: readonly string[],
  /** Undefined: the records are destroyed. */
  mark: readonly Assignment[] | undefined,
  versions?: readonly string[],
  recorded?: Recorded,
): Sql => {
  const { entity } = resource
  const { table, primaryKey } = entity
  const key = columnSql(undefined, primaryKey)
  const write = mark
    ? sql`update ${tableSql(table)} set ${sql.join(assignedSql(entity, mark))}`
    : sql`delete from ${tableSql(table)}`
  return sql`
    ${write}
    where ${isOneOf(key, ids, primaryKey)}${andOfTenant(entity, undefined, resource)} and ${hasVersion(entity, versions)}
      and ${isVisible(resource, resource.entity, key)}
    returning ${recorded?.returning ?? selectList(columnName(primaryKey))}`
}

/** Deletes or marks records and returns their number. */
export const deleteManyStatement = (
  resource: ResourceView,
  ids: readonly string[],
  mark: readonly Assignment[] | undefined,
  recorded?: Recorded,
): Statement<number> => {
  const removal = deleteSql(resource, ids, mark, undefined, recorded)
  return countingRows(
    recorded
      ? sql`with written as (${removal})${recorded.cte('written')} select 1 from written`
      : removal,
  )
}
