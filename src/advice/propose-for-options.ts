/** Indexes for searches in the labels of options. */

import { type Catalog, tableKey } from '../database/catalog/catalog.js'
import { type ColumnTarget, isNullable } from '../model/types/path.js'
import type { ResourceModel } from '../model/types/resource-model.js'
import { type IndexProposal, unserved } from './index-proposal.js'
import { columnAdvice, isIndexable } from './missing-indexes.js'

export const proposeForOptions = (
  resource: ResourceModel,
  catalog: Catalog,
): readonly (IndexProposal | undefined)[] => {
  const { name, optionLabel, operations, optionSources, response } = resource
  const label = optionLabel === undefined ? undefined : response.get(optionLabel)
  const isServed = operations.some((operation) => operation.name === 'options')
  return [
    label?.type === 'column' && isServed
      ? forSearch(`${name}.optionLabel`, label.target, catalog)
      : undefined,
    ...[...optionSources.values()].map(({ key, rows, search }) =>
      // The values of paths are collected from records before they are searched.
      rows.from === 'entity' && search
        ? forSearch(`${name}.optionSources.${key}`, rows.label, catalog)
        : undefined,
    ),
  ]
}

/** An option without a label shows its id, and is searched by it: no index of the label serves. */
const forSearch = (
  path: string,
  target: ColumnTarget,
  catalog: Catalog,
): IndexProposal | undefined => {
  const { hops, column } = target
  const table = catalog.tables.get(tableKey(column.entity.table))
  if (!table || hops.length > 0 || column.kind !== 'text' || column.reads) return undefined
  if (isNullable(target) || !isIndexable(table, [column.column])) return undefined
  return unserved(path, 'search of options', columnAdvice.contains(column, table, catalog))
}
