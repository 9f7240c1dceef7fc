/** Rules for every published document of the samples and of the test domains. */
import {
  type Application,
  category,
  compositeKey,
  defineEntity,
  defineSchema,
  integer,
  measure,
  type Resource,
  text,
} from 'corollary'
import { expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { introspectFile } from '../introspection/introspected.js'
import { isNightly } from '../support/effort.js'
import { domains, publishedDocuments } from './published.js'
import { operationsIn } from './use-discovery.js'

const things = defineEntity('things', {
  id: integer({ primaryKey: true }),
  room: text(),
  slot: integer(),
})
const pairs = defineEntity('pairs', {
  left: integer(),
  right: text(),
  id: compositeKey(['left', 'right']),
})
const schema = defineSchema({ things, pairs })
const usual = { filter: {}, defaultSort: [] } as const

/** Resources that lack what others have: a mode of statistics, columns to sort by or to export. */
const sparse: readonly Resource[] = [
  schema.resource('things', {
    ...{ key: 'sparse.categories', response: { id: '.' }, ...usual },
    stats: { room: category() },
  }),
  schema.resource('things', {
    ...{ key: 'sparse.measures', response: { id: '.' }, ...usual },
    stats: { slot: measure({ histogram: true }) },
  }),
  schema.resource('pairs', { key: 'sparse.keys', response: { id: '.' }, ...usual }),
]

/** Where a document has an `enum` without values. */
const emptyEnums = (value: Json, at = ''): readonly string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries<Json>(value).flatMap(([name, member]) => {
    const memberAt = `${at}/${name}`
    const isEmpty = ['enum', 'enumValues'].includes(name) && member?.length === 0
    return isEmpty ? [memberAt] : emptyEnums(member, memberAt)
  })
}

const reference = /"\$ref":"#\/components\/schemas\/([^"]+)"/g

/** Components that an API description refers to and does not have. */
const missingComponents = (document: Json): readonly string[] => {
  if (!document.components) return []
  const names = new Set([...JSON.stringify(document).matchAll(reference)].map(([, name]) => name!))
  return [...names].filter((name) => document.components.schemas[name] === undefined)
}

/**
 * Objects that generators of clients name after the place where they find them, such as
 * `OrdersCreate201Response` and `OutcomeItemsInner`. A member of a named schema may have one,
 * because its name is that of the schema and of the member.
 */
const namelessObjects = (schema: Json, at: string, hasName = false): readonly string[] => {
  if (typeof schema !== 'object' || schema === null || schema.$ref) return []
  const within = (name: string, member: Json) => namelessObjects(member, `${at}.${name}`)
  return [
    ...((schema.properties || schema.anyOf?.every(({ $ref }: Json) => $ref)) && !hasName
      ? [at]
      : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
      namelessObjects(member, `${at}.${name}`, true),
    ),
    ...['items', 'additionalProperties'].flatMap((name) => within(name, schema[name])),
    ...['anyOf', 'oneOf'].flatMap((name) =>
      (schema[name] ?? []).flatMap((member: Json) => within(name, member)),
    ),
  ]
}

const namelessIn = ({ paths, components }: Json): readonly string[] => [
  ...Object.entries(components.schemas).flatMap(([name, schema]) =>
    namelessObjects(schema, name, true),
  ),
  ...Object.values<Json>(paths)
    .flatMap((item) => Object.values<Json>(item))
    .flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values<Json>(responses)].flatMap((holder) =>
        Object.values<Json>(holder?.content ?? {}).flatMap(({ schema }) =>
          namelessObjects(schema, operationId),
        ),
      ),
    ),
]

/** An identifier as generators write it: without the characters between its words. */
const identifier = (name: string): string => name.replaceAll(/[^\p{L}\d]/gu, '').toLowerCase()

const expectNames = (document: Json, name: string): void => {
  const operationIds = operationsIn(document).map(({ operation }) => operation.operationId)
  const components = Object.keys(document.components.schemas)
  for (const names of [operationIds, components]) {
    expect(new Set(names.map(identifier)).size, name).toBe(names.length)
  }
  for (const component of components) expect(component, name).toMatch(/^[A-Z]\w*$/)
  expect(namelessIn(document), name).toEqual([])
}

const expectRules = async (resources: readonly Resource[]): Promise<void> => {
  for await (const [name, document] of publishedDocuments(resources)) {
    expect(emptyEnums(document), name).toEqual([])
    expect(missingComponents(document), name).toEqual([])
    if (document.openapi) expectNames(document, name)
  }
}

test.each(Object.entries({ ...domains, sparse }))(
  'documents of %s have values in each enum, the schemas that they refer to, and names for generators',
  async (_, resources) => expectRules(resources),
)

test.each(isNightly ? ['pagila', 'northwind', 'chinook'] : ['chinook'])(
  'documents of the introspected %s have values in each enum, the schemas that they refer to, and names for generators',
  async (name) => {
    const { application, close } = await introspectFile(`${name}.sql`)
    try {
      await expectRules((application as Application).resources)
    } finally {
      await close()
    }
  },
)
