/** The statements that write many records. */

import type { Row, SqlText, Statement } from '../../foundation/execution/statement.js'
import type { ColumnModel, EntityModel, Link, ToManyModel } from '../../model/types/entity-model.js'
import { printedColumn } from '../rows/response-fields.js'
import type { ResourceView } from '../rows/row-access.js'
import { andOfTenant, type OfTenant, tenantToWrite } from '../rows/tenants.js'
import { preparingWrites } from '../sql/prepared.js'
import {
  carriedKey,
  columnName,
  columnSql,
  isOneOf,
  linkSql,
  namesSql,
  parameter,
  type Sql,
  selectList,
  sql,
  tableSql,
  toStatement,
  toWriteStatement,
} from '../sql/sql.js'
import { sentAsNull } from '../sql/wire-text.js'
import { equal, keyParts, type Listed, listedRows, listsOf } from './listed-rows.js'
import { canonicalIdReader } from './lock-statements.js'
import { keysWere, type Recorded, type RecordedUpdate, rowsWere } from './record-changes.js'
import { copiedColumns, isVisible } from './write-statements.js'
import { insertedKeysReader, returnedKey, type WrittenKey } from './written-keys.js'

/** Records that get values for the same columns. */
export interface WrittenRows {
  readonly columns: readonly ColumnModel[]
  /** The parameter text of each column; null for NULL. */
  readonly rows: readonly (readonly (string | null)[])[]
}

export interface UpdatedRows extends WrittenRows {
  /** Names of columns whose nulls were read before, see `Assignment`. */
  readonly kept: ReadonlySet<string>
}

const columnLists = ({ columns, rows }: WrittenRows): readonly Listed[] =>
  columns.map((type, at) => ({ type, texts: rows.map((row) => row[at]!) }))

/**
 * Inserts records that have values for the same columns, in their order; returns their keys in this
 * order, without rows that a trigger skipped. Means: `insert into t (a, b) select c0, c1 from
 * unnest($1, $2) … returning id, version`
 */
export const insertManyStatement = (
  resource: ResourceView,
  written: WrittenRows,
  recorded?: Recorded,
): Statement<readonly WrittenKey[]> => {
  const { entity } = resource
  const { table, primaryKey } = entity
  const { rows } = written
  // Rows without any value have defaults only; the list gives their number.
  const isSent = written.columns.length > 0
  const lists = isSent ? columnLists(written) : [{ type: primaryKey, texts: rows.map(() => null) }]
  const { from, columns, place } = listedRows('v', lists)
  const tenant = tenantColumn(entity.tenant, resource)
  const listed = new Map(written.columns.map(({ column }, at) => [column, columns[at]!]))
  const copied = copiedColumns(resource, listed)
  const names = [
    ...tenant.names,
    ...written.columns.map(({ column }) => sql.id(column)),
    ...copied.map(({ name }) => name),
  ]
  const target = names.length > 0 ? sql`(${sql.join(names)})` : sql``
  const values = sql.join([
    ...tenant.values,
    ...(isSent ? columns : []),
    ...copied.map(({ value }) => value),
  ])
  const insert = sql`
    insert into ${tableSql(table)} ${target} select ${values} from ${from} order by ${place}
    returning ${recorded?.returning ?? returnedKey(entity)}`
  const statement = toWriteStatement(
    recorded ? selectRecorded(insert, recorded, entity) : insert,
    insertedKeysReader(entity),
  )
  return preparingWrites(entity)(statement)
}

/**
 * Places of values that rows of the table have already, other than those with these ids. The values
 * of a place are unique together. Means: `select place from unnest($1) as v where exists (select 1
 * from t where t.a = v.c0 and not t.id = any($2))`
 */
export const takenValuesStatement = (
  resource: ResourceView,
  written: WrittenRows,
  exceptIds: readonly string[],
  ofTenant: boolean,
): Statement<readonly number[]> => {
  const { entity } = resource
  const { table, primaryKey } = entity
  const listed = listedRows('v', columnLists(written))
  const values = written.columns.map((column) => columnSql('t', column))
  const isOther = sql`not (${isOneOf(columnSql('t', primaryKey), exceptIds, primaryKey)})`
  return toStatement(
    sql`
    select ${listed.place} from ${listed.from} where exists (
      select 1 from ${tableSql(table)} as t where ${equal(values, listed.columns)}
        and ${isOther}${ofTenant ? andOfTenant(entity, 't', resource) : sql``})`,
    (rows) => rows.map(([place]) => Number(place) - 1),
  )
}

/** The column that an insert fills with the tenant, and its value; none if there is no tenant. */
const tenantColumn = (column: ColumnModel | undefined, of: OfTenant) =>
  column
    ? { names: [sql.id(column.column)], values: [parameter(tenantToWrite(of), column)] }
    : { names: [], values: [] }

/** Means: `with written as (…), recorded as (…) select id, version from written` */
const selectRecorded = (write: Sql, recorded: Recorded, { primaryKey }: EntityModel): Sql =>
  sql`with written as (${write})${recorded.cte('written')}
    select ${printedColumn(carriedKey('written', primaryKey), primaryKey)}, version from written`

/**
 * Updates records that get values for the same columns. Returns the keys of those that were
 * updated. Means: `update t set a = c1, version = version + 1 from unnest($1, $2) … where id = c0`
 */
export const updateManyStatement = (
  resource: ResourceView,
  ids: readonly string[],
  written: UpdatedRows,
  recorded?: RecordedUpdate,
): Statement<readonly WrittenKey[]> => {
  const { entity } = resource
  const { table, primaryKey, version, columns } = entity
  const keys = listsOf(ids, primaryKey)
  const values = columnLists(written)
  const listed = listedRows('v', [...keys, ...values])
  const sets = written.columns.map((part, index) => {
    const value = written.kept.has(part.column)
      ? sentAsNull(columnSql('t', part), part)
      : listed.columns[keys.length + index]!
    return sql`${sql.id(part.column)} = ${value}`
  })
  if (version) sets.push(sql`${sql.id(version.column)} = ${sql.id('t', version.column)} + 1`)
  for (const column of columns.values()) {
    if (column.touchedOnUpdate) sets.push(sql`${sql.id(column.column)} = now()`)
  }
  const key = columnSql('t', primaryKey)
  if (sets.length === 0) sets.push(sql`${columnName(primaryKey)} = ${key}`)
  // The rows are locked, so they are what they were.
  const was = recorded ? sql`, ${rowsWere(recorded, resource)}` : sql``
  const isSame = recorded ? sql` and ${equal(keyParts('t', primaryKey), keysWere(entity))}` : sql``
  const update = sql`
    update ${tableSql(table)} as t set ${sql.join(sets)} from ${listed.from}${was}
    where ${equal(keyParts('t', primaryKey), listed.columns.slice(0, keys.length))}${isSame}${andOfTenant(entity, 't', resource)}
      and ${isVisible(resource, entity, key)}
    returning ${recorded?.returning ?? returnedKey(entity, 't')}`
  const statement = toWriteStatement(
    recorded ? selectRecorded(update, recorded, entity) : update,
    writtenKeys(entity),
  )
  return preparingWrites(entity)(statement)
}

const writtenKeys = ({ primaryKey }: EntityModel) => {
  const readId = canonicalIdReader(primaryKey)
  return (rows: readonly Row[]): readonly WrittenKey[] =>
    rows.map(([id, version]) => ({ id: readId(id!), version: version ?? null }))
}

/** The linked ids that a record will have. */
export interface RecordLinks {
  readonly id: string
  readonly ids: readonly string[]
}

/**
 * Makes the linked ids of a many-to-many exactly these, for each of the records; see
 * `linkStatements`.
 */
export const linkManyStatements = (
  resource: ResourceView,
  { via, target }: ToManyModel,
  records: readonly RecordLinks[],
): readonly SqlText[] => {
  if (via.type !== 'joinTable') throw new Error('only a join table is linked')
  const { owner, target: other } = via
  const table = tableSql(via.table)
  const owners = listedRows(
    'o',
    listsOf(
      records.map(({ id }) => id),
      owner.references,
    ),
  )
  const pairs = records.flatMap(({ id, ids }) => ids.map((each) => [id, each] as const))
  const ownerLists = listsOf(
    pairs.map(([id]) => id),
    owner.references,
  )
  const wanted = listedRows('w', [
    ...ownerLists,
    ...listsOf(
      pairs.map(([, id]) => id),
      other.references,
    ),
  ])
  const linked = [...linkParts(owner), ...linkParts(other)]
  const isLinked = equal(linked, wanted.columns)
  const isOwned = equal(linked.slice(0, ownerLists.length), owners.columns)
  const names = [...owner.columns, ...other.columns]
  const tenant = tenantColumn(via.tenant, resource)
  const ofTenant = andOfTenant(via, 'j', resource)
  const statements = [
    sql`
      delete from ${table} as j
      where exists (select 1 from ${owners.from} where ${isOwned})
        and not exists (select 1 from ${wanted.from} where ${isLinked})${ofTenant}
        and ${isVisible(resource, target, linkSql('j', other))}`,
    ...(pairs.length === 0
      ? []
      : [
          sql`
            insert into ${table} (${sql.join([...tenant.names, selectList(namesSql(names))])})
            select ${sql.join([...tenant.values, ...wanted.columns])} from ${wanted.from}
            where not exists (select 1 from ${table} as j where ${isLinked}${ofTenant})
            order by ${wanted.place}`,
        ]),
  ]
  return statements.map((statement) => toWriteStatement(statement, () => undefined))
}

/** The columns of the join table `j`. */
const linkParts = ({ columns, references }: Link): readonly Sql[] =>
  columns.map((name, index) => {
    const parts = references.parts ?? [references]
    return linkSql('j', { columns: [name], references: parts[index]! })
  })
