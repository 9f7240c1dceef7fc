/** `x-ui` of the samples: present on every property, and sufficient to build forms. */
import { describe, expect, test } from 'vitest'
import { type Json, paths } from '../http/use-people.js'
import { openedEndpoints, resourcesIn, sampleNames, sidesIn, useSample } from './use-discovery.js'

/** All properties anywhere in a schema, by path. */
const propertiesIn = (schema: Json, at = ''): readonly (readonly [string, Json])[] => {
  const named = Object.entries<Json>(schema.properties ?? {})
  const { items, anyOf = [], additionalProperties: rest, components = {} } = schema
  const inner = [items, rest, ...anyOf, ...Object.values<Json>(components.schemas ?? {})]
  return [
    ...named.map(([name, property]) => [`${at}/${name}`, property] as const),
    ...named.flatMap(([name, property]) => propertiesIn(property, `${at}/${name}`)),
    ...inner
      .filter((alternative) => typeof alternative === 'object')
      .flatMap((alternative) => propertiesIn(alternative, `${at}/*`)),
  ]
}

const ofWriting = [
  ...['required', 'defaultValue', 'endpoint', 'min', 'max', 'minLength', 'maxLength', 'pattern'],
  ...['requiredMessage', 'rangeMessage', 'minLengthMessage', 'maxLengthMessage', 'patternMessage'],
]
const isVersion = (field: string): boolean => ['version', 'datasetVersion'].includes(field)
/** A generated id or a time stamp; the ids of views are texts. */
const isFilled = ({ type }: Json, field: string): boolean =>
  (field === 'id' && type === 'integer') || ['createdAt', 'updatedAt'].includes(field)

const picked = (ui: Json): Json =>
  Object.fromEntries(ofWriting.filter((name) => name in ui).map((name) => [name, ui[name]]))

describe.each(sampleNames)('properties of %s', (name) => {
  const sample = useSample(name)

  test('every property has a label, type and control', async () => {
    for (const query of sidesIn(sample.document)) {
      for (const includeInternalSchemas of ['false', 'true']) {
        const schema = await sample.schema({ ...query, includeInternalSchemas })
        for (const [at, property] of propertiesIn(schema)) {
          const ui = property['x-ui']
          const what = `${query['operation']} ${query['path']} ${query['schemaType']} ${at}`
          expect(ui, what).toBeDefined()
          for (const member of ['label', 'type', 'controlType']) {
            expect(ui[member], `${what} ${member}`).toMatch(/^\S/)
          }
          for (const option of ui.options ?? []) {
            expect(Object.keys(option).sort(), what).toEqual(['label', 'value'])
          }
        }
      }
    }
  })

  test('options and controls agree with the schema', async () => {
    for (const query of sidesIn(sample.document)) {
      for (const [at, property] of propertiesIn(await sample.schema(query))) {
        const { options, controlType } = property['x-ui'] ?? {}
        const values = (property.enum ?? property.items?.enum)?.filter(
          (value: Json) => value !== null,
        )
        const what = `${JSON.stringify(query)} ${at}`
        if (values)
          expect(
            options?.map(({ value }: Json) => value),
            what,
          ).toEqual(values)
        if (controlType === 'multiSelect') expect(property.items, what).toBeDefined()
      }
    }
  })

  test('forms can be built from the schema of records', async () => {
    for (const resource of resourcesIn(sample.document)) {
      const { properties } = await sample.schema({ path: `${resource}/all` })
      const shapeOf = async (path: string, operation: string): Promise<Json> => {
        const has = sample.document.paths[path]?.[operation]
        const query = { path, operation, schemaType: 'request' }
        return has ? (await sample.schema(query)).properties : {}
      }
      const update = await shapeOf(`${resource}/{id}`, 'put')
      const create = await shapeOf(resource, 'post')
      for (const [field, property] of Object.entries<Json>(properties)) {
        const ui = property['x-ui']
        const written = create[field] ?? update[field]
        const what = `${resource} ${field}`
        if (written) expect(picked(ui), what).toMatchObject(picked(written['x-ui']))
        else {
          const isHidden = isFilled(property, field) || isVersion(field)
          expect(ui.readOnly, what).toBe(true)
          expect(ui.formHidden, what).toBe(isHidden ? true : undefined)
          expect(ui, what).not.toHaveProperty('required')
        }
      }
    }
  })

  test('the detail schema shows every field but versions', async () => {
    for (const resource of resourcesIn(sample.document)) {
      const { properties } = await sample.schema({ path: `${resource}/{id}` })
      const hidden = Object.keys(properties).filter(
        (candidate) => properties[candidate]['x-ui'].formHidden,
      )
      expect(
        hidden.filter((candidate) => !isVersion(candidate)),
        resource,
      ).toEqual([])
      expect(hidden, resource).toContain('datasetVersion')
    }
  })

  test('every endpoint of a field lists options for an empty body', async () => {
    await openedEndpoints(sample, sample.document)
  })

  test('filter fields name their operation', async () => {
    for (const resource of resourcesIn(sample.document)) {
      const query = { path: `${resource}/filter`, operation: 'post', schemaType: 'request' }
      const { properties } = await sample.schema(query)
      for (const [field, property] of Object.entries<Json>(properties)) {
        expect(property['x-ui'].filterOperation, field).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
        expect(property['x-ui'], field).not.toHaveProperty('required')
      }
    }
  })

  test('the dataset version is hidden in forms and tables', async () => {
    const [resource] = resourcesIn(sample.document)
    const { properties } = await sample.schema({ path: `${resource}/all` })
    expect(properties.datasetVersion['x-ui']).toMatchObject({
      ...{ readOnly: true, tableHidden: true, formHidden: true },
    })
  })
})

describe('employees', () => {
  const sample = useSample('people')
  const uiOf = async (field: string, query: object = {}): Promise<Json> => {
    const { properties } = await sample.schema({ path: `${paths.employees}/all`, ...query })
    return properties[field]['x-ui']
  }

  test('limits, messages and defaults are those of the form', async () => {
    expect(await uiOf('fullName')).toMatchObject({
      ...{ label: 'Full name', required: true, minLength: 1, maxLength: 120 },
      requiredMessage: 'Full name is required.',
      minLengthMessage: 'Full name must have at least 1 characters.',
      maxLengthMessage: 'Full name must have at most 120 characters.',
    })
    expect(await uiOf('rating')).toMatchObject({
      ...{ required: false, min: 1, max: 5, group: 'Compensation' },
      ...{
        helpText: '1 is lowest, 5 is highest.',
        rangeMessage: 'Rating must be between 1 and 5.',
      },
    })
    expect(await uiOf('salary')).toMatchObject({
      ...{ required: true, min: 0, max: 9999999999.99, numericStep: 0.01, currency: 'USD' },
      rangeMessage: 'Salary must be between 0 and 9999999999.99.',
    })
    expect(await uiOf('status')).toMatchObject({ required: false, defaultValue: 'ACTIVE' })
    expect(await uiOf('code')).toMatchObject({ description: 'Number on the badge.' })
  })

  test('references have the endpoint of their options', async () => {
    const department = {
      ...{ label: 'Department', controlType: 'select', valueField: 'id', displayField: 'label' },
      endpoint: `${paths.employees}/option-sources/departments/options/filter`,
      optionSource: { key: 'departments', resourcePath: paths.employees },
    }
    expect(await uiOf('departmentId')).toMatchObject(department)
    expect(await uiOf('managerId')).toMatchObject({
      endpoint: `${paths.employees}/option-sources/managers/options/filter`,
      ...{ optionSource: { key: 'managers', dependsOn: ['departmentId'] } },
      ...{ dependentField: 'departmentId', resetOnDependentChange: true },
    })
    const skills = { endpoint: `${paths.skills}/options/filter`, controlType: 'multiSelect' }
    expect(await uiOf('skillIds')).toMatchObject(skills)
    const filter = { path: `${paths.employees}/filter`, operation: 'post', schemaType: 'request' }
    expect(await uiOf('departmentId', filter)).toMatchObject(department)
    expect(await uiOf('departmentIds', filter)).toMatchObject({ type: 'array', multiple: true })
  })
})
