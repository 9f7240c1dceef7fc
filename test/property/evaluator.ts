/**
 * The meaning of filter payloads in memory: which rows match. Written from the specification, with
 * plain loops over plain rows and without SQL.
 */
import type { Rows } from '../support/filter-tables.js'
import type { Combination, Group } from './combinations.js'
import type { Criterion } from './requests.js'
import type { DatabaseFacts, Zone } from './rows.js'

export interface World {
  readonly rows: Rows
  readonly facts: DatabaseFacts
  readonly now: Date
  readonly zone: Zone
}

type Row = Readonly<Record<string, unknown>>
export type Scalar = bigint | string | boolean

// ---------- following a path ----------

const byId = (rows: readonly { readonly id: number }[], id: unknown): Row | undefined =>
  rows.find((row) => row.id === id) as Row | undefined

const tables: Readonly<Record<string, (rows: Rows) => readonly Row[]>> = {
  region: ({ regions }) => regions as unknown as readonly Row[],
  depot: ({ depots }) => depots as unknown as readonly Row[],
}

const collections: Readonly<Record<string, (owner: Row, rows: Rows) => readonly unknown[]>> = {
  lines: (owner, { lines }) => lines.filter(({ parcel }) => parcel === owner['id']),
  depots: (owner, { depots }) => depots.filter(({ region }) => region === owner['id']),
  tags: (owner, { tags }) =>
    tags.filter(({ id }) => (owner['tags'] as readonly number[]).includes(id)),
  /**
   * A depot's parcels contain its id; a tag's parcels list it. Tags have a weight, depots a region.
   */
  parcels: (owner, { parcels }) =>
    parcels.filter(({ depot, tags }) =>
      'weight' in owner ? tags.includes(owner['id'] as number) : depot === owner['id'],
    ),
}

const ownValue = (row: Row, name: string): unknown => {
  const values = row['values'] as Row | undefined
  return values && name in values ? values[name] : row[name]
}

/**
 * The values at the end of a path. To-one segments lead to one value, which is null when a relation
 * is missing; a to-many segment leads to one for each related row; a collection at the end to its
 * size, and to no value when its owner is missing.
 */
export const valuesAt = (row: Row, path: string, rows: Rows): readonly unknown[] => {
  const [head = '', ...rest] = path.split('.')
  const collection = collections[head]
  if (collection) {
    const related = collection(row, rows) as readonly Row[]
    if (rest.length === 0) return [related.length]
    return related.flatMap((other) => valuesAt(other, rest.join('.'), rows))
  }
  if (rest.length === 0) return [ownValue(row, head)]
  const target = byId(tables[head]!(rows) as never, row[head])
  if (target) return valuesAt(target, rest.join('.'), rows)
  return rest.some((segment) => segment in collections) ? [] : [null]
}

// ---------- values that can be compared ----------

const decimalDigits = 40

const decimal = (wire: unknown): bigint => {
  const text = String(wire)
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const digits = BigInt(whole + fraction.padEnd(decimalDigits, '0'))
  return text.startsWith('-') ? -digits : digits
}

const instant = (wire: unknown, { facts, zone }: World): bigint => {
  const text = String(wire)
  const local = facts.localTime.get(`${zone} ${text}`)
  if (local !== undefined) return local
  const [, seconds, fraction = '', offset] = /^(.{19})(?:\.(\d+))?(.*)$/.exec(text)!
  return BigInt(Date.parse(`${seconds}${offset}`)) * 1000n + BigInt(fraction.padEnd(6, '0'))
}

/** With seconds and six fractional digits, so that text order is time order. */
const wholeTime = (text: string): string => {
  const [whole = '', fraction = ''] = text.split('.')
  const seconds = /:\d\d:\d\d$/.test(whole) ? whole : `${whole}:00`
  return `${seconds}.${fraction.padEnd(6, '0')}`
}

const dayMicros = 86_400_000_000n
/** PostgreSQL compares a month as 30 days. */
const dateUnits = { Y: 360n * dayMicros, M: 30n * dayMicros, W: 7n * dayMicros, D: dayMicros }
const timeUnits = { H: dayMicros / 24n, M: 60_000_000n, S: 1_000_000n }

const amounts = (text: string, units: Readonly<Record<string, bigint>>): bigint =>
  [...text.matchAll(/([-\d.]+)([A-Z])/g)]
    .map(([, amount, unit]) => (decimal(amount) * units[unit!]!) / 10n ** BigInt(decimalDigits))
    .reduce((sum, value) => sum + value, 0n)

/** Microseconds. */
const duration = (wire: unknown): bigint => {
  const text = String(wire)
  const [dates = '', times = ''] = text.slice(text.indexOf('P') + 1).split('T')
  const total = amounts(dates, dateUnits) + amounts(times, timeUnits)
  return text.startsWith('-') ? -total : total
}

const readers: Readonly<Record<string, (wire: unknown, world: World) => Scalar>> = {
  integer: (wire) => BigInt(wire as number),
  version: (wire) => BigInt(wire as number),
  reference: (wire) => BigInt(wire as number),
  collection: (wire) => BigInt(wire as number),
  bigint: (wire) => BigInt(wire as string),
  decimal,
  float: decimal,
  localDateTime: (wire) => wholeTime(String(wire).replace(' ', 'T')),
  time: (wire) => wholeTime(String(wire)),
  duration,
  boolean: (wire) => String(wire) === 'true',
  date: (wire) => String(wire).slice(0, 10),
  instant,
  uuid: (wire) => String(wire).toLowerCase(),
  enum: String,
  numberEnum: String,
  text: String,
  json: (wire) => JSON.stringify(wire),
}

export const scalar = (kind: string, wire: unknown, world: World): Scalar =>
  readers[kind]!(wire, world)

// ---------- ranges ----------

/** The interval of a bound: one value, or all instants of a day. */
interface Stretch {
  readonly first: Scalar
  readonly last: Scalar
}

const single = (value: Scalar): Stretch => ({ first: value, last: value })

const isDay = (wire: unknown): wire is string => /^\d{4}-\d\d-\d\d$/.test(String(wire))

const nextDay = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

const wholeDay = (day: string, world: World): Stretch => ({
  first: instant(`${day}T00:00`, world),
  last: instant(`${nextDay(day)}T00:00`, world) - 1n,
})

const localDay = (day: string): Stretch => ({
  first: wholeTime(`${day}T00:00`),
  last: wholeTime(`${day}T23:59:59.999999`),
})

const stretch = (kind: string, wire: unknown, world: World): Stretch | undefined => {
  if (wire === null || wire === undefined) return undefined
  if (kind === 'instant' && isDay(wire)) return wholeDay(wire, world)
  if (kind === 'localDateTime' && isDay(wire)) return localDay(wire)
  return single(scalar(kind, wire, world))
}

const lowerNames = ['from', 'fromdate', 'start', 'startdate', 'min', 'minprice', 'lower', 'gte']
const upperNames = ['to', 'todate', 'end', 'enddate', 'max', 'maxprice', 'upper', 'lte']

const boundsOf = (operand: unknown): readonly [unknown, unknown] => {
  if (Array.isArray(operand)) return [operand[0], operand[1]]
  const named = Object.entries(operand as object)
  const find = (names: readonly string[]) =>
    named.find(([name]) => names.includes(name.toLowerCase()))?.[1]
  return [find(lowerNames), find(upperNames)]
}

const rangeOf = (kind: string, operand: unknown, world: World) => {
  const [from, to] = boundsOf(operand).map((wire) => stretch(kind, wire, world))
  return from && to && from.first > to.last ? { from: to, to: from } : { from, to }
}

type RangeRule = (
  x: Scalar,
  range: { readonly from: Stretch | undefined; readonly to: Stretch | undefined },
) => boolean

const isBetween: RangeRule = (x, { from, to }) =>
  (!from || x >= from.first) && (!to || x <= to.last)

const overRange =
  (rule: RangeRule): Rule =>
  (x, { kind, operand }, world) =>
    rule(x, rangeOf(kind, operand, world))

// ---------- operations ----------

type Rule = (x: Scalar, criterion: Criterion, world: World) => boolean

const icuPaths = new Set(['name', 'nameKept', 'depot.name', 'lines.depot.name'])

const overText =
  (rule: (text: string, part: string) => boolean): Rule =>
  (x, { path, from, operand }, { facts }) => {
    const whole = from === undefined ? path : `${from}.${path}`
    const letters = facts.lower[icuPaths.has(whole) ? 'icu' : 'default']
    const lower = (text: string) => [...text].map((letter) => letters.get(letter)!).join('')
    return rule(lower(x as string), lower(operand as string))
  }

const overValue =
  (rule: (x: Scalar, value: Scalar) => boolean): Rule =>
  (x, { kind, operand }, world) =>
    rule(x, scalar(kind, operand, world))

const isIn: Rule = (x, { kind, operand }, world) =>
  (operand as readonly unknown[]).some((item) => scalar(kind, item, world) === x)

/** What clocks in a zone show at an instant; Swedish dates are those of ISO 8601. */
const wallClock = (ms: number, zone: Zone): string => {
  const whole = new Date(ms).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')
  return `${whole.padStart(19, '0')}.${new Date(ms).toISOString().slice(20, 23)}`
}

const fromNow =
  (lower: -1 | 0, upper: 0 | 1): Rule =>
  (x, { kind, operand }, { now, zone }) => {
    const at = (sign: number) => now.getTime() + sign * Number(operand) * 86_400_000
    if (kind === 'date') {
      const dateAt = (sign: number) => new Date(at(sign)).toISOString().slice(0, 10)
      return isBetween(x, { from: single(dateAt(lower)), to: single(dateAt(upper)) })
    }
    if (kind === 'localDateTime') {
      const local = (sign: number) => single(wholeTime(wallClock(at(sign), zone)))
      return isBetween(x, { from: local(lower), to: local(upper) })
    }
    const micros = (sign: number) => single(BigInt(at(sign)) * 1000n)
    return isBetween(x, { from: micros(lower), to: micros(upper) })
  }

/** Whether a value that is not null matches. */
const rules: Readonly<Record<Criterion['operation'], Rule>> = {
  EQUAL: overValue((x, value) => x === value),
  NOT_EQUAL: overValue((x, value) => x !== value),
  LIKE: overText((text, part) => text.includes(part)),
  NOT_LIKE: overText((text, part) => !text.includes(part)),
  STARTS_WITH: overText((text, part) => text.startsWith(part)),
  ENDS_WITH: overText((text, part) => text.endsWith(part)),
  GREATER_THAN: overValue((x, value) => x > value),
  GREATER_OR_EQUAL: overValue((x, value) => x >= value),
  LESS_THAN: overValue((x, value) => x < value),
  LESS_OR_EQUAL: overValue((x, value) => x <= value),
  IN: isIn,
  NOT_IN: (x, criterion, world) => !isIn(x, criterion, world),
  BETWEEN: overRange(isBetween),
  BETWEEN_EXCLUSIVE: overRange(
    (x, { from, to }) => (!from || x > from.last) && (!to || x < to.first),
  ),
  NOT_BETWEEN: overRange((x, range) => !isBetween(x, range)),
  OUTSIDE_RANGE: overRange(
    (x, { from, to }) =>
      (from !== undefined && x < from.first) || (to !== undefined && x > to.last),
  ),
  IS_NULL: () => false,
  IS_NOT_NULL: () => true,
  IS_TRUE: (x) => x === true,
  IS_FALSE: (x) => x === false,
  ON_DATE: (x, { kind, operand }, world) => {
    if (kind === 'date') return x === operand
    const stretchOfDay =
      kind === 'localDateTime' ? localDay(operand as string) : wholeDay(operand as string, world)
    return isBetween(x, { from: stretchOfDay, to: stretchOfDay })
  },
  IN_LAST_DAYS: fromNow(-1, 0),
  IN_NEXT_DAYS: fromNow(0, 1),
  SIZE_EQ: overValue((x, value) => x === value),
  SIZE_GT: overValue((x, value) => x > value),
  SIZE_LT: overValue((x, value) => x < value),
}

/** Lists apply to the items of an array, the other operations to their number. */
const arrayMatches = (items: readonly string[], criterion: Criterion, world: World): boolean => {
  const { operation } = criterion
  if (operation === 'IN' || operation === 'NOT_IN') {
    const hasItem = items.some((item) => isIn(item, { ...criterion, kind: 'text' }, world))
    return hasItem === (operation === 'IN')
  }
  const sized: Criterion = { ...criterion, kind: 'integer' }
  return rules[operation](BigInt(items.length), sized, world)
}

/** Blank: null, "" (unless it is an exact text), an empty list, and a switch that is off. */
const doesNothing = ({ kind, operation, operand }: Criterion): boolean => {
  if (operand === null || operand === undefined) return true
  if (Array.isArray(operand) && operand.every((item) => item === null)) return true
  const isLike = ['LIKE', 'NOT_LIKE', 'STARTS_WITH', 'ENDS_WITH'].includes(operation)
  if (operand === '') return isLike || kind !== 'text'
  return (operation === 'IS_NULL' || operation === 'IS_NOT_NULL') && operand === false
}

const matches = (row: Row, criterion: Criterion, world: World): boolean => {
  if (doesNothing(criterion)) return true
  return valuesAt(row, criterion.path, world.rows).some((wire) => {
    if (wire === null) return criterion.operation === 'IS_NULL'
    if (criterion.kind === 'array') return arrayMatches(wire as readonly string[], criterion, world)
    return rules[criterion.operation](scalar(criterion.kind, wire, world), criterion, world)
  })
}

// ---------- combined filters ----------

/** The rows of a collection, directly or behind to-one relations. */
const rowsAt = (row: Row, path: string, rows: Rows): readonly Row[] => {
  const [head = '', ...rest] = path.split('.')
  const collection = collections[head]
  if (collection) return collection(row, rows) as readonly Row[]
  const target = byId(tables[head]!(rows) as never, row[head])
  return target ? rowsAt(target, rest.join('.'), rows) : []
}

const isBlank = ({ criteria, groups, $or, $and, $not }: Combination): boolean =>
  criteria.every(doesNothing) &&
  groups.every(({ filter }) => isBlank(filter)) &&
  [$or, $and].every((parts) => parts?.every(isBlank) ?? true) &&
  ($not === undefined || isBlank($not))

const meetsGroup = (row: Row, { path, match, filter }: Group, world: World): boolean => {
  if (isBlank(filter)) return true
  const found = rowsAt(row, path, world.rows).map((related) => meets(related, filter, world))
  if (match === 'every') return !found.includes(false)
  return found.includes(true) === (match === 'some')
}

const meets = (row: Row, combination: Combination, world: World): boolean => {
  const { criteria, groups, $or = [], $and = [], $not } = combination
  const alternatives = $or.filter((part) => !isBlank(part))
  return (
    criteria.every((criterion) => matches(row, criterion, world)) &&
    groups.every((group) => meetsGroup(row, group, world)) &&
    (alternatives.length === 0 || alternatives.some((part) => meets(row, part, world))) &&
    $and.every((part) => meets(row, part, world)) &&
    ($not === undefined || isBlank($not) || !meets(row, $not, world))
  )
}

/** The ids of the rows that a combined filter matches, in ascending order. */
export const idsOfCombination = (combination: Combination, world: World): readonly number[] =>
  world.rows.parcels
    .filter((row) => meets(row as unknown as Row, combination, world))
    .map(({ id }) => id)

/** The ids of the rows that satisfy all criteria, in ascending order. */
export const idsOf = (criteria: readonly Criterion[], world: World): readonly number[] =>
  world.rows.parcels
    .filter((row) =>
      criteria.every((criterion) => matches(row as unknown as Row, criterion, world)),
    )
    .map(({ id }) => id)
