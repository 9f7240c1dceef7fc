/**
 * Bodies at the limits of the published schemas: the service and the schema agree on which are
 * invalid.
 */
import { describe, expect, test } from 'vitest'
import { type Json, newEmployee, paths } from '../http/use-people.js'
import { checkerOf } from './schema-checks.js'
import { expectDescribed, jsonOf, operationsIn, type Sample, useSample } from './use-discovery.js'

const forbidden = [
  ...['REQUEST_PAYLOAD_INVALID', 'VALIDATION_FAILED', 'FILTER_PAYLOAD_INVALID'],
  ...['STATS_REQUEST_INVALID', 'LIMIT_EXCEEDED', 'OPTION_SOURCE_POLICY', 'INVALID_PARAMETER'],
]

const expectSameVerdict = async (sample: Sample, path: string, body: Json): Promise<void> => {
  const described = operationsIn(sample.document).find(
    (candidate) => candidate.path === path && candidate.method === 'POST',
  )!
  const { schema } = jsonOf(described.operation.requestBody)
  const answer = await sample.send('POST', path, body)
  expectDescribed(answer, described, sample.document)
  const [problem] = answer.statusCode >= 400 ? answer.json().errors : []
  const isTaken = !forbidden.includes(problem?.code)
  const fits = checkerOf(schema, sample.document)(body)
  expect({ fits, message: problem?.message }).toEqual({ fits: isTaken, message: problem?.message })
}

describe('bodies of people', () => {
  const sample = useSample('people')

  test.each([9_999_999_999.99, '9999999999.99', '0', 0, 10_000_000_000, '10000000000', -1, '-1'])(
    'service and schema agree on the salary %j',
    (salary) => expectSameVerdict(sample, paths.employees, newEmployee({ salary })),
  )

  test.each([
    { salaryBetween: [null, null] },
    { salaryBetween: [null] },
    { salaryBetween: [] },
    { salaryBetween: {} },
    { salaryBetween: { from: null } },
    { salaryBetween: { from: null, to: null } },
    { salaryBetween: [1, 2, 3] },
    { salaryBetween: ['1', null] },
    { salaryBetween: { from: 1 } },
    { salaryBetween: { from: null, to: 2 } },
    { salaryBetween: { amount: 1 } },
    { salaryBetween: { from: 1, amount: 1 } },
  ])('service and schema agree on the filter %j', (filter) =>
    expectSameVerdict(sample, `${paths.employees}/filter`, filter),
  )

  test.each([
    { fields: ['fullName', 'skillCount'] },
    { fields: ['noSuchField'] },
    { fields: ['dependents'] },
    { maxRows: 1 },
    { maxRows: 0 },
    { maxRows: 100_001 },
    { maxRows: 9_007_199_254_740_991 },
    { formatOptions: { csv: { delimiter: ';' } } },
    { formatOptions: { csv: { delimiter: 'TAB' } } },
    { formatOptions: null, sort: null, maxRows: null, filters: null },
    { sort: ['fullName', 'id,desc'] },
    { maxRows: 100_000 },
    { formatOptions: { csv: { delimiter: '-' } } },
    { formatOptions: { csv: { encoding: 'UTF-16' } } },
    { formatOptions: { xml: {} } },
    { fileName: 'a/b' },
    { selectedIds: [1], scope: 'selected' },
  ])('service and schema agree on the export %j', (body) =>
    expectSameVerdict(sample, `${paths.employees}/export`, body),
  )

  const metrics = [{ operation: 'COUNT' }, { operation: 'AVG', field: 'salary' }]
  test.each([
    ['group-by', { field: 'status', metrics }],
    ['group-by', { field: 'rating', limit: 1 }],
    ['group-by', { field: 'department', metric: { operation: 'MAX', field: 'salary' } }],
    ['timeseries', { field: 'hiredOn', granularity: 'MONTH', fillGaps: true, metrics }],
    ['timeseries', { field: 'lastReviewAt', granularity: 'WEEK' }],
    ['distribution', { field: 'remote', mode: 'TERMS' }],
    ['distribution', { field: 'rating', mode: 'HISTOGRAM' }],
    ['distribution', { field: 'salary', mode: 'HISTOGRAM', bucketSize: '1000', limit: 3 }],
    ['distribution', { field: 'hiredOn', mode: 'HISTOGRAM', bucketCount: 5 }],
  ])('service and schema agree on the %s request %j', async (name, body) => {
    const path = `${paths.employees}/stats/${name}`
    await expectSameVerdict(sample, path, { filter: {}, ...body })
    const answer = await sample.send('POST', path, { filter: {}, ...body })
    expect(answer.statusCode, answer.body).toBe(200)
  })

  test.each([
    ['group-by', { field: 'status', orderBy: 'KEY_DESC', limit: 200 }],
    ['group-by', { field: 'status', orderBy: 'KEY' }],
    ['group-by', { field: 'status', limit: 201 }],
    ['group-by', { field: 'salary' }],
    ['group-by', {}],
    ['group-by', { field: 'status', metric: { operation: 'MEDIAN', field: 'salary' } }],
    ['group-by', { field: 'status', metric: { operation: 'SUM' } }],
    ['group-by', { field: 'status', metric: { operation: 'COUNT', field: 'salary' } }],
    ['group-by', { field: 'status', metric: null, metrics: null, limit: null, orderBy: null }],
    ['group-by', { field: 'status', metric: { operation: 'COUNT', alias: '' } }],
    ['timeseries', { field: 'hiredOn', granularity: 'YEAR' }],
    ['timeseries', { field: 'hiredOn', granularity: 'MONTH', from: '2026-02-30' }],
    ['timeseries', { field: 'hiredOn', granularity: 'MONTH', from: null, to: '2026-02-28' }],
    ['timeseries', { field: 'hiredOn' }],
    ['distribution', { field: 'remote', mode: 'TERMS', bucketCount: 3 }],
    ['distribution', { field: 'remote', mode: 'HISTOGRAM', bucketCount: 3 }],
    ['distribution', { field: 'salary', mode: 'HISTOGRAM' }],
    ['distribution', { field: 'salary', mode: 'HISTOGRAM', bucketSize: 0 }],
    ['distribution', { field: 'salary', mode: 'HISTOGRAM', bucketSize: 'wide' }],
    ['distribution', { field: 'salary', mode: 'HISTOGRAM', bucketCount: 201 }],
    ['distribution', { field: 'remote', mode: 'TERMS', metrics: [{ operation: 'COUNT' }] }],
  ])('the published rules of %s apply to %j', (name, body) =>
    expectSameVerdict(sample, `${paths.employees}/stats/${name}`, { filter: {}, ...body }),
  )

  const sources = `${paths.employees}/option-sources`
  test.each([
    ['statuses/options/by-ids', { ids: ['ACTIVE'] }],
    ['statuses/options/by-ids', { ids: [1] }],
    ['statuses/options/by-ids', { ids: null, filter: null }],
    ['statuses/options/filter', { sort: 'label,desc', includeIds: ['ACTIVE'], filter: null }],
    ['statuses/options/filter', { sort: ['label', 'id,asc'], search: null, includeIds: null }],
    ['statuses/options/filter', { sort: 'salary' }],
    ['statuses/options/filter', { sort: ['salary'] }],
    ['managers/options/filter', {}],
    ['managers/options/filter', { filter: { departmentId: 1 } }],
  ])('the published rules of the option source %s apply to %j', async (path, body) => {
    await expectSameVerdict(sample, `${sources}/${path}`, body)
  })

  test('optional bodies may be absent, and others may not', async () => {
    for (const { path, method, operation } of operationsIn(sample.document)) {
      if (!operation.requestBody || path.includes('{id}') || path.endsWith('/batch')) continue
      const answer = await sample.send(method, path)
      const isTaken = answer.statusCode !== 400
      const isOptional = operation.requestBody.required === false
      if (isOptional) expect(isTaken, `${path}: ${answer.body}`).toBe(true)
      else if (!path.endsWith('/locate')) expect(isTaken, path).toBe(false)
    }
  })

  test('a batch accepts only a list of ids', async () => {
    const path = `${paths.skills}/batch`
    const described = operationsIn(sample.document).find(
      (candidate) => candidate.path === path && candidate.method === 'DELETE',
    )!
    const cases: readonly (readonly [unknown, number, string])[] = [
      [[999_999_999], 404, 'RESOURCE_NOT_FOUND'],
      [[], 400, 'RESOURCE_IDS_REQUIRED'],
      [['x'], 400, 'INVALID_PARAMETER'],
      [{ ids: [1] }, 400, 'REQUEST_PAYLOAD_INVALID'],
      [7, 400, 'REQUEST_PAYLOAD_INVALID'],
    ]
    for (const [body, status, code] of cases) {
      const answer = await sample.send('DELETE', path, body)
      expectDescribed(answer, described, sample.document)
      expect([answer.statusCode, answer.json().errors[0].code]).toEqual([status, code])
      const fits = checkerOf(jsonOf(described.operation.requestBody).schema, sample.document)
      expect(fits(body), JSON.stringify(body)).toBe(status === 404)
    }
  })

  test.each([3, '"3.x"', '*', 'W/"3.x"', 'x', '"3', ''])(
    'service and schema agree on the version %j of an item of a batch',
    async (version) => {
      const path = `${paths.employees}/batch`
      const { post } = sample.document.paths[path]
      const data = newEmployee({ status: 'ACTIVE', remote: true })
      const item = { operation: 'UPDATE', id: 999_999_999, version, data }
      const answer = await sample.send('POST', path, { items: [item] })
      const [{ code }] = answer.json().errors
      const fits = checkerOf(jsonOf(post.requestBody).schema, sample.document)
      expect(fits({ items: [item] }), code).toBe(code !== 'INVALID_RESOURCE_VERSION')
    },
  )
})

describe('movies', () => {
  const sample = useSample('movies')

  test.each([
    { imdbRating: 10 },
    { imdbRating: '10' },
    { imdbRating: 11 },
    { imdbVotes: 2_147_483_647 },
    { imdbVotes: 2_147_483_648 },
    { runningTimeMin: 2_147_483_648 },
    { releaseDate: '9999-12-31' },
    { releaseDate: '2026-02-29' },
  ])('service and schema agree on the film %j', (film) =>
    expectSameVerdict(sample, '/api/cinema/movies', film),
  )
})
