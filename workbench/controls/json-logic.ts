/**
 * Evaluates JSON Logic rules over the values of a form. Rules come from a contract: they read own
 * members of the values only, and run nothing.
 */
import { isMissing } from '../fields/blank.js'
import { compareDecimals } from './numbers.js'

class UnknownRule extends Error {}

/** Maximum depth of a rule. Deeper ones are refused. */
const maxDepth = 50

interface Scope {
  readonly data: unknown
  readonly depth: number
}

type Operator = (args: readonly unknown[], scope: Scope) => unknown

/** Returns true if a rule holds, and `fallback` for rules with unknown operators. */
export const holds = (rule: unknown, data: unknown, fallback: boolean): boolean => {
  try {
    return isTruthy(evaluate(rule, { data, depth: 0 }))
  } catch (error) {
    if (error instanceof UnknownRule) return fallback
    throw error
  }
}

const evaluate = (rule: unknown, { data, depth }: Scope): unknown => {
  if (depth > maxDepth) throw new UnknownRule('too deep')
  const scope = { data, depth: depth + 1 }
  if (Array.isArray(rule)) return rule.map((each) => evaluate(each, scope))
  if (typeof rule !== 'object' || rule === null) return rule
  const entries = Object.entries(rule)
  if (entries.length !== 1) throw new UnknownRule('not one operator')
  const [name, args] = entries[0]!
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined
  if (!operator) throw new UnknownRule(name)
  return operator(Array.isArray(args) ? args : [args], scope)
}

/** Returns false for an empty list, unlike JavaScript. */
const isTruthy = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : Boolean(value)

const readPath = (path: unknown, data: unknown): unknown => {
  if (isMissing(path)) return data
  let value = data
  for (const name of String(path).split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}

/** Returns the decimal of a number or of a text; undefined for other values. */
const decimalOf = (value: unknown): number | string | undefined => {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? value : undefined
}

const looselyEqual = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (a === null || a === undefined || b === null || b === undefined) {
    return (a ?? null) === (b ?? null)
  }
  // Two texts compare as texts: the code "01" is not "1".
  if (typeof a === 'string' && typeof b === 'string') return false
  const [x, y] = [decimalOf(a), decimalOf(b)]
  return x !== undefined && y !== undefined && compareDecimals(x, y) === 0
}

/** Returns a negative number, 0 or a positive number; undefined for values without an order. */
const compare = (a: unknown, b: unknown): number | undefined => {
  const [x, y] = [decimalOf(a), decimalOf(b)]
  if (x !== undefined && y !== undefined) return compareDecimals(x, y)
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  return undefined
}

const strict =
  (apply: (...values: unknown[]) => unknown): Operator =>
  (args, scope) =>
    apply(...args.map((arg) => evaluate(arg, scope)))

/** Compares neighbors: `{ '<': [1, x, 5] }` means 1 < x < 5. */
const ordered = (accepts: (order: number) => boolean): Operator =>
  strict((...values) =>
    values.slice(1).every((value, index) => {
      const order = compare(values[index], value)
      return order !== undefined && accepts(order)
    }),
  )

const arithmetic = (apply: (numbers: readonly number[]) => number): Operator =>
  strict((...values) => apply(values.map(Number)))

const missingOf = (names: readonly unknown[], data: unknown): readonly unknown[] =>
  names.filter((name) => isMissing(readPath(name, data)))

/** Applies a rule to each item of a list. The item is the data of the rule. */
const quantified =
  (test: (items: readonly unknown[], holdsFor: (item: unknown) => boolean) => boolean): Operator =>
  ([list, rule], scope) => {
    const items = evaluate(list, scope)
    if (!Array.isArray(items)) return false
    return test(items, (data) => isTruthy(evaluate(rule, { data, depth: scope.depth })))
  }

const operators: Readonly<Record<string, Operator>> = {
  var: ([path, ...fallback], scope) =>
    readPath(evaluate(path, scope), scope.data) ?? evaluate(fallback[0] ?? null, scope),
  missing: (args, scope) =>
    missingOf(args.flatMap((arg) => evaluate(arg, scope)) as unknown[], scope.data),
  missing_some: (args, scope) => {
    const [needed, names] = args.map((arg) => evaluate(arg, scope))
    const all = Array.isArray(names) ? names : []
    const missing = missingOf(all, scope.data)
    return all.length - missing.length >= Number(needed) ? [] : missing
  },
  '==': strict((a, b) => looselyEqual(a, b)),
  '===': strict((a, b) => (a ?? null) === (b ?? null)),
  '!=': strict((a, b) => !looselyEqual(a, b)),
  '!==': strict((a, b) => (a ?? null) !== (b ?? null)),
  '!': strict((value) => !isTruthy(value)),
  '!!': strict(isTruthy),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  and: (args, scope) => {
    let value: unknown = true
    for (const arg of args) {
      value = evaluate(arg, scope)
      if (!isTruthy(value)) return value
    }
    return value
  },
  or: (args, scope) => {
    let value: unknown = false
    for (const arg of args) {
      value = evaluate(arg, scope)
      if (isTruthy(value)) return value
    }
    return value
  },
  if: (args, scope) => {
    for (let index = 0; index + 1 < args.length; index += 2) {
      if (isTruthy(evaluate(args[index], scope))) return evaluate(args[index + 1], scope)
    }
    return args.length % 2 === 1 ? evaluate(args.at(-1), scope) : null
  },
  in: strict((value, place) =>
    Array.isArray(place)
      ? place.some((each) => looselyEqual(each, value))
      : typeof place === 'string' && !isMissing(value) && place.includes(String(value)),
  ),
  some: quantified((items, holdsFor) => items.some(holdsFor)),
  all: quantified((items, holdsFor) => items.length > 0 && items.every(holdsFor)),
  none: quantified((items, holdsFor) => !items.some(holdsFor)),
  '+': arithmetic((numbers) => numbers.reduce((sum, each) => sum + each, 0)),
  '-': arithmetic(([a = 0, b]) => (b === undefined ? -a : a - b)),
  '*': arithmetic((numbers) => numbers.reduce((product, each) => product * each, 1)),
  '/': arithmetic(([a = 0, b = 1]) => a / b),
  '%': arithmetic(([a = 0, b = 1]) => a % b),
  min: arithmetic((numbers) => Math.min(...numbers)),
  max: arithmetic((numbers) => Math.max(...numbers)),
  cat: strict((...values) => values.map((value) => value ?? '').join('')),
}
