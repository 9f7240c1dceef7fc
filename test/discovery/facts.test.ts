/**
 * `x-ui` repeats everything that the JSON Schema of a field says, for every field of every
 * published schema.
 */
import { describe, expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { compareFacts, type Field, fieldsIn } from './facts.js'
import { resourcesIn, type Sample, sampleNames, sidesIn, useSample } from './use-discovery.js'
import { useGadgets } from './use-gadgets.js'

type Asked = Omit<Sample, 'document'>

/**
 * Forms are built from responses: the create shape, otherwise the update shape, takes precedence
 * there.
 */
const writtenIn = async (document: Json, resource: string, { schema }: Asked) => {
  const fieldsOf = async (path: string, operation: string): Promise<readonly Field[]> => {
    if (!document.paths[path]?.[operation]) return []
    const root = await schema({ path, operation, schemaType: 'request' })
    return fieldsIn({ properties: root.properties, required: root.required })
  }
  const update = await fieldsOf(`${resource}/{id}`, 'put')
  const create = await fieldsOf(resource, 'post')
  return new Map([...update, ...create].map((field) => [field.at, field]))
}

const compareAll = async (document: Json, ask: Asked) => {
  const sizes = { schemas: 0, fields: 0, facts: 0 }
  const written = new Map<string, ReadonlyMap<string, Field>>()
  for (const resource of resourcesIn(document)) {
    written.set(resource, await writtenIn(document, resource, ask))
  }
  for (const query of sidesIn(document)) {
    // The outcome of a batch contains records, whose schema other operations have.
    const isOutcome = query['path']?.endsWith('/batch') && query['schemaType'] === 'response'
    if (isOutcome) continue
    for (const includeInternalSchemas of ['false', 'true']) {
      const root = await ask.schema({ ...query, includeInternalSchemas })
      const isRequest = query['schemaType'] === 'request'
      const [resource = ''] = [...written.keys()].filter((candidate) =>
        `${query['path']}/`.startsWith(`${candidate}/`),
      )
      const isRecord = root.properties?.datasetVersion !== undefined
      sizes.schemas++
      for (const field of fieldsIn(root)) {
        const form = !isRequest && isRecord ? written.get(resource)?.get(field.at) : undefined
        sizes.fields++
        sizes.facts += compareFacts(field, root, {
          isRequest,
          what: `${query['operation']} ${query['path']} ${query['schemaType']}`,
          ...(form ? { written: form } : {}),
        })
      }
    }
  }
  return sizes
}

describe.each(sampleNames)('x-ui of %s', (name) => {
  const sample = useSample(name)

  test('x-ui repeats every JSON Schema', async () => {
    const sizes = await compareAll(sample.document, sample)
    console.info(`${name}: ${JSON.stringify(sizes)}`)
    expect(sizes.facts).toBeGreaterThan(500)
  })
})

describe('x-ui of a wide contract', () => {
  const gadgets = useGadgets()

  test('x-ui repeats every JSON Schema', async () => {
    const document = (await gadgets.get('/v3/api-docs')).json()
    const sizes = await compareAll(document, gadgets)
    console.info(`gadgets: ${JSON.stringify(sizes)}`)
    expect(sizes.facts).toBeGreaterThan(3_000)
  })

  test('statistics, export and list requests have limits, enums and formats', async () => {
    const { filters } = gadgets
    const { serials, amounts } = await filters('gadgets')
    expect(serials.pattern).toMatch(/^\^/)
    expect(amounts).toMatchObject({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
    const { maxRows, fileName } = await gadgets.uisOf('gadgets/export', 'post', 'request')
    expect(maxRows).toMatchObject({ min: 1, max: 100_000, type: 'number' })
    expect(fileName).toMatchObject({ minLength: 1, maxLength: 200 })
  })
})

describe('requests of statistics', () => {
  const sample = useSample('people')
  const uisOf = async (path: string): Promise<Json> => {
    const query = { path: `/api/human-resources/employees/stats/${path}`, operation: 'post' }
    const { properties } = await sample.schema({ ...query, schemaType: 'request' })
    return Object.fromEntries(
      Object.entries<Json>(properties).map(([key, property]) => [key, property['x-ui']]),
    )
  }
  const valuesOf = ({ options }: Json) => options.map(({ value }: Json) => value)

  test('statistics requests name the values that the registry of the resource accepts', async () => {
    const groupBy = await uisOf('group-by')
    expect(groupBy.filter).toMatchObject({ type: 'object', controlType: 'json', required: true })
    expect(groupBy.field).toMatchObject({ required: true, controlType: 'radio' })
    expect(valuesOf(groupBy.field)).toEqual(['status', 'department', 'remote', 'rating'])
    expect(groupBy.orderBy).toMatchObject({ required: false, controlType: 'select' })
    expect(valuesOf(groupBy.orderBy)).toContain('VALUE_DESC')
    expect(groupBy.limit).toMatchObject({ type: 'number', min: 1, numericStep: 1 })
    const series = await uisOf('timeseries')
    expect(valuesOf(series.granularity)).toEqual(['DAY', 'WEEK', 'MONTH'])
    for (const bound of [series.from, series.to]) {
      expect(bound).toMatchObject({ type: 'date', controlType: 'date', required: false })
    }
    const distribution = await uisOf('distribution')
    expect(valuesOf(distribution.mode)).toEqual(['TERMS', 'HISTOGRAM'])
    expect(distribution).not.toHaveProperty('metrics')
  })
})
