/** What the translations know of a resource: its columns, filters and statistics. */
import type { Capabilities, Field, Shape } from 'corollary/client'

/** A field of the rows with the filter fields over its path, by their operation. */
export interface FilteredField {
  readonly field: Field
  readonly filters: ReadonlyMap<string, Field>
}

export interface GridColumn extends FilteredField {
  /**
   * What sets and groups of the column compare: the column itself or, for the label of a record,
   * the reference beside it.
   */
  readonly key: FilteredField
  /** Statistics by the key, or over it. */
  readonly stats: StatsField | undefined
}

export type StatsField = Capabilities['stats']['fields'][number]

export interface GridModel {
  readonly idField: string
  /** Language of the labels. */
  readonly language: string
  readonly columns: ReadonlyMap<string, GridColumn>
  /** Whether filters may contain `$and`, `$or` and `$not`. */
  readonly hasExpressions: boolean
}

/** The published documents of a resource. */
export interface GridDocuments {
  readonly list: Shape
  /** Undefined for a resource without filters. */
  readonly filter: Shape | undefined
  readonly capabilities: Capabilities
}

export const readGridModel = ({ list, filter, capabilities }: GridDocuments): GridModel => {
  const { language, resource } = list.document['x-ui']
  const references = new Map(
    list.fields.flatMap((field) => {
      const label = field.reference?.labelField
      return typeof label === 'string' ? [[label, field] as const] : []
    }),
  )
  const filtered = (field: Field): FilteredField => ({
    field,
    filters: filtersOf(field, filter?.fields ?? []),
  })
  const columnOf = (field: Field): GridColumn => {
    const reference = references.get(field.name)
    const column = filtered(field)
    const key = reference ? filtered(reference) : column
    return { ...column, key, stats: statsOf(key, capabilities) }
  }
  return {
    idField: resource.idField,
    language,
    columns: new Map(list.fields.map((field) => [field.name, columnOf(field)])),
    hasExpressions: capabilities.canonicalOperations['filterExpression'] === true,
  }
}

/**
 * Criteria over related rows and sizes of collections do not compare the values of the field. Of
 * several filter fields with the same operation the first one counts.
 */
const filtersOf = (field: Field, candidates: readonly Field[]): ReadonlyMap<string, Field> => {
  const filters = new Map<string, Field>()
  for (const candidate of candidates) {
    const { filterTarget, filterOperation = '' } = candidate
    const isValue = filterOperation !== '' && !filterOperation.startsWith('SIZE_')
    const isOver = filterTarget === field.name && isValue && !filters.has(filterOperation)
    if (isOver) filters.set(filterOperation, candidate)
  }
  return filters
}

/** Statistics are over the path of a field if they name a filter over it, or have its name. */
const statsOf = (
  { field, filters }: FilteredField,
  { stats }: Capabilities,
): StatsField | undefined => {
  const names = new Set([...filters.values()].map(({ name }) => name))
  return (
    stats.fields.find(({ filterFields }) => filterFields.some((each) => names.has(each.field))) ??
    stats.fields.find((each) => each.field === field.name)
  )
}

/** The JSON types of a value. */
export const typesOf = ({ schema }: Field): readonly unknown[] => [schema['type']].flat()
