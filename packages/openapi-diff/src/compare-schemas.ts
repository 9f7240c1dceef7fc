/** Compares two schemas and all schemas within them, for requests or for responses. */

import { deprecation, type Effect } from './compare-changes.js'
import { asList, asObject, memberOf, namesOf } from './compare-json.js'
import { compareKeywords } from './compare-keywords.js'
import { compareMembers, compareOpenness, isAny, type Visit } from './compare-members.js'
import { compareVisibility, type SchemaComparison } from './compare-parts.js'
import { compareTypes, compareValues, unwrapNullable } from './compare-types.js'
import type { JsonObject } from './json.js'

interface Walk extends SchemaComparison {
  /** Pairs that were compared already, before references are resolved. */
  readonly visited: Map<unknown, Set<unknown>>
  /** Only whether there is a difference matters, not its effect. */
  readonly isInvariant: boolean
}

export const compareSchemas = (
  comparison: SchemaComparison,
  where: string,
  before: unknown,
  after: unknown,
): void => visit({ ...comparison, visited: new Map(), isInvariant: false }, where, before, after)

const visit = (walk: Walk, where: string, was: unknown, is: unknown): void => {
  if (isKnown(walk.visited, was, is)) return
  const [before, after] = unwrapped([walk.before(was), walk.after(is)], walk)
  for (const { effect, message } of deprecation(before, after)) walk.report(effect, where, message)
  compareVisibility(walk, where, before, after)
  if (isAny(before) || isAny(after)) {
    if (!isAny(after)) walk.report('narrowed', where, 'It was anything, now it has a schema.')
    if (!isAny(before)) walk.report('widened', where, 'It had a schema, now it is anything.')
    return
  }
  const types = compareTypes(before, after)
  if (types) walk.report(types.effect, where, types.message)
  // With another type, every other difference is a consequence.
  if (types?.effect === 'changed') return
  for (const compare of parts) compare(walk, where, before, after)
}

/**
 * If one of two choices cannot be unwrapped, both stay wrapped, so that alike things are compared.
 */
const unwrapped = (pair: Pair, { before, after }: Walk): Pair => {
  const schemas: Pair = [unwrapNullable(pair[0], before), unwrapNullable(pair[1], after)]
  return schemas.some(({ anyOf, oneOf }) => anyOf ?? oneOf) ? pair : schemas
}

/** A reference, or a choice that may be unwrapped to one. */
const isReference = (schema: unknown): boolean => {
  const { $ref, anyOf, oneOf } = asObject(schema)
  return ($ref ?? anyOf ?? oneOf) !== undefined
}

/**
 * Each pair of references is compared once, where it is found first, so that recursive schemas end.
 */
const isKnown = (visited: Walk['visited'], before: unknown, after: unknown): boolean => {
  if (!isReference(before) && !isReference(after)) return false
  const others = visited.get(before) ?? new Set()
  visited.set(before, others)
  return others.has(after) || !others.add(after)
}

type Pair = readonly [before: JsonObject, after: JsonObject]
type Compare = (walk: Walk, where: string, before: JsonObject, after: JsonObject) => void

const compareOwnKeywords: Compare = ({ report }, where, before, after) => {
  const verdicts = [...compareValues(before, after), ...compareKeywords(before, after)]
  for (const { effect, message } of verdicts) report(effect, where, message)
}

/**
 * Keywords with one schema: narrowing it narrows the whole. An absent keyword allows everything.
 */
const singles: Readonly<Record<string, string>> = {
  items: '[]',
  contains: '.contains',
  propertyNames: '.propertyNames',
  unevaluatedItems: '.unevaluatedItems',
  contentSchema: '.contentSchema',
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: '.then',
  else: '.else',
}

const compareSingles: Compare = (walk, where, before, after) => {
  for (const [keyword, step] of Object.entries(singles)) {
    visit(walk, `${where}${step}`, before[keyword], after[keyword])
  }
}

const compareLists: Compare = (walk, where, before, after) => {
  for (const keyword of ['allOf', 'anyOf', 'oneOf', 'prefixItems']) {
    const [was, is] = [asList(before[keyword]), asList(after[keyword])]
    if (was.length === is.length) {
      for (const [at, schema] of was.entries()) {
        visit(walk, `${where}.${keyword}[${at}]`, schema, is[at])
      }
    } else {
      const counts = `had ${was.length} schemas, now ${is.length}`
      walk.report('changed', where, `'${keyword}' ${counts}; they cannot be compared.`)
    }
  }
}

const compareMaps: Compare = (walk, where, before, after) => {
  for (const keyword of ['patternProperties', 'dependentSchemas']) {
    const [was, is] = [asObject(before[keyword]), asObject(after[keyword])]
    for (const name of namesOf(was, is)) {
      const at = `${where}.${keyword}(${name})`
      const [schema, schemaNow] = [memberOf(was, name), memberOf(is, name)]
      if (schema === undefined) walk.report('changed', at, 'The schema was added.')
      else if (schemaNow === undefined) walk.report('changed', at, 'The schema was removed.')
      else visit(walk, at, schema, schemaNow)
    }
  }
}

/**
 * Within these keywords, a narrower schema may widen the whole, so only a difference is reported.
 */
const compareInvariants: Compare = (walk, where, before, after) => {
  for (const keyword of ['not', 'if']) {
    if (isSame(walk, before[keyword], after[keyword])) continue
    walk.report('changed', where, `'${keyword}' changed.`)
  }
}

/**
 * Starts a walk of its own, because differences that were reported elsewhere count here too. Nested
 * calls share that walk, so that recursive schemas end.
 */
const isSame = (walk: Walk, before: unknown, after: unknown): boolean => {
  if (before === undefined || after === undefined) return before === after
  let same = true
  const report = (effect: Effect) => {
    same &&= effect === 'noted'
  }
  const visited = walk.isInvariant ? walk.visited : new Map()
  visit({ ...walk, visited, isInvariant: true, report }, '', before, after)
  return same
}

const visitIn =
  (walk: Walk): Visit =>
  (where, before, after) =>
    visit(walk, where, before, after)

const parts: readonly Compare[] = [
  compareOwnKeywords,
  (walk, where, before, after) => compareMembers(walk, visitIn(walk), where, before, after),
  (walk, where, before, after) => compareOpenness(walk, visitIn(walk), where, before, after),
  compareSingles,
  compareLists,
  compareMaps,
  compareInvariants,
]
