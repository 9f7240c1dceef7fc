/** Compares the types and the listed values of two schemas as sets. */

import type { Effect, Verdict } from './compare-changes.js'
import { asList, isAnnotation, type Resolve } from './compare-json.js'
import { canonicalJson, type JsonObject } from './json.js'

const allTypes = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

const typeOfValue = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** The values that a schema lists; `const` is a list of one. */
const valuesOf = (schema: JsonObject): readonly unknown[] | undefined => {
  if (Object.hasOwn(schema, 'const')) return [schema['const']]
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined
}

const declaredTypes = (schema: JsonObject): readonly string[] => {
  const { type } = schema
  if (type !== undefined) return (Array.isArray(type) ? type : [type]).map(String)
  return valuesOf(schema)?.map(typeOfValue) ?? allTypes
}

/** A number may be an integer. */
const typesOf = (schema: JsonObject): ReadonlySet<string> => {
  const types = new Set(declaredTypes(schema))
  return types.has('number') ? types.add('integer') : types
}

const printTypes = (types: ReadonlySet<string>): string => {
  if (types.size === allTypes.length) return 'any type'
  const names = [...types].filter((type) => type !== 'integer' || !types.has('number'))
  return names.toSorted((a, b) => Number(a === 'null') - Number(b === 'null')).join(' or ')
}

const effectOf = (before: ReadonlySet<string>, after: ReadonlySet<string>): Effect | undefined => {
  const isWider = [...after].some((type) => !before.has(type))
  const isNarrower = [...before].some((type) => !after.has(type))
  if (isWider && isNarrower) return 'changed'
  if (isWider) return 'widened'
  return isNarrower ? 'narrowed' : undefined
}

export const compareTypes = (before: JsonObject, after: JsonObject): Verdict | undefined => {
  const [was, is] = [typesOf(before), typesOf(after)]
  const effect = effectOf(was, is)
  return effect && { effect, message: `The type was ${printTypes(was)}, now ${printTypes(is)}.` }
}

export const compareValues = (before: JsonObject, after: JsonObject): readonly Verdict[] => {
  const [listed, listedNow] = [valuesOf(before), valuesOf(after)]
  if (!listed && !listedNow) return []
  const was = new Set(asList(listed).map((each) => canonicalJson(each)))
  const is = new Set(asList(listedNow).map((each) => canonicalJson(each)))
  if (!listed) return [{ effect: 'narrowed', message: `Only ${printAll(is)} remain.` }]
  if (!listedNow) return [{ effect: 'widened', message: `No longer only ${printAll(was)}.` }]
  const gone = new Set([...was].filter((value) => !is.has(value)))
  const added = new Set([...is].filter((value) => !was.has(value)))
  if (gone.size > 0 && gone.size === was.size) {
    return [{ effect: 'changed', message: `It was ${printAll(was)}, now it is ${printAll(is)}.` }]
  }
  return [
    ...(gone.size > 0
      ? [verdict('narrowed', `No longer one of the values: ${printAll(gone)}.`)]
      : []),
    ...(added.size > 0 ? [verdict('widened', `New among the values: ${printAll(added)}.`)] : []),
  ]
}

const verdict = (effect: Effect, message: string): Verdict => ({ effect, message })

const printAll = (values: ReadonlySet<string>): string => [...values].sort().join(', ')

/** Unwraps `anyOf` of a schema and null, as references are made nullable, to a list of types. */
export const unwrapNullable = (schema: JsonObject, resolve: Resolve): JsonObject => {
  const keywords = Object.keys(schema).filter((name) => !isAnnotation(name))
  const [keyword = ''] = keywords
  if (keywords.length !== 1 || !['anyOf', 'oneOf'].includes(keyword)) return schema
  const choices = asList(schema[keyword]).map(resolve)
  const [choice, ...others] = choices.filter(({ type }) => type !== 'null')
  if (!choice || others.length > 0 || choices.length !== 2 || !hasTypes(choice)) return schema
  const values = valuesOf(choice)
  const { const: _, ...rest } = choice
  return {
    ...rest,
    ...schema,
    [keyword]: undefined,
    type: [...new Set([...declaredTypes(choice), 'null'])],
    ...(values ? { enum: [...values, null] } : {}),
  }
}

const hasTypes = (schema: JsonObject): boolean =>
  schema['type'] !== undefined || valuesOf(schema) !== undefined
