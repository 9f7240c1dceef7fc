import { beforeAll, describe, expect, test } from 'vitest'
import { expectDescribed, expectFits } from '../../discovery/use-discovery.js'
import { statementsOf } from '../../support/statements.js'
import { expectFailure, type Json, newEmployee, paths, usePeople } from '../use-people.js'

const people = usePeople({ 'platform.queries.max': 6 })
const { employees } = paths

const ask = (queries: readonly object[]) => people.send('POST', '/queries', { queries })

const results = async (queries: readonly object[]): Promise<Json> => {
  const answer = await ask(queries)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().results
}

/** The body of a response without its time, and without the random part of a cursor. */
const stable = ({ timestamp: _, ...body }: Json): Json =>
  body.data?.next ? { ...body, data: { ...body.data, next: 'a cursor' } } : body

const filter = { name: 'list', path: `${employees}/filter`, query: { size: 3 }, body: {} }
const count = {
  name: 'count',
  path: `${employees}/stats/group-by`,
  body: { filter: {}, field: 'status' },
}

describe('queries of one request', () => {
  beforeAll(() => people.create(employees, newEmployee()))

  test('queries return the bodies that single requests return', async () => {
    const queries = [
      { ...filter, query: { size: 3, sort: ['fullName,asc', 'id,desc'], page: 1 } },
      { name: 'cursor', path: `${employees}/filter/cursor`, query: { size: 2 }, body: {} },
      { name: 'position', path: `${employees}/locate`, query: { id: 2 }, body: {} },
      { name: 'options', path: `${employees}/options/filter`, query: { size: 2 }, body: {} },
      count,
      {
        name: 'series',
        path: `${employees}/stats/timeseries`,
        body: { filter: {}, field: 'hiredOn', granularity: 'MONTH' },
      },
    ]
    const found = await results(queries)
    expect(Object.keys(found)).toEqual(queries.map(({ name }) => name))
    for (const { name, path, query = {}, body } of queries as Json[]) {
      const parameters = new URLSearchParams(
        Object.entries(query).flatMap(([key, value]) =>
          [value].flat().map((each): [string, string] => [key, String(each)]),
        ),
      )
      const single = await people.send('POST', `${path}?${parameters}`, body)
      expect(found[name].status, name).toBe(200)
      expect(stable(found[name].body), name).toEqual(stable(single.json()))
      expect(found[name].dataVersion, name).toBe(single.headers['x-data-version'])
    }
  })

  test('a query that fails leaves the others as they are', async () => {
    const found = await results([
      { name: 'unknown', path: '/api/nothing/filter', body: {} },
      { name: 'wrong', path: `${employees}/filter`, body: { naem: 'x' } },
      { name: 'method', path: `${employees}/by-ids`, body: {} },
      { name: 'write', path: employees, body: newEmployee() },
      { name: 'export', path: `${employees}/export`, body: {} },
      count,
    ])
    expect(
      Object.entries<Json>(found).map(([name, { status, body }]) => [
        name,
        status,
        body.errors?.[0].code,
      ]),
    ).toEqual([
      ['unknown', 404, 'ROUTE_NOT_FOUND'],
      ['wrong', 400, 'FILTER_PAYLOAD_INVALID'],
      ['method', 405, 'METHOD_NOT_ALLOWED'],
      ['write', 400, 'INVALID_PARAMETER'],
      ['export', 400, 'INVALID_PARAMETER'],
      ['count', 200, undefined],
    ])
  })

  test('queries run on one session in a transaction that cannot write', async () => {
    const statements = await statementsOf(() => results([filter, count]))
    const texts = statements.map(({ text }) => text)
    expect(texts.filter((text) => /^(begin|rollback|savepoint)/.test(text))).toEqual([
      'begin isolation level repeatable read read only',
      'savepoint statement',
      'savepoint statement',
      'rollback',
    ])
    expect(statements.filter(({ startsRoundTrip }) => startsRoundTrip)).toHaveLength(4)
  })
})

describe('a context path that resource paths begin with, too', () => {
  const nested = usePeople({ 'platform.http.context-path': '/api' })
  const path = `/api${employees}`

  test.each([
    ['with it', path],
    ['without it', employees],
  ])('a query may name its path %s, and has the links of the single request', async (_, sent) => {
    const single = await nested.send('POST', `${path}/filter?size=1`, {})
    expect(single.statusCode).toBe(200)
    const queries = [{ name: 'list', path: `${sent}/filter`, query: { size: 1 }, body: {} }]
    const answer = await nested.send('POST', '/api/queries', { queries })
    const { list } = answer.json().results
    expect(list.status, answer.body).toBe(200)
    expect(stable(list.body)).toEqual(stable(single.json()))
    expect(list.body.data.content[0]._links.self.href).toMatch(`${path}/`)
  })

  test('a path that does not exist is reported as it was sent', async () => {
    const queries = [{ name: 'none', path: '/api/nothing/filter', body: {} }]
    const { none } = (await nested.send('POST', '/api/queries', { queries })).json().results
    expect([none.status, none.body.errors[0].instance]).toEqual([404, '/api/nothing/filter'])
  })
})

describe('a malformed request', () => {
  test.each([
    ['no list', {}, ['queries']],
    ['an empty list', { queries: [] }, ['queries']],
    ['a query without a path', { queries: [{ name: 'a' }] }, ['queries.0']],
    ['an unknown member', { queries: [filter, { ...count, mode: 'x' }] }, ['queries.1.mode']],
    ['a path with a query', { queries: [{ ...filter, path: '/api/a?b=c' }] }, ['queries.0.path']],
    [
      'the address of another host',
      { queries: [{ ...filter, path: '//x/y' }] },
      ['queries.0.path'],
    ],
    ['a repeated name', { queries: [filter, count, filter] }, ['queries.2.name']],
    ['parameters as a list', { queries: [{ ...filter, query: ['size'] }] }, ['queries.0.query']],
  ])('with %s is refused as a whole', async (_title, body, targets) => {
    const answer = await people.send('POST', '/queries', body)
    expectFailure(answer, { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets })
  })

  test('more queries than allowed are refused with LIMIT_EXCEEDED', async () => {
    const queries = Array.from({ length: 7 }, (_, index) => ({ ...filter, name: `q${index}` }))
    expectFailure(await ask(queries), {
      status: 422,
      code: 'LIMIT_EXCEEDED',
      targets: ['queries'],
    })
  })

  test('the request and its response match the API description', async () => {
    const document = (await people.get('/v3/api-docs')).json()
    const operation = document.paths['/queries'].post
    const { schema, examples } = operation.requestBody.content['application/json']
    const described = { method: 'POST', path: '/queries', operation } as const
    const queries = [filter, { ...count, query: { size: 2, sort: ['a', 'b'] } }]
    for (const body of [{ queries }, examples.default.value]) {
      expectFits(body, schema, document, 'the request')
      expectDescribed(await people.send('POST', '/queries', body), described, document)
    }
    for (const body of [{ queries: [] }, { queries: Array(7).fill(filter) }]) {
      expect(() => expectFits(body, schema, document, 'the request')).toThrow('the request')
      expectDescribed(await people.send('POST', '/queries', body), described, document)
    }
  })

  test('queries inside a query are refused', async () => {
    const found = await results([{ name: 'inner', path: '/queries', body: { queries: [count] } }])
    expect(found.inner.status).toBe(400)
  })
})
