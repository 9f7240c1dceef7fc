/** The option sources of the sample: employees by department, status, rating and manager. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json, newEmployee, paths, usePeople } from '../use-people.js'

const people = usePeople()
const { employees } = paths
const url = (key: string, path = 'filter') => `${employees}/option-sources/${key}/options/${path}`

const page = async (key: string, query = '', body?: unknown): Promise<Json> => {
  const answer = await people.send('POST', `${url(key)}${query}`, body)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['x-data-version']).toMatch(/./)
  return answer.json()
}
const idsOf = (content: Json): readonly Json[] => content.map(({ id }: Json) => id)

/** The options of all pages of three; checks that totals agree and ids differ. */
const walk = async (key: string, body: object = {}): Promise<readonly Json[]> => {
  const options: Json[] = []
  for (let number = 0; number < 100; number++) {
    const found = await page(key, `?size=3&page=${number}`, body)
    options.push(...found.content)
    if (!found.last) continue
    expect(options).toHaveLength(found.totalElements)
    expect(new Set(idsOf(options)).size).toBe(options.length)
    return options
  }
  return expect.fail('no page is the last')
}
const asOptions = (rows: readonly Json[]) =>
  rows.map(({ id, label }) => ({ id: Number(id), label: String(label), extra: null }))

test('a page of options is bare', async () => {
  const found = await page('departments', '?size=2')
  expect(found).toMatchObject({
    totalElements: 24,
    totalPages: 12,
    size: 2,
    number: 0,
    first: true,
  })
  expect(found).not.toHaveProperty('status')
  expect(found).not.toHaveProperty('_links')
  expect(found.sort.orders).toEqual([
    { property: 'label', direction: 'ASC' },
    { property: 'id', direction: 'ASC' },
  ])
})

test('departments are all departments; with a filter, those of matching employees', async () => {
  const all = await people.rows('select id, name as label from departments order by name, id')
  expect(await walk('departments')).toEqual(asOptions(all))
  const some = await people.rows(
    `select id, name as label from departments
     where id in (select department_id from employees where full_name ilike '%an%' and remote)
     order by name, id`,
  )
  expect(await walk('departments', { filter: { fullName: 'an', remote: true } })).toEqual(
    asOptions(some),
  )
})

test('the selected department does not hide the others', async () => {
  const all = idsOf(await walk('departments', { filter: { remote: true } }))
  expect(idsOf(await walk('departments', { filter: { remote: true, departmentId: 2 } }))).toEqual(
    all,
  )
})

test('statuses are those of the contract', async () => {
  const statuses = await walk('statuses')
  expect(idsOf(statuses).length).toBeGreaterThan(1)
  const stored = await people.rows('select distinct status from employees')
  for (const { status } of stored) expect(idsOf(statuses)).toContain(status)
  const { content } = await page('statuses', '?sort=label,desc')
  expect(content).toEqual(
    statuses.toSorted((a, b) => (a.label < b.label ? 1 : a.label > b.label ? -1 : 0)),
  )
})

test('ratings are the distinct values of matching employees, without null', async () => {
  const rated = (where: string) =>
    people.rows(
      `select distinct rating as id, rating as label from employees
       where rating is not null and ${where} order by 1`,
    )
  expect(await walk('ratings')).toEqual(asOptions(await rated('true')))
  const filter = { departmentId: 3, fullName: 'e' }
  const matching = await rated(`department_id = 3 and full_name ilike '%e%'`)
  expect(await walk('ratings', { filter })).toEqual(asOptions(matching))
})

describe('the option source of managers', () => {
  const managers = (department: number | null) =>
    people.rows(
      `select distinct m.id, m.full_name as label from employees e join employees m on m.id = e.manager_id
       where e.department_id = $1 or $1::bigint is null order by m.full_name, m.id`,
      [department],
    )

  test('managers are those of the employees of a department', async () => {
    for (const departmentId of [2, 3, 4]) {
      const options = await walk('managers', { filter: { departmentId } })
      expect(options).toEqual(asOptions(await managers(departmentId)))
    }
  })

  test('managers without a department are those of all employees', async () => {
    const all = asOptions(await managers(null))
    expect(await walk('managers', {})).toEqual(all)
    expect(await walk('managers', { filter: { departmentId: null } })).toEqual(all)
    const answer = await people.send('POST', url('managers'))
    expect(answer.json().totalElements).toBe(all.length)
  })

  test('managers by ids are those of a filter, or all without one', async () => {
    const inTwo = asOptions(await managers(2)).map(({ id }) => id)
    const others = asOptions(await managers(3)).map(({ id }) => id)
    const outside = others.find((id) => !inTwo.includes(id))
    const ids = [...inTwo.toReversed(), outside]
    const ask = async (body: object) =>
      idsOf((await people.send('POST', url('managers', 'by-ids'), body)).json())
    expect(await ask({ ids })).toEqual(ids)
    expect(await ask({ ids, filter: { departmentId: 2 } })).toEqual(inTwo.toReversed())
    const got = await people.get(`${url('managers', 'by-ids')}?ids=${ids}`)
    expect(idsOf(got.json())).toEqual(ids)
  })
})

describe('the dataset version of option sources', () => {
  const versionOf = async (key: string) =>
    (await people.send('POST', url(key), { filter: { departmentId: 2 } })).headers['x-data-version']

  test('the version is that of the resource, and changes with the data of the options', async () => {
    const before = await versionOf('ratings')
    const list = await people.send('POST', `${employees}/filter`, {})
    expect(list.headers['x-data-version']).toBe(before)
    await people.create(employees, newEmployee({ rating: 1 }))
    const after = await versionOf('ratings')
    expect(after).not.toBe(before)
    await people.rows(`update departments set name = name || '!' where id = 2`)
    expect(await versionOf('departments')).not.toBe(after)
    expect(idsOf((await page('departments', '?search=!')).content)).toEqual([2])
  })

  test('options by ids have a tag that is valid until the data changes', async () => {
    const byIdsUrl = `${url('departments', 'by-ids')}?ids=3,2`
    const { etag } = (await people.get(byIdsUrl)).headers
    expect(etag).toMatch(/^W\//)
    const headersSent = { 'if-none-match': String(etag) }
    expect((await people.get(byIdsUrl, headersSent)).statusCode).toBe(304)
    expect((await people.get(byIdsUrl.replace('3,2', '2,3'), headersSent)).statusCode).toBe(200)
    expect(
      (await people.get(byIdsUrl.replace('departments', 'ratings'), headersSent)).statusCode,
    ).toBe(200)
    await people.rows(`update departments set name = 'Renamed' where id = 2`)
    const changed = await people.get(byIdsUrl, headersSent)
    expect(changed.statusCode).toBe(200)
    expect(changed.json()[1]).toEqual({ id: 2, label: 'Renamed', extra: null })
  })
})

test('a resource without sources has no routes for them', async () => {
  for (const resource of [paths.skills, paths.costs]) {
    const sourceUrl = `${resource}/option-sources/statuses/options`
    const unknown = { status: 404, code: 'OPTION_SOURCE_NOT_FOUND' }
    expectFailure(await people.send('POST', `${sourceUrl}/filter`, {}), unknown)
    expectFailure(await people.get(`${sourceUrl}/by-ids?ids=1`), unknown)
    expectFailure(await people.send('POST', `${sourceUrl}/by-ids`, { ids: [1] }), unknown)
  }
})
