/** Compares the members of two object schemas, named and unnamed ones. */

import type { Effect } from './compare-changes.js'
import { asList, asObject, isAnnotation, memberOf, type Resolve } from './compare-json.js'
import { comparePart, type Part, type SchemaComparison } from './compare-parts.js'
import type { JsonObject } from './json.js'

/** Compares two nested schemas. */
export type Visit = (where: string, before: unknown, after: unknown) => void

const passive: ReadonlySet<string> = new Set(['readOnly', 'writeOnly', 'default'])

/** Whether every value is valid. */
export const isAny = (schema: JsonObject): boolean =>
  Object.keys(schema).every((name) => isAnnotation(name) || passive.has(name))

/** Named members; a required name without a schema is a member too. */
const membersOf = (schema: JsonObject, resolve: Resolve): ReadonlyMap<string, Part> => {
  const properties = asObject(schema['properties'])
  const required = new Set(asList(schema['required']).map(String))
  return new Map(
    [...new Set([...Object.keys(properties), ...required])].map((name) => [
      name,
      { node: resolve(memberOf(properties, name)), required: required.has(name) },
    ]),
  )
}

const unnamed: Part = { node: {}, required: false }

export const compareMembers = (
  comparison: SchemaComparison,
  visit: Visit,
  where: string,
  before: JsonObject,
  after: JsonObject,
): void => {
  const was = membersOf(before, comparison.before)
  const is = membersOf(after, comparison.after)
  for (const name of [...new Set([...was.keys(), ...is.keys()])].sort()) {
    const at = `${where}.${name}`
    const [schema, schemaNow] = [before, after].map((object) =>
      memberOf(asObject(object['properties']), name),
    )
    // Without a schema on both sides, the member is neither added nor removed; it can become
    // required.
    const absent = schema === undefined && schemaNow === undefined ? unnamed : undefined
    const [part, partNow] = [was.get(name) ?? absent, is.get(name) ?? absent]
    if (!comparePart(comparison, [at, 'member'], part, partNow)) continue
    visit(at, schema, schemaNow)
  }
}

type Openness = 'open' | 'closed' | 'typed'

/** Whether unnamed members are allowed, forbidden, or have a schema. */
const opennessOf = (schema: unknown, resolve: Resolve): Openness => {
  if (schema === false) return 'closed'
  return isAny(resolve(schema)) ? 'open' : 'typed'
}

const opennessEffects: Readonly<Record<string, readonly [Effect, string]>> = {
  'open closed': ['narrowed', 'Members that are not named are no longer allowed.'],
  'closed open': ['opened', 'Members that are not named are allowed now.'],
  'closed typed': ['opened', 'Members that are not named are allowed now.'],
  'typed closed': ['removed', 'Members that are not named were removed.'],
}

export const compareOpenness = (
  comparison: SchemaComparison,
  visit: Visit,
  where: string,
  before: JsonObject,
  after: JsonObject,
): void => {
  for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
    const [was, is] = [before[keyword], after[keyword]]
    const step = `${opennessOf(was, comparison.before)} ${opennessOf(is, comparison.after)}`
    const [effect, message] = opennessEffects[step] ?? []
    if (effect && message) comparison.report(effect, `${where}.*`, message)
    else visit(`${where}.*`, was, is)
  }
}
