/** Derives the columns of a grid from the published schemas. */
import type { ColDef, IFilterOptionDef, SetFilterValuesFuncParams } from 'ag-grid-community'
import type { Field, FieldOption } from 'corollary/client'
import { hasRemoteOptions } from '../../shared/src/field-options.js'
import { formatterOf } from './format.js'
import type { GridColumn, GridModel } from './grid-model.js'
import { functionsOf, isGroupable } from './groups.js'
import { choicePrefix, conditionPart } from './translate-filter.js'

export type GridRow = Readonly<Record<string, unknown>>

export interface ColumnOptions {
  /** Default: `community`. With `enterprise` columns have set filters and can be grouped. */
  readonly edition?: 'community' | 'enterprise'
  /** Language of numbers and dates. Default: the language of the labels. */
  readonly locale?: string
}

/** Reads the options of a field from the service, for set filters. */
export type ReadOptions = (field: Field) => Promise<readonly FieldOption[]>

export const columnDefsOf = (
  grid: GridModel,
  options: ColumnOptions,
  readOptions: ReadOptions,
): ColDef<GridRow>[] =>
  [...grid.columns.values()]
    .filter(({ field }) => !field.tableHidden && !field.hidden)
    .map((column) => ({
      field: column.field.name,
      headerName: column.field.label,
      ...(column.field.description ? { headerTooltip: column.field.description } : {}),
      sortable: column.field.sortable === true,
      ...(column.field.type === 'number' ? { type: 'rightAligned' } : {}),
      cellDataType: dataTypes[column.field.type] ?? false,
      ...(column.field.name === grid.idField || column.field.reference
        ? {}
        : formatterOf(column.field, options.locale ?? grid.language)),
      ...(options.edition === 'enterprise'
        ? { ...setFilter(column, readOptions, grid), ...grouping(column) }
        : simpleFilter(column, grid)),
    }))

/** The grid draws these types itself; others are formatted as they come. */
const dataTypes: Readonly<Record<string, string>> = { text: 'text', boolean: 'boolean' }

/** The options of each filter of AG Grid, with a value that is translated to see if it can be. */
const filters = {
  text: {
    filter: 'agTextColumnFilter',
    sample: 'a',
    types: ['contains', 'notContains', 'equals', 'notEqual', 'startsWith', 'endsWith'],
  },
  number: {
    filter: 'agNumberColumnFilter',
    sample: 1,
    types: [
      ...['equals', 'notEqual', 'greaterThan', 'greaterThanOrEqual', 'lessThan'],
      ...['lessThanOrEqual', 'inRange'],
    ],
  },
  date: {
    filter: 'agDateColumnFilter',
    sample: '2026-01-01 00:00:00',
    types: ['equals', 'notEqual', 'greaterThan', 'lessThan', 'inRange'],
  },
} as const

/** A filter with the conditions that the service has for the column, and with no others. */
const simpleFilter = (column: GridColumn, grid: GridModel): ColDef<GridRow> => {
  const choices = choicesOf(column, grid)
  const kind = filters[column.field.type as keyof typeof filters] ?? filters.text
  const types = choices.length > 0 ? [] : kind.types
  const isPossible = (type: string): boolean =>
    conditionPart(column, { type, filter: kind.sample, filterTo: kind.sample }, grid) !== undefined
  const presence = column.field.nullable ? ['blank', 'notBlank'] : []
  const conditions = [...types, ...presence].filter(isPossible)
  if (choices.length + conditions.length === 0) return { filter: false }
  // An option without an input would filter at once.
  const filterOptions = choices.length > 0 ? ['empty', ...choices, ...conditions] : conditions
  return {
    filter: choices.length > 0 ? filters.text.filter : kind.filter,
    filterParams: {
      filterOptions,
      maxNumConditions: grid.hasExpressions ? 2 : 1,
      // The ranges of the service include their bounds.
      inRangeInclusive: true,
    },
  }
}

/** Fixed choices as options without an input. */
const choicesOf = (column: GridColumn, grid: GridModel): readonly IFilterOptionDef[] =>
  listedOptions(column)
    .map(({ value, label }) => ({
      ...{ displayKey: `${choicePrefix}${value}`, displayName: label, numberOfInputs: 0 as const },
      // AG Grid requires it, and leaves the filtering to the datasource.
      predicate: () => true,
    }))
    .filter(({ displayKey }) => conditionPart(column, { type: displayKey }, grid) !== undefined)

const listedOptions = ({ key }: GridColumn): readonly FieldOption[] => {
  const listed = [key.field, ...key.filters.values()].find(({ options = [] }) => options.length > 1)
  if (listed?.options) return listed.options
  return key.field.type === 'boolean' ? booleans : []
}

const booleans: readonly FieldOption[] = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
]

/** A set filter where the column has options; otherwise the simple filter. */
const setFilter = (
  column: GridColumn,
  readOptions: ReadOptions,
  grid: GridModel,
): ColDef<GridRow> => {
  const listed = listedOptions(column)
  const remote = [...column.key.filters.values(), column.key.field].find(hasRemoteOptions)
  const isPossible = conditionPart(column, { values: ['1'] }, grid) !== undefined
  if (!isPossible || (listed.length === 0 && !remote)) return simpleFilter(column, grid)
  return {
    filter: 'agSetColumnFilter',
    filterParams: {
      keyCreator: ({ value }: { value: FieldOption | null }) =>
        value ? String(value.value) : null,
      valueFormatter: ({ value }: { value: FieldOption | null }) => value?.label ?? '',
      values: async (params: SetFilterValuesFuncParams<GridRow, FieldOption>) =>
        params.success([...(remote ? await readOptions(remote) : listed)]),
    },
  }
}

const grouping = (column: GridColumn): ColDef<GridRow> => {
  const functions = functionsOf(column)
  return {
    ...(isGroupable(column) ? { enableRowGroup: true } : {}),
    ...(functions.length > 0 ? { enableValue: true, allowedAggFuncs: [...functions] } : {}),
  }
}
