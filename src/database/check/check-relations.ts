/** Validates relations against the columns and foreign keys that they go over. */
import type { Diagnostics } from '../../foundation/diagnostics.js'
import {
  type ColumnModel,
  isReference,
  type Link,
  physicalColumns,
  type RelationModel,
  type TableName,
} from '../../model/types/entity-model.js'
import {
  type Catalog,
  type CatalogColumn,
  type CatalogTable,
  isUniqueColumn,
  tableKey,
} from '../catalog.js'
import { fits, reportColumn } from './check-columns.js'

/** A column that a relation goes over, and the column that it refers to. */
export interface Step {
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
  for (const step of stepsOf(relation)) checkForeignKeys(step, path, catalog, diagnostics)
}

export const stepsOf = (relation: RelationModel): readonly Step[] => {
  if (relation.type === 'toOne') {
    const { key, owner, references, target } = relation
    return isReference(relation)
      ? steps(owner.table, { columns: namesOf(key), references })
      : steps(target.table, { columns: namesOf(references), references: key })
  }
  const { target, via } = relation
  return via.type === 'foreignKey'
    ? steps(target.table, via.owner)
    : [...steps(via.table, via.owner), ...steps(via.table, via.target)]
}

const namesOf = (key: ColumnModel): readonly string[] =>
  physicalColumns(key).map(({ column }) => column)

const steps = (table: TableName, { columns, references }: Link): readonly Step[] =>
  physicalColumns(references).map((key, index) => ({ table, column: columns[index]!, key }))

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
    (one) => one.isWhole || one.table === target.table,
  )
  // A key may be another table's key as well, as `employees.person_id` is `persons.id`.
  const shared = referencesOf(to, key.column).filter(({ isWhole }) => isWhole)
  const isKey = (one: Reference) =>
    [target, ...shared].some((place) => place.table === one.table && place.column === one.column)
  if (found.length === 0 || found.some(isKey)) return
  const places = found.map((one) => `'${one.column}' of '${one.table}'`).join(' and ')
  const message = `The foreign key of '${column}' in '${tableKey(table)}' refers to ${places}, not to '${key.column}' of '${tableKey(key.entity.table)}', the key of ${key.entity.name}.`
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
  for (const { column, key } of stepsOf(relation)) {
    const found = table.columns.get(column)
    if (!found) reportColumn(column, table, tableKey(name), path, diagnostics)
    else if (!fits(key, found))
      diagnostics.error('KIND_MISMATCH', path, referenceMessage(column, key, found))
    else if (relation.type === 'toOne' && !isUniqueColumn(table, column)) {
      const message = `'${column}' of '${tableKey(name)}' is not unique, so a record of ${owner.name} may have several ${target.name}; declare hasMany, or add a unique constraint.`
      diagnostics.error('RELATION_TARGET', path, message)
    }
  }
}

const referenceMessage = (column: string, key: ColumnModel, found: CatalogColumn): string =>
  `'${column}' is ${found.type} and cannot refer to '${key.field}' of ${key.entity.name}, which is of kind ${key.kind}.`
