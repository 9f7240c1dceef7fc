/** Compares two schemas and all below them, for one side of an exchange. */
import { deprecation, type Effect } from './compare-changes.js'
import { asList, asObject, type JsonObject, memberOf, namesOf } from './compare-json.js'
import { compareKeywords } from './compare-keywords.js'
import { compareMembers, compareOpenness, isAny, type Visit } from './compare-members.js'
import { compareVisibility, type SchemaComparison } from './compare-parts.js'
import { compareTypes, compareValues, unwrapNullable } from './compare-types.js'

interface Walk extends SchemaComparison {
  /** Pairs of schemas as they were found, references not followed. */
  readonly visited: Map<unknown, Set<unknown>>
  /** Every difference counts alike. */
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
  // Of another type everything else is different too, and says nothing.
  if (types?.effect === 'changed') return
  for (const compare of parts) compare(walk, where, before, after)
}

/** Choices that cannot be unwrapped are better compared with choices. */
const unwrapped = (pair: Pair, { before, after }: Walk): Pair => {
  const schemas: Pair = [unwrapNullable(pair[0], before), unwrapNullable(pair[1], after)]
  return schemas.some(({ anyOf, oneOf }) => anyOf ?? oneOf) ? pair : schemas
}

/** A reference, or what may be unwrapped to one. */
const isReference = (schema: unknown): boolean => {
  const { $ref, anyOf, oneOf } = asObject(schema)
  return ($ref ?? anyOf ?? oneOf) !== undefined
}

/** A reference is followed once, where it is met first: schemas that hold themselves come to an end. */
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

/** Keywords whose schema narrows when it narrows; an absent one is anything. */
const singles: Readonly<Record<string, string>> = {
  items: '[]',
  contains: '.contains',
  propertyNames: '.propertyNames',
  unevaluatedItems: '.unevaluatedItems',
  contentSchema: '.contentSchema',
  // biome-ignore lint/suspicious/noThenProperty: the keyword is called so.
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
      for (const [at, one] of was.entries()) visit(walk, `${where}.${keyword}[${at}]`, one, is[at])
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

/** Below these, narrower may mean wider: it is only told that there is a difference. */
const compareInvariants: Compare = (walk, where, before, after) => {
  for (const keyword of ['not', 'if']) {
    if (isSame(walk, before[keyword], after[keyword])) continue
    walk.report('changed', where, `'${keyword}' changed.`)
  }
}

/** Walks of its own: what was told elsewhere still counts here. Those inside share it, to come to an end. */
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
