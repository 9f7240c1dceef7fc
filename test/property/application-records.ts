/** The records of a random contract as a plain evaluation in memory keeps them. */
import type { RuleCondition } from '../../src/contract/rules.js'
import type { Json } from '../http/use-people.js'
import {
  type AggregateOf,
  type Application,
  isFlag,
  type NamedRule,
  products,
} from './applications.js'
import { isBroken, type RuleValue } from './rule-conditions.js'

export interface Parcel {
  readonly id: number | undefined
  readonly weight: number
}
export interface Line {
  readonly id: number | undefined
  /** Its number, from 1. */
  readonly product: number
  readonly quantity: number
  readonly price: number
  readonly grade: string | null
  readonly parcels: readonly Parcel[]
}
export interface Note {
  readonly id: number | undefined
  readonly score: number
}
export interface Order {
  readonly id: number
  readonly number: string
  readonly status: string
  readonly discount: number
  readonly limit: number | null
  readonly version: number
  readonly isDeleted: boolean
  readonly lines: readonly Line[]
  readonly notes: readonly Note[]
}
export interface State {
  readonly orders: ReadonlyMap<number, Order>
  /** Numbers of products that are deleted. */
  readonly deletedProducts: ReadonlySet<number>
}

export const emptyState: State = { orders: new Map(), deletedProducts: new Set() }

// ---------- computed fields

type Row = Readonly<Record<string, RuleValue>>

const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0)

const rowOf = (line: Line, { deletedProducts }: State, { showsDeleted }: Application): Row => {
  const isHidden = deletedProducts.has(line.product) && !showsDeleted
  const product = isHidden ? undefined : products[line.product - 1]
  const weights = line.parcels.map(({ weight }) => weight)
  return {
    quantity: line.quantity,
    price: line.price,
    grade: line.grade,
    total: line.quantity * line.price,
    load: sumOf(weights),
    heaviest: weights.length === 0 ? null : Math.max(...weights),
    'product.name': product?.name ?? null,
    'product.weight': product?.weight ?? null,
  }
}

const matches = (row: Row, criteria: AggregateOf['criteria']): boolean =>
  Object.entries(criteria).every(([path, wanted]) =>
    Array.isArray(wanted) ? wanted.includes(row[path]) : row[path] === wanted,
  )

const aggregate = (each: AggregateOf, rows: readonly Row[]): RuleValue => {
  const chosen = rows.filter((row) => matches(row, each.criteria))
  if (each.function === 'count') return chosen.length
  if (each.function === 'exists') return chosen.length > 0
  const values = chosen.flatMap((row) => (row[each.path] as number | null) ?? [])
  if (each.function === 'sum') return sumOf(values)
  if (values.length === 0) return null
  return each.function === 'min' ? Math.min(...values) : Math.max(...values)
}

/** The values of an order by name, with the computed ones. */
export const valuesOf = (order: Order, state: State, random: Application): Row => {
  const { aggregates, expressions } = random
  const rows = {
    lines: order.lines.map((line) => rowOf(line, state, random)),
    notes: order.notes.map(({ score }): Row => ({ score })),
  }
  const { status, discount, limit } = order
  const values: Record<string, RuleValue> = { status, discount, limit }
  for (const [name, each] of Object.entries(aggregates)) {
    values[name] = aggregate(each, rows[each.list])
  }
  for (const [name, { left, operator, right }] of Object.entries(expressions)) {
    const [a, b] = [left, right].map((path) => (values[path] as number | null) ?? 0) as [
      number,
      number,
    ]
    values[name] = operator === '+' ? a + b : a - b
  }
  return values
}

// ---------- responses

export const shownOrder = (order: Order, state: State, random: Application): Json => {
  const { id, number, version } = order
  const { hasPositions, hasParcels, hasNotes } = random
  const values = valuesOf(order, state, random)
  return {
    ...{ id, number, version, ...values },
    lines: order.lines.map((line, position) => {
      const row = rowOf(line, state, random)
      const { quantity, price, grade, total, load, heaviest } = row
      return {
        ...{ id: line.id, productId: line.product, productName: row['product.name'] },
        ...{ quantity, price, grade, total },
        ...(hasPositions ? { position } : {}),
        ...(hasParcels ? { load, heaviest } : {}),
      }
    }),
    ...(hasNotes ? { notes: order.notes } : {}),
  }
}

// ---------- rules

export interface Written {
  readonly before: Order | undefined
  readonly after: Order
}

const pathsOf = (condition: RuleCondition): readonly string[] => {
  switch (condition.is) {
    case 'not':
      return pathsOf(condition.condition)
    case 'and':
    case 'or':
      return condition.conditions.flatMap(pathsOf)
    case 'comparison': {
      const { path, operand } = condition
      return operand.is === 'path' ? [path, operand.path] : [path]
    }
    default:
      return [condition.path]
  }
}

const fieldsOf = ({ condition, when, unless = [] }: NamedRule): readonly string[] =>
  [condition, ...(when ? [when] : []), ...unless].flatMap(pathsOf)

/** Names of the rules that a write breaks. */
export const brokenBy = (
  { before, after }: Written,
  state: State,
  random: Application,
  isLead: boolean,
): readonly string[] => {
  const values = valuesOf(after, state, random)
  const previous = before && valuesOf(before, state, random)
  return random.rules.flatMap((rule) => {
    const isExcepting = rule.unlessCaller !== undefined
    if (isExcepting && isLead) return []
    const changes = !previous || fieldsOf(rule).some((path) => values[path] !== previous[path])
    return isBroken(rule, values) && (changes || !isExcepting) ? rule.name : []
  })
}

// ---------- pages and statistics

export interface PageRequest {
  readonly statuses: readonly string[] | undefined
  readonly deleted: 'exclude' | 'include' | 'only' | undefined
  /** The place of a computed field, and bounds of it. */
  readonly field: number
  readonly from: number | null
  readonly to: number | null
  readonly sort: number
  readonly isDescending: boolean
  readonly page: number
  readonly size: number
}

const compare = (a: RuleValue, b: RuleValue, isDescending: boolean): number => {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b === isDescending ? 1 : -1
}

const isChosen = (
  { isDeleted }: Order,
  choice: PageRequest['deleted'],
  { deletesOrders }: Application,
): boolean => !deletesOrders || choice === 'include' || isDeleted === (choice === 'only')

/** The request, and the orders in its page. */
export const pageOf = (request: PageRequest, state: State, random: Application) => {
  const names = [...Object.keys(random.aggregates), 'e0', 'e1']
  const filtered = names[request.field % names.length]!
  const sorted = names[request.sort % names.length]!
  const { statuses, deleted, from, to, isDescending, page, size } = request
  const isOfFlag = filtered.startsWith('a') && isFlag(random.aggregates[filtered]!)
  const [low, high] = from !== null && to !== null && from > to ? [to, from] : [from, to]
  const isBetween = (value: RuleValue): boolean => {
    if (isOfFlag) return value === true
    if (low === null && high === null) return true
    if (typeof value !== 'number') return false
    return (low === null || value >= low) && (high === null || value <= high)
  }
  const orders = [...state.orders.values()]
    .map((order) => ({ order, values: valuesOf(order, state, random) }))
    .filter(({ order }) => isChosen(order, deleted, random))
    .filter(({ order }) => !statuses || statuses.includes(order.status))
    .filter(({ values }) => isBetween(values[filtered]!))
    .sort(
      (a, b) =>
        compare(a.values[sorted]!, b.values[sorted]!, isDescending) || a.order.id - b.order.id,
    )
    .map(({ order }) => order)
  const filter = {
    ...(statuses ? { status: statuses } : {}),
    ...(isOfFlag ? { [`${filtered}True`]: true } : { [`${filtered}Between`]: [from, to] }),
    ...(random.deletesOrders && deleted ? { deleted } : {}),
  }
  return {
    filter,
    query: `size=${size}&page=${page}&sort=${sorted},${isDescending ? 'desc' : 'asc'}&sort=id`,
    total: orders.length,
    orders: orders.slice(page * size, (page + 1) * size),
  }
}

/** The number of orders of each status, and the sum of a computed field. */
export const groupsOf = (state: State, random: Application) => {
  const groups = new Map<string, { count: number; sum: number }>()
  for (const order of state.orders.values()) {
    if (!isChosen(order, undefined, random)) continue
    const { count, sum } = groups.get(order.status) ?? { count: 0, sum: 0 }
    const value = valuesOf(order, state, random)['e0'] as number
    groups.set(order.status, { count: count + 1, sum: sum + value })
  }
  return groups
}
