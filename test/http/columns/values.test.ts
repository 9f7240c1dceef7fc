/** Values in JSON: every column type in its format, digit for digit, in requests and responses. */
import { createTestService } from 'corollary/testing'
import { describe, expect, test } from 'vitest'
import sample from '../../../examples/people/app.js'
import { type Json, newEmployee, paths, usePeople } from '../use-people.js'

const people = usePeople()
const { employees } = paths

/** The text of one member of a JSON object, as it was sent. */
const rawMember = (body: string, name: string): string | undefined =>
  new RegExp(`"${name}":("(?:[^"\\\\]|\\\\.)*"|[^,}\\]]+)`).exec(body)?.[1]

describe('money', () => {
  test.each([
    ['/7', '0.10'],
    ['/11', '99999999.99'],
  ])('money of employee %s is sent digit for digit: %s', async (path, text) => {
    const { body } = await people.get(employees + path)
    expect(rawMember(body, 'salary')).toBe(text)
  })

  test.each([
    ['"0"', '0.00'],
    ['0', '0.00'],
    ['-0', '0.00'],
    ['0.1', '0.10'],
    ['"0.10"', '0.10'],
    ['"1.100"', '1.10'],
    ['"6e3"', '6000.00'],
    ['"1.5E-1"', '0.15'],
    ['"-0.00"', '0.00'],
    ['1e-2', '0.01'],
    ['1E3', '1000.00'],
    ['99999999.99', '99999999.99'],
    ['"9999999999.99"', '9999999999.99'],
    ['9999999999.99', '9999999999.99'],
    ['4503599627.37', '4503599627.37'],
  ])('money sent as %s is stored and returned as %s', async (sent, stored) => {
    const body = JSON.stringify(newEmployee({ salary: '?' })).replace('"?"', sent)
    const answer = await people.send('POST', employees, body)
    expect(rawMember(answer.body, 'salary')).toBe(stored)
    const { id } = answer.json().data
    const [row] = await people.rows('select salary::text from employees where id = $1', [id])
    expect(row).toEqual({ salary: stored })
  })

  test('money of a view with 15 digits is a number, also in pages and lists', async () => {
    const page = await people.send('POST', `${paths.costs}/filter?sort=grossTotal,desc&size=1`, {})
    const [row] = await people.rows(
      'select gross_total::text as total from monthly_costs order by gross_total desc',
    )
    expect(rawMember(page.body, 'grossTotal')).toBe(row.total)
    const { body } = await people.get(`${employees}/by-ids?ids=7`)
    expect(rawMember(body, 'salary')).toBe('0.10')
  })
})

describe('instants', () => {
  test.each([
    ['2026-03-20T23:59:59.999999Z', '2026-03-20T23:59:59.999999Z'],
    ['2026-03-20T00:00:00Z', '2026-03-20T00:00:00Z'],
    ['2026-03-20T00:00:00.000000Z', '2026-03-20T00:00:00Z'],
    ['2026-03-20t12:00:00z', '2026-03-20T12:00:00Z'],
    ['2026-03-29T01:59:59.5+01:00', '2026-03-29T00:59:59.5Z'],
    ['2026-03-21T05:29:59.999999+05:30', '2026-03-20T23:59:59.999999Z'],
    ['2025-12-31T23:59:59.000001-00:01', '2026-01-01T00:00:59.000001Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
    ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999Z'],
  ])('the instant %s is returned as %s', async (lastReviewAt, expected) => {
    const data = await people.create(employees, newEmployee({ lastReviewAt }))
    expect(data.lastReviewAt).toBe(expected)
  })

  test('instants of the database are returned in UTC, without loss', async () => {
    const { data } = (await people.get(`${employees}/all`)).json()
    const rows = await people.rows(`select id::int, to_char(last_review_at at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.US') as at from employees`)
    const stored = new Map(rows.map(({ id, at }) => [id, at]))
    expect(data.some((row: Json) => row.lastReviewAt?.endsWith('T23:59:59.999999Z'))).toBe(true)
    for (const { id, lastReviewAt } of data) {
      const text = stored.get(id) ?? null
      const shortest = text?.replace(/0+$/, '').replace(/\.$/, '')
      expect(lastReviewAt).toBe(text === null ? null : `${shortest}Z`)
    }
  })

  test('instants do not depend on the time zone of the database', async () => {
    const { connection } = people.service.database
    const before = (await people.get(`${employees}/all`)).json().data
    await people.rows(`alter database ${connection.database} set timezone = 'Asia/Kathmandu'`)
    const other = await createTestService({ resources: sample.resources, connection })
    const answer = await other.app.inject({ method: 'GET', url: `${employees}/all` })
    await other.close()
    const texts = (rows: readonly Json[]) => rows.map((row) => JSON.stringify(row))
    expect(texts(answer.json().data)).toEqual(texts(before))
  })
})

describe('dates, booleans and integers', () => {
  test.each(['2024-02-29', '0001-01-01', '9999-12-31', '1582-10-10', '1970-01-01'])(
    'the date %s is returned unchanged',
    async (birthDate) => {
      expect((await people.create(employees, newEmployee({ birthDate }))).birthDate).toBe(birthDate)
    },
  )

  test('dates, booleans and integers have JSON types', async () => {
    const data = await people.create(
      employees,
      newEmployee({ remote: true, rating: 5, managerId: 1 }),
    )
    expect(data).toMatchObject({ remote: true, rating: 5, managerId: 1, hiredOn: '2026-03-01' })
    for (const name of ['id', 'departmentId', 'version', 'skillCount', 'salary']) {
      expect(typeof data[name], name).toBe('number')
    }
  })

  test('an id of 2^53 - 1 is a number, digit for digit', async () => {
    await people.rows(`insert into skills (id, code, name, category)
      values (9007199254740991, 'MAX', 'x', 'x')`)
    const { body, statusCode } = await people.get(`${paths.skills}/9007199254740991`)
    expect(statusCode).toBe(200)
    expect(rawMember(body, 'id')).toBe('9007199254740991')
    const links = body.slice(body.indexOf('"_links"'))
    expect(links).toContain(`${paths.skills}/9007199254740991`)
  })
})

describe('texts', () => {
  test.each([
    ["Sinéad O'Connor"],
    ['%_\\ "quoted" <b>'],
    ["''); drop table employees; --"],
    ['Zoë is not Zoe\u0308'],
    ['line\nbreak\ttab\r\u0001\u007f\u2028'],
    ['🦊 𠮷 👩🏽‍💻'],
    [' leading and trailing '],
    ['$1 :name ? #{x} {{x}}'],
    ['\ufeffmark'],
    ['null'],
  ])('%j is returned unchanged, and found by a filter', async (fullName) => {
    const data = await people.create(employees, newEmployee({ fullName }))
    expect(data.fullName).toBe(fullName)
    const page = await people.page(employees, '?size=200', { fullName, code: data.code })
    expect(page.content.map((row: Json) => row.fullName)).toEqual([fullName])
  })

  test('an empty text stays an empty text', async () => {
    const { id } = await people.create(employees, newEmployee())
    const answer = await people.send('PATCH', `${employees}/${id}/profile`, { nickname: '' })
    expect(answer.json().data.nickname).toBe('')
  })
})

test('collections are lists, also if empty, and their members have the same formats', async () => {
  const { data } = (await people.get(`${employees}/all`)).json()
  for (const { skillIds, skillCount, dependents } of data) {
    expect(skillIds).toHaveLength(skillCount)
    expect([...skillIds].sort((a, b) => a - b)).toEqual(skillIds)
    for (const dependent of dependents) {
      expect(Object.keys(dependent)).toEqual(['fullName', 'birthDate', 'kinship'])
      expect(dependent.birthDate).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
  }
  expect(data.some((row: Json) => row.dependents.length > 1)).toBe(true)
})
