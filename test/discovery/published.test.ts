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

const expectRules = async (resources: readonly Resource[]): Promise<void> => {
  for await (const [name, document] of publishedDocuments(resources)) {
    expect(emptyEnums(document), name).toEqual([])
    expect(missingComponents(document), name).toEqual([])
  }
}

test.each(Object.entries({ ...domains, sparse }))(
  'no document of %s has an enum without values, or refers to a schema that it lacks',
  async (_, resources) => expectRules(resources),
)

test.each(isNightly ? ['pagila', 'northwind', 'chinook'] : ['chinook'])(
  'no document of the introspected %s has an enum without values, or refers to a schema that it lacks',
  async (name) => {
    const { application, close } = await introspectFile(`${name}.sql`)
    try {
      await expectRules((application as Application).resources)
    } finally {
      await close()
    }
  },
)
