/** Advice about unique indexes in which rows that are deleted softly still take their keys. */
import { type Catalog, type CatalogIndex, tableKey } from '../database/catalog/catalog.js'
import type { Diagnostics } from '../foundation/errors/diagnostics.js'
import { columnsOf, markOf, uniqueBy } from '../model/types/entity-model.js'
import type { Model } from '../model/types/resource-model.js'

export const adviseDeletedKeys = (
  { entities }: Model,
  { tables }: Catalog,
  diagnostics: Diagnostics,
): void => {
  for (const entity of entities) {
    const mark = markOf(entity)?.at.column.column
    const table = tables.get(tableKey(entity.table))
    if (mark === undefined || !table) continue
    // Ids are never used again.
    const key = uniqueBy(entity.tenant, columnsOf(entity.primaryKey))
    for (const { name, keys } of table.indexes.filter(isWhole)) {
      const columns = keys.map(({ expression }) => expression)
      if (columns.includes(mark) || key.every((column) => columns.includes(column))) continue
      const list = columns.join(', ')
      const message = `The unique index '${name}' also has the rows that are deleted, so their keys stay taken. If a deleted record should leave them to others, replace it: CREATE UNIQUE INDEX ON ${tableKey(entity.table)} (${list}) WHERE ${mark} IS NULL`
      diagnostics.advise('DELETED_KEY_TAKEN', `entities.${entity.name}.softDelete`, message)
    }
  }
}

const isWhole = ({ unique, partial }: CatalogIndex): boolean => unique && !partial
