/** Translates groups and aggregates of the server-side row model to statistics. No I/O. */
import type { ColumnVO, IServerSideGetRowsRequest, SortModelItem } from 'ag-grid-community'
import type { GroupBy } from 'corollary/client'
import type { Part } from './criteria.js'
import type { GridColumn, GridModel } from './grid-model.js'
import type { Problem } from './problem.js'
import { conditionPart } from './translate-filter.js'

export type GroupRequest = Pick<
  IServerSideGetRowsRequest,
  'rowGroupCols' | 'valueCols' | 'groupKeys' | 'pivotMode' | 'pivotCols' | 'sortModel'
>

interface RequestedMetric {
  readonly operation: string
  readonly field?: string
  readonly alias: string
}

/** A request for statistics, without its filter. */
export interface GroupPlan {
  readonly column: GridColumn
  readonly field: string
  readonly metrics: readonly RequestedMetric[]
  readonly orderBy: string
}

export interface PlannedGroups {
  /** Undefined for rows of records. */
  readonly plan: GroupPlan | undefined
  /** Criteria of the groups that contain the rows. */
  readonly parts: readonly Part[]
  readonly problems: readonly Problem[]
}

/**
 * A row of a group. AG Grid knows groups by the values that it shows, which may be equal labels of
 * several records; the path has the keys.
 */
export interface GroupRow extends Readonly<Record<string, unknown>> {
  /** Keys of the groups around it, and its own. */
  readonly $path: readonly string[]
  /** Number of records. */
  readonly $count: number | null
}

/** The key of the group of records without a value: no text of the database has this character. */
const blankKey = '\0'
const autoColumn = 'ag-Grid-AutoColumn'

const operations: Readonly<Record<string, string>> = {
  sum: 'SUM',
  avg: 'AVG',
  min: 'MIN',
  max: 'MAX',
  count: 'COUNT',
}

export const planGroups = (request: GroupRequest, grid: GridModel): PlannedGroups => {
  const { rowGroupCols, groupKeys, pivotMode, pivotCols } = request
  const problems: Problem[] = []
  if (pivotMode || pivotCols.length > 0) {
    const column = pivotCols.map(({ id }) => id).join(', ')
    problems.push({ column, operator: 'pivot', message: 'The service has no pivot tables.' })
  }
  const parts = groupKeys.map((key, level) => {
    const name = nameOf(rowGroupCols[level]!)
    const column = grid.columns.get(name)
    const values = [key === blankKey ? null : key]
    const part = column && conditionPart(column, { filterType: 'set', values }, grid)
    if (part === undefined) {
      const message = `The group '${key}' of column '${name}' cannot be opened: the resource has no filter for it.`
      problems.push({ column: name, operator: 'group', message })
    }
    return part
  })
  const level = rowGroupCols[groupKeys.length]
  const planned = level && planLevel(nameOf(level), request, grid)
  return { plan: planned?.plan, parts, problems: [...problems, ...(planned?.problems ?? [])] }
}

const nameOf = ({ id, field }: ColumnVO): string => field ?? id

/** Whether the service groups by the values of a column. */
export const isGroupable = ({ stats }: GridColumn): boolean => stats?.groupByEligible === true

/** The functions of AG Grid that the service computes over a column. */
export const functionsOf = ({ key, field, stats }: GridColumn): readonly string[] => {
  if (!stats || key.field !== field || !stats.modes.includes('METRIC_FIELD')) return []
  return Object.keys(operations).filter(
    (name) => name === 'count' || stats.metrics.includes(operations[name]!),
  )
}

const planLevel = (name: string, request: GroupRequest, grid: GridModel) => {
  const column = grid.columns.get(name)
  if (!column || !isGroupable(column)) {
    const message = `The service does not group by column '${name}'.`
    return { plan: undefined, problems: [{ column: name, operator: 'group', message }] }
  }
  const problems: Problem[] = []
  const metrics = request.valueCols.flatMap((value): readonly RequestedMetric[] => {
    const alias = nameOf(value)
    const aggregate = value.aggFunc ?? 'sum'
    const valueColumn = grid.columns.get(alias)
    const operation = operations[aggregate]
    if (aggregate === 'count') return [{ operation: 'COUNT', alias }]
    const isPossible =
      valueColumn &&
      functionsOf(valueColumn).includes(aggregate) &&
      column.stats!.metrics.includes(operation!)
    if (isPossible) return [{ operation: operation!, field: valueColumn.stats!.field, alias }]
    const message = `The service has no ${aggregate} of column '${alias}' by '${name}'.`
    problems.push({ column: alias, operator: aggregate, message })
    return []
  })
  const { terms, ordered } = orderOf(name, request.sortModel, metrics)
  const [, second] = terms
  if (second) {
    const message = `Groups are sorted by one column; '${second.colId}' is the second one.`
    problems.push({ column: second.colId, operator: 'sort', message })
  }
  return { plan: { column, field: column.stats!.field, ...ordered }, problems }
}

/** Groups are sorted by their label or by one aggregate, which is the first metric then. */
const orderOf = (
  name: string,
  model: readonly SortModelItem[],
  metrics: readonly RequestedMetric[],
) => {
  const isGroup = ({ colId }: SortModelItem): boolean =>
    colId === name || colId === autoColumn || colId === `${autoColumn}-${name}`
  const isMetric = ({ colId }: SortModelItem): boolean =>
    metrics.some(({ alias }) => alias === colId)
  const terms = model.filter((term) => isGroup(term) || isMetric(term))
  const [first] = terms
  const direction = (first?.sort ?? 'asc').toUpperCase()
  if (!first || isGroup(first)) {
    return { terms, ordered: { metrics, orderBy: `LABEL_${direction}` } }
  }
  const primary = metrics.filter(({ alias }) => alias === first.colId)
  const others = metrics.filter(({ alias }) => alias !== first.colId)
  return { terms, ordered: { metrics: [...primary, ...others], orderBy: `VALUE_${direction}` } }
}

/** Terms of a sort model that concern records: those of a group column sort only groups. */
export const recordTerms = (model: readonly SortModelItem[]): readonly SortModelItem[] =>
  model.filter(({ colId }) => !colId.startsWith(autoColumn))

/** @param path keys of the groups that contain the rows */
export const groupRows = (
  path: readonly string[],
  { column: { field, key }, metrics }: GroupPlan,
  { buckets }: GroupBy,
): readonly GroupRow[] =>
  buckets.map(({ key: value, label, count, value: primary, values }) => ({
    ...Object.fromEntries(metrics.map(({ alias }) => [alias, values?.[alias] ?? primary])),
    [key.field.name]: value,
    ...(field === key.field ? {} : { [field.name]: label }),
    $path: [...path, value === null ? blankKey : String(value)],
    $count: count,
  }))
