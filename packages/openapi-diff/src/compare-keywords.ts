/** Compares keywords of JSON Schema whose values contain no schemas. */

import type { Effect, Verdict } from './compare-changes.js'
import { isAnnotation, namesOf } from './compare-json.js'
import { canonicalJson, type JsonObject } from './json.js'

/** The effect of a changed keyword; `undefined` is an absent one. */
type Rule = (before: unknown, after: unknown) => Effect

/** A limit; `absent` is the limit of schemas without the keyword. */
const limit =
  (absent: number, direction: 1 | -1): Rule =>
  (before, after) => {
    const rise = (Number(after ?? absent) - Number(before ?? absent)) * direction
    return rise > 0 ? 'narrowed' : 'widened'
  }
const lower = limit(Number.NEGATIVE_INFINITY, 1)
const upper = limit(Number.POSITIVE_INFINITY, -1)
const lowerCount = limit(0, 1)

/** A condition whose values have no order: any other value is a change. */
const condition: Rule = (before, after) => {
  if (before === undefined) return 'narrowed'
  return after === undefined ? 'widened' : 'changed'
}

/** Every value of the first format is also one of the second. */
const widerFormats: Readonly<Record<string, string>> = { int32: 'int64', float: 'double' }

const format: Rule = (before, after) => {
  if (widerFormats[String(before)] === after) return 'widened'
  return widerFormats[String(after)] === before ? 'narrowed' : condition(before, after)
}

/** Tolerates binary fractions: 0.1 is ten times 0.01. */
const isWhole = (ratio: number): boolean => Math.abs(ratio - Math.round(ratio)) < 1e-9

const multiple: Rule = (before, after) => {
  if (typeof before !== 'number' || typeof after !== 'number') return condition(before, after)
  if (isWhole(after / before)) return 'narrowed'
  return isWhole(before / after) ? 'widened' : 'changed'
}

const rules: Readonly<Record<string, Rule>> = {
  minimum: lower,
  exclusiveMinimum: lower,
  minLength: lowerCount,
  minItems: lowerCount,
  minProperties: lowerCount,
  minContains: limit(1, 1),
  maximum: upper,
  exclusiveMaximum: upper,
  maxLength: upper,
  maxItems: upper,
  maxProperties: upper,
  maxContains: upper,
  multipleOf: multiple,
  uniqueItems: (_, after) => (after === true ? 'narrowed' : 'widened'),
  pattern: condition,
  format,
  // It changes the meaning of an absent member, not what is valid.
  default: () => 'noted',
}

/** Values that mean the same as an absent keyword. */
const absentValues: JsonObject = {
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  minContains: 1,
  uniqueItems: false,
  readOnly: false,
  writeOnly: false,
}

/** Keywords that other files compare: those that contain schemas, and sets. */
const elsewhere: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'required', 'readOnly', 'writeOnly'],
  ...['properties', 'patternProperties', 'dependentSchemas', 'prefixItems', 'items', 'contains'],
  ...['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'propertyNames'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'contentSchema'],
])

const print = (value: unknown): string => (value === undefined ? 'absent' : canonicalJson(value))

/** A keyword without a rule counts as breaking, because its meaning is unknown. */
export const compareKeywords = (before: JsonObject, after: JsonObject): readonly Verdict[] =>
  namesOf(before, after)
    .filter((keyword) => !elsewhere.has(keyword) && !isAnnotation(keyword))
    .flatMap((keyword) => {
      const [was, is] = [before[keyword], after[keyword]]
      const meaning = (value: unknown) => print(value ?? absentValues[keyword])
      if (meaning(was) === meaning(is)) return []
      const rule = Object.hasOwn(rules, keyword) ? rules[keyword] : undefined
      const message = `'${keyword}' was ${print(was)}, now it is ${print(is)}.`
      return [{ effect: rule?.(was, is) ?? 'changed', message }]
    })
