/** Weak tags of collections, and totals that stay exact during concurrent writes. */
import { createTestService } from 'corollary/testing'
import { describe, expect, test } from 'vitest'
import people from '../../../examples/people/app.js'
import { type SentStatement, statementsOf } from '../../support/statements.js'
import { type Answer, type Json, paths, usePeople } from '../use-people.js'

const app = usePeople()
const { employees, skills, departments } = paths
const source = `${employees}/option-sources/departments/options/by-ids`
/** Different queries over the same records. */
const collections = [
  [`${skills}/all`, undefined],
  [`${employees}/all`, undefined],
  [`${employees}/by-ids?ids=1,2`, `${employees}/by-ids?ids=2,1`],
  [`${employees}/by-ids?ids=1,1`, `${employees}/by-ids?ids=1`],
  [`${employees}/by-ids`, `${employees}/by-ids?ids=1`],
  [`${employees}/options/by-ids?ids=1,2`, `${employees}/options/by-ids?ids=2,1`],
  [`${source}?ids=1,2`, `${source}?ids=2,1`],
] as const
const urls = collections.map(([url]) => url)

const rename = () => app.rows(`update departments set name = name || '!' where id = 1`)
const tagOf = async (url: string): Promise<string> => String((await app.get(url)).headers.etag)
/** The headers that control caching and revalidation. */
const headersOf = ({ headers }: Answer) => ({
  etag: headers.etag,
  version: headers['x-data-version'],
  caching: headers['cache-control'],
  vary: headers.vary,
})

describe.each(urls)('GET %s', (url) => {
  test('a collection has a weak tag, which the same caller can revalidate', async () => {
    const answer = await app.get(url)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(headersOf(answer)).toEqual({
      etag: expect.stringMatching(/^W\/"[\w-]{16,}"$/),
      version: expect.stringMatching(/./),
      caching: 'private, no-cache',
      vary: 'Authorization, Accept-Language',
    })
    expect(await tagOf(url)).toBe(answer.headers.etag)
    expect((await app.send('HEAD', url)).headers.etag).toBe(answer.headers.etag)
  })

  const cases: readonly (readonly [string, (tag: string) => string, number])[] = [
    ['the tag', (tag) => tag, 304],
    ['the tag as a strong tag', (tag) => tag.slice(2), 304],
    ['a list with it', (tag) => `"a", W/"b",${tag}`, 304],
    ['any', () => '*', 304],
    ['another tag', () => 'W/"other"', 200],
    ['a tag in lower case', (tag) => tag.toLowerCase().replace(/"$/, 'x"'), 200],
    ['nonsense', () => 'nonsense', 200],
    ['nothing', () => '', 200],
  ]
  test.each(cases)('If-None-Match with %s', async (_name, header, status) => {
    const first = await app.get(url)
    const headers = { 'if-none-match': header(String(first.headers.etag)) }
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.send(method, url, undefined, headers)
      expect(answer.statusCode).toBe(status)
      expect(headersOf(answer)).toEqual(headersOf(first))
      if (status === 304) expect(answer.body).toBe('')
    }
  })

  test('the tag changes after a write of the resource or of a related record', async () => {
    const before = await tagOf(url)
    await app.rows(`update skills set category = category || '!' where id = 1`)
    const after = await tagOf(url)
    const again = await app.get(url, { 'if-none-match': before })
    expect(again.statusCode).toBe(200)
    expect(new Set([before, after]).size).toBe(2)
    if (url.startsWith(skills)) return
    await rename()
    expect(new Set([before, after, await tagOf(url)]).size).toBe(3)
  })
})

test('another query, resource or operation has another tag', async () => {
  const all = [...collections.flat(), `${departments}/all`, `${skills}/by-ids?ids=1,2`]
  const distinct = [...new Set(all.filter((url) => url !== undefined))]
  const tags = await Promise.all(distinct.map(tagOf))
  expect(new Set(tags).size).toBe(distinct.length)
})

test('ids with commas and repeated ids are the same query', async () => {
  expect(await tagOf(`${skills}/by-ids?ids=1&ids=2`)).toBe(await tagOf(`${skills}/by-ids?ids=1,2`))
})

test('all nodes have the same tags; another contract has different ones', async () => {
  const { connection } = app.service.database
  const [first, ...others] = people.resources
  const { nickname: _, ...response } = first!.data.response
  const narrow = { ...first!, data: { ...first!.data, response } }
  const tagsOf = async (resources: typeof people.resources) => {
    const node = await createTestService({ resources, connection })
    const answers = await Promise.all(urls.map((url) => node.app.inject({ method: 'GET', url })))
    await node.close()
    return answers.map(({ headers }) => headers.etag)
  }
  const ownTags = await Promise.all(urls.map(tagOf))
  expect(await tagsOf(people.resources)).toEqual(ownTags)
  const changed = await tagsOf([narrow, ...others])
  expect(changed.map((tag, index) => tag !== ownTags[index])).toEqual(
    urls.map((url) => /employees\/(all|by-ids)/.test(url)),
  )
})

test('responses other than GET of a collection have no tag', async () => {
  for (const path of ['filter', 'filter/cursor', 'options/filter', 'export'])
    expect((await app.send('POST', `${skills}/${path}`, {})).headers.etag).toBeUndefined()
  const posted = await app.send('POST', source, { ids: [1] }, { 'if-none-match': '*' })
  expect([posted.statusCode, posted.headers.etag]).toEqual([200, undefined])
})

describe('statements and tags', () => {
  const statements = async (work: () => Promise<unknown>): Promise<readonly SentStatement[]> =>
    (await statementsOf(work)).filter(({ text }) => /^\s*(select|with)/.test(text))
  /**
   * The number of rows that the count of a page reads when the statement runs now: its table is
   * `c0`.
   */
  const rowsCounted = async ({ text, values = [] }: SentStatement): Promise<number> => {
    const [row] = await app.rows(`explain (analyze, format json) ${text}`, values)
    const visit = (node: Json): number =>
      (node.Alias === 'c0' ? node['Actual Rows'] * node['Actual Loops'] : 0) +
      (node.Plans ?? []).reduce((sum: number, plan: Json) => sum + visit(plan), 0)
    return visit(row['QUERY PLAN'][0].Plan)
  }

  test('a revalidated /all reads no record', async () => {
    const tag = await tagOf(`${skills}/all`)
    const ask = (headers = {}) => app.get(`${skills}/all`, headers)
    expect(await statements(() => ask({ 'if-none-match': tag }))).toHaveLength(1)
  })

  test('the total is counted once for several pages, and again after a write', async () => {
    const url = `${employees}/filter?size=5&sort=id&page=`
    const total = async () => Number((await app.rows('select count(*) from employees'))[0].count)
    const read = async (page: number): Promise<number> => {
      const [statement] = await statements(async () => {
        const answer = await app.send('POST', url + page, {})
        expect(answer.json().data.totalElements).toBe(await total())
      })
      return rowsCounted(statement!)
    }
    expect([await read(0), await read(1), await read(2)]).toEqual([300, 0, 0])
    await rename()
    expect([await read(3), await read(4)]).toEqual([300, 0])
  })
})
