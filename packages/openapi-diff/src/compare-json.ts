/** Reads parsed JSON documents and resolves the references within them. */
import { isJsonObject, type JsonObject } from './json.js'

/** Other values than objects have no members. */
export const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Own members only, because a member may have the name `constructor`. */
export const memberOf = (object: object, name: string): unknown =>
  Object.hasOwn(object, name) ? (object as JsonObject)[name] : undefined

/** The names of the members of all objects, each once and sorted. */
export const namesOf = (...objects: readonly JsonObject[]): readonly string[] =>
  [...new Set(objects.flatMap((object) => Object.keys(object)))].sort()

/** Keywords that do not validate. Schemas in `$defs` are compared where a reference uses them. */
const annotations: ReadonlySet<string> = new Set([
  ...[
    'title',
    'description',
    'summary',
    'example',
    'examples',
    'externalDocs',
    'xml',
    'deprecated',
  ],
  ...['$comment', '$schema', '$id', '$anchor', '$defs', 'definitions'],
])

export const isAnnotation = (name: string): boolean =>
  annotations.has(name) || name.startsWith('x-')

/** Returns the object that a value, or the reference in it, stands for. */
export type Resolve = (value: unknown) => JsonObject

/** The schema that `false` stands for. */
const nothing: JsonObject = { not: {} }

/** A reference that has no target, leaves the document or refers to itself is not resolved. */
export const createResolve = (document: JsonObject): Resolve => {
  const follow = (value: unknown, trail: readonly string[]): JsonObject => {
    const node = value === false ? nothing : asObject(value)
    const { $ref, ...siblings } = node
    if (typeof $ref !== 'string' || trail.includes($ref)) return node
    const target = targetOf(document, $ref)
    return target === undefined ? node : join(follow(target, [...trail, $ref]), siblings)
  }
  return (value) => follow(value, [])
}

/** RFC 6901 in the form of a URI fragment. */
const targetOf = (document: JsonObject, reference: string): unknown => {
  if (!reference.startsWith('#/')) return undefined
  let node: unknown = document
  for (const part of reference.slice(2).split('/')) {
    if (typeof node !== 'object' || node === null) return undefined
    node = memberOf(node, decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  return node
}

/** Members beside `$ref` apply together with those of its target. */
const join = (target: JsonObject, siblings: JsonObject): JsonObject => {
  const names = Object.keys(siblings)
  if (names.length === 0) return target
  const collides = names.some((name) => !isAnnotation(name) && Object.hasOwn(target, name))
  if (!collides) return { ...target, ...siblings }
  return { ...siblings, allOf: [...asList(siblings['allOf']), target] }
}
