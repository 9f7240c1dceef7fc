/**
 * Recommends an index for each filter, default sort, search of options and rule of row access that
 * no index of the database can serve. Only `corollary check` does this: most applications live well
 * without some of these indexes. Tables of one page are left out, because reading them is as fast
 * as an index; those of no page are not, because an empty table does not say how it will grow.
 */
import type { DefinitionOf, FilterDefinition, OperandForm } from '../contract/filter/definition.js'
import { type FilterOperation, filterOperations } from '../contract/filter/table.js'
import { type Catalog, tableKey } from '../database/catalog/catalog.js'
import { tableName } from '../database/check/sql-names.js'
import type { Diagnostics } from '../foundation/errors/diagnostics.js'
import { columnsOf, type ToManyModel, uniqueBy } from '../model/types/entity-model.js'
import { type FilterShapeModel, isRelated } from '../model/types/filter-model.js'
import { type ColumnTarget, isNullable, type Target } from '../model/types/path.js'
import type { Model, ResourceModel } from '../model/types/resource-model.js'
import {
  columnAdvice,
  type IndexUse,
  isIndexable,
  type MissingIndex,
  quoteAll,
  startsWithColumns,
} from './missing-indexes.js'
import { missingForTexts } from './missing-search-indexes.js'
import { missingForSort } from './missing-sort-index.js'

/** A read of the contract, and the index that it lacks. */
interface UnservedRead {
  /** For example `employees.filter.salaryBetween`. */
  readonly path: string
  readonly type: 'filter' | 'order' | 'row access' | 'search of options'
  readonly missing: MissingIndex | undefined
}

/** An index that would serve several reads is reported once. */
export const adviseIndexes = (model: Model, catalog: Catalog, diagnostics: Diagnostics): void => {
  const reported = new Set<string>()
  for (const { path, type, missing } of readsOf(model, catalog)) {
    if (!missing || reported.has(missing.statement)) continue
    reported.add(missing.statement)
    const { table, statement, setup } = missing
    const script = [...(setup ?? []), statement].map((each) => `${each};`).join(' ')
    diagnostics.adviseIndex(
      { table: `${table.schema}.${table.name}`, pages: table.pages, statement, setup, path },
      `No index serves this ${type}. ${script}`,
    )
  }
}

const readsOf = (model: Model, catalog: Catalog): readonly UnservedRead[] => [
  ...model.resources.flatMap((resource) => [
    ...filtersOf(`${resource.name}.filter`, 'filter', resource.filter, catalog),
    {
      path: `${resource.name}.defaultSort`,
      type: 'order' as const,
      missing: missingForSort(resource, catalog),
    },
    ...searchesOf(resource, catalog),
  ]),
  ...[...model.rowRules].flatMap(([{ name }, { filter }]) =>
    filtersOf(`entities.${name}.rowAccess.filter`, 'row access', filter, catalog),
  ),
]

const filtersOf = (
  path: string,
  type: UnservedRead['type'],
  filter: FilterShapeModel,
  catalog: Catalog,
): readonly UnservedRead[] =>
  [...filter.values()].flatMap((member) => {
    const memberPath = `${path}.${member.name}`
    const readsOf = (missing: readonly (MissingIndex | undefined)[]) =>
      missing.map((index) => ({ path: memberPath, type, missing: index }))
    if (!isRelated(member)) {
      const { target, operation } = member
      return readsOf(
        target.type === 'search'
          ? missingForTexts(target, catalog)
          : [missingForFilter(operation, target, catalog)],
      )
    }
    const ofRows = filtersOf(memberPath, type, member.filter, catalog)
    return [...readsOf([missingForCollection(member.target.relation, catalog)]), ...ofRows]
  })

/** Searches in the labels of a resource's own records and of its option sources. */
const searchesOf = (resource: ResourceModel, catalog: Catalog): readonly UnservedRead[] => {
  const { name, optionLabel, operations, optionSources, response } = resource
  const label = optionLabel === undefined ? undefined : response.get(optionLabel)
  const hasOptions = operations.some((operation) => operation.name === 'options')
  const search = (path: string, target: ColumnTarget): UnservedRead => ({
    path: `${name}.${path}`,
    type: 'search of options',
    missing: missingForSearch(target, catalog),
  })
  return [
    ...(hasOptions && label?.type === 'column' ? [search('optionLabel', label.target)] : []),
    ...[...optionSources.values()].flatMap(({ key, rows, search: isSearchable }) =>
      // The values of paths are collected from records before they are searched.
      rows.from === 'entity' && isSearchable ? [search(`optionSources.${key}`, rows.label)] : [],
    ),
  ]
}

/** An option without a label shows its id, and is searched by it: no index of the label serves. */
const missingForSearch = (target: ColumnTarget, catalog: Catalog): MissingIndex | undefined => {
  const { hops, column } = target
  const table = catalog.tables.get(tableKey(column.entity.table))
  if (!table || hops.length > 0 || column.kind !== 'text' || column.reads) return undefined
  if (isNullable(target) || !isIndexable(table, [column.column])) return undefined
  return columnAdvice.contains(column, table, catalog)
}

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

const missingForFilter = (
  operation: FilterOperation,
  target: Target,
  catalog: Catalog,
): MissingIndex | undefined => {
  const use = useOf(filterOperations[operation])
  if (!use) return undefined
  const collection = target.hops.find((hop) => hop.type === 'toMany')
  const missing = collection && missingForCollection(collection, catalog)
  if (missing) return missing
  if (target.type === 'collection') return missingForCollection(target.relation, catalog)
  const { column } = target
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
