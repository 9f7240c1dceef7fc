/** Validates relations against the columns and foreign keys that they go over. */
import type { Diagnostics } from '../../foundation/diagnostics.js'
import type {
  ColumnModel,
  RelationModel,
  TableName,
  ToManyModel,
} from '../../model/types/entity-model.js'
import { type Catalog, type CatalogColumn, type CatalogTable, tableKey } from '../catalog.js'
import { fits, reportColumn } from './check-columns.js'

/** A column that a relation goes over, and the key that it refers to. */
export interface Link {
  readonly table: TableName
  readonly column: string
  readonly key: ColumnModel
}

export const checkRelation = (
  relation: RelationModel,
  catalog: Catalog,
  diagnostics: Diagnostics,
): void => {
  if (relation.type === 'toMany') checkCollection(relation, catalog, diagnostics)
  const path = `entities.${relation.owner.name}.${relation.field}`
  for (const link of linksOf(relation)) checkForeignKeys(link, path, catalog, diagnostics)
}

export const linksOf = (relation: RelationModel): readonly Link[] => {
  const { owner, target } = relation
  if (relation.type === 'toOne') {
    return [{ table: owner.table, column: relation.key.column, key: target.primaryKey }]
  }
  const { via } = relation
  if (via.type === 'foreignKey') {
    return [{ table: target.table, column: via.column, key: owner.primaryKey }]
  }
  return [
    { table: via.table, column: via.from, key: owner.primaryKey },
    { table: via.table, column: via.to, key: target.primaryKey },
  ]
}

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
  { table, column, key }: Link,
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

const checkCollection = (
  { field, owner, target, via }: ToManyModel,
  catalog: Catalog,
  diagnostics: Diagnostics,
): void => {
  const path = `entities.${owner.name}.${field}`
  const name = via.type === 'joinTable' ? via.table : target.table
  const table = catalog.tables.get(tableKey(name))
  if (!table) {
    if (via.type === 'joinTable') {
      const message = `The database has no table '${tableKey(name)}' that this role can see.`
      diagnostics.error('TABLE_UNKNOWN', path, message)
    }
    return
  }
  const references: readonly (readonly [string, ColumnModel])[] =
    via.type === 'joinTable'
      ? [
          [via.from, owner.primaryKey],
          [via.to, target.primaryKey],
        ]
      : [[via.column, owner.primaryKey]]
  for (const [column, key] of references) {
    const found = table.columns.get(column)
    if (!found) reportColumn(column, table, tableKey(name), path, diagnostics)
    else if (!fits(key, found))
      diagnostics.error('KIND_MISMATCH', path, referenceMessage(column, key, found))
  }
}

const referenceMessage = (column: string, key: ColumnModel, found: CatalogColumn): string =>
  `'${column}' is ${found.type} and cannot refer to '${key.field}' of ${key.entity.name}, which is of kind ${key.kind}.`
