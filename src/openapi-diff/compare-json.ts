/** JSON documents as they are parsed, and the references inside them. */

export type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is no object has no members. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Own members only: a member may be called `constructor`. */
export const memberOf = (object: object, name: string): unknown =>
  Object.hasOwn(object, name) ? (object as JsonObject)[name] : undefined

/** The names of all of them, each once and sorted: the order of members says nothing. */
export const namesOf = (...objects: readonly JsonObject[]): readonly string[] =>
  [...new Set(objects.flatMap((one) => Object.keys(one)))].sort()

/** What tells readers about a schema and checks nothing; `$defs` count where they are referred to. */
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

/** The object that a value stands for, references followed. */
export type Resolve = (value: unknown) => JsonObject

/** The schema that `false` abbreviates. */
const nothing: JsonObject = { not: {} }

/** A reference that leads nowhere, out of the document or to itself stays as it is. */
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

/** Members beside `$ref` hold together with those of its target. */
const join = (target: JsonObject, siblings: JsonObject): JsonObject => {
  const names = Object.keys(siblings)
  if (names.length === 0) return target
  const collides = names.some((name) => !isAnnotation(name) && Object.hasOwn(target, name))
  if (!collides) return { ...target, ...siblings }
  return { ...siblings, allOf: [...asList(siblings['allOf']), target] }
}
