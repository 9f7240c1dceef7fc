/**
 * Translates filters of Refine into a filter of the service. What the contract cannot express is an
 * error that says what it can.
 */
import type { CrudFilter, LogicalFilter } from '@refinedev/core'
import type { Field } from 'corollary/client'
import type { Members } from '../../shared/src/records.js'
import { unsupported } from './http-error.js'

type Operator = LogicalFilter['operator']

/** A filter operation that has the meaning of an operator, for values that it fits. */
interface Translation {
  readonly operation: string
  readonly operand: (value: unknown) => unknown
  readonly fits?: (value: unknown) => boolean
}

const to = (
  operation: string,
  operand: Translation['operand'] = (value) => value,
  fits?: Translation['fits'],
): Translation => ({ operation, operand, ...(fits && { fits }) })
const single = (value: unknown) => [value]
const always = () => true

const equal: readonly Translation[] = [
  ...[to('EQUAL'), to('IN', single), to('ON_DATE')],
  ...[to('IS_TRUE', always, (value) => String(value) === 'true')],
  ...[to('IS_FALSE', always, (value) => String(value) === 'false')],
  to('BETWEEN', (value) => [value, value]),
]
const isNull = [to('IS_NULL', always)]
const isNotNull = [to('IS_NOT_NULL', always)]
const none: readonly Translation[] = []

/** The operations that express an operator, the best first. */
const translations: Readonly<Record<Operator, readonly Translation[]>> = {
  eq: equal,
  eqs: equal,
  ne: [to('NOT_EQUAL'), to('NOT_IN', single)],
  nes: [to('NOT_EQUAL'), to('NOT_IN', single)],
  lt: [to('LESS_THAN'), to('BETWEEN_EXCLUSIVE', (value) => [null, value])],
  gt: [to('GREATER_THAN'), to('BETWEEN_EXCLUSIVE', (value) => [value, null])],
  lte: [to('LESS_OR_EQUAL'), to('BETWEEN', (value) => [null, value])],
  gte: [to('GREATER_OR_EQUAL'), to('BETWEEN', (value) => [value, null])],
  in: [to('IN')],
  nin: [to('NOT_IN')],
  ina: none,
  nina: none,
  contains: [to('LIKE')],
  ncontains: [to('NOT_LIKE')],
  containss: none,
  ncontainss: none,
  between: [to('BETWEEN')],
  nbetween: [to('NOT_BETWEEN'), to('OUTSIDE_RANGE')],
  null: isNull,
  nnull: isNotNull,
  startswith: [to('STARTS_WITH')],
  nstartswith: none,
  startswiths: none,
  nstartswiths: none,
  endswith: [to('ENDS_WITH')],
  nendswith: none,
  endswiths: none,
  nendswiths: none,
}

/** Operators that match what another does not: with expressions, the filter can negate it. */
const opposites: Readonly<Partial<Record<Operator, Operator>>> = {
  ...{ ne: 'eq', nes: 'eqs', nin: 'in', nbetween: 'between', ncontains: 'contains' },
  ...{ nstartswith: 'startswith', nendswith: 'endswith', nnull: 'null', null: 'nnull' },
}

export interface FilterContract {
  readonly resource: string
  readonly fields: readonly Field[]
}

/** @throws RefineError */
export const filterOf = (filters: readonly CrudFilter[], contract: FilterContract): Members =>
  joined(
    filters.flatMap((filter) => partsOf(filter, contract)),
    contract,
  )

const partsOf = (filter: CrudFilter, contract: FilterContract): readonly Members[] => {
  if (filter.operator === 'and') return filter.value.flatMap((part) => partsOf(part, contract))
  if (filter.operator === 'or') {
    const alternatives = filter.value.map((part) => joined(partsOf(part, contract), contract))
    if (alternatives.length < 2) return alternatives
    if (!hasExpressions(contract)) throw withoutExpressions("the operator 'or'", contract)
    return [{ $or: alternatives }]
  }
  const criterion = filter as LogicalFilter
  return isBlank(criterion) ? [] : [criterionOf(criterion, contract)]
}

/** As in Refine, a filter without a value has no effect. */
const isBlank = ({ operator, value }: LogicalFilter): boolean =>
  value === undefined || (value === null && operator !== 'null' && operator !== 'nnull')

/** Whether the contract has `expressions: true`. */
const hasExpressions = ({ fields }: FilterContract): boolean =>
  fields.some(({ name }) => name === '$or')

const criterionOf = (filter: LogicalFilter, contract: FilterContract): Members => {
  const { field, value } = filter
  const operator = operatorOf(filter)
  const [name, ...rest] = field.split('.')
  const group = contract.fields.find((each) => each.name === name && each.items)
  if (group && rest.length > 0) {
    const within = { resource: `${contract.resource} ${group.name}`, fields: group.items ?? [] }
    return { [group.name]: criterionOf({ field: rest.join('.'), operator, value }, within) }
  }
  const candidates = contract.fields.filter(
    (each) => each.name === field || each.filterTarget === field,
  )
  const direct = translated(candidates, operator, value)
  if (direct) return direct
  // A field of the filter itself takes its operand as it is.
  const named = candidates.find((each) => each.name === field)
  if (named && operator === 'eq') return { [named.name]: typed(value, named) }
  const opposite = opposites[operator]
  const negated = opposite && translated(candidates, opposite, value)
  if (negated && hasExpressions(contract)) return { $not: negated }
  throw unsupported(
    `'${contract.resource}' has no filter for '${field}' with the operator '${operator}'. ${
      candidates.length > 0
        ? `Filters for '${field}': ${candidates.map(described).join(', ')}.`
        : `Filters: ${contract.fields
            .filter(({ name }) => isCriterion(name))
            .map(described)
            .join(', ')}.`
    }`,
  )
}

/** `null` of false means not null. */
const operatorOf = ({ operator, value }: LogicalFilter): Operator => {
  if (String(value) !== 'false') return operator
  return operator === 'null' ? 'nnull' : operator === 'nnull' ? 'null' : operator
}

const translated = (
  candidates: readonly Field[],
  operator: Operator,
  value: unknown,
): Members | undefined => {
  for (const { operation, operand, fits = always } of translations[operator]) {
    const found = candidates.find(({ filterOperation }) => filterOperation === operation)
    if (found && fits(value)) return { [found.name]: typed(operand(value), found) }
  }
  return undefined
}

/** Values that the address of a page has kept are texts, and missing bounds are empty ones. */
const typed = (operand: unknown, field: Field): unknown => {
  if (Array.isArray(operand)) {
    const isRange = /BETWEEN|RANGE/.test(field.filterOperation ?? '')
    return operand.map((item) => (isRange && item === '' ? null : typed(item, field)))
  }
  const types = jsonTypes(field)
  if (typeof operand !== 'string' || types.includes('string')) return operand
  if (types.includes('boolean') && /^(true|false)$/.test(operand)) return operand === 'true'
  const isNumeric = types.includes('integer') || types.includes('number')
  return isNumeric && /^-?\d+(\.\d+)?$/.test(operand) ? Number(operand) : operand
}

/** The JSON types of a value, or of those in a list. */
const jsonTypes = ({ schema }: Field): readonly unknown[] => {
  const { type, items } = schema as { type?: unknown; items?: { type?: unknown } }
  return [type, items?.type].flat()
}

const isCriterion = (name: string): boolean => !name.startsWith('$')
const described = ({ name, filterOperation, match }: Field): string =>
  `${name} (${filterOperation ?? match ?? 'group'})`

/** All parts must match. Two bounds of one range become a range; groups are joined by member. */
const joined = (parts: readonly Members[], contract: FilterContract): Members => {
  const { fields } = contract
  const filter: Record<string, unknown> = {}
  const others: Members[] = []
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (!(name in filter)) filter[name] = value
    else {
      // Expressions do not join: two that must not match are not one whose parts must not match.
      const both = isCriterion(name)
        ? bothOf(filter[name], value, fieldOf(fields, name))
        : undefined
      if (both === undefined) others.push({ [name]: value })
      else filter[name] = both
    }
  }
  if (others.length === 0) return filter
  if (!hasExpressions(contract)) {
    throw withoutExpressions(`two filters for '${Object.keys(others[0]!)[0]}'`, contract)
  }
  return { ...filter, $and: others }
}

const bothOf = (first: unknown, second: unknown, field: Field | undefined): unknown => {
  // A range that excludes its values is not the rest of two ranges.
  const isRange = field?.filterOperation?.startsWith('BETWEEN') === true
  if (isRange && isOpen(first) && isOpen(second)) {
    const isSameSide = (first[0] === null) === (second[0] === null)
    return isSameSide ? undefined : [first[0] ?? second[0], first[1] ?? second[1]]
  }
  if (!isGroup(first) || !isGroup(second)) return undefined
  const group: Record<string, unknown> = { ...first }
  for (const [name, value] of Object.entries(second)) {
    const member = fieldOf(field?.items ?? [], name)
    group[name] = name in group ? bothOf(group[name], value, member) : value
    if (group[name] === undefined) return undefined
  }
  return group
}

const fieldOf = (fields: readonly Field[], name: string): Field | undefined =>
  fields.find((field) => field.name === name)

const isGroup = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** A range with one bound. */
const isOpen = (value: unknown): value is readonly [unknown, unknown] =>
  Array.isArray(value) && value.length === 2 && (value[0] === null) !== (value[1] === null)

const withoutExpressions = (what: string, { resource }: FilterContract) =>
  unsupported(`'${resource}' does not support ${what}: its contract has no 'expressions: true'.`)
