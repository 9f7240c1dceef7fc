/** The catalog of resources: what each supports, with links that work. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json, paths } from '../http/use-people.js'
import {
  expectFits,
  hashOf,
  jsonOf,
  resourcesIn,
  type Sample,
  sampleNames,
  useSample,
} from './use-discovery.js'

const groups = {
  people: [
    { group: 'human-resources', title: 'Human resources' },
    { group: 'payroll', title: 'Payroll' },
  ],
  movies: [{ group: 'cinema', title: 'Cinema' }],
}

const read = async (sample: Sample, query = ''): Promise<Json> => {
  const answer = await sample.get(`/schemas/resources${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

describe.each(sampleNames)('the catalog of resources of %s', (name) => {
  const sample = useSample(name)

  test('it lists every resource with its group, as the description says', async () => {
    const catalog = await read(sample)
    expect(catalog.group).toBeNull()
    expect(catalog.groups).toEqual(groups[name])
    expect(catalog.resources.map(({ resourcePath }: Json) => resourcePath)).toEqual(
      resourcesIn(sample.document),
    )
    const { schema } = jsonOf(sample.document.paths['/schemas/resources'].get.responses[200])
    expectFits(catalog, schema, sample.document, 'the catalog of resources')
  })

  test('its entries agree with the documents that they link to', async () => {
    for (const entry of (await read(sample)).resources) {
      const { resourceKey, idField, labelField, stateField, schemas } = entry
      const capabilities = (await sample.get(entry.capabilitiesUrl)).json()
      expect(capabilities).toMatchObject({
        resourceKey,
        canonicalOperations: entry.canonicalOperations,
      })
      expect((await sample.get(entry.surfacesUrl)).json().resourceKey).toBe(resourceKey)
      const actions = await sample.get(`${entry.resourcePath}/actions`)
      expect(entry.actionsUrl === null).toBe(actions.statusCode === 404)
      if (entry.actionsUrl) expect((await sample.get(entry.actionsUrl)).statusCode).toBe(200)
      const { paths: described } = (await sample.get(entry.apiDocsUrl)).json()
      expect(Object.keys(described)).toContain(`${entry.resourcePath}/all`)
      const list = (await sample.get(schemas.list)).json()
      expect(list['x-ui'].resource).toMatchObject({ resourceKey, idField, idFieldValid: true })
      expect(list['x-ui'].resource.readOnly).toBe(entry.readOnly)
      if (labelField !== null) expect(Object.keys(list.properties)).toContain(labelField)
      if (stateField !== null) expect(list.properties[stateField].enum).not.toHaveLength(0)
      const { create, update, byId, filter } = entry.canonicalOperations
      const offered = { list: true, detail: byId, filter, create, update }
      for (const [side, url] of Object.entries<string | null>(schemas)) {
        expect(url !== null, `${resourceKey} ${side}`).toBe(offered[side as keyof typeof offered])
        if (url !== null) expect((await sample.get(url)).statusCode, url).toBe(200)
      }
      for (const source of entry.optionSources) {
        const url = `${entry.resourcePath}/option-sources/${source}/options/by-ids`
        expect(Object.keys(described)).toContain(url)
      }
      for (const sort of entry.defaultSort) {
        const url = `${entry.resourcePath}/filter?size=1&sort=${sort}`
        expect((await sample.send('POST', url, {})).statusCode, url).toBe(200)
      }
    }
  })

  test('it has the hash of its body, and is not sent twice', async () => {
    for (const query of ['', `?group=${groups[name][0]!.group}`]) {
      const answer = await sample.get(`/schemas/resources${query}`)
      expect(answer.headers['x-schema-hash']).toBe(hashOf(answer.json()))
      const headers = { 'if-none-match': String(answer.headers.etag) }
      const again = await sample.get(`/schemas/resources${query}`, headers)
      expect([again.statusCode, again.headers.etag]).toEqual([304, answer.headers.etag])
    }
  })
})

describe('the catalog of resources', () => {
  const sample = useSample('people')

  test('an entry has the facts of its contract', async () => {
    const { resources } = await read(sample)
    expect(resources[0]).toEqual({
      resourceKey: 'human-resources.employees',
      resourcePath: paths.employees,
      group: 'human-resources',
      title: 'Employees',
      // The contract does not say what one record is called.
      recordTitle: 'Employees',
      description: null,
      readOnly: false,
      idField: 'id',
      versioned: true,
      labelField: 'fullName',
      stateField: null,
      defaultSort: ['fullName,asc'],
      canonicalOperations: expect.objectContaining({ create: true, filterExpression: false }),
      schemas: {
        list: expect.stringContaining('employees%2Fall&operation=get&schemaType=response'),
        detail: expect.stringContaining('employees%2F%7Bid%7D&operation=get&schemaType=response'),
        filter: expect.stringContaining('employees%2Ffilter&operation=post&schemaType=request'),
        create: expect.stringContaining('employees&operation=post&schemaType=request'),
        update: expect.stringContaining('employees%2F%7Bid%7D&operation=put&schemaType=request'),
      },
      optionSources: ['departments', 'statuses', 'ratings', 'managers'],
      capabilitiesUrl: `${paths.employees}/capabilities`,
      surfacesUrl: '/schemas/surfaces?resource=human-resources.employees',
      actionsUrl: null,
      apiDocsUrl: '/v3/api-docs/api-human-resources-employees',
    })
    const absences = resources.find(({ title }: Json) => title === 'Absence requests')
    expect(absences.stateField).toBe('state')
    const costs = resources.find(({ title }: Json) => title === 'Monthly costs')
    expect(costs).toMatchObject({ readOnly: true, versioned: false })
    expect([costs.schemas.create, costs.schemas.update]).toEqual([null, null])
  })

  test('a group has its resources alone', async () => {
    const { group, groups: listed, resources } = await read(sample, '?group=payroll')
    expect(group).toBe('payroll')
    expect(listed).toEqual([{ group: 'payroll', title: 'Payroll' }])
    const keys = resources.map(({ resourceKey }: Json) => resourceKey)
    expect(keys).toEqual(['payroll.payslips', 'payroll.monthly-costs'])
  })

  test('an unknown group is CATALOG_NOT_FOUND', async () => {
    const answer = await sample.get('/schemas/resources?group=none')
    expectFailure(answer, { status: 404, code: 'CATALOG_NOT_FOUND', targets: ['group'] })
    expect(answer.headers).not.toHaveProperty('etag')
  })
})
