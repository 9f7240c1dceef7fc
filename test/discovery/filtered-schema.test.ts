/** `/schemas/filtered`: which schema is found, its surroundings, its hash. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json, paths } from '../http/use-people.js'
import { compileSchema } from './schema-checks.js'
import {
  filteredUrl,
  hashOf,
  resourcesIn,
  sampleNames,
  sidesIn,
  useSample,
} from './use-discovery.js'

const all = `${paths.employees}/all`

const refsIn = (node: Json): readonly string[] => {
  if (typeof node !== 'object' || node === null) return []
  const inner = Object.values(node).flatMap(refsIn)
  return typeof node.$ref === 'string' ? [node.$ref, ...inner] : inner
}

const withoutUi = (properties: Json): Json =>
  Object.entries<Json>(properties).map(([name, { 'x-ui': _, ...facts }]) => [name, facts])

describe.each(sampleNames)('schemas of %s', (name) => {
  const sample = useSample(name)

  test('every request and response schema is valid and has its hash', async () => {
    for (const query of sidesIn(sample.document)) {
      const answer = await sample.get(filteredUrl(query))
      const what = JSON.stringify(query)
      expect(answer.statusCode, what).toBe(200)
      expect(answer.headers['x-schema-hash'], what).toBe(hashOf(answer.json()))
      expect(answer.headers.etag).toBe(`"${answer.headers['x-schema-hash']}"`)
      compileSchema(answer.json())
    }
  })

  test('components are exactly those that are referred to, or inlined', async () => {
    for (const query of sidesIn(sample.document)) {
      const { components, ...schema } = await sample.schema(query)
      const needed = new Set([...refsIn(schema), ...refsIn(components)])
      const there = Object.keys(components?.schemas ?? {})
      expect([...needed].map((ref) => ref.split('/').at(-1)).sort()).toEqual(there.sort())
      const whole = await sample.schema({ ...query, includeInternalSchemas: 'true' })
      expect(refsIn(whole)).toEqual([])
      expect(whole.components).toBeUndefined()
    }
  })

  test('the schema is that of the domain shape: each record matches it', async () => {
    for (const resource of resourcesIn(sample.document)) {
      const row = await sample.send('POST', `${resource}/filter?size=5`, {})
      const ways = [
        { path: `${resource}/all`, operation: 'get' },
        { path: `${resource}/by-ids`, operation: 'get' },
        { path: `${resource}/{id}`, operation: 'get' },
        { path: `${resource}/filter`, operation: 'post' },
        { path: `${resource}/filter/cursor`, operation: 'post' },
      ]
      const schemas = await Promise.all(ways.map((way) => sample.schema(way)))
      for (const schema of schemas) {
        expect(withoutUi(schema.properties)).toEqual(withoutUi(schemas[0].properties))
        const check = compileSchema(schema)
        for (const record of row.json().data.content) {
          expect(check(record), JSON.stringify(check.errors)).toBe(true)
        }
      }
      const options = await sample.schema({ path: `${resource}/options/filter`, operation: 'post' })
      expect(Object.keys(options.properties)).toEqual(['id', 'label', 'extra'])
    }
  })
})

describe('requests for a schema', () => {
  const sample = useSample('people')
  const hash = async (url: string) => {
    const answer = await sample.get(url)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.headers['x-schema-hash']
  }

  test('defaults, order and encoding of parameters do not matter', async () => {
    const plain = await hash(`/schemas/filtered?path=${all}`)
    const others = [
      `path=${encodeURIComponent(all)}`,
      `path=${all.replaceAll('a', '%61')}`,
      `operation=get&path=${all}`,
      `schemaType=response&path=${all}&operation=get`,
      `readOnly=false&idField=id&includeInternalSchemas=false&path=${all}&operation=GET`,
    ]
    for (const query of others) expect(await hash(`/schemas/filtered?${query}`), query).toBe(plain)
    expect(await hash(`/schemas/filtered?path=${all}&readOnly=true`)).not.toBe(plain)
    expect(await hash(`/schemas/filtered?path=${all}&idField=code`)).not.toBe(plain)
    expect(await hash(`/schemas/filtered?path=${all}&includeInternalSchemas=true`)).not.toBe(plain)
  })

  test('template variables may have any name, but no values', async () => {
    const [id, x] = await Promise.all(
      ['{id}', '{x}'].map((parameter) =>
        sample.schema({ path: `${paths.employees}/${parameter}` }),
      ),
    )
    expect(id).toEqual(x)
    const answer = await sample.get(filteredUrl({ path: `${paths.employees}/7` }))
    expectFailure(answer, { status: 404, code: 'SCHEMA_NOT_FOUND', targets: ['path'] })
  })

  test.each<[Record<string, string>, number, string, string]>([
    [{}, 400, 'MISSING_REQUEST_PARAMETER', 'path'],
    [{ path: all, schemaType: 'both' }, 400, 'INVALID_PARAMETER', 'schemaType'],
    [{ path: all, readOnly: 'maybe' }, 400, 'INVALID_PARAMETER', 'readOnly'],
    [{ path: '/api/no/such' }, 404, 'SCHEMA_NOT_FOUND', 'path'],
    [{ path: all, operation: 'delete' }, 404, 'SCHEMA_NOT_FOUND', 'path'],
    [{ path: all, schemaType: 'request' }, 404, 'SCHEMA_NOT_FOUND', 'path'],
    [{ path: `${paths.skills}/{id}`, operation: 'delete' }, 404, 'SCHEMA_NOT_FOUND', 'path'],
    [{ path: paths.costs, operation: 'post' }, 404, 'SCHEMA_NOT_FOUND', 'path'],
  ])('%j is refused without an ETag', async (query, status, code, target) => {
    const answer = await sample.get(filteredUrl(query))
    expectFailure(answer, { status, code, targets: [target] })
    expect(answer.headers).not.toHaveProperty('etag')
    expect(answer.headers).not.toHaveProperty('x-schema-hash')
  })

  test('a matching If-None-Match gets 304', async () => {
    const url = filteredUrl({ path: all })
    const { headers } = await sample.get(url)
    const same = [
      'etag',
      'x-schema-hash',
      'cache-control',
      'vary',
      'access-control-expose-headers',
      'content-language',
    ]
    for (const tag of [headers.etag!, `W/${headers.etag}`, `"a", ${headers.etag}`, '*']) {
      const answer = await sample.get(url, { 'if-none-match': String(tag) })
      expect([answer.statusCode, answer.body]).toEqual([304, ''])
      for (const header of same) expect(answer.headers[header], header).toBe(headers[header])
    }
    for (const tag of [
      '"a"',
      headers['x-schema-hash'] as string,
      `"x${headers['x-schema-hash']}"`,
    ]) {
      expect((await sample.get(url, { 'if-none-match': tag })).statusCode).toBe(200)
    }
  })

  test('the response has headers for caches and for pages of other origins', async () => {
    const { headers } = await sample.get(filteredUrl({ path: all }))
    expect(headers['x-schema-hash']).toMatch(/^[0-9a-f]{64}$/)
    expect(headers['cache-control']).toBe('max-age=0, must-revalidate')
    const listed = (name: string) => String(headers[name]).split(/, */)
    expect(listed('vary')).toEqual(expect.arrayContaining(['Accept-Language', 'Accept-Encoding']))
    expect(new Set(listed('vary')).size).toBe(listed('vary').length)
    expect(listed('access-control-expose-headers')).toEqual(
      expect.arrayContaining([
        'ETag',
        'X-Schema-Hash',
        'X-Data-Version',
        'Location',
        'X-Request-ID',
      ]),
    )
  })

  test('the response states whether the id field exists, and what is read-only', async () => {
    const resource = async (query: object) =>
      (await sample.schema({ path: all, ...query }))['x-ui'].resource
    const usual = { resourceKey: 'human-resources.employees', idField: 'id', idFieldValid: true }
    expect(await resource({})).toMatchObject({ ...usual, readOnly: false })
    expect(await resource({})).not.toHaveProperty('idFieldMessage')
    expect(await resource({ idField: 'code' })).toMatchObject({
      idField: 'code',
      idFieldValid: true,
    })
    const wrong = {
      idField: 'no',
      idFieldValid: false,
      idFieldMessage: expect.stringMatching(/no/),
    }
    expect(await resource({ idField: 'no' })).toMatchObject(wrong)
    expect(await resource({ readOnly: 'true' })).toMatchObject({ readOnly: true })
    expect(await resource({ path: `${paths.costs}/all` })).toMatchObject({ readOnly: true })
  })

  test('only the examples of the requested side are included', async () => {
    const query = { path: paths.employees, operation: 'post' }
    const examplesOf = async (schemaType: string) =>
      (await sample.schema({ ...query, schemaType }))['x-ui'].operationExamples
    const request = await examplesOf('request')
    expect(Object.keys(request)).toEqual(['request'])
    expect(request.request).toHaveProperty('engineer.value.code', 'E-900001')
    expect(Object.keys(await examplesOf('response'))).toEqual(['response'])
  })
})
