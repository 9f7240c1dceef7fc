/** Searches agree with a plain evaluation of the rows, for each caller and on every route. */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type searchCallers, usualForm } from '../support/search-contract.js'
import { useService } from '../support/use-service.js'
import { holdsAlways, named, sampleOf } from './runs.js'

const { api, callers, copied, open } = usualForm
const use = useService({ resources: [api], callers, database: () => open('') })

interface Person {
  readonly name: string
  readonly nickname: string | null
  readonly company: number | null
  readonly notes: readonly string[]
}
interface World {
  readonly companies: readonly { readonly name: string; readonly listed: boolean }[]
  readonly people: readonly Person[]
}

const characters = [...'aAnNñÑéÉlLsSß%_\\"\'-*.σςΣ', ' ', ' ', '\u00a0', '\u3000', '\n', '％']
const textOf = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: 0, maxLength })
const word = fc.constantFrom('ann', 'Anna', 'lee', 'LEE', 'bob', 'annex', 'le')
const words = (maxLength: number) =>
  fc.array(word, { minLength: 1, maxLength }).map((all) => all.join(' '))

const worldOf = (anyText: fc.Arbitrary<string>): fc.Arbitrary<World> => {
  const company = fc.record({ name: anyText, listed: fc.boolean() })
  const person = fc.record({
    name: anyText,
    nickname: fc.option(anyText),
    company: fc.option(fc.constantFrom(0, 1, 2)),
    notes: fc.array(anyText, { maxLength: 2 }),
  })
  return fc.record({
    companies: fc.array(company, { minLength: 3, maxLength: 3 }),
    people: fc.array(person, { minLength: 12, maxLength: 12 }),
  })
}

const fill = async ({ companies, people }: World): Promise<void> => {
  await use.rows('truncate notes, people, companies')
  for (const [id, { name, listed }] of companies.entries()) {
    await use.rows('insert into companies values ($1, $2, $3)', [id, name, listed ? 1 : 0])
  }
  for (const [id, { name, nickname, company, notes }] of people.entries()) {
    await use.rows('insert into people values ($1, $2, $3, $4)', [id, name, nickname, company])
    for (const [at, body] of notes.entries()) {
      await use.rows('insert into notes values ($1, $2, $3)', [id * 10 + at, id, body])
    }
  }
  await use.rows(copied)
}

// ---------- the evaluation in memory

type Caller = keyof typeof searchCallers

const nicknamesSeen = ({ nickname }: Person, caller: Caller): readonly string[] =>
  caller === 'staff' && nickname !== null ? [nickname] : []

const textsSeen = (person: Person, { companies }: World, caller: Caller): readonly string[] => {
  const company = person.company === null ? undefined : companies[person.company]!
  const seen = caller === 'staff' || company?.listed ? company?.name : undefined
  return [person.name, ...nicknamesSeen(person, caller), ...(seen === undefined ? [] : [seen])]
}

const folded = (text: string): string =>
  [...text].map((letter) => letter.toLowerCase().replace('ς', 'σ')).join('')
const withoutAccents = (text: string): string =>
  folded(
    text
      .replaceAll('ß', 'ss')
      .replaceAll('％', '%')
      .normalize('NFD')
      .replaceAll(/\p{Mn}/gu, '')
      .normalize('NFC'),
  )
const wordsOf = (q: string): readonly string[] => q.split(/\p{White_Space}+/u).filter(Boolean)
const hasWords = (texts: readonly string[], q: string, fold = folded): boolean =>
  wordsOf(q).every((each) => texts.some((text) => fold(text).includes(fold(each))))

/** Adjoining words of a document that are equal, or that begin with a prefix. */
const hasPhrase = (document: readonly string[], phrase: readonly string[], isPrefix: boolean) =>
  document.some((_, start) =>
    phrase.every((each, at) => {
      const found = document[start + at]
      return isPrefix ? found?.startsWith(each) : found === each
    }),
  )

type Matches = (person: Person, world: World, caller: Caller, q: string) => boolean

/** By the path of the member in a filter. */
const matches: Readonly<Record<string, Matches>> = {
  q: (person, world, caller, q) => hasWords(textsSeen(person, world, caller), q),
  phrase: (person, world, caller, q) => {
    const sought = folded(q.replaceAll(/^\p{White_Space}+|\p{White_Space}+$/gu, ''))
    const texts = textsSeen(person, world, caller)
    return sought === '' || texts.some((text) => folded(text).includes(sought))
  },
  plain: (person, world, caller, q) =>
    hasWords(textsSeen(person, world, caller), q, withoutAccents),
  inNotes: ({ name, notes }, _world, _caller, q) => hasWords([name, ...notes], q),
  'note.q': (person, _world, caller, q) =>
    wordsOf(q).length === 0 ||
    person.notes.some((note) => hasWords([note, ...nicknamesSeen(person, caller)], q)),
}

const filterOf = (path: string, q: string): object =>
  path.split('.').reduceRight<object | string>((sent, name) => ({ [name]: sent }), q) as object

const term = fc.record({
  isNegated: fc.boolean(),
  isPrefix: fc.boolean(),
  phrase: fc.array(word, { minLength: 1, maxLength: 2 }),
})
type Term = typeof term extends fc.Arbitrary<infer T> ? T : never

const printed = ({ isNegated, isPrefix, phrase }: Term): string =>
  `${isNegated ? '-' : ''}${phrase.length > 1 ? `"${phrase.join(' ')}"` : `${phrase[0]}${isPrefix ? '*' : ''}`}`

const hasTerms = (person: Person, world: World, caller: Caller, terms: readonly Term[]) => {
  const document = textsSeen(person, world, caller).join(' ').toLowerCase().split(' ')
  return terms.every(({ isNegated, isPrefix, phrase }) => {
    const sought = phrase.map((each) => each.toLowerCase())
    return hasPhrase(document, sought, isPrefix && phrase.length === 1) !== isNegated
  })
}

// ---------- the routes

const post = async (caller: Caller, route: string, body: object) => {
  const response = await use.send(caller, 'POST', `/api/search/people/${route}`, body)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

/** The set that each route selects by a filter. */
const setsOf = async (caller: Caller, filter: object, sort: string) => {
  const { data } = await post(caller, `filter?size=100&sort=${sort}`, filter)
  const walked: number[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page = await post(caller, `filter/cursor?size=5&sort=${sort}${after}`, filter)
    walked.push(...idsOf(page.data.content))
    after = page.data.next === null ? null : `&after=${page.data.next}`
  }
  const exported = await post(caller, 'export', {
    ...{ filters: filter, sort: [sort], format: 'json', fields: ['id'] },
  })
  const options = await post(caller, `options/filter?size=100&sort=${sort}`, filter)
  const stats = await post(caller, 'stats/group-by', {
    ...{ filter, field: 'name', limit: 100, metric: { operation: 'COUNT' } },
  })
  const counted = stats.data.buckets.reduce(
    (sum: number, { count }: { count: number }) => sum + count,
    0,
  )
  const places: number[] = []
  for (const id of idsOf(data.content)) {
    places.push((await post(caller, `locate?id=${id}&sort=${sort}`, filter)).position)
  }
  expect(data.totalElements).toBe(data.content.length)
  expect(counted).toBe(data.content.length)
  expect(places).toEqual([...places.keys()])
  return {
    pages: idsOf(data.content),
    cursor: walked,
    export: idsOf(exported),
    options: idsOf(options.content),
  }
}

const expectSets = async (caller: Caller, filter: object, expected: readonly number[]) => {
  const sets = await setsOf(caller, filter, 'id')
  const same = { pages: expected, cursor: expected, export: expected, options: expected }
  expect({ filter, ...sets }).toEqual({ filter, ...same })
}

const anyCaller = fc.constantFrom<Caller>('staff', 'guest')
const expectedOf = ({ people }: World, keeps: (person: Person) => boolean) =>
  people.flatMap((person, id) => (keeps(person) ? [id] : []))

describe.each(named)('in batch %i of FAST_CHECK_SEED=%i', (batch) => {
  describe('with any texts', () => {
    const world = sampleOf(worldOf(textOf(8)), batch)
    beforeAll(() => fill(world))

    test('a search for parts finds exactly the records that have them', async () => {
      const request = {
        caller: anyCaller,
        path: fc.constantFrom(...Object.keys(matches)),
        q: fc.oneof(textOf(4), textOf(2)),
      }
      await holdsAlways(batch, fc.record(request), async ({ caller, path, q }) => {
        const expected = expectedOf(world, (person) => matches[path]!(person, world, caller, q))
        await expectSets(caller, filterOf(path, q), expected)
      })
    })

    test('a full text search takes any text, and finds the same on every route', async () => {
      const request = { caller: anyCaller, simple: fc.oneof(textOf(8), textOf(2)) }
      await holdsAlways(batch, fc.record(request), async ({ caller, simple }) => {
        const { pages, ...others } = await setsOf(caller, { simple }, 'id')
        expect(others).toEqual({ cursor: pages, export: pages, options: pages })
        const ranked = await setsOf(caller, { simple }, 'simple,desc')
        expect(ranked.pages.toSorted((a, b) => a - b)).toEqual(pages)
      })
    })
  })

  describe('with words of a language', () => {
    const world = sampleOf(worldOf(words(4)), batch)
    beforeAll(() => fill(world))

    test('a full text search finds exactly the records that have its terms', async () => {
      const request = { caller: anyCaller, terms: fc.array(term, { minLength: 1, maxLength: 3 }) }
      await holdsAlways(batch, fc.record(request), async ({ caller, terms }) => {
        const filter = { simple: terms.map(printed).join(' ') }
        const expected = expectedOf(world, (person) => hasTerms(person, world, caller, terms))
        await expectSets(caller, filter, expected)
        const { pages, ...others } = await setsOf(caller, filter, 'simple,desc')
        expect(pages.toSorted((a, b) => a - b)).toEqual(expected)
        expect(others).toEqual({ cursor: pages, export: pages, options: pages })
      })
    })
  })
})
