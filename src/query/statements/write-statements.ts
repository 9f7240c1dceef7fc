/** The statements that write. Columns and tables come from the model, values are parameters. */

import { memoize } from '../../foundation/memoize.js'
import type { SqlText, Statement } from '../../foundation/statement.js'
import { idTexts } from '../../model/kinds/composite-id.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import { storedIdReader, storedValuesReader } from '../../model/kinds/stored-value.js'
import {
  type ColumnModel,
  type EntityModel,
  physicalColumns,
  type TableName,
  type ToManyModel,
  tableColumns,
} from '../../model/types/entity-model.js'
import { printedColumn } from '../rows/response-fields.js'
import { isRestricted, type ResourceView } from '../rows/row-access.js'
import { createTables, Scope } from '../rows/visible-rows.js'
import {
  carriedKey,
  columnName,
  columnSql,
  fixed,
  insertedKey,
  isOneOf,
  keepInserted,
  keyNames,
  linkSql,
  listParameter,
  namedKey,
  namesSql,
  parameter,
  prepared,
  required,
  rowParameter,
  type Sql,
  selectList,
  sql,
  tableSql,
  toStatement,
  unnested,
} from '../sql/sql.js'
import {
  type Recorded,
  type RecordedInsert,
  type RecordedUpdate,
  rowsBefore,
} from './record-changes.js'

/** A column and the parameter text to write; null for NULL. */
export interface Assignment {
  readonly column: ColumnModel
  readonly value: string | null
}

/** A column of the table, and the parameter text of its new value; null for NULL. */
export interface Written {
  readonly part: ColumnModel
  readonly text: string | null
}

/**
 * The columns that assignments write, by name. Of a foreign key of several columns, null clears
 * those that no other field holds.
 */
export const writtenColumns = (
  assignments: readonly Assignment[],
): ReadonlyMap<string, Written> => {
  const written = new Map<string, Written>()
  for (const { column, value } of assignments) {
    const texts = value === null ? undefined : idTexts(column, value)
    physicalColumns(column).forEach((part, index) => {
      if (!texts && part.isShared) return
      written.set(part.column, { part, text: texts?.[index] ?? null })
    })
  }
  return written
}

/** NULL is a parameter too: the text of a statement depends on its columns, not on the values. */
const writtenValue = ({ part, text }: Written): Sql => rowParameter([text], part)

const insertSql = (
  { table }: EntityModel,
  assignments: readonly Assignment[],
  returned: Sql,
): Sql => {
  const written = [...writtenColumns(assignments).values()]
  const values =
    written.length === 0
      ? sql`default values`
      : sql`(${sql.join(written.map(({ part }) => sql.id(part.column)))}) values (${sql.join(written.map(writtenValue))})`
  return sql`insert into ${tableSql(table)} ${values} returning ${returned}`
}

/**
 * Inserts a record whose key the statements after it know: see `insertedKey`.
 *
 * Means: `with inserted as (insert into t (a, b) values ($1, $2) returning id) select …`
 */
export const insertStatement = (
  entity: EntityModel,
  assignments: readonly Assignment[],
  recorded?: RecordedInsert,
): SqlText => {
  const compiled = compiledInserts(entity)
  const known = compiled.find(
    ({ columns, recordedAs }) => recordedAs === recorded?.key && hasColumns(columns, assignments),
  )
  const values = [...assignments.map(({ value }) => value), ...(recorded?.values ?? [])]
  if (known) return { ...known.statement, values }
  const { primaryKey } = entity
  const returned = recorded?.returning ?? namedKey(columnSql(undefined, primaryKey), primaryKey)
  const insert = insertSql(entity, assignments, returned)
  const statement = preparedIfCommon(
    entity,
    toStatement(
      sql`with inserted as (${insert})${recorded?.cte('inserted') ?? none} select ${keepInserted(primaryKey)}`,
      () => undefined,
    ),
  )
  const columns = assignments.map(({ column }) => column)
  const isPlain = columns.every(({ parts }) => !parts) && statement.values.length === values.length
  const recordedAs = recorded?.key
  if (statement.name !== undefined && isPlain) compiled.push({ columns, recordedAs, statement })
  return statement
}

const none = sql``

/**
 * Statements that are prepared, with one parameter for each of these columns, and those of the
 * record of the change.
 */
interface CompiledInsert {
  readonly columns: readonly ColumnModel[]
  readonly recordedAs: string | undefined
  readonly statement: SqlText
}

const compiledInserts = memoize((_entity: EntityModel): CompiledInsert[] => [])

/** Whether values are assigned to these columns, in this order. */
export const hasColumns = (
  columns: readonly ColumnModel[],
  assignments: readonly Assignment[],
): boolean =>
  assignments.length === columns.length &&
  assignments.every(({ column }, index) => column === columns[index])

/**
 * Inserts a record and returns its key. For tables and views that rules write: those statements
 * cannot be a part of another.
 */
export const insertReturningStatement = (
  entity: EntityModel,
  assignments: readonly Assignment[],
): Statement<string> => {
  const { table, primaryKey } = entity
  const key = printedColumn(columnName(primaryKey), primaryKey)
  return toStatement(insertSql(entity, assignments, key), ([row]) => {
    if (row?.[0] != null) return storedIdReader(primaryKey)(row[0])
    throw keyless(table)
  })
}

/** The error for an INSERT whose trigger returned no row. */
export const keyless = ({ name }: TableName): Error =>
  new Error(`an INSERT into '${name}' returned no key; its trigger must return it`)

/** Writes of one entity differ in their columns; each is prepared once for each connection. */
const maxPreparedWrites = 32
const preparedWrites = memoize((_entity: EntityModel) => new Map<string, string>())

/** The first few are prepared: bodies of requests must not fill the memory of the database. */
export const preparedIfCommon = <Result>(
  entity: EntityModel,
  statement: Statement<Result>,
): Statement<Result> => {
  const names = preparedWrites(entity)
  const { text } = statement
  const known = names.get(text)
  if (known !== undefined) return { ...statement, name: known }
  if (names.size >= maxPreparedWrites) return statement
  const named = prepared(statement)
  names.set(text, named.name!)
  return named
}

/** Reads ids that the database printed as the texts by which ids are compared. */
export const canonicalIdReader = (key: ColumnModel): ((text: string) => string) => {
  const read = storedIdReader(key)
  return (text) => canonicalText(key, read(text))
}

/** The record has one of these versions. Undefined: any version. */
const hasVersion = ({ version }: EntityModel, versions: readonly string[] | undefined): Sql => {
  if (!versions) return sql`true`
  return version ? sql`${sql.id(version.column)} = ${listParameter(versions, version)}` : sql`false`
}

/** The row exists and is visible to the caller. */
export const isVisible = (resource: ResourceView, entity: EntityModel, id: Sql): Sql => {
  if (!isRestricted(resource, entity)) return sql`true`
  const scope = new Scope(entity, createTables('v', resource))
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
  const { table, primaryKey, version, columns } = entity
  const key = columnSql(undefined, primaryKey)
  const name = columnName(primaryKey)
  const sets = [...writtenColumns(assignments).values()].map(
    (written) => sql`${sql.id(written.part.column)} = ${writtenValue(written)}`,
  )
  if (version) sets.push(sql`${sql.id(version.column)} = ${sql.id(version.column)} + 1`)
  for (const column of columns.values()) {
    if (column.touchedOnUpdate) sets.push(sql`${sql.id(column.column)} = now()`)
  }
  if (sets.length === 0) sets.push(sql`${name} = ${name}`)
  const value = parameter(id, primaryKey)
  const before = sql`${columnSql('o', primaryKey)} = ${value}`
  return sql`
    update ${tableSql(table)} set ${sql.join(sets)} ${recorded ? sql`from ${rowsBefore(recorded, entity, before, isLocked)}` : none}
    where ${key} = ${value} and ${hasVersion(entity, versions)}
      and ${isVisible(resource, resource.entity, key)}
    returning ${recorded?.returning ?? selectList(name)}`
}

/** Runs a write as it is, and returns the number of rows that it wrote. */
export const countingRows = (write: Sql): Statement<number> =>
  toStatement(write, (rows) => rows.length)

/**
 * The same write, which fails if it writes no row.
 *
 * Means: `with written as (update …) select …`
 */
export const requiringRow = (
  { entity }: ResourceView,
  write: Sql,
  recorded: Recorded | undefined,
): SqlText =>
  preparedIfCommon(
    entity,
    toStatement(
      sql`with written as (${write})${recorded?.cte('written') ?? none} ${selectRequiredRow}`,
      () => undefined,
    ),
  )

const selectRequiredRow = sql`select ${required(sql`exists (select from written)`)}`

/**
 * Locks ids instead of rows, until the end of the transaction. The rows of a view that triggers
 * write cannot always be locked, and a trigger may get a row that has changed since.
 */
export const keyLockStatement = (
  { table }: EntityModel,
  ids: readonly string[],
): Statement<undefined> => {
  const keys = [...ids].sort().map((id) => JSON.stringify([table.schema, table.name, id]))
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
  /** Undefined: the ids are already locked. */
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
    where ${isOneOf(key, ids, primaryKey)} and ${isVisible(resource, resource.entity, key)}
    order by ${key} ${lock}`,
    (rows) => new Map(rows.map((row) => [readId(row[0]!), read(row, 1)])),
  )
}

const lockedColumns = memoize((entity: EntityModel) => {
  const { primaryKey } = entity
  const own = tableColumns(entity)
  const parts = own.flatMap(({ parts = [] }) =>
    parts.some(({ isShared }) => isShared)
      ? parts.map((part) => ({ ...part, field: partField(part) }))
      : [],
  )
  const columns = [...own, ...(primaryKey.parts ? [primaryKey] : []), ...parts]
  const printed = columns.map((column) => printedColumn(columnSql('t', column), column))
  return { columns: fixed(sql.join(printed)), read: storedValuesReader(columns) }
})

/** The ids whose rows are visible to the caller. */
export const visibleIdsStatement = (
  resource: ResourceView,
  ids: readonly string[],
): Statement<ReadonlySet<string>> => {
  const { entity } = resource
  const scope = new Scope(entity, createTables('t', resource))
  const { primaryKey } = scope
  const among = isOneOf(primaryKey, ids, entity.primaryKey)
  const readId = canonicalIdReader(entity.primaryKey)
  return toStatement(
    sql`select ${printedColumn(primaryKey, entity.primaryKey)} from ${scope.from} where ${among}`,
    (rows) => new Set(rows.map(([id]) => readId(id!))),
  )
}

/** Rows of an entity, named by the values of one of its keys. */
export interface Referred {
  readonly key: ColumnModel
  readonly ids: readonly string[]
}

/** For each key, the number of its values whose rows are visible to the caller. */
export const referencesStatement = (
  resource: ResourceView,
  references: readonly Referred[],
): Statement<readonly number[]> => {
  const tables = createTables('t', resource)
  const counts = references.map(({ key, ids }) => {
    const scope = new Scope(key.entity, tables)
    const among = isOneOf(columnSql(scope.alias, key), ids, key)
    return sql`(select count(*) from ${scope.from} where ${among})`
  })
  return toStatement(sql`select ${sql.join(counts)}`, ([row]) => row!.map(Number))
}

/**
 * Deletes records and returns their rows.
 *
 * Means: `delete from t where id = any($1) and version = any($2) returning id`
 */
export const deleteSql = (
  resource: ResourceView,
  ids: readonly string[],
  versions?: readonly string[],
  recorded?: Recorded,
): Sql => {
  const { entity } = resource
  const { table, primaryKey } = entity
  const key = columnSql(undefined, primaryKey)
  return sql`
    delete from ${tableSql(table)}
    where ${isOneOf(key, ids, primaryKey)} and ${hasVersion(entity, versions)}
      and ${isVisible(resource, resource.entity, key)}
    returning ${recorded?.returning ?? selectList(columnName(primaryKey))}`
}

/** The same, as a part of which its records are recorded; returns the number of rows. */
export const countingRecorded = (write: Sql, recorded: Recorded): Statement<number> =>
  countingRows(sql`with written as (${write})${recorded.cte('written')} select 1 from written`)

/** The parts of a many-to-many: the links of one record, and those that it will have. */
const linksOf = (
  resource: ResourceView,
  { via, target }: ToManyModel,
  id: string | undefined,
  ids: readonly string[],
) => {
  if (via.type !== 'joinTable') throw new Error('only a join table is linked')
  const table = tableSql(via.table)
  const key = via.owner.references
  const value = id === undefined ? insertedKey(key) : parameter(id, key)
  const mine = sql`${linkSql(undefined, via.owner)} = ${value}`
  const to = linkSql(undefined, via.target)
  const wanted = carriedKey('wanted', via.target.references)
  const names = selectList(keyNames(via.target.references))
  return {
    ...{ via, table, value, wanted },
    /** Links that end. */
    removed: sql`${table}
      where ${mine} and not (${isOneOf(to, ids, via.target.references)}) and ${isVisible(resource, target, to)}`,
    /** Ids that are not linked yet. */
    added: sql`${unnested(ids, via.target.references)} as wanted(${names})
      where not exists (select 1 from ${table} where ${mine} and ${to} = ${wanted})`,
  }
}

/**
 * Makes the linked ids of a many-to-many exactly these. Links that stay, and links to rows that are
 * invisible to the caller, are not touched. Undefined: those of the record that was inserted last.
 */
export const linkStatements = (
  resource: ResourceView,
  relation: ToManyModel,
  id: string | undefined,
  ids: readonly string[],
): readonly SqlText[] => {
  const { via, table, value, wanted, removed, added } = linksOf(resource, relation, id, ids)
  const columns = sql`${selectList(namesSql(via.owner.columns))}, ${selectList(namesSql(via.target.columns))}`
  const statements = [
    sql`delete from ${removed}`,
    ...(ids.length === 0
      ? []
      : [
          sql`insert into ${table} (${columns}) select ${selectList(value)}, ${selectList(wanted)} from ${added}`,
        ]),
  ]
  return statements.map((statement) =>
    preparedIfCommon(
      relation.owner,
      toStatement(statement, () => undefined),
    ),
  )
}

/** Condition: the linked ids of a record are not exactly these. */
export const linksDiffer = (
  resource: ResourceView,
  relation: ToManyModel,
  id: string,
  ids: readonly string[],
): Sql => {
  const { removed, added } = linksOf(resource, relation, id, ids)
  const ends = sql`exists (select 1 from ${removed})`
  return ids.length === 0 ? ends : sql`(${ends} or exists (select 1 from ${added}))`
}
