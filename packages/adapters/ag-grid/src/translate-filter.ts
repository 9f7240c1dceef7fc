/** Translates filter models of AG Grid to filters of the service. No I/O. */
import type { AdvancedFilterModel, ColumnAdvancedFilterModel, FilterModel } from 'ag-grid-community'
import type { Field } from 'corollary/client'
import { type Criteria, combine, firstOf, type nothing, type Part } from './criteria.js'
import { type FilteredField, type GridColumn, type GridModel, typesOf } from './grid-model.js'
import type { Problem } from './problem.js'

export interface TranslatedFilter {
  /** `nothing` if no record can match. */
  readonly filter: Criteria | typeof nothing
  /** What has no filter in the service. The filter is then incomplete, and must not be used. */
  readonly problems: readonly Problem[]
}

/** Type of the options that fixed choices have in a text filter, such as `is:DRAFT`. */
export const choicePrefix = 'is:'

/** A model of a column, of whatever filter. The types of AG Grid have no common one. */
interface ColumnModel {
  readonly filterType?: string
  readonly type?: string | null
  readonly operator?: 'AND' | 'OR'
  readonly conditions?: readonly ColumnModel[]
  readonly filterModels?: readonly (ColumnModel | null)[]
  readonly values?: readonly (string | null)[]
  readonly filter?: unknown
  readonly filterTo?: unknown
  readonly dateFrom?: string | null
  readonly dateTo?: string | null
}

export const translateFilter = (
  model: FilterModel | AdvancedFilterModel | null | undefined,
  grid: GridModel,
): TranslatedFilter => {
  const problems: Problem[] = []
  const { and, or } = combine(grid.hasExpressions)
  const report = (problem: Problem): Criteria => {
    problems.push(problem)
    return {}
  }
  const joined = (column: string, operator: 'AND' | 'OR', parts: readonly Part[]): Part =>
    (operator === 'OR' ? or(parts) : and(parts)) ??
    report({
      ...{ column, operator },
      message: `The resource cannot combine these conditions with ${operator}: its contract must declare 'expressions: true'.`,
    })

  const columnPart = (name: string, condition: ColumnModel): Part => {
    const { conditions, operator = 'AND', filterModels } = condition
    if (conditions) {
      const parts = conditions.map((each) => columnPart(name, each))
      return joined(name, operator, parts)
    }
    if (filterModels) {
      const parts = filterModels.flatMap((each) => (each ? [columnPart(name, each)] : []))
      return joined(name, 'AND', parts)
    }
    const column = grid.columns.get(name)
    const type = typeOf(condition)
    return (
      (column && conditionPart(column, condition, grid)) ?? report(unsupported(name, type, column))
    )
  }

  const advancedPart = (advanced: AdvancedFilterModel): Part => {
    if (advanced.filterType !== 'join') return columnPart(advanced.colId, advanced as ColumnModel)
    const columns = [...new Set(columnsOf(advanced))].join(', ')
    return joined(columns, advanced.type, advanced.conditions.map(advancedPart))
  }

  const columnParts = (models: FilterModel): Part => {
    const parts = Object.entries(models).map(([name, each]) => columnPart(name, each))
    return joined(Object.keys(models).join(', '), 'AND', parts)
  }

  if (!model) return { filter: {}, problems }
  const part = isAdvanced(model) ? advancedPart(model) : columnParts(model)
  return { filter: part ?? {}, problems }
}

/** A model by columns has objects only; `filterType` of an advanced one is a text. */
const isAdvanced = (model: FilterModel | AdvancedFilterModel): model is AdvancedFilterModel =>
  typeof model['filterType' as keyof typeof model] === 'string'

const columnsOf = (model: AdvancedFilterModel): readonly string[] =>
  model.filterType === 'join'
    ? model.conditions.flatMap(columnsOf)
    : [(model as ColumnAdvancedFilterModel).colId]

const typeOf = ({ type, filterType }: ColumnModel): string => type ?? filterType ?? 'filter'

const unsupported = (name: string, operator: string, column: GridColumn | undefined): Problem => {
  const operations = [...(column?.filters.keys() ?? [])].join(', ')
  const accepted =
    operations === '' ? 'It cannot be filtered' : `The resource filters it with ${operations}`
  return {
    ...{ column: name, operator },
    message: `Column '${name}' has no filter for '${operator}'. ${accepted}.`,
  }
}

/** The criteria of one condition; undefined if the resource has no filter for it. */
export const conditionPart = (
  column: GridColumn,
  condition: ColumnModel,
  { hasExpressions }: Pick<GridModel, 'hasExpressions'>,
): Part => {
  const { filter, filterTo, dateFrom, dateTo, values } = condition
  const type = typeOf(condition)
  const key = contextOf(column.key, hasExpressions)
  if (values) return (type === 'isNoneOf' ? noneOf : anyOf)(key, values)
  if (type.startsWith(choicePrefix)) return anyOf(key, [type.slice(choicePrefix.length)])
  const build = conditions[type]
  const operands = [dateFrom ?? filter, dateTo ?? filterTo] as const
  const part = build?.(contextOf(column, hasExpressions), ...operands)
  // The label of a record is blank where there is no record.
  return part ?? (isPresence(type) ? build?.(key, ...operands) : undefined)
}

const isPresence = (type: string): boolean => type === 'blank' || type === 'notBlank'

interface Context extends ReturnType<typeof combine> {
  readonly field: Field
  readonly isText: boolean
  /** A criterion with this operation; undefined if the column has no such filter. */
  is(operation: string, operand: unknown): Part
  isBetween(from: unknown, to: unknown): Part
}

const contextOf = ({ field, filters }: FilteredField, hasExpressions: boolean): Context => {
  const is = (operation: string, operand: unknown): Part => {
    const filter = filters.get(operation)
    return filter && { [filter.name]: operandOf(field, operation, operand) }
  }
  return {
    ...combine(hasExpressions),
    field,
    isText: field.type === 'text',
    is,
    isBetween: (from, to) => is('BETWEEN', [from ?? null, to ?? null]),
  }
}

/**
 * Conditions by their type. AG Grid keeps blank cells for `notEqual` and `notContains` of texts,
 * and leaves them out for other values.
 */
const conditions: Readonly<Record<string, (context: Context, from: unknown, to: unknown) => Part>> =
  {
    contains: ({ is }, text) => is('LIKE', text),
    notContains: ({ is, not }, text) => firstOf(not(is('LIKE', text)), is('NOT_LIKE', text)),
    startsWith: ({ is }, text) => is('STARTS_WITH', text),
    endsWith: ({ is }, text) => is('ENDS_WITH', text),
    equals: (context, value) => equals(context, value),
    notEqual: (context, value) => notEqual(context, value),
    lessThan: (context, value) => less(context, value),
    lessThanOrEqual: ({ is, isBetween }, value) =>
      firstOf(is('LESS_OR_EQUAL', value), isBetween(null, value)),
    greaterThan: (context, value) => greater(context, value),
    greaterThanOrEqual: ({ is, isBetween }, value) =>
      firstOf(is('GREATER_OR_EQUAL', value), isBetween(value, null)),
    // The columns say that the bounds are included.
    inRange: ({ is, isBetween, and }, from, to) =>
      firstOf(isBetween(from, to), and([is('GREATER_OR_EQUAL', from), is('LESS_OR_EQUAL', to)])),
    blank: (context) => blankPart(context),
    notBlank: ({ is, not }) => firstOf(is('IS_NOT_NULL', true), not(is('IS_NULL', true))),
    true: (context) => equals(context, true),
    false: (context) => equals(context, false),
  }

const equals = (context: Context, value: unknown): Part => {
  const { is, isBetween } = context
  return firstOf(
    typeof value === 'boolean' ? booleanPart(context, value) : undefined,
    is('EQUAL', value),
    is('IN', [value]),
    is('ON_DATE', value),
    isBetween(value, value),
  )
}

const booleanPart = ({ is, not, field }: Context, value: boolean): Part => {
  const [operation, opposite] = value ? ['IS_TRUE', 'IS_FALSE'] : ['IS_FALSE', 'IS_TRUE']
  return firstOf(is(operation, true), field.nullable ? undefined : not(is(opposite, true)))
}

const notEqual = (context: Context, value: unknown): Part => {
  const { is, not, or, field, isText } = context
  const others = not(equals(context, value))
  return firstOf(
    isText || !field.nullable ? others : undefined,
    is('NOT_EQUAL', value),
    is('NOT_IN', [value]),
    is('NOT_BETWEEN', [value, value]),
    or([less(context, value), greater(context, value)]),
  )
}

const less = ({ is, isBetween, and, not }: Context, value: unknown): Part =>
  firstOf(
    is('LESS_THAN', value),
    is('BETWEEN_EXCLUSIVE', [null, value]),
    and([isBetween(null, value), not(isBetween(value, null))]),
  )

const greater = ({ is, isBetween, and, not }: Context, value: unknown): Part =>
  firstOf(
    is('GREATER_THAN', value),
    is('BETWEEN_EXCLUSIVE', [value, null]),
    and([isBetween(value, null), not(isBetween(null, value))]),
  )

const blankPart = ({ is, not }: Context): Part =>
  firstOf(is('IS_NULL', true), not(is('IS_NOT_NULL', true)))

/** @param values keys of a set filter; null is that of blank cells */
const anyOf = (context: Context, values: readonly (string | null)[]): Part => {
  const { is, or } = context
  const chosen = values.filter((value) => value !== null)
  const parts = [
    ...(chosen.length === 0
      ? []
      : [firstOf(is('IN', chosen), or(chosen.map((value) => equalsKey(context, value))))]),
    ...(chosen.length < values.length ? [blankPart(context)] : []),
  ]
  return or(parts)
}

const noneOf = (context: Context, values: readonly (string | null)[]): Part => {
  const { is, not, field } = context
  const isExact = !field.nullable && !values.includes(null) && values.length > 0
  return firstOf(not(anyOf(context, values)), isExact ? is('NOT_IN', values) : undefined)
}

const equalsKey = (context: Context, key: string): Part =>
  equals(context, context.field.type === 'boolean' ? key === 'true' : key)

/** The operand in the form that the filter field accepts. */
const operandOf = (field: Field, operation: string, operand: unknown): unknown => {
  if (Array.isArray(operand)) return operand.map((each) => operandOf(field, operation, each))
  if (typeof operand !== 'string') return operand
  return operandsOfTypes[field.type]?.(operand, field, operation) ?? operand
}

const operandsOfTypes: Readonly<
  Record<string, (text: string, field: Field, operation: string) => unknown>
> = {
  // Large numbers are texts where JavaScript would round them.
  number: (text, field) => (typesOf(field).includes('string') ? text : Number(text)),
  boolean: (text) => text === 'true',
  // AG Grid sends `2026-06-30 00:00:00` for a date. A day as the bound of a range of instants
  // means the whole day; other operations compare with its start.
  date: (text, { schema }, operation) => {
    const [day = '', time = '00:00:00'] = text.split(/[ T]/)
    if (schema['format'] === 'date' || operation === 'ON_DATE') return day
    return operation.includes('BETWEEN') && time === '00:00:00' ? day : `${day}T${time}`
  },
}
