/** Tells each resource which columns of its table an index orders. */
import type { EntityModel } from '../../model/types/entity-model.js'
import type { Model, ResourceModel } from '../../model/types/resource-model.js'
import { type Catalog, type CatalogTable, tableKey } from './catalog.js'

export const bindIndexes = (model: Model, catalog: Catalog): Model => ({
  ...model,
  resources: model.resources.map((resource): ResourceModel => {
    const table = catalog.tables.get(tableKey(resource.entity.table))
    return table
      ? { ...resource, indexedColumns: indexedColumns(table, resource.entity) }
      : resource
  }),
})

/**
 * Operator classes of these types compare values as `<` and `>=` do. Not int8: the end of a range
 * may be above its largest value.
 */
const ordering = /^(int2|int4|numeric|date|timestamp|timestamptz)_ops$/

/**
 * An index of a partitioned table is valid if each partition has it. A table that inherits has
 * indexes of its own, and so has each shard of a table: only the rows of a tenant are on one.
 */
const indexedColumns = (
  { indexes, hasChildren, placement }: CatalogTable,
  { tenant }: EntityModel,
): ReadonlySet<string> =>
  new Set(
    hasChildren || (placement?.column !== undefined && !tenant)
      ? []
      : indexes.flatMap(({ method, partial, keys }) => {
          // The rows of a tenant are together in an index that begins with it.
          const [key, tenantKey] = tenant ? [keys[1], keys[0]] : [keys[0]]
          const isOfTenant = tenantKey?.column === tenant?.column
          return method === 'btree' &&
            !partial &&
            isOfTenant &&
            key?.column &&
            ordering.test(key.operatorClass)
            ? [key.column]
            : []
        }),
  )
