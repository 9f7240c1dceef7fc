/** Faults of search fields: in the contract, and in the database. */
import { defineEntity, defineSchema, hasMany, integer, search, text } from 'corollary'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { checkSearches } from '../../src/database/check/check-searches.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

const compiled = (q: object) => {
  const schema = defineSchema({
    people: defineEntity('people', {
      id: integer({ primaryKey: true }),
      name: text(),
      friends: hasMany('people', { column: 'friend_id' }),
    }),
  })
  const api = schema.resource('people', {
    ...{ key: 'tests.people', response: { id: '.', name: '.' }, defaultSort: ['id'] },
    filter: { q },
  } as never)
  const diagnostics = new Diagnostics()
  return { diagnostics, model: compileModel([api], diagnostics) }
}

const textsOf = ({ all }: Diagnostics) =>
  all.map(({ code, path, message }) => `${code} ${path}: ${message}`)

const english = { using: 'fullText', configuration: 'english' } as const
const field = (paths: readonly string[], options: object = {}) =>
  search(paths, options as Record<never, never>)

test.each([
  [
    'no path',
    field([]),
    'SEARCH_INVALID people.filter.q: A search must name at least one path, and each path once.',
  ],
  [
    'a path twice',
    field(['name', 'name']),
    'SEARCH_INVALID people.filter.q: A search must name at least one path, and each path once.',
  ],
  [
    'a number',
    field(['name', 'id']),
    "SEARCH_INVALID people.filter.q: 'id' must be a text; it is a column of type integer.",
  ],
  [
    'a collection',
    field(['friends']),
    "SEARCH_INVALID people.filter.q: 'friends' must be a text; it is a collection.",
  ],
  [
    'an unknown path',
    field(['nmae']),
    "PATH_UNKNOWN people.filter.q: There is no field 'nmae' in people; did you mean 'name'?",
  ],
  [
    'a full text search through a collection',
    field(['friends.name'], english),
    "SEARCH_INVALID people.filter.q: 'friends.name' must not lead through a collection, because a full text search reads the texts of a record as one document.",
  ],
  [
    'a full text search without a configuration',
    field(['name'], { using: 'fullText' }),
    "SEARCH_INVALID people.filter.q: 'using: \"fullText\"' and 'configuration' must be declared together.",
  ],
  [
    'a full text search that ignores accents itself',
    field(['name'], { ...english, accents: 'ignore' }),
    "SEARCH_INVALID people.filter.q: A full text search must not declare 'match' or 'accents'; a configuration with the dictionary 'unaccent' ignores accents.",
  ],
])('the start refuses %s', (_, q, message) => {
  expect(textsOf(compiled(q).diagnostics)).toEqual([message])
})

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.client.query(`
    create table people (id integer primary key, name text not null, friend_id integer);
    create schema texts;
    create text search configuration texts.portuguese_names (copy = pg_catalog.portuguese)`)
})
afterAll(() => database.close())

const checked = async (q: object) => {
  const { diagnostics, model } = compiled(q)
  const catalog = await readCatalog(database.client, tablesOf(model.entities))
  checkSearches(model, catalog, diagnostics)
  return { texts: textsOf(diagnostics), catalog }
}

test('the start refuses a search that ignores accents until its message was run', async () => {
  const q = field(['name'], { accents: 'ignore' })
  const { texts } = await checked(q)
  expect(texts).toEqual([
    "SEARCH_UNAVAILABLE people.filter.q: A search that ignores accents needs the extension 'unaccent'. Run: CREATE EXTENSION IF NOT EXISTS unaccent;",
  ])
  await database.client.query(texts[0]!.split('Run: ')[1]!)
  const { texts: now, catalog } = await checked(q)
  expect(now).toEqual([])
  expect(catalog.unaccent).toEqual({ schema: 'public', name: 'unaccent' })
})

test('the start refuses an unknown text search configuration', async () => {
  const configured = (configuration: string) =>
    checked(field(['name'], { using: 'fullText', configuration }))
  expect((await configured('portugese')).texts).toEqual([
    "SEARCH_UNAVAILABLE people.filter.q: The database has no text search configuration 'portugese'; did you mean 'portuguese'?",
  ])
  for (const name of ['portuguese', 'simple', 'texts.portuguese_names']) {
    expect((await configured(name)).texts).toEqual([])
  }
})
