/**
 * Searches under collations of ICU match the texts that are equal in lower case; the two forms of a
 * sigma are equal.
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
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { effort, seed } from '../../support/effort.js'

/** By column. Turkish has two letters i; Lithuanian keeps the dot of an i below an accent. */
const collations = { root: 'und-x-icu', turkish: 'tr-x-icu', lithuanian: 'lt-x-icu' } as const

const words = defineEntity('words', {
  id: integer({ primaryKey: true }),
  root: text({ collation: collations.root }),
  turkish: text({ collation: collations.turkish }),
  lithuanian: text({ collation: collations.lithuanian }),
})
const api = defineSchema({ words }).resource('words', {
  key: 'tests.words',
  response: { id: '.' },
  defaultSort: ['id'],
  filter: {
    rootLike: LIKE('root'),
    rootNotLike: NOT_LIKE('root'),
    rootStartsWith: STARTS_WITH('root'),
    rootEndsWith: ENDS_WITH('root'),
    turkishLike: LIKE('turkish'),
    turkishNotLike: NOT_LIKE('turkish'),
    turkishStartsWith: STARTS_WITH('turkish'),
    turkishEndsWith: ENDS_WITH('turkish'),
    lithuanianLike: LIKE('lithuanian'),
    lithuanianNotLike: NOT_LIKE('lithuanian'),
    lithuanianStartsWith: STARTS_WITH('lithuanian'),
    lithuanianEndsWith: ENDS_WITH('lithuanian'),
  },
})

/** The same in SQL, of a word and the text that is searched for. */
const meanings = {
  Like: (word: string, searched: string) => `strpos(${word}, ${searched}) > 0`,
  NotLike: (word: string, searched: string) => `strpos(${word}, ${searched}) = 0`,
  StartsWith: (word: string, searched: string) =>
    `left(${word}, length(${searched})) = ${searched}`,
  EndsWith: (word: string, searched: string) => `right(${word}, length(${searched})) = ${searched}`,
}

/** Letters that become others, or change with those beside them, and characters of LIKE. */
const characters = [
  ...['a', 'A', 'n', 'N', 'i', 'I', 'İ', 'ı', 'k', 'K', '\u212a', 'j', 'J', '\u0307', '\u0301'],
  ...['é', 'É', 'ß', 'Σ', 'ς', '%', '_', '\\', ' '],
]
const textOf = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...characters), { minLength, maxLength }).map((found) => found.join(''))
const stored = fc.sample(textOf(0, 8), { numRuns: 200, seed })
const searches = [
  ...['an', 'NAK', 'anja', 'i', 'k', 'İn', 'ı', 'aéan', '%a', 'a_', '\\n'],
  ...fc.sample(textOf(1, 3), { numRuns: effort(20, 300), seed }),
].filter((search) => search.trim() !== '')

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(
    'create table words (id integer primary key, root text not null, turkish text not null, lithuanian text not null)',
  )
  await database.client.query(
    'insert into words select nr, word, word, word from unnest($1::text[]) with ordinality w(word, nr)',
    [stored],
  )
  service = await createTestService({ resources: [api], connection: database.connection })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

test.each(Object.entries(collations))(
  `searches in %s match what lower() of %s makes equal (seed ${seed})`,
  async (column, collation) => {
    for (const [name, meaning] of Object.entries(meanings)) {
      const matches = meaning('w.word', 's.searched')
      const { rows } = await database.client.query(
        `select array(select w.id from (
          select id, translate(lower(root collate "${collation}"), 'ς', 'σ') collate "C" as word
          from words) w
        where ${matches} order by w.id) as ids
      from (
        select nr, translate(lower(search collate "${collation}"), 'ς', 'σ') collate "C" as searched
        from unnest($1::text[]) with ordinality u(search, nr)) s
      order by s.nr`,
        [searches],
      )
      const found: number[][] = []
      for (const search of searches) {
        const response = await service.app.inject({
          method: 'POST',
          url: `/api/tests/words/filter?size=200`,
          payload: { [`${column}${name}`]: search },
        })
        const { content, totalElements } = response.json().data
        expect(totalElements).toBeLessThanOrEqual(200)
        found.push(content.map(({ id }: { id: number }) => id))
      }
      expect(found, name).toEqual(rows.map(({ ids }) => ids))
    }
  },
)

test('in lower case, other characters become no ASCII characters but i and k', async () => {
  for (const collation of Object.values(collations)) {
    // No letter has a higher code point; surrogates stand for others.
    const { rows } = await database.client.query(
      `select chr(point) as letter from generate_series(128, 131071) point
      where point not between 55296 and 57343
        and translate(lower(chr(point) collate "${collation}"), 'ik', '') collate "C" ~ '[\\x01-\\x7f]'`,
    )
    expect(rows).toEqual([])
  }
})
