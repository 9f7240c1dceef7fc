/** The keywords of JSON Schema that are compared by their values alone. */
import { canonicalJson } from '../foundation/canonical-json.js'
import type { Effect, Verdict } from './compare-changes.js'
import { isAnnotation, type JsonObject, namesOf } from './compare-json.js'

/** What became of one keyword; `undefined` is an absent one. */
type Rule = (before: unknown, after: unknown) => Effect

/** A limit by its number; an absent one lets everything pass. */
const limit =
  (absent: number, direction: 1 | -1): Rule =>
  (before, after) => {
    const rise = (Number(after ?? absent) - Number(before ?? absent)) * direction
    return rise > 0 ? 'narrowed' : 'widened'
  }
const lower = limit(Number.NEGATIVE_INFINITY, 1)
const upper = limit(Number.POSITIVE_INFINITY, -1)
const lowerCount = limit(0, 1)

/** A condition that two values do not order. */
const condition: Rule = (before, after) => {
  if (before === undefined) return 'narrowed'
  return after === undefined ? 'widened' : 'changed'
}

/** Every value of the first is one of the second. */
const widerFormats: Readonly<Record<string, string>> = { int32: 'int64', float: 'double' }

const format: Rule = (before, after) => {
  if (widerFormats[String(before)] === after) return 'widened'
  return widerFormats[String(after)] === before ? 'narrowed' : condition(before, after)
}

/** As near as binary fractions come: 0.1 is ten times 0.01. */
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
  // The form is the same, what an absent member means is not.
  default: () => 'noted',
}

/** Values of absent keywords that mean the same as absence. */
const absentValues: JsonObject = {
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  minContains: 1,
  uniqueItems: false,
  readOnly: false,
  writeOnly: false,
}

/** Keywords with schemas inside, and those that are compared as sets. */
const elsewhere: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'required', 'readOnly', 'writeOnly'],
  ...['properties', 'patternProperties', 'dependentSchemas', 'prefixItems', 'items', 'contains'],
  ...['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'propertyNames'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'contentSchema'],
])

const print = (value: unknown): string => (value === undefined ? 'absent' : canonicalJson(value))

/** A keyword that no rule knows is taken for a change that breaks: nobody can tell. */
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
