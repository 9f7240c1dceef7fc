/** Reading one record, several by ids, all, and the link to their schema. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json, paths, usePeople } from '../use-people.js'

const people = usePeople()

describe('GET {id}', () => {
  test('GET {id} returns every field of the response shape, and no other', async () => {
    const { data } = (await people.get(`${paths.employees}/1`)).json()
    const fields = `id code fullName nickname email phone status salary hiredOn birthDate
      lastReviewAt contractEndsAt remote rating departmentId departmentName managerId managerName
      skillCount skillIds dependents version createdAt updatedAt`
    expect(Object.keys(data)).toEqual(expect.arrayContaining(fields.split(/\s+/)))
    expect(data).not.toHaveProperty('bio')
    expect(data).not.toHaveProperty('_links')
  })

  test.each([
    `${paths.employees}/999999`,
    `${paths.employees}/0`,
    `${paths.employees}/-1`,
    `${paths.employees}/9007199254740991`,
    `${paths.costs}/none`,
    `${paths.costs}/2026-01%2F7`,
  ])('%s is an unknown record', async (url) => {
    expectFailure(await people.get(url), { status: 404, code: 'RESOURCE_NOT_FOUND' })
  })

  test('GET {id} accepts a text id', async () => {
    const { data } = (await people.get(`${paths.costs}/2026-01-7`)).json()
    expect(data).toMatchObject({ id: '2026-01-7', period: '2026-01-01', departmentId: 7 })
  })
})

describe('GET by-ids', () => {
  const ids = async (query: string) => {
    const answer = await people.get(`${paths.departments}/by-ids${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().map((row: Json) => row.id)
  }

  test.each([
    ['keeps the requested order', '?ids=3&ids=1&ids=2', [3, 1, 2]],
    ['accepts ids separated by commas', '?ids=3,1,2', [3, 1, 2]],
    ['accepts both forms together', '?ids=3,1&ids=2', [3, 1, 2]],
    ['accepts a percent-encoded comma', '?ids=3%2C1', [3, 1]],
    ['repeats a repeated id', '?ids=2,1,2', [2, 1, 2]],
    ['leaves unknown ids out', '?ids=999,2,-4', [2]],
    ['returns nothing without ids', '', []],
    ['returns nothing for blank ids', '?ids=', []],
    ['returns nothing for unknown ids', '?ids=999', []],
  ])('by-ids %s', async (_name, query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })

  test('by-ids accepts text ids', async () => {
    const answer = await people.get(`${paths.costs}/by-ids?ids=2026-02-7,2026-01-7,none`)
    expect(answer.json().map((row: Json) => row.id)).toEqual(['2026-02-7', '2026-01-7'])
  })

  test('by-ids accepts 200 ids and refuses one more, naming the limit', async () => {
    const list = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join()
    expect(await ids(`?ids=${list(200)}`)).toHaveLength(24)
    const answer = await people.get(`${paths.departments}/by-ids?ids=${list(201)}`)
    const failure = { status: 422, code: 'LIMIT_EXCEEDED', targets: ['ids'] }
    expect(expectFailure(answer, failure)[0].message).toContain('200')
  })
})

describe('GET all', () => {
  test('GET all returns every record in the default order', async () => {
    const { data } = (await people.get(`${paths.employees}/all`)).json()
    const rows = await people.rows('select id::int from employees order by full_name, id')
    expect(data.map((row: Json) => row.id)).toEqual(rows.map(({ id }) => id))
  })

  test('GET all returns the same records as GET {id}, with links', async () => {
    const { data } = (await people.get(`${paths.employees}/all`)).json()
    for (const { _links, ...row } of data.slice(0, 5)) {
      expect(row).toEqual((await people.get(_links.self.href)).json().data)
    }
  })

  test('GET all of several batches is one list', async () => {
    const { data } = (await people.get(`${paths.payslips}/all`)).json()
    expect(new Set(data.map((row: Json) => row.id)).size).toBe(7_200)
  })

  test('GET all of an empty resource is an empty list', async () => {
    await people.rows('delete from absence_requests')
    expect((await people.get(`${paths.absences}/all`)).json().data).toEqual([])
    expect(await people.page(paths.absences)).toMatchObject({ totalElements: 0, empty: true })
  })
})

describe('GET all with a limit', () => {
  const limited = usePeople({ 'platform.query.all.max': 24 })

  test('GET all returns as many records as the limit', async () => {
    expect((await limited.get(`${paths.departments}/all`)).json().data).toHaveLength(24)
  })

  test('GET all refuses one more record, and names the operations without this limit', async () => {
    const answer = await limited.get(`${paths.skills}/all`)
    const [item] = expectFailure(answer, { status: 422, code: 'LIMIT_EXCEEDED' })
    expect(item.message).toContain('24')
    expect(item.message).toContain('/filter')
    expect(item.message).toMatch(/export/)
  })
})

describe('GET schemas', () => {
  test.each([
    [paths.employees, 'false'],
    [paths.costs, 'true'],
  ])('GET schemas of %s redirects to the filtered schema', async (resource, readOnly) => {
    const answer = await people.get(`${resource}/schemas`)
    expect(answer.statusCode).toBe(302)
    const location = new URL(answer.headers.location as string, 'http://service')
    expect(location.pathname).toBe('/schemas/filtered')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      path: `${resource}/all`,
      operation: 'get',
      schemaType: 'response',
      idField: 'id',
      readOnly,
    })
    expect(answer.headers.location).not.toMatch(/^https?:/)
  })
})
