/** Compares the compiled contracts with the database, to find what would fail in a request. */
import { type Diagnostics, didYouMean } from '../../foundation/errors/diagnostics.js'
import {
  type ColumnModel,
  columnsOf,
  type EntityModel,
  physicalColumns,
  tableColumns,
  uniqueBy,
} from '../../model/types/entity-model.js'
import type { Model } from '../../model/types/resource-model.js'
import { type Catalog, type CatalogTable, isUnique, tableKey } from '../catalog/catalog.js'
import { checkColumn, isFilled, referenceRules, reportColumn, valueRules } from './check-columns.js'
import { checkPrivileges } from './check-privileges.js'
import { checkRelation } from './check-relations.js'
import { checkSearches } from './check-searches.js'
import { checkWrites } from './check-writes.js'

export const checkAgainstDatabase = (
  model: Model,
  catalog: Catalog,
  diagnostics: Diagnostics,
): void => {
  checkSettings(catalog, diagnostics)
  for (const entity of model.entities) {
    const table = catalog.tables.get(tableKey(entity.table))
    if (table) checkEntity(entity, table, catalog, diagnostics)
    else reportTable(entity, catalog, diagnostics)
  }
  for (const resource of model.resources) {
    const table = catalog.tables.get(tableKey(resource.entity.table))
    if (table) checkWrites(resource, table, diagnostics)
  }
  checkSearches(model, catalog, diagnostics)
  checkPrivileges(model, catalog, diagnostics)
}

const oldestVersion = 140_000

const checkSettings = ({ settings }: Catalog, diagnostics: Diagnostics): void => {
  if (settings.encoding !== 'UTF8') {
    const message = `The encoding is ${settings.encoding}; a database in UTF8 is needed.`
    diagnostics.error('KIND_MISMATCH', 'database.encoding', message)
  }
  if (settings.versionNumber < oldestVersion) {
    const message = `PostgreSQL ${Math.floor(settings.versionNumber / 10_000)} is too old; 14 to 18 are supported.`
    diagnostics.error('KIND_MISMATCH', 'database.version', message)
  }
}

const reportTable = (
  entity: EntityModel,
  { elsewhere }: Catalog,
  diagnostics: Diagnostics,
): void => {
  const kind = entity.view ? 'view' : 'table'
  const schemas = elsewhere.get(entity.table.name) ?? []
  const hint = schemas.map((schema) => `{ schema: ${JSON.stringify(schema)} }`).join(' or ')
  const remedy =
    hint === ''
      ? "create it, or name its schema in the entity's options"
      : `one of this name is in another schema, declare it with ${hint}`
  diagnostics.error(
    'TABLE_UNKNOWN',
    `entities.${entity.name}`,
    `The database has no ${kind} '${tableKey(entity.table)}' that this role can see; ${remedy}.`,
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
  const { tenant } = entity
  for (const column of [...(tenant ? [tenant] : []), ...tableColumns(entity)]) {
    checkColumns(column, table, at, diagnostics)
  }
  checkFilled(entity, table, diagnostics)
  checkPrimaryKey(entity, table, diagnostics)
  for (const name of entity.checks.keys()) {
    const names = checksOf(table)
    if (names.includes(name)) continue
    const message = `'${tableKey(entity.table)}' has no check constraint '${name}'${didYouMean(name, names)}`
    diagnostics.error('CHECK_UNKNOWN', `${at}.checks`, message)
  }
  for (const relation of entity.relations.values()) checkRelation(relation, catalog, diagnostics)
}

/** CHECK constraints of the table or the tables behind a view, and of domains of the columns. */
const checksOf = ({ constraints, columns, origins }: CatalogTable): readonly string[] => [
  ...[constraints, ...origins.map((origin) => origin.constraints)]
    .flat()
    .filter(({ type }) => type === 'c')
    .map(({ name }) => name),
  ...[...columns.values()].flatMap(({ domain }) => domain?.checks.map(({ name }) => name) ?? []),
]

const checkColumns = (
  column: ColumnModel,
  table: CatalogTable,
  at: string,
  diagnostics: Diagnostics,
): void => {
  const path = `${at}.${column.field}`
  const parts = physicalColumns(column)
  const rules = column.references ? referenceRules : valueRules
  const areNotNull = parts.every((part) => table.columns.get(part.column)?.notNull)
  for (const part of parts) {
    const found = table.columns.get(part.column)
    if (!found) {
      reportColumn(part.column, table, tableKey(column.entity.table), path, diagnostics)
      continue
    }
    // A reference of several columns may be null if one of them may.
    const nullable = column.parts && column.nullable && !areNotNull ? !found.notNull : part.nullable
    checkColumn({ ...part, nullable }, found, table, path, diagnostics, rules)
  }
}

const checkFilled = (
  { name, filledByDatabase, table: tableName }: EntityModel,
  table: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  const path = `entities.${name}.filledByDatabase`
  for (const column of filledByDatabase) {
    const found = table.columns.get(column)
    if (!found) reportColumn(column, table, tableKey(tableName), path, diagnostics)
    else if (!table.isView && found.notNull && !isFilled(found, table)) {
      const message = `Nothing fills the column '${column}': it has neither default nor identity, and the table has no trigger before an insert.`
      diagnostics.error('DEFAULT_MISSING', path, message)
    }
  }
}

const checkPrimaryKey = (
  entity: EntityModel,
  table: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  const { field } = entity.primaryKey
  const at = `entities.${entity.name}.${field}`
  const columns = uniqueBy(entity.tenant, columnsOf(entity.primaryKey))
  if (table.isView || isUnique(table, columns) || !hasColumns(table, columns)) return
  const isOne = columns.length === 1
  const message = `${quoted(columns)} ${isOne ? 'is' : 'are'} neither the primary key nor unique${isOne ? '' : ' together'} in '${tableKey(entity.table)}'${keyHint(table)}`
  diagnostics.error('PRIMARY_KEY', at, message)
}

const hasColumns = (table: CatalogTable, columns: readonly string[]): boolean =>
  columns.every((column) => table.columns.has(column))

const quoted = (columns: readonly string[]): string =>
  columns.map((column) => `'${column}'`).join(' and ')

const keyHint = ({ constraints }: CatalogTable): string => {
  const found = constraints.find(({ type }) => type === 'p')
  return found ? `; its primary key is ${quoted(found.columns)}.` : '.'
}
