/**
 * Advice of `corollary check`: where tables and contracts say different things without breaking a
 * request. Columns, foreign keys and CHECK constraints that only the database has, and relations
 * that only the contract has.
 */
import type { Diagnostics } from '../../foundation/diagnostics.js'
import { integerRanges } from '../../model/kinds/kinds.js'
import {
  type ColumnModel,
  columnsOf,
  type EntityModel,
  physicalColumns,
  tableColumns,
} from '../../model/types/entity-model.js'
import { type Model, writeShapesOf } from '../../model/types/resource-model.js'
import { type Catalog, type CatalogTable, tableKey } from '../catalog.js'
import { constraintsOfView, type OriginConstraint } from '../view-origins.js'
import { type Join, joinsOf, referencesOf } from './check-relations.js'
import { quote, tableName } from './sql-names.js'

export const adviseDrift = (model: Model, catalog: Catalog, diagnostics: Diagnostics): void => {
  const resources = model.resources.filter((resource) => writeShapesOf(resource).length > 0)
  const written = new Set(resources.map(({ entity }) => entity))
  const entityOf = new Map(
    model.entities.flatMap((one) => {
      const found = catalog.tables.get(tableKey(one.table))
      return found ? [[tableKey(found), one] as const] : []
    }),
  )
  adviseForeignKeys(model, catalog, diagnostics)
  for (const entity of model.entities) {
    const table = catalog.tables.get(tableKey(entity.table))
    if (!table) continue
    adviseColumns(entity, table, diagnostics)
    adviseRelations(entity, table, entityOf, diagnostics)
    if (written.has(entity)) adviseChecks(entity, table, diagnostics)
  }
}

/** A relation and its other side go over the same column; it is reported once. */
const adviseForeignKeys = (
  { entities }: Model,
  catalog: Catalog,
  diagnostics: Diagnostics,
): void => {
  const advised = new Set<string>()
  for (const relation of entities.flatMap((entity) => [...entity.relations.values()])) {
    for (const join of joinsOf(relation)) {
      const statement = missingForeignKey(join, catalog)
      if (statement === undefined || advised.has(statement)) continue
      advised.add(statement)
      const path = `entities.${relation.owner.name}.${relation.field}`
      const columns = join.columns.map((column) => `'${column}'`).join(' and ')
      const message = `No foreign key makes ${columns} of '${tableKey(join.table)}' refer to ${join.references.entity.name}: values without a record count as missing, and whether they are keys of this table is not checked. ${statement};`
      diagnostics.advise('FOREIGN_KEY_MISSING', path, message)
    }
  }
}

const missingForeignKey = (
  { table, columns, references }: Join,
  catalog: Catalog,
): string | undefined => {
  const target = references.entity.table
  const from = catalog.tables.get(tableKey(table))
  const to = catalog.tables.get(tableKey(target))
  if (!from || !to || from.isView || to.isView) return undefined
  if (columns.some((column) => !from.columns.has(column))) return undefined
  if (columns.every((column) => referencesOf(from, column).length > 0)) return undefined
  const list = (names: readonly string[]) => names.map((name) => quote(name, catalog)).join(', ')
  return `ALTER TABLE ${tableName(table, catalog)} ADD FOREIGN KEY (${list(columns)}) REFERENCES ${tableName(target, catalog)} (${list(columnsOf(references))})`
}

/** One line for an entity: leaving columns out is usual. */
const adviseColumns = (
  entity: EntityModel,
  { columns }: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  const columnsOfFields = tableColumns(entity).flatMap(columnsOf)
  const declared = new Set([...entity.filledByDatabase, ...columnsOfFields])
  const missing = [...columns.keys()].filter((column) => !declared.has(column))
  if (missing.length === 0) return
  const count = missing.length === 1 ? 'a column' : `${missing.length} columns`
  const message = `'${tableKey(entity.table)}' has ${count} that the entity lacks: ${missing.join(', ')}.`
  diagnostics.advise('COLUMN_UNDECLARED', `entities.${entity.name}`, message)
}

/** Foreign keys between declared tables whose column is a plain field of the entity. */
const adviseRelations = (
  entity: EntityModel,
  table: CatalogTable,
  entityOf: ReadonlyMap<string, EntityModel>,
  diagnostics: Diagnostics,
): void => {
  for (const { type, columns, references } of table.constraints) {
    if (type !== 'f' || !references) continue
    const target = entityOf.get(tableKey({ schema: references.schema, name: references.table }))
    const relation = target && undeclaredRelation(entity, target, columns, references.columns)
    if (!relation) continue
    const { field, options } = relation
    const message = `${columns.length === 1 ? `The column '${columns[0]}' refers` : `The columns '${columns.join("' and '")}' refer`} to ${target.name}; declare belongsTo('${target.name}', { ${options} }) to read, filter and offer its records.`
    diagnostics.advise('FOREIGN_KEY_UNDECLARED', `entities.${entity.name}.${field}`, message)
  }
}

/** Undefined if the entity declares the relation, or cannot. */
const undeclaredRelation = (
  entity: EntityModel,
  target: EntityModel,
  columns: readonly string[],
  referenced: readonly string[],
): { readonly field: string; readonly options: string } | undefined => {
  const field = [...entity.columns.values()].find(({ column }) => column === columns[0])
  const key = columnsOf(target.primaryKey)
  if (columns.length === 1) {
    if (!field || field === entity.primaryKey) return undefined
    const unique = [...target.columns.values()].find(({ column }) => column === referenced[0])
    if (!unique || unique.visibleTo) return undefined
    const references = unique === target.primaryKey ? '' : `, references: '${unique.field}'`
    return { field: field.field, options: `column: '${columns[0]}'${references}` }
  }
  const isDeclared = [...entity.relations.values()].some(
    (relation) =>
      relation.type === 'toOne' &&
      columnsOf(relation.key).length === columns.length &&
      columnsOf(relation.key).every((column) => columns.includes(column)),
  )
  const inOrder = key.map((column) => columns[referenced.indexOf(column)])
  if (isDeclared || key.length !== columns.length || inOrder.includes(undefined)) return undefined
  const names = inOrder.map((column) => `'${column}'`).join(', ')
  return { field: field?.field ?? entity.primaryKey.field, options: `column: [${names}]` }
}

/** Without a declaration, the error does not name a field. */
const adviseChecks = (
  entity: EntityModel,
  { constraints, origins }: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  for (const constraint of [...constraints, ...constraintsOfView(origins)]) {
    if (constraint.type !== 'c' || entity.checks.has(constraint.name)) continue
    const [column, ...more] = boundColumns(entity, constraint)
    if (!column || (more.length === 0 && hasLimits(column))) continue
    const message = `The error of '${constraint.name}', ${constraint.definition}, names no field. Declare it: checks: { ${JSON.stringify(constraint.name)}: { field: '${column.field}', message: '…' } }.`
    diagnostics.advise('CHECK_UNDECLARED', `entities.${entity.name}.checks`, message)
  }
}

const boundColumns = (entity: EntityModel, { columns }: OriginConstraint): readonly ColumnModel[] =>
  tableColumns(entity)
    .flatMap(physicalColumns)
    .filter(({ column }) => columns.includes(column))

/** The contract restricts the values itself, usually as the constraint does. */
const hasLimits = ({ kind, values, pattern, minLength, ...column }: ColumnModel): boolean => {
  const range = kind === 'integer' ? integerRanges[column.databaseType ?? ''] : undefined
  return (
    (values ?? pattern ?? minLength) !== undefined ||
    column.minimum !== range?.minimum ||
    column.maximum !== range?.maximum
  )
}
