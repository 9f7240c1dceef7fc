/** Lists of owned rows as schemas and forms have them. */
import { expect, test } from 'vitest'
import { compileSchema } from '../../discovery/schema-checks.js'
import { linesApi, ordersApi, tables } from '../../support/owned-contract.js'
import { tablesOf, useService } from '../../support/use-service.js'
import type { Json } from '../use-people.js'

const { get } = useService({
  resources: [ordersApi, linesApi],
  callers: { head: { authorities: ['sales:secrets'] } },
  database: tablesOf(tables),
})

const schemaOf = async (path: string, operation: string, schemaType = 'request'): Promise<Json> => {
  const query = new URLSearchParams({ path, operation, schemaType })
  const answer = await get('head', `/schemas/filtered?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const body = { number: 'S', lines: [{ productId: 1, quantity: 2, parcels: [{ weight: 1 }] }] }
const named = { number: 'S', lines: [{ id: 1, ...body.lines[0] }] }
const changed = { lines: { add: body.lines, update: [{ id: 1, note: 'x' }], remove: [2] } }

test.each([
  ['POST', '/api/sales/orders', [body, { number: 'S' }, { number: 'S', lines: [] }]],
  ['PUT', '/api/sales/orders/{id}', [body, named, { number: 'S', lines: null }]],
  ['PATCH', '/api/sales/orders/{id}/lines', [changed, { lines: body.lines }, {}]],
] as const)(
  'the schema of %s %s has the bodies that the service takes',
  async (method, path, bodies) => {
    const schema = await schemaOf(path, method.toLowerCase())
    const takes = compileSchema(schema)
    for (const each of bodies) expect(takes(each), JSON.stringify(each)).toBe(true)
    const wrong = [[{}], [{ productId: 1, quantity: 0 }], [{ ...body.lines[0], colour: 1 }], 'x']
    for (const lines of wrong)
      expect(takes({ number: 'S', lines }), JSON.stringify(lines)).toBe(false)
  },
)

test('x-ui describes the fields of items in their order', async () => {
  const { properties } = await schemaOf('/api/sales/orders/{id}', 'put')
  const ui = properties.lines['x-ui']
  expect(ui).toMatchObject({ controlType: 'array', ordered: true, label: 'Lines' })
  expect(ui.items.map(({ name, controlType }: Json) => [name, controlType])).toEqual([
    ['productId', 'numericTextBox'],
    ['code', 'input'],
    ['quantity', 'numericTextBox'],
    ['price', 'currency'],
    ['note', 'input'],
    ['parcels', 'array'],
  ])
  expect(ui.items[5].items).toMatchObject([{ name: 'weight', required: true }])
})

test('tables of owned rows hide the position that the service keeps', async () => {
  const { components } = await schemaOf('/api/sales/orders/{id}', 'get', 'response')
  const { position, quantity } = components.schemas.SalesOrdersResponseLines.properties
  expect(position['x-ui'].tableHidden).toBe(true)
  expect(quantity['x-ui']).not.toHaveProperty('tableHidden')
})
