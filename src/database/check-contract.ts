/** Holds the compiled contracts against the live database: everything that a request would trip over. */
import { type Diagnostics, didYouMean } from '../foundation/diagnostics.js'
import {
  type ColumnModel,
  type EntityModel,
  type ToManyModel,
  tableColumns,
} from '../model/entity-model.js'
import { kinds } from '../model/kinds.js'
import type { Model, ResourceModel, WriteShapeModel } from '../model/resource-model.js'
import { type Catalog, type CatalogColumn, type CatalogTable, tableKey } from './catalog.js'

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
    for (const shape of writeShapes(resource)) checkWritable(resource, shape, table, diagnostics)
  }
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
    const names = table.constraints.filter(({ type }) => type === 'c').map((one) => one.name)
    if (names.includes(name)) continue
    const message = `'${tableKey(entity.table)}' has no check constraint '${name}'${didYouMean(name, names)}`
    diagnostics.error('CHECK_UNKNOWN', `${at}.checks`, message)
  }
  for (const relation of entity.relations.values()) {
    if (relation.type === 'toMany') checkCollection(relation, catalog, diagnostics)
  }
}

/** Foreign keys too, also those whose column is a field of its own besides. */
const allColumns = (entity: EntityModel): readonly ColumnModel[] => [
  ...entity.columns.values(),
  ...[...entity.relations.values()].flatMap((one) => (one.type === 'toOne' ? [one.key] : [])),
]

const reportColumn = (
  column: string,
  table: CatalogTable,
  tableName: string,
  path: string,
  diagnostics: Diagnostics,
): void => {
  const hint = didYouMean(column, table.columns.keys())
  diagnostics.error('COLUMN_UNKNOWN', path, `'${tableName}' has no column '${column}'${hint}`)
}

const checkColumn = (
  column: ColumnModel,
  found: CatalogColumn,
  table: CatalogTable,
  path: string,
  diagnostics: Diagnostics,
): void => {
  if (!fits(column, found)) {
    diagnostics.error('KIND_MISMATCH', path, kindMessage(column, found))
    return
  }
  for (const [isBroken, code, message] of columnRules) {
    if (isBroken(column, found, table)) diagnostics.error(code, path, message(column, found))
  }
}

const fits = ({ kind, values = [] }: ColumnModel, found: CatalogColumn): boolean =>
  kind === 'enum' && found.isEnum
    ? values.every((value) => found.enumLabels.includes(value))
    : kinds[kind].databaseTypes.includes(found.type)

const kindMessage = ({ kind, values = [] }: ColumnModel, found: CatalogColumn): string => {
  if (kind === 'enum' && found.isEnum) {
    const unknown = values.filter((value) => !found.enumLabels.includes(value))
    return `The type ${found.type} has no ${unknown.join(', ')}; it has ${found.enumLabels.join(', ')}.`
  }
  const expected = kinds[kind].databaseTypes.join(', ')
  return `The kind ${kind} does not fit the column's type ${found.type}; it fits ${expected}.`
}

type ColumnRule = readonly [
  (column: ColumnModel, found: CatalogColumn, table: CatalogTable) => boolean,
  'NULLABLE_MISMATCH' | 'SIZE_MISMATCH' | 'COLLATION_MISMATCH' | 'DEFAULT_MISSING',
  (column: ColumnModel, found: CatalogColumn) => string,
]

/** Characters that the contract lets a value have. */
const longest = ({ maxLength, values }: ColumnModel): number =>
  values ? Math.max(...values.map((value) => value.length)) : (maxLength ?? Infinity)

const columnRules: readonly ColumnRule[] = [
  [
    (column, found, table) => !table.isView && !column.nullable && !found.notNull,
    'NULLABLE_MISMATCH',
    () =>
      'The column may be null, the contract says it is not; add nullable: true, or NOT NULL to the column.',
  ],
  [
    (column, found) => column.nullable && found.notNull,
    'NULLABLE_MISMATCH',
    () => 'The column is NOT NULL, the contract says it may be null; remove nullable: true.',
  ],
  [
    (column, found, { isView }) =>
      !isView && found.maxLength !== undefined && longest(column) > found.maxLength,
    'SIZE_MISMATCH',
    (_, found) =>
      `The column holds ${found.maxLength} characters; declare maxLength: ${found.maxLength} or less.`,
  ],
  [
    ({ precision = 0, scale = 0 }, found) =>
      found.precision !== undefined &&
      (scale > found.scale! || precision - scale > found.precision - found.scale!),
    'SIZE_MISMATCH',
    (_, found) =>
      `The column is numeric(${found.precision},${found.scale}); the contract allows more digits.`,
  ],
  [
    ({ kind, collation }, found) =>
      kind === 'text' && found.collation !== null && collation !== found.collation,
    'COLLATION_MISMATCH',
    (_, found) =>
      `The column has the collation '${found.collation}'; declare collation: '${found.collation}'.`,
  ],
  [
    (column, found, table) =>
      column.generated && !table.isView && !column.nullable && !found.hasDefault,
    'DEFAULT_MISSING',
    () =>
      'The contract says that the database fills the column, but it has neither default nor identity.',
  ],
]

const checkPrimaryKey = (
  entity: EntityModel,
  table: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  if (table.isView) return
  const { column, field } = entity.primaryKey
  const isUnique = table.indexes.some(
    ({ unique, partial, keys }) =>
      unique && !partial && keys.length === 1 && keys[0]!.column === column,
  )
  if (isUnique || !table.columns.has(column)) return
  const message = `'${column}' is neither the primary key nor unique in '${tableKey(entity.table)}'.`
  diagnostics.error('PRIMARY_KEY', `entities.${entity.name}.${field}`, message)
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

const writeShapes = ({ create, update, intents }: ResourceModel): readonly WriteShapeModel[] =>
  [create, update, ...[...intents.values()].map(({ shape }) => shape)].filter(
    (shape) => shape !== undefined,
  )

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
