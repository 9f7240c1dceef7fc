/**
 * Advice of `corollary check`: reads that no index of the live database can serve, each with the
 * statement that would help. Never at start: most applications live well without some. Nor
 * for tables of a page, which are read as fast as an index; an empty table does not say how it will
 * grow.
 */
import type { DefinitionOf, FilterDefinition, OperandForm } from '../contract/filter/definition.js'
import { filterOperations } from '../contract/filter/table.js'
import {
  type Catalog,
  type CatalogIndex,
  type CatalogTable,
  tableKey,
} from '../database/catalog/catalog.js'
import { quote, tableName } from '../database/check/sql-names.js'
import {
  type ColumnModel,
  columnsOf,
  type EntityModel,
  physicalColumns,
  type ToManyModel,
  uniqueBy,
} from '../model/types/entity-model.js'
import { isNullable } from '../model/types/path.js'
import type {
  FilterFieldModel,
  Model,
  ResourceModel,
  SortKey,
} from '../model/types/resource-model.js'
import { type IndexProposal, unserved } from './index-proposal.js'
import {
  collationOf,
  columnAdvice,
  type IndexUse,
  isIndexable,
  type MissingIndex,
  quoteAll,
  startsWithColumns,
  wholeIndexes,
} from './missing-indexes.js'
import { proposeForOptions } from './propose-for-options.js'
import { proposeForStats } from './propose-for-stats.js'

/** Undefined for operations that read most of the table anyway: no index would help. */
const uses: {
  readonly [Form in OperandForm]: (definition: DefinitionOf<Form>) => IndexUse | undefined
} = {
  value: ({ comparison }) => (comparison === '<>' ? undefined : 'equality'),
  text: ({ place, negated }) => {
    if (negated) return undefined
    return place === 'start' ? 'prefix' : 'contains'
  },
  list: ({ negated }) => (negated ? undefined : 'equality'),
  range: ({ keeps }) => (keeps === 'outside' ? undefined : 'equality'),
  switch: () => undefined,
  flag: () => undefined,
  day: () => 'equality',
  days: () => 'equality',
  size: () => 'collection',
}

const useOf = (definition: FilterDefinition): IndexUse | undefined => {
  const use = uses[definition.operand] as (definition: FilterDefinition) => IndexUse | undefined
  return use(definition)
}

export const proposeIndexes = (model: Model, catalog: Catalog): readonly IndexProposal[] => {
  const proposals = new Map<string, IndexProposal>()
  const propose = (proposal: IndexProposal | undefined): void => {
    if (!proposal || proposals.has(proposal.statement)) return
    proposals.set(proposal.statement, proposal)
  }
  for (const resource of model.resources) {
    for (const field of resource.filter.values()) {
      const path = `${resource.name}.filter.${field.name}`
      propose(unserved(path, 'filter', missingForFilter(field, catalog)))
    }
    const order = unserved(
      `${resource.name}.defaultSort`,
      'order',
      missingForSort(resource, catalog),
    )
    propose(order && { ...order, examples: [{ type: 'page', resource }] })
    for (const proposal of proposeForOptions(resource, catalog)) propose(proposal)
    propose(proposeForStats(resource, model.rowRules.get(resource.entity), catalog))
  }
  for (const [{ name }, { filter }] of model.rowRules) {
    for (const field of filter.values()) {
      const path = `entities.${name}.rowAccess.filter.${field.name}`
      propose(unserved(path, 'row access', missingForFilter(field, catalog)))
    }
  }
  return [...proposals.values()]
}

const missingForFilter = (field: FilterFieldModel, catalog: Catalog): MissingIndex | undefined => {
  const use = useOf(filterOperations[field.operation])
  if (!use) return undefined
  const collection = field.target.hops.find((hop) => hop.type === 'toMany')
  const missing = collection && missingForCollection(collection, catalog)
  if (missing) return missing
  if (field.target.type === 'collection') {
    return missingForCollection(field.target.relation, catalog)
  }
  const { column } = field.target
  const table = catalog.tables.get(tableKey(column.entity.table))
  if (!table || !isIndexable(table, columnsOf(column))) return undefined
  if (column.kind === 'boolean' || column.reads) return undefined
  const ofItems = column.item && use === 'equality'
  if (use === 'collection') return undefined
  return columnAdvice[ofItems ? 'items' : use](column, table, catalog)
}

const missingForCollection = (
  { via, target }: ToManyModel,
  catalog: Catalog,
): MissingIndex | undefined => {
  const name = via.type === 'joinTable' ? via.table : target.table
  const tenant = via.type === 'joinTable' ? via.tenant : target.tenant
  const columns = uniqueBy(tenant, via.owner.columns)
  const table = catalog.tables.get(tableKey(name))
  if (!table || !isIndexable(table, columns) || startsWithColumns(table, columns)) return undefined
  const statement = `CREATE INDEX ON ${tableName(name, catalog)} (${quoteAll(columns, catalog)})`
  return { table, statement }
}

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
const missingForSort = (resource: ResourceModel, catalog: Catalog): MissingIndex | undefined => {
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
  const own = table.columns.get(column.column)?.collation ?? null
  const collation = collationOf(column, table)
  const collate = collation === own ? '' : ` COLLATE "${collation}"`
  const order = descending ? ` DESC${nullable ? ' NULLS LAST' : ''}` : ''
  return `${quote(column.column, catalog)}${collate}${order}`
}
