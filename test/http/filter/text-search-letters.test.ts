/**
 * Letters whose lower case depends on the letters beside them: a search for any part of a stored
 * text finds it.
 */
import {
  defineEntity,
  defineSchema,
  ENDS_WITH,
  integer,
  LIKE,
  NOT_LIKE,
  STARTS_WITH,
  text,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { effort, seed } from '../../support/effort.js'
import { statementsOf } from '../../support/statements.js'

/** By table. The last one has the collation of the database, which is C.UTF-8. */
const collations = {
  root: 'und-x-icu',
  greek: 'el-x-icu',
  turkish: 'tr-x-icu',
  lithuanian: 'lt-x-icu',
  plain: undefined,
} as const
type Table = keyof typeof collations
const tables = Object.keys(collations) as Table[]

const entities = Object.fromEntries(
  tables.map((name) => {
    const collation = collations[name]
    const word = text(collation ? { collation } : {})
    return [name, defineEntity(name, { id: integer({ primaryKey: true }), word })]
  }),
)
const schema = defineSchema(entities)
const resources = tables.map((name) =>
  schema.resource(name, {
    key: `words.${name}`,
    response: { id: '.', word: '.' },
    defaultSort: ['id'],
    optionLabel: 'word',
    filter: {
      contains: LIKE('word'),
      lacks: NOT_LIKE('word'),
      startsWith: STARTS_WITH('word'),
      endsWith: ENDS_WITH('word'),
    },
    optionSources: { values: { type: 'DISTINCT_DIMENSION', path: 'word' } },
  }),
)

const stored = [
  ...['ΠΑΝΟΣΑΚΗΣ', 'πανοσάκης', 'ΟΔΥΣΣΕΑΣ', 'ΣΑΣ', 'σας', 'Σ', 'ΟΣ.ΑΣ', "ΑΣ'Α ΣΑΣ"],
  ...['σασ', 'Ας, (100%)', 'Α_Σ', 'Σ\\Α', 'ΑΣ\nΣ', 'τέλος'],
]

/** Every part of the words, in upper case, in lower case and as it is. */
const searches = [
  ...new Set(
    stored.flatMap((word) => {
      const letters = [...word]
      const parts = letters.flatMap((_, start) =>
        letters.slice(start).map((_, length) => letters.slice(start, start + length + 1).join('')),
      )
      return parts.flatMap((part) => [part, part.toUpperCase(), part.toLowerCase()])
    }),
  ),
].filter((search) => search.trim() !== '')

/** Collations treat a sigma alike, so in the usual run one of them gets more of the searches. */
const searchesOf = (table: Table): readonly string[] => {
  const step = effort(table === 'greek' ? 4 : 20, 1)
  return searches.filter((_, index) => index % step === seed % step)
}

/** In lower case, letter by letter; the two forms of a sigma are equal. */
const folded = (word: string): string =>
  [...word].map((letter) => letter.toLowerCase().replace('ς', 'σ')).join('')

const meanings: Readonly<Record<string, (word: string, searched: string) => boolean>> = {
  contains: (word, searched) => word.includes(searched),
  lacks: (word, searched) => !word.includes(searched),
  startsWith: (word, searched) => word.startsWith(searched),
  endsWith: (word, searched) => word.endsWith(searched),
}

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  for (const name of tables) {
    const collation = collations[name]
    const collate = collation ? `collate "${collation}"` : ''
    await database.client.query(
      `create table ${name} (id integer primary key, word text ${collate} not null)`,
    )
    await database.client.query(
      `insert into ${name} select nr, word from unnest($1::text[]) with ordinality w(word, nr)`,
      [stored],
    )
  }
  service = await createTestService({ resources, connection: database.connection })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

/** Letters, and marks of letters, whose lower case depends on what is beside them. */
const dependentLetters = async (collation: string | undefined): Promise<string> => {
  const collate = collation ? ` collate "${collation}"` : ''
  const { rows } = await database.client.query(`
    with letters as materialized (
      select chr(point) as letter from generate_series(1, 131071) point
      where point not between 55296 and 57343
        and (lower(chr(point)${collate}) <> chr(point) or upper(chr(point)${collate}) <> chr(point))),
    neighbours as materialized (
      select unnest(array['', 'a', 'A', '''', '.', ' ', U&'\\0301', U&'\\0307', U&'\\0328']) as beside)
    select distinct letter from letters, neighbours before, neighbours after
    where strpos(
      lower(before.beside || letter || after.beside${collate}) collate "C",
      lower(letter${collate}) collate "C") = 0
    order by letter`)
  return rows.map(({ letter }) => letter).join('')
}

test.each([
  ['root', 'Σ'],
  ['greek', 'Σ'],
  // With a dot above, I is another letter in Turkish: the İ that becomes i.
  ['turkish', 'IΣ'],
  ['lithuanian', 'Σ'],
  ['plain', ''],
] as const)(
  'under the collation of %s, these letters depend on others: %j',
  async (column, letters) => {
    expect(await dependentLetters(collations[column])).toBe(letters)
  },
)

const post = async (table: Table, path: string, payload: object) => {
  const url = `/api/words/${table}/${path}?size=100`
  const answer = await service.app.inject({ method: 'POST', url, payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

describe.each(tables)('under the collation of %s', (table) => {
  const expected = (name: string, search: string): readonly number[] =>
    stored.flatMap((word, index) =>
      meanings[name]!(folded(word), folded(search)) ? [index + 1] : [],
    )

  test.each(Object.keys(meanings))('a filter finds each part of each text: %s', async (name) => {
    for (const search of searchesOf(table)) {
      const { content } = (await post(table, 'filter', { [name]: search })).data
      const ids = content.map(({ id }: { id: number }) => id)
      expect({ search, ids }).toEqual({ search, ids: expected(name, search) })
    }
  })

  test('a search of options and option sources finds each part of each text', async () => {
    for (const search of searchesOf(table)) {
      const found = expected('contains', search)
      const options = (await post(table, 'options/filter', { search })).content
      expect({ search, ids: options.map(({ id }: { id: number }) => id).toSorted() }).toEqual({
        ...{ search, ids: found.toSorted() },
      })
      const values = (await post(table, 'option-sources/values/options/filter', { search })).content
      expect({ search, ids: values.map(({ id }: { id: string }) => id).toSorted() }).toEqual({
        ...{ search, ids: found.map((id) => stored[id - 1]).toSorted() },
      })
    }
  })
})

test.each([
  ['contains', 'ΠΑΝΟΣ', '(lower(word) gin_trgm_ops)', 'gin'],
  ['startsWith', 'ΠΑΝΟΣ', '(lower(word) text_pattern_ops)', 'btree'],
])('an index for searches serves %s with a sigma', async (name, search, columns, method) => {
  const { client } = database
  const statements = await statementsOf(() => post('greek', 'filter', { [name]: search }))
  const statement = statements.find(({ text }) => text.includes('~ regexp_replace'))!
  await client.query('begin')
  await client.query(`
    create extension if not exists pg_trgm;
    create index served on greek using ${method} ${columns};
    set local enable_seqscan = off`)
  const { rows } = await client.query(`explain ${statement.text}`, [...statement.values!])
  await client.query('rollback')
  expect(JSON.stringify(rows)).toMatch(/Index Scan (on|using) served/)
})
