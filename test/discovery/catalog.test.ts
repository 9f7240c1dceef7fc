/** The catalog: a flat list of the operations of a group, each with working links. */
import Schema from 'typebox/schema'
import { describe, expect, test } from 'vitest'
import { SchemaCatalog } from '../../src/wire/catalogs/schema-catalog.js'
import { expectFailure, type Json, paths } from '../http/use-people.js'
import { hashOf, operationsIn, sampleNames, useSample } from './use-discovery.js'

const validator = Schema.Compile(SchemaCatalog)
const groups = { people: ['human-resources', 'payroll'], movies: ['cinema'] }
const fieldMembers = [
  ...['name', 'type', 'format', 'required', 'description', 'enumValues', 'minimum', 'maximum'],
  ...['minLength', 'maxLength', 'pattern'],
]
const endpointMembers = [
  ...['path', 'method', 'operationId', 'summary', 'description', 'tags', 'resourceKey'],
  ...['requestSchema', 'responseSchema', 'parameters', 'operationExamples', 'schemaLinks'],
]
const only = { sorted: (names: readonly string[]) => names.toSorted() }

describe.each(sampleNames)('the catalog of %s', (name) => {
  const sample = useSample(name)
  const catalog = async (query = ''): Promise<Json> => {
    const answer = await sample.get(`/schemas/catalog${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }

  test('the catalog has every operation of its group', async () => {
    const idsOf = ({ endpoints }: Json) =>
      only.sorted(endpoints.map(({ operationId }: Json) => operationId))
    const described = operationsIn(sample.document)
      .map(({ operation }) => operation)
      .filter(({ tags }) => tags[0] !== 'platform-discovery')
    expect(idsOf(await catalog())).toEqual(
      only.sorted(described.map(({ operationId }) => operationId)),
    )
    for (const group of groups[name]) {
      const found = await catalog(`?group=${group}`)
      expect(found.group).toBe(group)
      const { paths: ownPaths } = (await sample.get(`/v3/api-docs/${group}`)).json()
      const ids = operationsIn({ paths: ownPaths }).map(({ operation }) => operation.operationId)
      expect(idsOf(found)).toEqual(only.sorted(ids))
    }
  })

  test('every operation has the same members', async () => {
    for (const endpoint of (await catalog()).endpoints) {
      expect(only.sorted(Object.keys(endpoint))).toEqual(only.sorted(endpointMembers))
      for (const shape of [endpoint.requestSchema, endpoint.responseSchema]) {
        if (!shape) continue
        expect(Object.keys(shape)).toEqual(['name', 'mediaType', 'fields', 'relations'])
        for (const field of shape.fields) {
          expect(only.sorted(Object.keys(field))).toEqual(only.sorted(fieldMembers))
        }
      }
    }
  })

  test('the catalog is valid against the schema of its type', async () => {
    expect(validator.Errors(await catalog())).toEqual([true, []])
  })

  test('every operation links to its schemas, and every link works', async () => {
    for (const { path, schemaLinks, requestSchema, responseSchema } of (await catalog())
      .endpoints) {
      expect(schemaLinks.request !== null, path).toBe(requestSchema !== null)
      expect(schemaLinks.response !== null, path).toBe(responseSchema !== null)
      for (const [side, link] of Object.entries<string | null>(schemaLinks)) {
        if (link === null) continue
        const answer = await sample.get(link)
        expect(answer.statusCode, link).toBe(200)
        const { properties = {} } = answer.json()
        const shape = side === 'request' ? requestSchema : responseSchema
        expect(shape.fields.map((field: Json) => field.name)).toEqual(Object.keys(properties))
      }
    }
  })

  test('the catalog has the hash of its body, and is not sent twice', async () => {
    for (const query of ['', `?group=${groups[name][0]}`, '?operation=get']) {
      const answer = await sample.get(`/schemas/catalog${query}`)
      expect(answer.headers['x-schema-hash']).toBe(hashOf(answer.json()))
      expect(answer.headers.etag).toBe(`"${answer.headers['x-schema-hash']}"`)
      const headers = { 'if-none-match': String(answer.headers.etag) }
      const again = await sample.get(`/schemas/catalog${query}`, headers)
      expect([again.statusCode, again.headers.etag]).toEqual([304, answer.headers.etag])
    }
  })
})

describe('the catalog', () => {
  const sample = useSample('people')
  const endpoints = async (query: string): Promise<readonly Json[]> =>
    (await sample.get(`/schemas/catalog?${query}`)).json().endpoints

  test('the catalog can be limited to a path and an operation', async () => {
    const all = await endpoints(`path=${paths.employees}/{id}`)
    expect(all.map(({ method }) => method).sort()).toEqual(['DELETE', 'GET', 'PUT'])
    const [first, ...more] = await endpoints(`path=${paths.employees}/{id}&operation=put`)
    expect(first.operationId).toBe('human-resources.employees.update')
    expect(more).toEqual([])
    expect(await endpoints('group=payroll&operation=put')).toEqual([])
  })

  test('an unknown group is CATALOG_NOT_FOUND', async () => {
    const answer = await sample.get('/schemas/catalog?group=none')
    expectFailure(answer, { status: 404, code: 'CATALOG_NOT_FOUND', targets: ['group'] })
    expect(answer.headers).not.toHaveProperty('etag')
  })

  test('the catalog has fields, relations and examples', async () => {
    const [create] = await endpoints(`path=${paths.employees}&operation=post`)
    const fields = Object.fromEntries(
      create.requestSchema.fields.map((field: Json) => [field.name, field]),
    )
    expect(fields.fullName).toMatchObject({
      ...{ type: 'string', required: true, minLength: 1, maxLength: 120 },
    })
    expect(fields.rating).toMatchObject({
      type: 'integer',
      required: false,
      minimum: 1,
      maximum: 5,
    })
    expect(fields.email).toMatchObject({ format: 'email' })
    const states = ['ACTIVE', 'ON_LEAVE', 'SUSPENDED', 'TERMINATED']
    expect(fields.status.enumValues).toEqual(expect.arrayContaining(states))
    expect(create.requestSchema.relations).toEqual(
      expect.arrayContaining([
        reference('departmentId', 'departments', 'ONE'),
        reference('managerId', 'employees', 'ONE'),
        reference('skillIds', 'skills', 'MANY'),
      ]),
    )
    expect(create.responseSchema.relations).toContainEqual(reference('skillIds', 'skills', 'MANY'))
    expect(create.operationExamples.request).toHaveProperty('engineer')
    const [byId] = await endpoints(`path=${paths.employees}/{id}&operation=get`)
    expect(byId.parameters).toContainEqual(expect.objectContaining({ name: 'id', in: 'path' }))
  })
})

const reference = (field: string, target: string, cardinality: string) => ({
  field,
  targetResourceKey: `human-resources.${target}`,
  cardinality,
})
