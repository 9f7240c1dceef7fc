/**
 * Advice of `corollary check`: where tables and contracts say different things without breaking a
 * request. Columns, foreign keys and CHECK constraints that only the database has, and relations
 * that only the contract has.
 */

import {
  bindsTenant,
  type Catalog,
  type CatalogTable,
  tableKey,
} from '../database/catalog/catalog.js'
import { constraintsOfView, type OriginConstraint } from '../database/catalog/view-origins.js'
import { type Join, joinsOf, referencesOf } from '../database/check/check-relations.js'
import { tableName } from '../database/check/sql-names.js'
import type { Diagnostics } from '../foundation/errors/diagnostics.js'
import {
  type ColumnModel,
  columnsOf,
  type EntityModel,
  physicalColumns,
  tableColumns,
  uniqueBy,
} from '../model/types/entity-model.js'
import { type Model, writeShapesOf } from '../model/types/resource-model.js'
import { quoteAll } from './missing-indexes.js'

export const adviseDrift = (model: Model, catalog: Catalog, diagnostics: Diagnostics): void => {
  const resources = model.resources.filter((resource) => writeShapesOf(resource).length > 0)
  const written = new Set(resources.map(({ entity }) => entity))
  const entityOf = new Map(
    model.entities.flatMap((entity) => {
      const found = catalog.tables.get(tableKey(entity.table))
      return found ? [[tableKey(found), entity] as const] : []
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
      if (refers(join, catalog)) {
        const message = `The foreign key of ${columns} in '${tableKey(join.table)}' lacks the tenant, so each write that sets it looks for the row first. ${statement};`
        diagnostics.advise('TENANT_INVALID', path, message)
        continue
      }
      const message = `No foreign key makes ${columns} of '${tableKey(join.table)}' refer to ${join.references.entity.name}: values without a record count as missing, and whether they are keys of this table is not checked. ${statement};`
      diagnostics.advise('FOREIGN_KEY_MISSING', path, message)
    }
  }
}

/** Some foreign key consists of the columns. */
const refers = ({ table, columns }: Join, { tables }: Catalog): boolean => {
  const from = tables.get(tableKey(table))
  return from !== undefined && columns.every((column) => referencesOf(from, column).length > 0)
}

const missingForeignKey = (join: Join, catalog: Catalog): string | undefined => {
  const { table, columns, references, tenant } = join
  const target = references.entity.table
  const from = catalog.tables.get(tableKey(table))
  const to = catalog.tables.get(tableKey(target))
  if (!from || !to || from.isView || to.isView) return undefined
  if (columns.some((column) => !from.columns.has(column))) return undefined
  const { entity } = references
  const isOfTenant = tenant !== undefined && entity.tenant !== undefined
  const isBound = isOfTenant
    ? bindsTenant(catalog, { table, columns, tenant, to: entity })
    : refers(join, catalog)
  if (isBound) return undefined
  const list = (names: readonly string[], of: ColumnModel | undefined) =>
    quoteAll(uniqueBy(isOfTenant ? of : undefined, names), catalog)
  return `ALTER TABLE ${tableName(table, catalog)} ADD FOREIGN KEY (${list(columns, tenant)}) REFERENCES ${tableName(target, catalog)} (${list(columnsOf(references), entity.tenant)})`
}

/** One line for an entity: leaving columns out is usual. */
const adviseColumns = (
  entity: EntityModel,
  { columns }: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  const columnsOfFields = tableColumns(entity).flatMap(columnsOf)
  const declared = new Set(
    uniqueBy(entity.tenant, [...entity.filledByDatabase, ...columnsOfFields]),
  )
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
    const [bound, referred] = withoutTenant(entity, columns, references.columns)
    const relation = target && undeclaredRelation(entity, target, bound, referred)
    if (!relation) continue
    const { field, options } = relation
    const message = `${bound.length === 1 ? `The column '${bound[0]}' refers` : `The columns '${bound.join("' and '")}' refer`} to ${target.name}; declare belongsTo('${target.name}', { ${options} }) to read, filter and offer its records.`
    diagnostics.advise('FOREIGN_KEY_UNDECLARED', `entities.${entity.name}.${field}`, message)
  }
}

/** The columns of a foreign key that a contract names. */
const withoutTenant = (
  { tenant }: EntityModel,
  columns: readonly string[],
  referenced: readonly string[],
): readonly [readonly string[], readonly string[]] => {
  const isNamed = (_: string, index: number) => columns[index] !== tenant?.column
  return [columns.filter(isNamed), referenced.filter(isNamed)]
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

/**
 * One line for an entity. Without a declaration, the error of a constraint on several columns does
 * not name a field.
 */
const adviseChecks = (
  entity: EntityModel,
  { constraints, origins }: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  const declarations = [...constraints, ...constraintsOfView(origins)].flatMap((constraint) => {
    if (constraint.type !== 'c' || entity.checks.has(constraint.name)) return []
    const [column] = boundColumns(entity, constraint)
    const bound = constraint.columns.filter((name) => name !== entity.tenant?.column)
    if (!column || bound.length < 2) return []
    return `${JSON.stringify(constraint.name)}: { field: '${column.field}', message: '…' }`
  })
  if (declarations.length === 0) return
  const message = `The errors of constraints on several columns name no field. Declare them: checks: { ${declarations.join(', ')} }.`
  diagnostics.advise('CHECK_UNDECLARED', `entities.${entity.name}.checks`, message)
}

const boundColumns = (entity: EntityModel, { columns }: OriginConstraint): readonly ColumnModel[] =>
  tableColumns(entity)
    .flatMap(physicalColumns)
    .filter(({ column }) => columns.includes(column))
