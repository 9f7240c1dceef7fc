/**
 * Advice of `corollary check`: filters and sorts that no index of the live database can serve, each
 * with the statement that would help. Never at start: most applications live well without some.
 */
import type { FilterOperation } from '../contract/filter-operations.js'
import type { Diagnostics } from '../foundation/diagnostics.js'
import type { ColumnModel, EntityModel, ToManyModel } from '../model/entity-model.js'
import { isNullable } from '../model/path.js'
import type { FilterFieldModel, Model, ResourceModel, SortKey } from '../model/resource-model.js'
import { type Catalog, type CatalogTable, tableKey } from './catalog.js'

/** How an index serves an operation; operations that are not here read most of the table anyway. */
type IndexUse = 'equality' | 'prefix' | 'contains' | 'collection'

const uses: Partial<Record<FilterOperation, IndexUse>> = {
  EQUAL: 'equality',
  IN: 'equality',
  GREATER_THAN: 'equality',
  GREATER_OR_EQUAL: 'equality',
  LESS_THAN: 'equality',
  LESS_OR_EQUAL: 'equality',
  BETWEEN: 'equality',
  BETWEEN_EXCLUSIVE: 'equality',
  ON_DATE: 'equality',
  IN_LAST_DAYS: 'equality',
  IN_NEXT_DAYS: 'equality',
  STARTS_WITH: 'prefix',
  LIKE: 'contains',
  ENDS_WITH: 'contains',
  SIZE_EQ: 'collection',
  SIZE_GT: 'collection',
  SIZE_LT: 'collection',
}

export const adviseIndexes = (model: Model, catalog: Catalog, diagnostics: Diagnostics): void => {
  const advised = new Set<string>()
  const advise = (path: string, what: string, statement: string): void => {
    if (advised.has(statement)) return
    advised.add(statement)
    diagnostics.advise('INDEX_MISSING', path, `No index serves this ${what}. ${statement};`)
  }
  for (const resource of model.resources) {
    for (const field of resource.filter.values()) {
      const statement = missingForFilter(field, catalog)
      if (statement) advise(`${resource.name}.filter.${field.name}`, 'filter', statement)
    }
    const statement = missingForSort(resource, catalog)
    if (statement) advise(`${resource.name}.defaultSort`, 'order', statement)
  }
}

const missingForFilter = (field: FilterFieldModel, catalog: Catalog): string | undefined => {
  const use = uses[field.operation]
  if (!use) return undefined
  const collection = field.target.hops.find((hop) => hop.type === 'toMany')
  const missing = collection ? missingForCollection(collection as ToManyModel, catalog) : undefined
  if (missing) return missing
  if (field.target.type === 'collection')
    return missingForCollection(field.target.relation, catalog)
  const { column } = field.target
  const table = catalog.tables.get(tableKey(column.entity.table))
  if (!table || table.isView || column.kind === 'boolean') return undefined
  return columnIndex[use]?.(column, table)
}

const quote = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
const nameOf = (entity: EntityModel): string => {
  const { schema, name } = entity.table
  return schema === undefined ? quote(name) : `${quote(schema)}.${quote(name)}`
}

/** Whole indexes whose first key is what is asked for. */
const leadingKeys = (table: CatalogTable, method = 'btree'): readonly string[] =>
  table.indexes
    .filter((index) => index.method === method && !index.partial)
    .flatMap((index) => index.keys.slice(0, 1))

type ColumnAdvice = (column: ColumnModel, table: CatalogTable) => string | undefined

const columnIndex: Partial<Record<IndexUse, ColumnAdvice>> = {
  equality: (column, table) =>
    leadingKeys(table).some((key) => isKeyOf(key, column))
      ? undefined
      : `CREATE INDEX ON ${nameOf(column.entity)} (${quote(column.column)})`,
  /** An anchored pattern needs an operator class that compares characters, not the collation's order. */
  prefix: (column, table) =>
    table.indexes.some(
      ({ keys, definition }) =>
        isLowerOf(keys[0], column) && /_pattern_ops|gin_trgm_ops|COLLATE "C"/.test(definition),
    )
      ? undefined
      : `CREATE INDEX ON ${nameOf(column.entity)} (lower(${quote(column.column)}) text_pattern_ops)`,
  contains: (column, table) =>
    table.indexes.some(
      ({ keys, definition }) => isLowerOf(keys[0], column) && /trgm_ops/.test(definition),
    )
      ? undefined
      : `CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE INDEX ON ${nameOf(column.entity)} USING gin (lower(${quote(column.column)}) gin_trgm_ops)`,
}

const isKeyOf = (key: string | undefined, { column }: ColumnModel): boolean =>
  key === quote(column) || key?.startsWith(`${quote(column)} `) === true

/** `lower(email)`, `lower(email::text)`, `lower((email)::text)` */
const isLowerOf = (key: string | undefined, { column }: ColumnModel): boolean =>
  (key ?? '').replace(/[()]|::text|::character varying/g, '').startsWith(`lower${quote(column)}`)

const missingForCollection = (
  { via, target }: ToManyModel,
  catalog: Catalog,
): string | undefined => {
  const [name, column] =
    via.type === 'joinTable' ? [via.table, via.from] : [target.table, via.column]
  const table = catalog.tables.get(tableKey(name))
  if (!table || table.isView) return undefined
  return leadingKeys(table).some((key) => key === quote(column))
    ? undefined
    : `CREATE INDEX ON ${quote(name.name)} (${quote(column)})`
}

/** The default order, if it is made of columns of the table itself; a joined or counted one has no index. */
const missingForSort = (resource: ResourceModel, catalog: Catalog): string | undefined => {
  const { entity, defaultSort } = resource
  const table = catalog.tables.get(tableKey(entity.table))
  if (!table || table.isView || defaultSort.length === 0) return undefined
  const columns = defaultSort.map(ownColumn)
  if (columns.some((column) => column === undefined)) return undefined
  const wanted = columns as ColumnModel[]
  if (wanted[0] === entity.primaryKey) return undefined
  const served = table.indexes.some(
    ({ method, partial, keys }) =>
      method === 'btree' &&
      !partial &&
      wanted.every((column, index) => isKeyOf(keys[index], column)),
  )
  if (served) return undefined
  const last = defaultSort.at(-1)!.direction
  const keys = [
    ...defaultSort.map((key, index) => keyDefinition(wanted[index]!, key)),
    `${quote(entity.primaryKey.column)}${last === 'desc' ? ' DESC' : ''}`,
  ]
  return `CREATE INDEX ON ${nameOf(entity)} (${keys.join(', ')})`
}

const ownColumn = ({ target }: SortKey): ColumnModel | undefined =>
  target.type === 'column' && target.hops.length === 0 ? target.column : undefined

const keyDefinition = (column: ColumnModel, { target, direction }: SortKey): string => {
  const collate = column.collation === undefined ? '' : ` COLLATE "${column.collation}"`
  const nullable = target.type === 'column' && isNullable(target)
  const order = direction === 'desc' ? ` DESC${nullable ? ' NULLS LAST' : ''}` : ''
  return `${quote(column.column)}${collate}${order}`
}
