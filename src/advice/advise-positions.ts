/** Advice about unique constraints that keep the rows of an owned list from changing places. */
import {
  type Catalog,
  type CatalogIndex,
  type CatalogTable,
  tableKey,
} from '../database/catalog/catalog.js'
import type { Diagnostics } from '../foundation/errors/diagnostics.js'
import {
  columnsOf,
  type EntityModel,
  type Ownership,
  owningRelations,
} from '../model/types/entity-model.js'
import type { Model } from '../model/types/resource-model.js'

export const advisePositions = (
  { entities }: Model,
  { tables }: Catalog,
  diagnostics: Diagnostics,
): void => {
  for (const entity of entities) {
    for (const { field, owned, target } of owningRelations(entity)) {
      const table = tables.get(tableKey(target.table))
      for (const index of table?.indexes.filter((each) => fixesPlaces(each, owned, target)) ?? []) {
        const message = `The unique index '${index.name}' is checked row by row, so rows of the list cannot change places. Replace it: ${replacement(index, table!)}`
        diagnostics.advise('POSITION_NOT_DEFERRABLE', `entities.${entity.name}.${field}`, message)
      }
    }
  }
}

/** One row of each owner has a place, at any moment. */
const fixesPlaces = (
  { unique, immediate, keys }: CatalogIndex,
  { owner, position }: Ownership,
  { tenant }: EntityModel,
): boolean => {
  const columns = keys.map(({ column }) => column)
  const ofList: readonly (string | null)[] = [owner.key, ...(tenant ? [tenant] : [])].flatMap(
    columnsOf,
  )
  return (
    unique &&
    immediate &&
    position !== undefined &&
    columns.includes(position.column) &&
    columns.every((column) => ofList.includes(column) || column === position.column)
  )
}

const replacement = ({ name, keys }: CatalogIndex, { constraints, ...table }: CatalogTable) => {
  const columns = keys.map(({ expression }) => expression).join(', ')
  const added = `ADD UNIQUE (${columns}) DEFERRABLE`
  const key = tableKey(table)
  return constraints.some((constraint) => constraint.name === name)
    ? `ALTER TABLE ${key} DROP CONSTRAINT ${name}, ${added}`
    : `DROP INDEX ${name}; ALTER TABLE ${key} ${added}`
}
