/** Validates relations against the columns and foreign keys that they go over. */
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import {
  type ColumnModel,
  columnsOf,
  type EntityModel,
  isReference,
  type Link,
  physicalColumns,
  type RelationModel,
  referencedKeys,
  type TableName,
  uniqueBy,
} from '../../model/types/entity-model.js'
import {
  type Catalog,
  type CatalogColumn,
  type CatalogTable,
  isUnique,
  tableKey,
} from '../catalog/catalog.js'
import { fits, reportColumn } from './check-columns.js'

/** A column that a relation goes over, and the column that it refers to. */
interface Step {
  readonly table: TableName
  readonly column: string
  readonly key: ColumnModel
}

export const checkRelation = (
  relation: RelationModel,
  catalog: Catalog,
  diagnostics: Diagnostics,
): void => {
  if (!isReference(relation)) checkOtherTable(relation, catalog, diagnostics)
  const path = `entities.${relation.owner.name}.${relation.field}`
  for (const key of referencedKeys(relation)) checkUnique(key, path, catalog, diagnostics)
  for (const step of stepsOf(relation)) checkForeignKeys(step, path, catalog, diagnostics)
}

/** Rows of a relation would multiply if several had the value that it refers to. */
const checkUnique = (
  key: ColumnModel,
  path: string,
  catalog: Catalog,
  diagnostics: Diagnostics,
): void => {
  const table = catalog.tables.get(tableKey(key.entity.table))
  if (key === key.entity.primaryKey || !table || table.isView) return
  if (!table.columns.has(key.column) || isUnique(table, uniqueBy(key.entity.tenant, [key.column])))
    return
  const message = `'${key.column}' is not unique in '${tableKey(key.entity.table)}', so that no relation can refer to it; make it unique, or refer to the primary key.`
  diagnostics.error('RELATION_TARGET', path, message)
}

const stepsOf = (relation: RelationModel): readonly Step[] =>
  joinsOf(relation).flatMap(({ table, columns, references }) =>
    physicalColumns(references).map((key, index) => ({ table, column: columns[index]!, key })),
  )

/** The columns of a table that a relation goes over. */
export interface Join extends Link {
  readonly table: TableName
  /** The column of the table that holds the tenant. */
  readonly tenant: ColumnModel | undefined
}

export const joinsOf = (relation: RelationModel): readonly Join[] => {
  if (relation.type === 'toOne') {
    const { key, owner, references, target } = relation
    return isReference(relation)
      ? [{ ...tableOf(owner), columns: columnsOf(key), references }]
      : [{ ...tableOf(target), columns: columnsOf(references), references: key }]
  }
  const { target, via } = relation
  return via.type === 'foreignKey'
    ? [{ ...tableOf(target), ...via.owner }]
    : [via.owner, via.target].map((link) => ({ table: via.table, tenant: via.tenant, ...link }))
}

const tableOf = ({ table, tenant }: EntityModel) => ({ table, tenant })

/** A column in the database, and whether a foreign key consists of it alone. */
interface Reference {
  /** With its schema. */
  readonly table: string
  readonly column: string
  readonly isWhole: boolean
}

/** Where the foreign keys that a column is part of lead. */
export const referencesOf = ({ constraints }: CatalogTable, column: string): readonly Reference[] =>
  constraints.flatMap(({ columns, references }) => {
    const at = columns.indexOf(column)
    if (!references || at < 0) return []
    const table = tableKey({ schema: references.schema, name: references.table })
    return [{ table, column: references.columns[at]!, isWhole: columns.length === 1 }]
  })

/**
 * Values of a column with a foreign key are keys of the table that it leads to; taken for keys of
 * another one they would find other records, or none. A column without foreign key is not checked.
 */
const checkForeignKeys = (
  { table, column, key }: Step,
  path: string,
  catalog: Catalog,
  diagnostics: Diagnostics,
): void => {
  const from = catalog.tables.get(tableKey(table))
  const to = catalog.tables.get(tableKey(key.entity.table))
  // No foreign key leads to a view.
  if (!from || !to || to.isView) return
  const target = { table: tableKey(to), column: key.column }
  // A column of a longer key that leads elsewhere may refer to this table by itself.
  const found = referencesOf(from, column).filter(
    (reference) => reference.isWhole || reference.table === target.table,
  )
  // A key may be another table's key as well, as `employees.person_id` is `persons.id`.
  const shared = referencesOf(to, key.column).filter(({ isWhole }) => isWhole)
  const isKey = (reference: Reference) =>
    [target, ...shared].some(
      (place) => place.table === reference.table && place.column === reference.column,
    )
  if (found.length === 0 || found.some(isKey)) return
  const unique = found.find((reference) => reference.isWhole && reference.table === target.table)
  const field = [...key.entity.columns.values()].find(({ column }) => column === unique?.column)
  const hint = field ? `; declare references: '${field.field}'.` : '.'
  const places = found
    .map((reference) => `'${reference.column}' of '${reference.table}'`)
    .join(' and ')
  const message = `The foreign key of '${column}' in '${tableKey(table)}' refers to ${places}, not to '${key.column}' of '${tableKey(key.entity.table)}', the key of ${key.entity.name}${hint}`
  diagnostics.error('RELATION_TARGET', path, message)
}

/** Columns of the table that refers to the owner: the target's, or a join table. */
const checkOtherTable = (
  relation: RelationModel,
  catalog: Catalog,
  diagnostics: Diagnostics,
): void => {
  const { field, owner, target } = relation
  const path = `entities.${owner.name}.${field}`
  const joinTable =
    relation.type === 'toMany' && relation.via.type === 'joinTable' ? relation.via.table : undefined
  const name = joinTable ?? target.table
  const table = catalog.tables.get(tableKey(name))
  if (!table) {
    if (joinTable) {
      const message = `The database has no table '${tableKey(name)}' that this role can see.`
      diagnostics.error('TABLE_UNKNOWN', path, message)
    }
    return
  }
  const tenant = joinTable && joinTenantOf(relation)
  if (tenant && !table.columns.has(tenant.column)) {
    reportColumn(tenant.column, table, tableKey(name), path, diagnostics)
  }
  for (const { column, key } of stepsOf(relation)) {
    const found = table.columns.get(column)
    if (!found) reportColumn(column, table, tableKey(name), path, diagnostics)
    else if (!fits(key, found))
      diagnostics.error('KIND_MISMATCH', path, referenceMessage(column, key, found))
  }
  if (relation.type !== 'toOne') return
  const columns = uniqueBy(target.tenant, columnsOf(relation.references))
  if (isUnique(table, columns) || !columns.every((column) => table.columns.has(column))) return
  const isOne = columns.length === 1
  const message = `${columns.map((column) => `'${column}'`).join(' and ')} of '${tableKey(name)}' ${isOne ? 'is' : 'are'} not unique, so a record of ${owner.name} may have several ${target.name}; declare hasMany, or add a unique constraint.`
  diagnostics.error('RELATION_TARGET', path, message)
}

const joinTenantOf = (relation: RelationModel): ColumnModel | undefined =>
  relation.type === 'toMany' && relation.via.type === 'joinTable' ? relation.via.tenant : undefined

const referenceMessage = (column: string, key: ColumnModel, found: CatalogColumn): string =>
  `'${column}' is ${found.type} and cannot refer to '${key.field}' of ${key.entity.name}, which is of kind ${key.kind}.`
