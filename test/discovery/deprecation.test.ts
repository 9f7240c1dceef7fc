/** Deprecated parts of the API, in descriptions, schemas, the catalog and headers. */
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { type PeopleService, startPeople } from '../support/people.js'

const employees = '/api/human-resources/employees'
const old = { since: '2026-11-01', sunset: '2027-05-01', use: 'fullName' }
const [first, ...others] = people.resources
const resources = [
  {
    ...first!,
    data: {
      ...first!.data,
      deprecated: {
        fields: { nickname: old, code: { since: '2026-10-01' } },
        filters: { codeNot: old },
        operations: { all: { since: '2026-11-01' }, profile: old },
      },
    },
  },
  ...others,
]

let database: PeopleService
let service: TestService
beforeAll(async () => {
  database = await startPeople()
  service = await createTestService({ resources, connection: database.database.connection })
})
afterAll(async () => {
  await service?.close()
  await database?.close()
})

const get = async (url: string) => (await service.app.inject({ method: 'GET', url })).json()
const schemaUrl = (path: string, more = '') =>
  `/schemas/filtered?path=${encodeURIComponent(`${employees}${path}`)}${more}`

test('the API description marks deprecated operations and members', async () => {
  const { paths, components } = await get('/v3/api-docs/human-resources')
  expect(paths[`${employees}/all`].get).toMatchObject({ deprecated: true })
  expect(paths[`${employees}/{id}/profile`].patch).toMatchObject({ 'x-sunset': '2027-05-01' })
  expect(paths[`${employees}/filter`].post.deprecated).toBeUndefined()
  const shapes = components.schemas
  const marked = { deprecated: true, 'x-deprecated': old, 'x-sunset': '2027-05-01' }
  expect(shapes.HumanResourcesEmployeesResponse.properties.nickname).toMatchObject(marked)
  expect(shapes.HumanResourcesEmployeesFilter.properties.codeNot).toMatchObject(marked)
  expect(shapes.HumanResourcesEmployeesFilter.properties.code.deprecated).toBeUndefined()
})

test('schemas and the catalog contain the deprecation', async () => {
  const response = await get(schemaUrl('/{id}'))
  expect(response.properties.nickname['x-ui'].deprecated).toEqual(old)
  const filter = await get(schemaUrl('/filter', '&operation=post&schemaType=request'))
  expect(filter.properties.codeNot['x-ui'].deprecated).toEqual(old)
  const { endpoints } = await get('/schemas/catalog?group=human-resources&operation=get')
  const all = endpoints.find(({ path }: { path: string }) => path === `${employees}/all`)
  expect(all.deprecated).toEqual({ since: '2026-11-01' })
})

describe('headers', () => {
  const headersOf = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) => {
    const url = `${employees}${path}`
    const answer = await service.app.inject({ method, url, ...(payload ? { payload } : {}) })
    return [answer.headers['deprecation'], answer.headers['sunset']]
  }
  const november = `@${Date.parse('2026-11-01') / 1000}`
  const may = 'Sat, 01 May 2027 00:00:00 GMT'

  test('responses of a deprecated operation have the headers', async () => {
    expect(await headersOf('GET', '/all')).toEqual([november, undefined])
    expect(await headersOf('PATCH', '/1/profile', {})).toEqual([november, may])
    expect(await headersOf('GET', '/1')).toEqual([undefined, undefined])
  })

  test('responses to a request with a deprecated member have the headers, inside a filter too', async () => {
    expect(await headersOf('POST', '/filter', { codeNot: 'x' })).toEqual([november, may])
    expect(await headersOf('POST', '/export', { filters: { codeNot: 'x' } })).toEqual([
      november,
      may,
    ])
    expect(await headersOf('POST', '/filter', { code: 'x' })).toEqual([undefined, undefined])
  })
})

test('invalid names and dates of a deprecation stop the start', () => {
  const diagnostics = new Diagnostics()
  const deprecated = {
    fields: { nickname: { since: '2026-13-01' } },
    filters: { codeNt: { since: '2026-11-01' } },
    operations: { all: { since: '2026-11-01', sunset: '2026-10-01' } },
  }
  compileModel([{ ...first!, data: { ...first!.data, deprecated } }, ...others], diagnostics)
  expect(diagnostics.errors.map(({ code, path }) => [code, path])).toEqual([
    ['CONSTRAINT_INVALID', 'employees.deprecated.fields.nickname'],
    ['FIELD_UNKNOWN', 'employees.deprecated.filters.codeNt'],
    ['CONSTRAINT_INVALID', 'employees.deprecated.operations.all'],
  ])
})
