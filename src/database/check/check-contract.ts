/** Compares the compiled contracts with the database, to find what would fail in a request. */
import { type Diagnostics, didYouMean } from '../../foundation/diagnostics.js'
import { type ColumnModel, type EntityModel, tableColumns } from '../../model/types/entity-model.js'
import {
  type Model,
  type ResourceModel,
  type WriteShapeModel,
  writeShapesOf,
} from '../../model/types/resource-model.js'
import { type Catalog, type CatalogTable, isUniqueColumn, tableKey } from '../catalog.js'
import { checkColumn, reportColumn } from './check-columns.js'
import { checkPrivileges } from './check-privileges.js'
import { checkRelation } from './check-relations.js'

export const checkAgainstDatabase = (
  model: Model,
  catalog: Catalog,
  diagnostics: Diagnostics,
): void => {
  checkSettings(catalog, diagnostics)
  for (const entity of model.entities) {
    const table = catalog.tables.get(tableKey(entity.table))
    if (table) checkEntity(entity, table, catalog, diagnostics)
    else reportTable(entity, diagnostics)
  }
  for (const resource of model.resources) {
    const table = catalog.tables.get(tableKey(resource.entity.table))
    if (!table) continue
    checkRequired(resource, table, diagnostics)
    for (const shape of writeShapesOf(resource)) checkWritable(resource, shape, table, diagnostics)
  }
  checkPrivileges(model, catalog, diagnostics)
}

const oldestVersion = 140_000

const checkSettings = ({ settings }: Catalog, diagnostics: Diagnostics): void => {
  if (!settings.dateStyle.startsWith('ISO')) {
    const message = `DateStyle is '${settings.dateStyle}'; dates are read in ISO form: alter role … set datestyle = 'ISO, MDY'.`
    diagnostics.error('KIND_MISMATCH', 'database.DateStyle', message)
  }
  if (settings.encoding !== 'UTF8') {
    const message = `The encoding is ${settings.encoding}; a database in UTF8 is needed.`
    diagnostics.error('KIND_MISMATCH', 'database.encoding', message)
  }
  if (settings.versionNumber < oldestVersion) {
    const message = `PostgreSQL ${Math.floor(settings.versionNumber / 10_000)} is too old; 14 to 18 are supported.`
    diagnostics.error('KIND_MISMATCH', 'database.version', message)
  }
}

const reportTable = (entity: EntityModel, diagnostics: Diagnostics): void => {
  const kind = entity.view ? 'view' : 'table'
  diagnostics.error(
    'TABLE_UNKNOWN',
    `entities.${entity.name}`,
    `The database has no ${kind} '${tableKey(entity.table)}' that this role can see; create it, or name its schema in the entity's options.`,
  )
}

const checkEntity = (
  entity: EntityModel,
  table: CatalogTable,
  catalog: Catalog,
  diagnostics: Diagnostics,
): void => {
  const at = `entities.${entity.name}`
  if (table.isView && !entity.view) {
    const message = `'${tableKey(entity.table)}' is a view; declare the entity with { view: true }.`
    diagnostics.error('TABLE_UNKNOWN', at, message)
  }
  for (const column of allColumns(entity)) {
    const found = table.columns.get(column.column)
    const path = `${at}.${column.field}`
    if (found) checkColumn(column, found, table, path, diagnostics)
    else reportColumn(column.column, table, tableKey(entity.table), path, diagnostics)
  }
  checkPrimaryKey(entity, table, diagnostics)
  for (const name of entity.checks.keys()) {
    const names = checksOf(table)
    if (names.includes(name)) continue
    const message = `'${tableKey(entity.table)}' has no check constraint '${name}'${didYouMean(name, names)}`
    diagnostics.error('CHECK_UNKNOWN', `${at}.checks`, message)
  }
  for (const relation of entity.relations.values()) checkRelation(relation, catalog, diagnostics)
}

/** CHECK constraints of the table, and of the domains of its columns. */
const checksOf = ({ constraints, columns }: CatalogTable): readonly string[] => [
  ...constraints.filter(({ type }) => type === 'c').map(({ name }) => name),
  ...[...columns.values()].flatMap(({ domain }) => domain?.checks.map(({ name }) => name) ?? []),
]

/** Foreign keys too, also those whose column is a field of its own besides. */
const allColumns = (entity: EntityModel): readonly ColumnModel[] => [
  ...entity.columns.values(),
  ...[...entity.relations.values()].flatMap((one) => (one.type === 'toOne' ? [one.key] : [])),
]

const checkPrimaryKey = (
  entity: EntityModel,
  table: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  if (table.isView) return
  const { column, field } = entity.primaryKey
  if (isUniqueColumn(table, column) || !table.columns.has(column)) return
  const message = `'${column}' is neither the primary key nor unique in '${tableKey(entity.table)}'.`
  diagnostics.error('PRIMARY_KEY', `entities.${entity.name}.${field}`, message)
}

/** What a create does not send, the database must fill. */
const checkRequired = (
  resource: ResourceModel,
  table: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  if (!resource.create) return
  const known = new Map(tableColumns(resource.entity).map((column) => [column.column, column]))
  for (const found of table.columns.values()) {
    if (!found.notNull || found.hasDefault || found.generatedAlways || known.has(found.name))
      continue
    diagnostics.error(
      'REQUIRED_MISSING',
      `${resource.name}.create`,
      `The column '${found.name}' is NOT NULL without default, and no field of the entity writes it.`,
    )
  }
}

const checkWritable = (
  resource: ResourceModel,
  shape: WriteShapeModel,
  table: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  for (const field of shape.fields.values()) {
    if (field.type !== 'column') continue
    if (!table.columns.get(field.column.column)?.generatedAlways) continue
    const message = 'The column is generated always; nothing can be written to it.'
    diagnostics.error('PATH_INVALID', `${resource.name}.${shape.name}.${field.name}`, message)
  }
}
