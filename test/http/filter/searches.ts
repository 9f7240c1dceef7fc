/** Search fields: which records each kind finds, on every route that takes a filter. */
import { describe, expect, test } from 'vitest'
import { type SearchForm, type searchCallers, searchRows } from '../../support/search-contract.js'
import { useService } from '../../support/use-service.js'

type Caller = keyof typeof searchCallers
const path = '/api/search/people'

export const describeSearches = (
  title: string,
  { api, callers, open, people, count }: SearchForm,
): void => {
  describe(title, () => {
    /** Its pages say how they were counted; its filters can be combined. */
    const counted: typeof api = {
      ...api,
      data: { ...api.data, key: 'search.counted', count: 'estimated', expressions: true },
    }

    const { send, get, rows } = useService({
      resources: [api, counted],
      callers,
      database: () => open(searchRows),
    })

    const post = async (route: string, body: unknown, caller: Caller = 'staff') => {
      const response = await send(caller, 'POST', `${path}/${route}`, body)
      expect(response.statusCode, response.body).toBe(200)
      return response.json()
    }
    const find = async (
      filter: object,
      caller: Caller = 'staff',
      query = '',
    ): Promise<number[]> => {
      const { data } = await post(`filter?size=100${query}`, filter, caller)
      expect(data.totalElements).toBe(data.content.length)
      return data.content.map(({ id }: { id: number }) => id)
    }

    describe('a search for words', () => {
      test.each([
        ['finds a word in any of its texts', 'ann', [1, 2, 3, 4]],
        ['needs every word, each in some text', 'ann sales', [1]],
        ['does not need the order of the words', 'SALES lee', [1]],
        ['takes any white space for a separator', ' ann\u00a0\u3000sales\n', [1]],
        ['finds a word that is repeated once', 'lee lee', [1]],
        ['takes % for an ordinary character', '%', [2]],
        ['takes _ for an ordinary character', 'r_s', [3]],
        ['takes a backslash for an ordinary character', 'k\\s', [5]],
        ['ignores case', 'STRASSE', []],
        ['ignores the form of a sigma', 'οδυσ', [5]],
        ['finds accents only as they are', 'nusta', []],
        ['is left out if it has no words', ' \t ', [1, 2, 3, 4, 5]],
        ['is left out if it is empty', '', [1, 2, 3, 4, 5]],
        ['is left out if it is null', null, [1, 2, 3, 4, 5]],
      ])('%s: %j', async (_, q, ids) => {
        expect(await find({ q })).toEqual(ids)
      })

      test('may find its words in different rows of a collection', async () => {
        expect(await find({ inNotes: 'late paid' })).toEqual([1])
        expect(await find({ inNotes: 'late' })).toEqual([1, 3])
      })
    })

    test.each([
      ['finds adjoining words in one text', 'north', [1, 5]],
      ['keeps the white space between words', 'Ann Lee', [1]],
      ['does not look into several texts', 'Lee Northwind', []],
      ['does not count white space around it', '  a ree ', [3]],
    ])('a search for a phrase %s: %j', async (_, phrase, ids) => {
      expect(await find({ phrase })).toEqual(ids)
    })

    test.each([
      ['finds a letter with an accent', 'nusta', [2]],
      ['finds a letter without one', 'lée', [1]],
      ['finds what unaccent makes of other letters', 'STRASSE söhné', [2]],
      ['takes a full-width wildcard for an ordinary character', '％', [2]],
      ['takes _ for an ordinary character', 'r_s', [3]],
      ['takes a backslash for an ordinary character', 'k\\s', [5]],
      ['ignores the form of a sigma', 'οδυσ.', []],
      ['ignores the form of a sigma, too', 'Οδύσσεας', [5]],
    ])('a search that ignores accents %s: %j', async (_, plain, ids) => {
      expect(await find({ plain })).toEqual(ids)
    })

    describe('a full text search', () => {
      test.each([
        ['finds words in every form', 'run', [4]],
        ['needs every word', 'lee sales', [1]],
        ['does not find parts of words', 'joan', []],
        ['finds words that begin with a prefix', 'joan*', [3]],
        ['finds a phrase', '"ann lee"', [1]],
        ['ends an open phrase with the text', '"ann lee', [1]],
        ['finds no phrase in another order', '"lee ann"', []],
        ['leaves out records with a word', 'ann -lee', [4]],
        ['takes several dashes for one', 'ann --lee', [4]],
        ['finds nothing with dashes alone', '----', []],
        ['leaves out records with a phrase', 'ann -"ann lee"', [4]],
        ['leaves out records with a prefix', 'ann -le*', [4]],
        ['ignores words such as "the"', 'the lee', [1]],
        ['takes "or" for a word', 'lee or', [1]],
        ['finds nothing with such words alone', 'the', []],
        ['takes operators of PostgreSQL for separators', "lee & !x' | (:*", []],
        ['finds nothing with a prefix without characters', '*', []],
        ['ignores a prefix without characters beside words', 'ann * -*', [1, 4]],
        ['takes quotes in a prefix for separators', "le'*", [1]],
        ['is left out if it is empty', '  ', [1, 2, 3, 4, 5]],
      ])('%s: %j', async (_, ranked, ids) => {
        expect(await find({ ranked })).toEqual(ids)
      })
    })

    describe('the order by rank', () => {
      /** Records by rank, as PostgreSQL ranks their document; equal ranks by id. */
      const byRank = async (query: string, way: 'asc' | 'desc'): Promise<number[]> => {
        const found = await rows(
          `select p.id from ${people} p left join companies c on c.id = p.company_id,
             to_tsvector('english', concat_ws(' ', p.name, p.nickname, c.name)) document
           where document @@ $1::tsquery order by ts_rank(document, $1::tsquery) ${way}, p.id ${way}`,
          [query],
        )
        return found.map(({ id }) => id as number)
      }
      const anyOf = { ranked: 'n*' }
      const query = "'n':*"

      test.each(['asc', 'desc'] as const)('sorts pages by it: %s', async (way) => {
        const expected = await byRank("'run' & 'ann'", way)
        expect(await find({ ranked: 'run ann' }, 'staff', `&sort=ranked,${way}`)).toEqual(expected)
        expect(await find(anyOf, 'staff', `&sort=ranked,${way}`)).toEqual(await byRank(query, way))
      })

      test.each(['asc', 'desc'] as const)(
        'walks by cursor along it, both ways: %s',
        async (way) => {
          const ids = await byRank("'ann' | 'northwind' | 'run'", way)
          const sort = `sort=ranked,${way}`
          const walked: number[] = []
          const filter = { ranked: 'ann' }
          const expected = await find(filter, 'staff', `&${sort}`)
          expect(ids).toEqual(expect.arrayContaining(expected))
          let [next, prev]: (string | null)[] = [null, null]
          do {
            const after: string = next === null ? '' : `&after=${next}`
            const { data } = await post(`filter/cursor?size=1&${sort}${after}`, filter)
            walked.push(...data.content.map(({ id }: { id: number }) => id))
            ;({ next, prev } = data)
          } while (next !== null)
          expect(walked).toEqual(expected)
          const { data } = await post(`filter/cursor?size=100&${sort}&before=${prev}`, filter)
          expect(data.content.map(({ id }: { id: number }) => id)).toEqual(expected.slice(0, -1))
        },
      )

      test('locates records in it, and exports along it', async () => {
        const filter = { ranked: 'ann' }
        const expected = await find(filter, 'staff', '&sort=ranked,desc')
        for (const [position, id] of expected.entries()) {
          const located = await post(`locate?id=${id}&sort=ranked,desc`, filter)
          expect(located.position).toBe(position)
        }
        const body = { filters: filter, sort: ['ranked,desc'], format: 'json', fields: ['id'] }
        const exported = await post('export', body)
        expect(exported.map(({ id }: { id: number }) => id)).toEqual(expected)
      })

      test('is the default order without a search', async () => {
        expect(await find({}, 'staff', '&sort=ranked,desc')).toEqual([1, 2, 3, 4, 5])
        expect(await find({}, 'staff', '&sort=ranked,desc&sort=id,desc')).toEqual([5, 4, 3, 2, 1])
      })

      /** The order of a filter, which may be combined. */
      const order = async (filter: object): Promise<number[]> => {
        const url = '/api/search/counted/filter?sort=ranked,desc'
        const { data } = (await send('staff', 'POST', url, filter)).json()
        return data.content.map(({ id }: { id: number }) => id)
      }

      test('is the default order if only a part of the filter searches', async () => {
        const filter = { ranked: 'ann' }
        const ranked = await order(filter)
        expect(ranked).toEqual(await find(filter, 'staff', '&sort=ranked,desc'))
        expect(await order({ $and: [filter, { q: 'ann' }] })).toEqual(ranked)
        const byId = ranked.toSorted((a, b) => a - b)
        expect(byId).not.toEqual(ranked)
        expect(await order({ $or: [filter, { ranked: 'nusta' }] })).toEqual(byId)
        expect(await order({ $not: { $not: filter } })).toEqual(byId)
      })

      test('adds up the ranks of the searches that $and joins', async () => {
        await rows(`update people set nickname = 'lamp lamp oak' where id = 1`)
        await rows(`update people set nickname = 'lamp oak oak oak oak' where id = 2`)
        const [lamp, oak] = [{ ranked: 'lamp' }, { ranked: 'oak' }]
        try {
          expect(await order({ ...lamp, q: 'oak' })).toEqual([1, 2])
          expect(await order({ $and: [lamp, oak] })).toEqual([2, 1])
          expect(await order({ $and: [oak, lamp] })).toEqual([2, 1])
          expect(await order({ ...lamp, $and: [oak] })).toEqual([2, 1])
        } finally {
          await rows('update people set nickname = null where id = 1')
          await rows(`update people set nickname = '100%' where id = 2`)
        }
      })

      test('does not exist for searches of other kinds', async () => {
        const response = await send('staff', 'POST', `${path}/filter?sort=q,desc`, {})
        expect(response.statusCode).toBe(400)
        expect(response.json().errors[0].code).toBe('SORT_INVALID')
      })
    })

    describe('a search in the criteria of related rows', () => {
      test('needs every word in one and the same row, or in what the row refers to', async () => {
        expect(await find({ note: { q: 'late' } })).toEqual([1, 3])
        expect(await find({ note: { q: 'late paid' } })).toEqual([])
        expect(await find({ note: { q: 'late under_score' } })).toEqual([3])
        expect(await find({ note: { q: ' ' } })).toEqual([1, 2, 3, 4, 5])
      })

      test('does not read what the caller may not see', async () => {
        expect(await find({ note: { q: 'under_score' } }, 'guest')).toEqual([])
        expect(await find({ note: { q: 'late' } }, 'guest')).toEqual([1, 3])
      })
    })

    describe('a search on other routes', () => {
      test('options, option sources and statistics select the same records', async () => {
        const filter = { q: 'ann', inNotes: 'late' }
        const options = await post('options/filter', filter)
        expect(options.content.map(({ id }: { id: number }) => id)).toEqual([1, 3])
        const companies = await post('option-sources/companies/options/filter', { filter })
        expect(companies.content).toMatchObject([{ id: 1, label: 'Northwind Sales' }])
        const metric = { operation: 'COUNT' }
        const { data } = await post('stats/group-by', { filter, field: 'name', metric })
        expect(data.buckets).toHaveLength(2)
      })
    })

    describe('the limits of a search', () => {
      const refused = async (filter: object) => {
        const response = await send('staff', 'POST', `${path}/filter`, filter)
        const [{ code, target, message }] = response.json().errors
        return { status: response.statusCode, code, target, message }
      }
      const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')

      test('are 20 words, however often each occurs', async () => {
        expect(await find({ q: `${words(20)} ${words(20)}` })).toEqual([])
        for (const name of ['q', 'plain', 'ranked']) {
          expect(await refused({ [name]: words(21) })).toEqual({
            ...{ status: 422, code: 'LIMIT_EXCEEDED', target: name },
            message: `Filter field '${name}' must be a search of at most 20 words.`,
          })
        }
        expect(await find({ phrase: words(21) })).toEqual([])
      })

      test('are the same in the criteria of related rows', async () => {
        expect(await refused({ note: { q: words(21) } })).toMatchObject({
          ...{ status: 422, code: 'LIMIT_EXCEEDED', target: 'note.q' },
        })
      })

      test('are the characters of a text', async () => {
        expect(await refused({ q: 'a'.repeat(10_001) })).toMatchObject({
          ...{ status: 422, code: 'LIMIT_EXCEEDED', target: 'q' },
        })
      })

      test.each([[['ann']], [{ text: 'ann' }], [7], [true]])('are texts: %j', async (q) => {
        expect(await refused({ q })).toMatchObject({ status: 400, code: 'FILTER_PAYLOAD_INVALID' })
      })
    })

    describe('what a caller may not see', () => {
      test('does not take part in a search', async () => {
        expect(await find({ q: '100%' }, 'guest')).toEqual([])
        expect(await find({ q: 'ann 100%' }, 'guest')).toEqual([])
        expect(await find({ plain: '100%' }, 'guest')).toEqual([])
        expect(await find({ ranked: 'runner' }, 'guest')).toEqual([])
        // The other texts do.
        expect(await find({ q: 'ann' }, 'guest')).toEqual([1, 2, 3, 4])
      })

      test('does not take part in ranks', async () => {
        const before = await find({ ranked: 'ann' }, 'guest', '&sort=ranked,desc')
        await rows("update people set nickname = 'ann ann ann' where id = 1")
        expect(await find({ ranked: 'ann' }, 'guest', '&sort=ranked,desc')).toEqual(before)
        await rows('update people set nickname = null where id = 1')
      })

      test('is not found behind a relation to hidden rows', async () => {
        expect(await find({ q: 'Söhne' })).toEqual([2])
        expect(await find({ q: 'Söhne' }, 'guest')).toEqual([])
        expect(await find({ ranked: 'Söhne' }, 'guest')).toEqual([])
      })

      test('is not in a total, because estimates tell about all rows', async () => {
        const countOf = async (name: string, caller: Caller) => {
          const response = await send(caller, 'POST', '/api/search/counted/filter?size=1', {
            [name]: 'ann',
          })
          return response.json().data.count
        }
        expect(await countOf('inNotes', 'guest')).toBe(count)
        for (const name of ['q', 'plain', 'ranked']) {
          expect(await countOf(name, 'guest'), name).toBe('exact')
        }
      })

      test('leaves no trace of a search that it hides entirely', async () => {
        const problemOf = async (name: string) => {
          const response = await send('guest', 'POST', `${path}/filter`, { [name]: 'x' })
          const [{ code, message }] = response.json().errors
          return { status: response.statusCode, code, message: message.replaceAll(name, '') }
        }
        expect(await problemOf('nicknames')).toEqual(await problemOf('invented'))
      })
    })

    describe('the published schema', () => {
      const published = async (caller: Caller) => {
        const schema = await get(
          caller,
          `/schemas/filtered?path=${path}/filter&operation=post&schemaType=request`,
        )
        expect(schema.statusCode, schema.body).toBe(200)
        return schema.json().properties
      }

      test('describes a text, and the response fields that it searches', async () => {
        const { q, inNotes, note } = await published('staff')
        expect(q).toMatchObject({
          type: ['string', 'null'],
          'x-ui': {
            ...{ label: 'Search', filterOperation: 'LIKE', controlType: 'input' },
            searchFields: ['name', 'nickname', 'companyName'],
          },
        })
        expect(q['x-ui']).not.toHaveProperty('filterTarget')
        expect(inNotes['x-ui']).toMatchObject({ label: 'Name or note', searchFields: ['name'] })
        // No field of the response shows a text of a related row.
        expect(note['x-ui'].items).toMatchObject([
          { name: 'q', label: 'Search', filterOperation: 'LIKE', searchFields: [] },
        ])
      })

      test('does not name it as a filter of one of its texts', async () => {
        const { stats } = (await get('staff', `${path}/capabilities`)).json()
        expect(stats.fields).toMatchObject([{ field: 'name', filterFields: [] }])
      })

      test('leaves out what the caller may not see', async () => {
        const fields = await published('guest')
        expect(fields.q['x-ui'].searchFields).toEqual(['name', 'companyName'])
        expect(fields).not.toHaveProperty('nicknames')
      })
    })
  })
}
