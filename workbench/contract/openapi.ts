/** Reads API descriptions (OpenAPI 3.1): operations, and schemas as rows of tables. No I/O. */

/** Name of the group of the discovery endpoints, which has no resources. */
export const discoveryGroup = 'platform-discovery'

export type Schema = Readonly<Record<string, unknown>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

interface Example {
  readonly summary?: string
  readonly value?: unknown
}

export interface Body {
  readonly required?: boolean
  readonly description?: string
  readonly content?: Readonly<
    Record<string, { schema?: Schema; examples?: Readonly<Record<string, Example>> }>
  >
}

export interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body>>
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface OperationEntry {
  readonly path: string
  /** The HTTP method in upper case. */
  readonly method: string
  readonly operation: Operation
}

const methods: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'head'])

export const operationsOf = ({ paths }: OpenApi): readonly OperationEntry[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )

const unescaped = (segment: string): string =>
  decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')

/** Follows `$ref` within the document; a chain that leads nowhere gives an empty object. */
export const resolve = <T extends object>(document: OpenApi, value: T): T => {
  let current: unknown = value
  for (let steps = 0; steps < 32; steps++) {
    const reference = (current as { $ref?: unknown } | undefined)?.$ref
    if (typeof reference !== 'string') return (current ?? {}) as T
    current = reference
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>(
        (node, segment) => (node as Record<string, unknown> | undefined)?.[unescaped(segment)],
        document,
      )
  }
  return {} as T
}

const referenceName = (schema: Schema): string | undefined =>
  typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined

const schemasOf = (value: unknown): readonly Schema[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []

const isNull = (schema: Schema): boolean => schema['type'] === 'null'

/** Describes the type of a value in the words of JSON Schema. */
export const typeText = (document: OpenApi, schema: Schema): string => {
  const name = referenceName(schema)
  const target = resolve(document, schema)
  const { type, format, items, const: constant } = target
  const values = target['enum']
  const choices = [...schemasOf(target['anyOf']), ...schemasOf(target['oneOf'])]
  if (constant !== undefined) return JSON.stringify(constant)
  if (Array.isArray(values)) return shorten(values.map((value) => JSON.stringify(value)))
  if (choices.length > 0) {
    return [...new Set(choices.map((choice) => typeText(document, choice)))].join(' | ')
  }
  if (items && typeof items === 'object') {
    const item = typeText(document, items as Schema)
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  const types = [type ?? (target['properties'] ? 'object' : 'any')].flat().map(String)
  const shown = types.map((each) =>
    each === 'string' && format ? String(format) : each === 'object' && name ? name : each,
  )
  return shown.join(' | ')
}

const shownValues = 6
const shorten = (values: readonly string[]): string =>
  values.length > shownValues
    ? `${values.slice(0, shownValues).join(' | ')} | …`
    : values.join(' | ')

export interface Member {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
}

/** Returns the schema of the object that a value is, contains as items, or may be. */
const objectOf = (document: OpenApi, schema: Schema, depth = 0): Schema | undefined => {
  const target = resolve(document, schema)
  if (depth > 8 || target['properties'] || target['allOf']) return target
  const { items } = target
  if (items && typeof items === 'object') return objectOf(document, items as Schema, depth + 1)
  const choices = [...schemasOf(target['anyOf']), ...schemasOf(target['oneOf'])]
  const choice = choices.find((each) => !isNull(each) && objectOf(document, each, depth + 1))
  return choice && objectOf(document, choice, depth + 1)
}

/**
 * Returns the members of an object, of the items of a list, or of the first choice with members.
 */
export const membersOf = (document: OpenApi, schema: Schema): readonly Member[] => {
  const object = objectOf(document, schema)
  if (!object) return []
  const parts = [object, ...schemasOf(object['allOf']).map((part) => resolve(document, part))]
  const members = new Map<string, Member>()
  for (const part of parts) {
    const required = new Set(Array.isArray(part['required']) ? part['required'] : [])
    for (const [name, member] of Object.entries(part['properties'] ?? {})) {
      if (typeof member !== 'object') continue
      members.set(name, { name, schema: member as Schema, isRequired: required.has(name) })
    }
  }
  return [...members.values()]
}

const bounds: readonly (readonly [keyword: string, sign: string])[] = [
  ['minimum', '≥'],
  ['exclusiveMinimum', '>'],
  ['maximum', '≤'],
  ['exclusiveMaximum', '<'],
  ['multipleOf', '×'],
  ['minLength', 'length ≥'],
  ['maxLength', 'length ≤'],
  ['minItems', 'items ≥'],
  ['maxItems', 'items ≤'],
  ['pattern', '~'],
]

/** Prints the limits of a schema, such as `≥ 0`. */
export const limitTexts = (document: OpenApi, schema: Schema): readonly string[] => {
  const target = resolve(document, schema)
  return [
    ...bounds
      .filter(([keyword]) => target[keyword] !== undefined)
      .map(([keyword, sign]) => `${sign} ${target[keyword]}`),
    ...(target['default'] === undefined ? [] : [`= ${JSON.stringify(target['default'])}`]),
  ]
}

export const jsonOf = (body: Body | undefined) => body?.content?.['application/json']

/** Returns the first example of a body. */
export const exampleOf = (document: OpenApi, body: Body | undefined): unknown => {
  const [first] = Object.values(jsonOf(body)?.examples ?? {})
  return first && resolve(document, first).value
}

/** Matches the ids of operations that only read, although they use POST. */
const readingOperations =
  /\.(filter|cursor|locate|options|optionsByIds|optionSource|optionSourceByIds|optionSourceByIdsPost|statsGroupBy|statsTimeSeries|statsDistribution|export)(\.[^/]*)?$/

/** Returns true if a request may change data. Unknown operations may. */
export const mayWrite = ({ method, operation: { operationId } }: OperationEntry): boolean =>
  method === 'POST' ? !readingOperations.test(operationId) : method !== 'GET' && method !== 'HEAD'

/** Returns the path and the query of a request, without empty parameters. */
export const requestUrl = (
  path: string,
  parameters: readonly Parameter[],
  values: Readonly<Record<string, string>>,
): string => {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(values[`path ${name}`] ?? ''),
  )
  const query = new URLSearchParams()
  for (const { name, in: place, schema } of parameters) {
    const value = values[`query ${name}`] ?? ''
    if (place !== 'query' || value === '') continue
    const items = schema?.['type'] === 'array' ? value.split('\n') : [value]
    for (const item of items) if (item !== '') query.append(name, item)
  }
  const text = query.toString()
  return text === '' ? filled : `${filled}?${text}`
}
