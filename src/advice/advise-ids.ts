/** Advice about keys that are declared as JSON numbers, and whose column holds larger ones. */
import type pg from 'pg'
import { type Catalog, tableKey } from '../database/catalog/catalog.js'
import { type IdFacts, readIdFacts } from '../database/catalog/wide-ids.js'
import type { Diagnostics } from '../foundation/errors/diagnostics.js'
import {
  type ColumnModel,
  columnsOf,
  type EntityModel,
  isReference,
  physicalColumns,
} from '../model/types/entity-model.js'
import type { Model } from '../model/types/resource-model.js'

export const adviseIds = async (
  client: pg.ClientBase,
  { entities }: Model,
  { tables }: Catalog,
  diagnostics: Diagnostics,
): Promise<void> => {
  const keys = entities.flatMap((entity) => {
    const table = tables.get(tableKey(entity.table))
    if (!table || table.isView) return []
    const begin = table.indexes.map((index) => index.keys[0]?.column)
    return numericKeys(entity)
      .filter(({ column }) => table.columns.get(column)?.type === 'bigint')
      .filter(({ column }) => begin.includes(column))
      .map((key) => ({ key, schema: table.schema, table: table.name, column: key.column }))
  })
  const facts = await readIdFacts(client, keys)
  for (const [index, { key }] of keys.entries()) {
    const message = adviceOn(key, facts[index]!)
    if (message === undefined) continue
    diagnostics.advise('ID_ROUNDED', `entities.${key.entity.name}.${key.field}`, message)
  }
}

/** Columns of a key that refer to no other key, and that are numbers. */
const numericKeys = ({ primaryKey, relations }: EntityModel): readonly ColumnModel[] => {
  const references = [...relations.values()]
    .filter(isReference)
    .flatMap(({ key }) => columnsOf(key))
  return physicalColumns(primaryKey).filter(
    ({ kind, column }) => kind === 'integer' && !references.includes(column),
  )
}

const adviceOn = (
  { column }: ColumnModel,
  { hasSequence, isBeyondJson }: IdFacts,
): string | undefined => {
  if (isBeyondJson) {
    return `'${column}' has values beyond 2^53 − 1, which clients in JavaScript round: their links, filters and writes name other records. Declare it with bigint().`
  }
  return hasSequence
    ? undefined
    : `'${column}' is a bigint that no sequence fills. If it may have values beyond 2^53 − 1, which clients in JavaScript round, declare it with bigint().`
}
