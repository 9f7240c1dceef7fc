/** What the client reads of the catalogs, without the types of a contract. */
import { describe, expect, test } from 'vitest'
import { readShape, untyped } from '../../src/client.js'
import { refused, succeeded, useClient } from './use-client.js'

const setup = useClient()
const employees = 'human-resources.employees'

describe('the catalogs of a service', () => {
  test('the client reads the service, its resources, surfaces and actions', async () => {
    const { client } = setup
    expect(succeeded(await client.service()).data.title).toBe('API')
    const { resources } = succeeded(await client.resources()).data
    expect(resources.map(({ resourceKey }) => resourceKey)).toContain(employees)
    const { surfaces } = succeeded(await client.surfaces(employees)).data
    expect(surfaces.map(({ id }) => id)).toContain('absences')
    const absences = await client.actions('human-resources.absence-requests')
    expect(succeeded(absences).data.actions.map(({ id }) => id)).toContain('approve')
    expect(refused(await client.actions('human-resources.skills')).code).toBe('CATALOG_NOT_FOUND')
  })

  test('schema returns a shape, whose fields readShape lists in their order', async () => {
    const resource = setup.client.resource(employees)
    const shapeOf = async (shape: Parameters<typeof resource.schema>[0]) =>
      readShape(succeeded(await resource.schema(shape)).data)
    const orders = (await shapeOf('list')).fields.map(({ order }) => order)
    expect(orders).toEqual(orders.toSorted((a, b) => a - b))
    expect((await shapeOf('filter')).byName.get('salaryBetween')).toMatchObject({
      filterTarget: 'salary',
    })
    expect((await shapeOf('create')).byName.get('fullName')).toMatchObject({
      ...{ required: true, nullable: false },
    })
    expect((await shapeOf('update')).byName.get('email')).toMatchObject({ format: 'email' })
    expect((await shapeOf('detail')).fields.length).toBeGreaterThan(5)
  })

  test('an untyped client reads any resource by its key', async () => {
    const client = untyped(setup.client)
    const page = succeeded(await client.resource(employees).filter({}, { size: 1 })).data
    expect(page.content[0]).toHaveProperty('fullName')
    expect(refused(await client.resource('human-resources.nothing').filter()).code).toBe(
      'ROUTE_NOT_FOUND',
    )
  })
})
