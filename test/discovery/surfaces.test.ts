/** Surfaces and capabilities: references to operations, and their availability. */
import { describe, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { expectFailure, type Json, paths, usePeople } from '../http/use-people.js'

const app = usePeople()
const { employees, costs, skills } = paths
const get = async (url: string): Promise<Json> => {
  const answer = await app.get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const idsOf = ({ surfaces }: Json) => surfaces.map(({ id }: Json) => id)

describe('the catalog of surfaces', () => {
  test('a resource has the default surfaces and those of the contract, in order', async () => {
    const catalog = await get('/schemas/surfaces?resource=human-resources.employees')
    expect(idsOf(catalog)).toEqual([
      ...['create', 'list', 'detail', 'edit', 'profile', 'compensation', 'absences', 'payslips'],
    ])
    expect(catalog).toMatchObject({
      resourceKey: 'human-resources.employees',
      resourcePath: employees,
      group: 'human-resources',
      resourceId: null,
    })
    expect(catalog.surfaces[4]).toEqual({
      id: 'profile',
      resourceKey: 'human-resources.employees',
      kind: 'PARTIAL_FORM',
      scope: 'ITEM',
      title: 'Edit profile',
      description: null,
      intent: 'profile',
      operationId: 'human-resources.employees.intent.profile',
      path: `${employees}/{id}/profile`,
      method: 'PATCH',
      schemaId: `${employees}/{id}/profile|patch|request|internal:false|idField:id|readOnly:false`,
      schemaUrl: expect.stringContaining('/schemas/filtered?path='),
      responseCardinality: 'OBJECT',
      availability: { allowed: false, reason: 'resource-context-required', metadata: {} },
      order: 50,
      tags: [],
      recordFilter: null,
    })
    const [create, list] = catalog.surfaces
    expect(create).toMatchObject({ kind: 'FORM', scope: 'COLLECTION', method: 'POST' })
    expect(list).toMatchObject({ kind: 'VIEW', responseCardinality: 'COLLECTION' })
    expect(create.availability).toEqual({ allowed: true, reason: null, metadata: {} })
  })

  test('a read-only resource has only surfaces that read', async () => {
    expect(idsOf(await get('/schemas/surfaces?resource=payroll.monthly-costs'))).toEqual([
      'list',
      'detail',
    ])
  })

  test('surfaces link to existing schemas', async () => {
    for (const { data } of people.resources) {
      const { surfaces } = await get(`/schemas/surfaces?resource=${data.key}`)
      for (const { schemaUrl } of surfaces) await get(schemaUrl)
    }
  })

  test('the catalog supports groups, and has an entity tag', async () => {
    const catalog = await get('/schemas/surfaces?group=payroll')
    expect(catalog).toMatchObject({ resourceKey: null, resourcePath: null, group: 'payroll' })
    const keys = catalog.surfaces.map(({ order, resourceKey, id }: Json) => [
      order,
      resourceKey,
      id,
    ])
    expect(keys).toEqual([
      [20, 'payroll.monthly-costs', 'list'],
      [20, 'payroll.payslips', 'list'],
      [30, 'payroll.monthly-costs', 'detail'],
      [30, 'payroll.payslips', 'detail'],
    ])
    const url = '/schemas/surfaces?group=payroll'
    const { etag } = (await app.get(url)).headers
    expect((await app.get(url, { 'if-none-match': String(etag) })).statusCode).toBe(304)
  })

  test.each([
    ['/schemas/surfaces', 400, 'INVALID_PARAMETER', 'resource'],
    ['/schemas/surfaces?resource=a&group=b', 400, 'INVALID_PARAMETER', 'resource'],
    ['/schemas/surfaces?resource=none', 404, 'CATALOG_NOT_FOUND', 'resource'],
    ['/schemas/surfaces?group=none', 404, 'CATALOG_NOT_FOUND', 'group'],
    ['/schemas/actions?resource=none', 404, 'CATALOG_NOT_FOUND', 'resource'],
    ['/schemas/actions?group=a&resource=b', 400, 'INVALID_PARAMETER', 'resource'],
  ])('%s is refused', async (url, status, code, target) => {
    expectFailure(await app.get(url), { status, code, targets: [target] })
  })
})

describe('surfaces of a record', () => {
  test('surfaces of a record are available, with the dataset version', async () => {
    const answer = await app.get(`${employees}/1/surfaces`)
    expect(answer.headers['x-data-version']).toBeDefined()
    const catalog = answer.json()
    expect(catalog.resourceId).toBe(1)
    expect(idsOf(catalog)).toEqual([
      ...['detail', 'edit', 'profile', 'compensation', 'absences', 'payslips'],
    ])
    for (const { availability } of catalog.surfaces) expect(availability.allowed).toBe(true)
    expect((await get(`${costs}/2026-01-7/surfaces`)).resourceId).toBe('2026-01-7')
  })

  test('a surface of another resource says how it is narrowed to the record', async () => {
    const { surfaces } = await get(`${employees}/1/surfaces`)
    const filters = surfaces.map(({ id, recordFilter }: Json) => [id, recordFilter])
    expect(filters.filter(([, filter]: Json) => filter !== null)).toEqual([
      ['absences', { field: 'employeeId', valueField: 'id' }],
      ['payslips', { field: 'employeeId', valueField: 'id' }],
    ])
    const { path, recordFilter } = surfaces.find(({ id }: Json) => id === 'absences')
    const [{ employee_id: id, count }] = await app.rows(
      'select employee_id, count(*)::int from absence_requests group by 1 order by 2 desc, 1 limit 1',
    )
    const record = (await get(`${employees}/${id}`)).data
    const filter = { [recordFilter.field]: record[recordFilter.valueField] }
    const page = (await app.send('POST', `${path}?size=50`, filter)).json().data
    expect(page.totalElements).toBe(Number(count))
    for (const row of page.content) expect(row.employeeId).toBe(record.id)
  })

  test.each(['surfaces', 'capabilities'])('a missing record has no %s', async (what) => {
    expectFailure(await app.get(`${employees}/999999/${what}`), {
      status: 404,
      code: 'RESOURCE_NOT_FOUND',
    })
    expectFailure(await app.get(`${employees}/x/${what}`), {
      status: 400,
      code: 'INVALID_PARAMETER',
      targets: ['id'],
    })
  })
})

describe('capabilities', () => {
  test('capabilities contain the surfaces, operations and statistics', async () => {
    const all = await get(`${employees}/capabilities`)
    const catalog = await get('/schemas/surfaces?resource=human-resources.employees')
    expect(all.surfaces).toEqual(catalog.surfaces)
    expect(all.actions).toEqual([])
    expect(all.operations.export).toMatchObject({
      formats: ['csv', 'json', 'xlsx'],
      scopes: ['filtered', 'selected', 'all'],
      maxRows: 100_000,
      preferredMethod: 'POST',
      preferredRel: 'export',
    })
    expect(all.operations.edit.availability.reason).toBe('resource-context-required')
    expect(all.stats.supportLevel).toBe('OPERATIONAL')
    expect(all.stats.fields).toContainEqual({
      field: 'department',
      label: 'Department',
      type: 'REFERENCE',
      metrics: ['COUNT', 'SUM', 'AVG', 'MIN', 'MAX'],
      modes: ['GROUP_BY', 'DISTRIBUTION_TERMS'],
      keyAndLabelDistinct: true,
      filterFields: [
        { field: 'departmentId', operation: 'EQUAL' },
        { field: 'departmentIds', operation: 'IN' },
      ],
      currency: null,
      maxAgeSeconds: null,
      groupByEligible: true,
      timeSeriesEligible: false,
      distributionTermsEligible: true,
      distributionHistogramEligible: false,
    })
    expect(JSON.stringify(all.stats)).not.toMatch(/department\.|_id/)
    const capabilities = await get(`${employees}/1/capabilities`)
    expect(capabilities.surfaces).toEqual((await get(`${employees}/1/surfaces`)).surfaces)
    expect(capabilities.operations.edit.availability.allowed).toBe(true)
  })

  test('a statistics field names the filter fields over its path, and its currency', async () => {
    const { fields } = (await get(`${employees}/capabilities`)).stats
    const salary = fields.find(({ field }: Json) => field === 'salary')
    expect(salary.currency).toBe('USD')
    expect(salary.filterFields).toContainEqual({ field: 'salaryBetween', operation: 'BETWEEN' })
    expect(salary.filterFields).toHaveLength(8)
    const hired = fields.find(({ field }: Json) => field === 'hiredOn')
    expect(hired.filterFields).toEqual([{ field: 'hiredOnBetween', operation: 'BETWEEN' }])
    const rating = fields.find(({ field }: Json) => field === 'rating')
    expect([rating.filterFields, rating.currency]).toEqual([[], null])
  })

  test('a filter field of a statistics field finds the records of each bucket', async () => {
    let compared = 0
    for (const path of [employees, paths.absences, paths.payslips, costs]) {
      const { fields } = (await get(`${path}/capabilities`)).stats
      for (const { field, filterFields, groupByEligible } of fields) {
        if (!groupByEligible) continue
        const body = { filter: {}, field, limit: 5 }
        const answer = await app.send('POST', `${path}/stats/group-by`, body)
        for (const { key, count } of answer.json().data.buckets) {
          for (const { field: name, operation } of filterFields) {
            if (key === null || !['EQUAL', 'IN'].includes(operation)) continue
            const filter = { [name]: operation === 'IN' ? [key] : key }
            expect((await app.page(path, '?size=1', filter)).totalElements, name).toBe(count)
            compared++
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(20)
  })

  test('capabilities are equal to those of the schemas', async () => {
    for (const { data } of people.resources) {
      const path = `/api/${data.key.replaceAll('.', '/')}`
      const { canonicalOperations } = await get(`${path}/capabilities`)
      const schema = await get(`/schemas/filtered?path=${encodeURIComponent(`${path}/all`)}`)
      expect(schema['x-ui'].resource.capabilities).toEqual(canonicalOperations)
    }
    expect((await get(`${skills}/capabilities`)).stats).toEqual({
      supportLevel: 'NONE',
      fields: [],
    })
  })

  test('capabilities state for each field which statistics support it', async () => {
    const { fields } = (await get(`${employees}/capabilities`)).stats
    const requests = {
      groupByEligible: ['group-by', {}],
      timeSeriesEligible: ['timeseries', { granularity: 'MONTH' }],
      distributionTermsEligible: ['distribution', { mode: 'TERMS' }],
      distributionHistogramEligible: ['distribution', { mode: 'HISTOGRAM', bucketCount: 3 }],
    } as const
    for (const field of fields) {
      for (const [flag, [route, members]] of Object.entries(requests)) {
        const body = { filter: {}, field: field.field, ...members }
        const answer = await app.send('POST', `${employees}/stats/${route}`, body)
        expect(answer.statusCode === 200, `${field.field} ${flag} ${answer.body}`).toBe(field[flag])
      }
    }
  })

  test('capabilities state that filters cannot be combined', async () => {
    const { canonicalOperations, operations } = await get(`${employees}/capabilities`)
    expect(canonicalOperations.filterExpression).toBe(false)
    expect(operations.filterExpression).toEqual({
      id: 'filterExpression',
      supported: false,
      scope: 'COLLECTION',
      preferredMethod: null,
      preferredRel: null,
      availability: { allowed: false, reason: 'operation-not-supported', metadata: {} },
    })
  })
})

test('a resource without a workflow has no actions', async () => {
  for (const url of [`${employees}/actions`, `${employees}/1/actions`]) {
    expectFailure(await app.get(url), { status: 404, code: 'CATALOG_NOT_FOUND' })
  }
})

test('rows link to their surfaces and capabilities', async () => {
  const [row] = (await app.page(employees, '?size=1')).content
  expect(row._links.surfaces).toEqual({ href: `${employees}/${row.id}/surfaces` })
  expect(row._links.capabilities).toEqual({ href: `${employees}/${row.id}/capabilities` })
})

test.each([
  ['SURFACE_INVALID', { x: { operation: 'updat', title: 'x' } }, /did you mean 'update'\?/],
  [
    'SURFACE_INVALID',
    { x: { operation: 'delete', title: 'x' } },
    /no operation 'delete' with a shape/,
  ],
  ['SURFACE_INVALID', { x: { operation: 'all', kind: 'FORM', title: 'x' } }, /takes none/],
  ['SURFACE_INVALID', { x: { operation: 'all', kind: 'VEIW', title: 'x' } }, /did you mean 'VIEW'/],
  ['KEY_INVALID', { 'X y': { operation: 'all', title: 'x' } }, /lower case/],
])('%s: %j stops the start', (code, surfaces, message) => {
  const [first, ...others] = people.resources
  const data = { ...first!.data, surfaces: surfaces as never }
  const diagnostics = new Diagnostics()
  compileModel([{ ...first!, data }, ...others], diagnostics)
  expect(diagnostics.errors.map((error) => error.code)).toEqual([code])
  expect(diagnostics.errors[0]!.message).toMatch(message)
})
