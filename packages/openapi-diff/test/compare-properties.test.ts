/** Properties that hold for any two documents. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdsAlways, named } from '../../../test/property/runs.js'
import { type Change, compareDocuments, type JsonObject } from '../src/index.js'

const names = ['a', 'b', 'c'] as const
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const defined = (value: object): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))

/** Some of the names, each at most once. */
const some = <T>(name: fc.Arbitrary<string>, value: fc.Arbitrary<T>) =>
  fc
    .uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, maxLength: 2 })
    .map((members) => Object.fromEntries(members))

const typeName = fc.constantFrom('string', 'integer', 'number', 'boolean', 'null')
const scalar = fc
  .record({
    type: fc.oneof(typeName, fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 })),
    enum: maybe(fc.uniqueArray(fc.constantFrom('A', 'B', 1, null), { minLength: 1 })),
    format: maybe(fc.constantFrom('int32', 'int64', 'date')),
    minimum: maybe(fc.integer({ min: 0, max: 3 })),
    maxLength: maybe(fc.integer({ min: 1, max: 3 })),
    deprecated: maybe(fc.boolean()),
    description: maybe(fc.constantFrom('one', 'two')),
  })
  .map(defined)

const reference = fc
  .constantFrom(...names)
  .map((name) => ({ $ref: `#/components/schemas/${name}` }))

/** Objects, lists and choices, two levels deep, with circular references. */
const { schema } = fc.letrec<{ schema: JsonObject; object: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    scalar,
    reference,
    tie('object'),
    tie('schema').map((items) => ({ type: 'array', items })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf })),
    tie('schema').map((not) => ({ not })),
  ),
  object: fc
    .record({
      type: fc.constant('object'),
      properties: some(fc.constantFrom(...names, 'constructor'), tie('schema')),
      required: maybe(fc.uniqueArray(fc.constantFrom(...names))),
      additionalProperties: maybe(fc.boolean()),
    })
    .map(defined),
}))

const content = some(
  fc.constantFrom('application/json', 'text/csv'),
  schema.map((itemSchema) => ({ schema: itemSchema })),
)
const parameters = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...names),
    in: fc.constantFrom('query', 'header'),
    required: fc.boolean(),
    schema: scalar,
  }),
  { selector: ({ name, in: location }) => `${location} ${name}`, maxLength: 3 },
)
const operation = fc
  .record({
    operationId: maybe(fc.constantFrom(...names)),
    deprecated: maybe(fc.boolean()),
    parameters: maybe(parameters),
    requestBody: maybe(fc.record({ required: fc.boolean(), content })),
    responses: some(fc.constantFrom('200', '201', '404', 'default'), fc.record({ content })),
  })
  .map(defined)
const anyDocument: fc.Arbitrary<JsonObject> = fc.record({
  paths: some(fc.constantFrom('/a', '/b'), some(fc.constantFrom('get', 'post'), operation)),
  components: fc.record({
    schemas: fc.record({ a: schema, b: schema, c: schema }),
  }),
})

/** The same document with the members of each object in reverse order. */
const reversedKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversedKeys(member)]),
  )
}

const changesWith = (changes: readonly Change[], word: string): readonly string[] =>
  changes
    .filter(({ message }) => message.includes(` was ${word}`))
    .map(({ where }) => where)
    .sort()

describe.each(named)('in batch %i of FAST_CHECK_SEED=%i', (batch) => {
  test('a document has no changes compared with itself, however its members are ordered', async () => {
    await holdsAlways(batch, anyDocument, async (document) => {
      expect(compareDocuments(document, document)).toEqual([])
      expect(compareDocuments(document, reversedKeys(document) as JsonObject)).toEqual([])
    })
  })

  test('the order of members does not matter', async () => {
    await holdsAlways(batch, fc.tuple(anyDocument, anyDocument), async ([before, after]) => {
      const changes = compareDocuments(before, after)
      const [first, second] = [before, after].map(reversedKeys) as [JsonObject, JsonObject]
      expect(compareDocuments(first, second)).toEqual(changes)
      expect(compareDocuments(first, after)).toEqual(changes)
    })
  })

  test('additions in one direction are removals in the other', async () => {
    await holdsAlways(batch, fc.tuple(anyDocument, anyDocument), async ([before, after]) => {
      const there = compareDocuments(before, after)
      const back = compareDocuments(after, before)
      expect(changesWith(there, 'added')).toEqual(changesWith(back, 'removed'))
      expect(changesWith(there, 'removed')).toEqual(changesWith(back, 'added'))
    })
  })

  test('there are no changes in one direction exactly if there are none in the other', async () => {
    await holdsAlways(batch, fc.tuple(anyDocument, anyDocument), async ([before, after]) => {
      const back = compareDocuments(after, before)
      expect(compareDocuments(before, after).length === 0).toBe(back.length === 0)
    })
  })
})
