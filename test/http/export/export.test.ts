/** Export: the filtered set as a streamed file, complete or not at all. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PeopleService, startPeople } from '../../support/people.js'

let service: PeopleService
beforeAll(async () => {
  service = await startPeople({ 'platform.export.max-rows': 250 })
})
afterAll(() => service.close())

const employees = '/api/human-resources/employees'
const exported = (payload?: object, headers: Record<string, string> = {}) =>
  service.app.inject({
    method: 'POST',
    url: `${employees}/export`,
    headers,
    ...(payload ? { payload } : {}),
  })
const filtered = async (payload: object, sort = '') => {
  const url = `${employees}/filter?size=200${sort}`
  return (await service.app.inject({ method: 'POST', url, payload })).json().data.content
}
const filters = { salaryBetween: [3000, 9000], remote: true }
const codeOf = (answer: Awaited<ReturnType<typeof exported>>) => {
  const [{ code, target }] = answer.json().errors
  return [answer.statusCode, code, target]
}

describe('as JSON', () => {
  test('a JSON export is the list of the filtered set, in the requested order, with JSON values', async () => {
    const answer = await exported({
      format: 'json',
      filters,
      sort: ['salary,desc'],
      fields: ['id', 'salary', 'lastReviewAt'],
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const rows = await filtered(filters, '&sort=salary,desc')
    expect(answer.json()).toEqual(
      rows.map(({ id, salary, lastReviewAt }: Record<string, unknown>) => ({
        id,
        salary,
        lastReviewAt,
      })),
    )
    expect(answer.json().length).toBeGreaterThan(20)
  })
  test('a JSON export of an empty set is an empty list', async () => {
    expect((await exported({ format: 'json', filters: { code: 'none' } })).body).toBe('[]')
  })
})

describe('as CSV', () => {
  test('CSV is the default, with a header of field names and lines that end in CR LF', async () => {
    const answer = await exported({
      filters: { code: 'E000001' },
      fields: ['id', 'code', 'nickname', 'remote'],
    })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.body).toMatch(/^id,code,nickname,remote\r\n1,E000001,[^\r]*,(true|false)\r\n$/)
  })
  test('CSV quotes values where necessary and prefixes texts that a spreadsheet would execute', async () => {
    const { client } = service.database
    const nicknames = [
      '=1+1',
      '+x',
      '-x',
      '@x',
      '\tx',
      '\rx',
      'a,b',
      'say "hi"',
      'two\nlines',
      'x=1',
      '\n=1',
      '＝1',
      '＋1',
      '－1',
      '＠1',
      'x;=1+1',
      'x|=1',
      'x\t=1',
    ]
    for (const [index, nickname] of nicknames.entries()) {
      await client.query('update employees set nickname = $1 where id = $2', [nickname, index + 1])
    }
    const answer = await exported({
      scope: 'selected',
      selectedIds: nicknames.map((_, index) => index + 1),
      sort: ['id'],
      fields: ['nickname'],
    })
    const expected = [
      ...["'=1+1", "'+x", "'-x", "'@x", `"'\tx"`, `"'\rx"`],
      ...['"a,b"', '"say ""hi"""', '"two\nlines"', 'x=1'],
      ...[`"'\n=1"`, "'＝1", "'＋1", "'－1", "'＠1"],
      ...['"x;=1+1"', '"x|=1"', '"x\t=1"'],
    ]
    expect(answer.body).toBe(`nickname\r\n${expected.join('\r\n')}\r\n`)
  })
  test('CSV tells null, which is nothing, from an empty text, which is quoted', async () => {
    const { client } = service.database
    await client.query("update employees set nickname = '' where id = 20")
    await client.query('update employees set nickname = null where id = 21')
    const answer = await exported({
      ...{ scope: 'selected', selectedIds: [20, 21], sort: ['id'] },
      fields: ['id', 'nickname', 'code'],
    })
    expect(answer.body).toBe('id,nickname,code\r\n20,"",E000020\r\n21,,E000021\r\n')
  })
  test('CSV leaves numbers unchanged', async () => {
    await service.database.client.query('update employees set salary = 0.10 where id = 7')
    const answer = await exported({ scope: 'selected', selectedIds: [7], fields: ['salary'] })
    expect(answer.body).toBe('salary\r\n0.10\r\n')
  })
  test('CSV supports a delimiter and a byte order mark', async () => {
    const formatOptions = { csv: { delimiter: ';', includeBom: true } }
    const answer = await exported({
      scope: 'selected',
      selectedIds: [7],
      fields: ['id', 'salary'],
      formatOptions,
    })
    expect(answer.body).toBe('\ufeffid;salary\r\n7;0.10\r\n')
  })
})

test.each(['xlsx', 'excel'])('the format %s returns a sheet', async (format) => {
  const answer = await exported({ format, scope: 'selected', selectedIds: [1] })
  expect(answer.headers['content-disposition']).toContain('filename="employees.xlsx"')
  expect(answer.headers['content-type']).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK')
})

describe('the exported set', () => {
  test('a set that is larger than the limit is refused before the first byte', async () => {
    expect(codeOf(await exported())).toEqual([422, 'LIMIT_EXCEEDED', 'maxRows'])
  })
  test('an export is cut at maxRows, and the headers say so', async () => {
    const answer = await exported({ maxRows: 200, format: 'json' })
    expect(answer.headers).toMatchObject({
      'x-export-truncated': 'true',
      'x-export-max-rows': '200',
    })
    expect(answer.json()).toHaveLength(200)
    const whole = await exported({ maxRows: 250, format: 'json', filters })
    expect(whole.headers['x-export-truncated']).toBeUndefined()
  })
  test('the scope all ignores filters, the scope selected uses only the ids', async () => {
    const all = await exported({
      scope: 'all',
      filters: { code: 'none' },
      maxRows: 3,
      format: 'json',
    })
    expect(all.json()).toHaveLength(3)
    const some = await exported({
      scope: 'selected',
      selectedIds: [5, 3, 5, 999_999],
      format: 'json',
      sort: ['id,desc'],
    })
    expect(some.json().map(({ id }: { id: number }) => id)).toEqual([5, 3])
  })
  test('an export has all fields but collections by default', async () => {
    const [row] = (await exported({ scope: 'selected', selectedIds: [1], format: 'json' })).json()
    expect(row).toMatchObject({
      id: 1,
      skillCount: expect.any(Number),
      departmentName: expect.any(String),
    })
    expect(row).not.toHaveProperty('dependents')
  })
})

test('an export with too many selected ids is refused, whatever its scope is', async () => {
  for (const scope of ['selected', 'filtered', 'all']) {
    const answer = await exported({ scope, selectedIds: Array(1001).fill(1) })
    expect(codeOf(answer)).toEqual([422, 'LIMIT_EXCEEDED', 'selectedIds'])
  }
})

test.each([
  [{ format: 'pdf' }, 400, 'REQUEST_PAYLOAD_INVALID', 'format'],
  [{ formats: 'csv' }, 400, 'REQUEST_PAYLOAD_INVALID', 'formats'],
  [{ maxRows: 0 }, 400, 'REQUEST_PAYLOAD_INVALID', 'maxRows'],
  [{ maxRows: 251 }, 422, 'LIMIT_EXCEEDED', 'maxRows'],
  [{ fields: ['id', 'bio'] }, 400, 'REQUEST_PAYLOAD_INVALID', 'fields.1'],
  [{ fields: ['dependents'] }, 400, 'REQUEST_PAYLOAD_INVALID', 'fields.0'],
  [{ filters: { nope: 1 } }, 400, 'FILTER_PAYLOAD_INVALID', 'filters.nope'],
  [{ filters: [] }, 400, 'FILTER_PAYLOAD_INVALID', 'filters'],
  [{ scope: 'all', filters: { nope: 1 } }, 400, 'FILTER_PAYLOAD_INVALID', 'filters.nope'],
  [{ scope: 'all', filters: [] }, 400, 'FILTER_PAYLOAD_INVALID', 'filters'],
  [
    { scope: 'selected', selectedIds: [1], filters: { remote: 'yes' } },
    400,
    'FILTER_PAYLOAD_INVALID',
    'filters.remote',
  ],
  [{ sort: ['nope'] }, 400, 'SORT_INVALID', 'sort'],
  [{ scope: 'selected' }, 400, 'RESOURCE_IDS_REQUIRED', 'selectedIds'],
  [{ scope: 'selected', selectedIds: ['x'] }, 400, 'INVALID_PARAMETER', 'selectedIds.0'],
  [{ selectedIds: [1, {}] }, 400, 'INVALID_PARAMETER', 'selectedIds.1'],
  [{ scope: 'all', selectedIds: ['x'] }, 400, 'INVALID_PARAMETER', 'selectedIds.0'],
  [{ formatOptions: { headers: 'x' } }, 400, 'REQUEST_PAYLOAD_INVALID', 'formatOptions.headers'],
  [{ formatOptions: { xml: {} } }, 400, 'REQUEST_PAYLOAD_INVALID', 'formatOptions.xml'],
  [
    { formatOptions: { csv: { includeBOM: true } } },
    400,
    'REQUEST_PAYLOAD_INVALID',
    'formatOptions.csv.includeBOM',
  ],
  [
    { formatOptions: { csv: { delimiter: 'ab' } } },
    400,
    'REQUEST_PAYLOAD_INVALID',
    'formatOptions.csv.delimiter',
  ],
])('an export with %j is refused', async (payload, status, code, target) => {
  expect(codeOf(await exported(payload))).toEqual([status, code, target])
})

test('the file name is safe, and complete for clients that support Unicode names', async () => {
  const selected = { scope: 'selected', selectedIds: [1], fields: ['id'] }
  const nameOf = async (fileName: string) =>
    (await exported({ ...selected, fileName })).headers['content-disposition']
  expect(await nameOf('Gehälter')).toBe(
    `attachment; filename="Geha_lter.csv"; filename*=UTF-8''Geh%C3%A4lter.csv`,
  )
  expect(await nameOf('../a"b\r\nX: y.csv')).toMatch(
    /^attachment; filename="_a_b__X_ y\.csv"; filename\*=/,
  )
})

describe('Accept', () => {
  const selection = { scope: 'selected', selectedIds: [1] }
  test.each([
    ['csv', 'text/csv', 200],
    ['csv', 'text/*', 200],
    ['csv', '*/*', 200],
    ['csv', '', 200],
    ['csv', 'application/json', 200],
    ['csv', 'application/xml', 406],
    ['csv', 'text/csv;q=0', 406],
    ['json', 'application/json', 200],
    ['json', 'text/csv', 406],
    ['xlsx', 'application/*', 200],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 200],
    ['xlsx', 'text/csv', 406],
  ])('Accept of an export as %s: %s is %i', async (format, accept, status) => {
    const answer = await exported({ ...selection, format }, { accept })
    expect(answer.statusCode).toBe(status)
    if (status === 406) expect(codeOf(answer)).toEqual([406, 'NOT_ACCEPTABLE', null])
  })
})
