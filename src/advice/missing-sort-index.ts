/** Finds the index that a resource's default order lacks. */
import {
  type Catalog,
  type CatalogIndex,
  type CatalogTable,
  tableKey,
} from '../database/catalog/catalog.js'
import { quote, tableName } from '../database/check/sql-names.js'
import { type ColumnModel, type EntityModel, physicalColumns } from '../model/types/entity-model.js'
import { isNullable } from '../model/types/path.js'
import type { ResourceModel } from '../model/types/resource-model.js'
import type { SortKey } from '../model/types/sort-key.js'
import { collationOf, isIndexable, type MissingIndex, wholeIndexes } from './missing-indexes.js'

/** A key of an order that an index could serve. */
interface OwnKey {
  readonly column: ColumnModel
  readonly descending: boolean
  readonly nullable: boolean
}

/**
 * The default order, if it is made of columns of the table itself; a joined or counted one has no
 * index.
 */
export const missingForSort = (
  resource: ResourceModel,
  catalog: Catalog,
): MissingIndex | undefined => {
  const { entity, defaultSort } = resource
  const table = catalog.tables.get(tableKey(entity.table))
  const keys = defaultSort.flatMap(ownKeys)
  const { tenant } = entity
  if (!table || keys.length === 0 || !defaultSort.every(isOwn)) return undefined
  const columns = keys.map(({ column }) => column.column)
  if (!isIndexable(table, columns)) return undefined
  const order = untilUnique(keys, entity)
  if (order.length === 1) return undefined
  const isServed = indexesOfTenant(table, tenant).some(
    (index) => isInOrder(index, keys, table, false) || isInOrder(index, keys, table, true),
  )
  if (isServed) return undefined
  const definitions = [
    ...(tenant ? [quote(tenant.column, catalog)] : []),
    ...order.map((key) => keyDefinition(key, table, catalog)),
  ]
  const statement = `CREATE INDEX ON ${tableName(entity.table, catalog)} (${definitions.join(', ')})`
  return { table, statement }
}

/** Behind the tenant, an index has the rows of one tenant in the order of its other keys. */
const indexesOfTenant = (
  table: CatalogTable,
  tenant: ColumnModel | undefined,
): readonly CatalogIndex[] =>
  wholeIndexes(table).flatMap((index) => {
    if (!tenant) return [index]
    const [first, ...keys] = index.keys
    return first?.column === tenant.column ? [{ ...index, keys }] : []
  })

const isOwn = ({ target }: SortKey): boolean =>
  target.type === 'column' && target.hops.length === 0 && !target.column.reads

const ownKeys = ({ target, direction }: SortKey): readonly OwnKey[] =>
  target.type === 'column' && target.hops.length === 0
    ? physicalColumns(target.column).map((column) => ({
        column,
        descending: direction === 'desc',
        nullable: isNullable(target),
      }))
    : []

/** The keys up to where they contain the primary key, which else follows, the way of the last. */
const untilUnique = (keys: readonly OwnKey[], { primaryKey }: EntityModel): readonly OwnKey[] => {
  const missing = new Map(physicalColumns(primaryKey).map((column) => [column.column, column]))
  const order: OwnKey[] = []
  for (const key of keys) {
    if (missing.size === 0) return order
    missing.delete(key.column.column)
    order.push(key)
  }
  const { descending } = keys.at(-1)!
  return [
    ...order,
    ...[...missing.values()].map((column) => ({ column, descending, nullable: false })),
  ]
}

/**
 * Read from its start or, backwards, from its end, the index gives the rows in this order, nulls
 * last.
 */
const isInOrder = (
  { method, keys }: CatalogIndex,
  order: readonly OwnKey[],
  table: CatalogTable,
  backwards: boolean,
): boolean =>
  method === 'btree' &&
  order.every(({ column, descending, nullable }, at) => {
    const key = keys[at]
    if (key?.column !== column.column || key.collation !== collationOf(column, table)) return false
    const nullsAreLast = key.nullsFirst === backwards
    return key.descending === (descending !== backwards) && (!nullable || nullsAreLast)
  })

const keyDefinition = (
  { column, descending, nullable }: OwnKey,
  table: CatalogTable,
  catalog: Catalog,
): string => {
  const ownCollation = table.columns.get(column.column)?.collation ?? null
  const collation = collationOf(column, table)
  const collate = collation === ownCollation ? '' : ` COLLATE "${collation}"`
  const order = descending ? ` DESC${nullable ? ' NULLS LAST' : ''}` : ''
  return `${quote(column.column, catalog)}${collate}${order}`
}
