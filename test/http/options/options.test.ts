/** Options: records as choices, with search, sort, included ids, and options by ids. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PeopleService, startPeople } from '../../support/people.js'

let service: PeopleService
beforeAll(async () => {
  service = await startPeople()
})
afterAll(() => service.close())

const employees = '/api/human-resources/employees'
const find = async (query: string, payload: object | string = {}, resource = employees) => {
  const url = `${resource}/options/filter${query}`
  const answer = await service.app.inject({ method: 'POST', url, payload })
  return { status: answer.statusCode, body: answer.json() }
}
const labelsOf = ({ body }: { body: { content: readonly { label: string }[] } }) =>
  body.content.map(({ label }) => label)
/** Searches and sorts names as the database does. */
const namesLike = async (part: string): Promise<readonly string[]> => {
  const { rows } = await service.database.client.query(
    `select full_name from employees where position(lower($1) in lower(full_name)) > 0 order by full_name, id`,
    [part],
  )
  return rows.map((row) => row.full_name)
}

describe('a page of options', () => {
  test('a page of options is bare, and has id, label and extra', async () => {
    const { status, body } = await find('?size=2')
    expect(status).toBe(200)
    expect(body).toMatchObject({ totalElements: 300, size: 2, number: 0, numberOfElements: 2 })
    expect(body).not.toHaveProperty('status')
    expect(Object.keys(body.content[0])).toEqual(['id', 'label', 'extra'])
    expect(body.content[0]).toMatchObject({ id: expect.any(Number), extra: null })
  })

  test('options are sorted by label, then id', async () => {
    const all = await namesLike('')
    expect(labelsOf(await find('?size=200'))).toEqual(all.slice(0, 200))
    expect(labelsOf(await find('?size=200&page=1'))).toEqual(all.slice(200))
    const { body } = await find('?size=1')
    expect(body.sort.orders).toEqual([
      { property: 'label', direction: 'ASC' },
      { property: 'id', direction: 'ASC' },
    ])
  })

  test('options can be sorted by id, label and the sort fields of the resource', async () => {
    const ids = async (sort: string) =>
      (await find(`?size=5&sort=${sort}`)).body.content.map(({ id }: { id: number }) => id)
    expect(await ids('id')).toEqual([1, 2, 3, 4, 5])
    expect(await ids('id,desc')).toEqual([300, 299, 298, 297, 296])
    expect((await find('?size=5&sort=salary,desc')).status).toBe(200)
    expect(await find('?sort=nothing')).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'SORT_INVALID' }] },
    })
  })

  test('options match the filter, with the same total as /filter', async () => {
    const payload = { departmentName: 'e', skillName: 'a' }
    const { body } = await find('', payload)
    const filtered = await service.app.inject({
      method: 'POST',
      url: `${employees}/filter`,
      payload,
    })
    expect(body.totalElements).toBe(filtered.json().data.totalElements)
  })

  test('included records are first, even if they do not match the filter', async () => {
    const { body } = await find('?size=3&includeIds=7,5', { fullName: 'no such name at all' })
    expect(body.content.map(({ id }: { id: number }) => id)).toEqual([7, 5])
    expect(body.totalElements).toBe(0)
  })

  test('without a label field, the label is the first naming field, otherwise the id', async () => {
    const departments = await find('?size=1', {}, '/api/human-resources/departments')
    expect(departments.body.content[0].label).toMatch(/^[A-Z]/)
    const costs = await find('?size=1', {}, '/api/payroll/monthly-costs')
    expect(costs.body.content[0]).toMatchObject({ id: expect.stringMatching(/^\d{4}-\d\d-\d+$/) })
  })
})

describe('the search', () => {
  test.each(['an', 'É', "o'", '%', '_', '\\', 'Ş', 'no such name'])(
    "the search for '%s' finds labels as SQL does",
    async (part) => {
      const names = await namesLike(part)
      const byQuery = await find(`?size=200&search=${encodeURIComponent(part)}`)
      expect(labelsOf(byQuery)).toEqual(names.slice(0, 200))
      expect(byQuery.body.totalElements).toBe(names.length)
      expect((await find('?size=200', { search: part })).body.totalElements).toBe(names.length)
      expect((await find('?size=200', { label: part })).body.totalElements).toBe(names.length)
    },
  )

  test('a search in the body takes precedence over the query and is combined with the filter', async () => {
    const names = await namesLike('an')
    const { body } = await find('?search=no%20such%20name', { search: 'an' })
    expect(body.totalElements).toBe(names.length)
    const both = await find('', { search: 'an', fullName: 'no such name' })
    expect(both.body.totalElements).toBe(0)
  })

  test('a search that is not text or too long is refused', async () => {
    expect(await find('', { search: 5 })).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'FILTER_PAYLOAD_INVALID', target: 'search' }] },
    })
    expect((await find('', { search: 'x'.repeat(1_001) })).status).toBe(422)
  })

  test('a blank search has no effect', async () => {
    expect((await find('?search=', { search: '' })).body.totalElements).toBe(300)
  })
})

describe('options by ids', () => {
  const byIds = async (query: string) => {
    const answer = await service.app.inject({
      method: 'GET',
      url: `${employees}/options/by-ids${query}`,
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  test('options by ids are a bare list in the requested order, without unknown ids', async () => {
    const { status, body } = await byIds('?ids=9,999999,3&ids=9')
    expect(status).toBe(200)
    expect(body.map(({ id }: { id: number }) => id)).toEqual([9, 3, 9])
    expect(Object.keys(body[0])).toEqual(['id', 'label', 'extra'])
  })
  test.each([
    ['', 200],
    ['?ids=x', 400],
    [`?ids=${Array.from({ length: 201 }, (_, index) => index).join()}`, 422],
  ])('options by ids for %s return %i', async (query, status) => {
    expect((await byIds(query)).status).toBe(status)
  })
})
