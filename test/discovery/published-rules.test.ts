/** How rules across fields are published. */
import { describe, expect, test } from 'vitest'
import { holds } from '../../src/client/json-logic.js'
import type { JsonLogic } from '../../src/contract/hints.js'
import type { Json } from '../http/use-people.js'
import { linesApi, ordersApi, ruleCallers, tables } from '../support/rules-contract.js'
import { tablesOf, useService } from '../support/use-service.js'

const use = useService({
  resources: [ordersApi, linesApi],
  callers: ruleCallers,
  database: tablesOf(tables),
})

const schemaOf = async (
  path = '/api/sales/orders',
  operation = 'post',
  caller = 'clerk',
  schemaType = 'request',
): Promise<Json> => {
  const query = `path=${encodeURIComponent(path)}&operation=${operation}&schemaType=${schemaType}`
  const answer = await use.get(caller, `/schemas/filtered?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const isShipped = { in: [{ var: 'status' }, ['SHIPPED']] }

test('members of a form say when they are required, shown and in range', async () => {
  const { properties } = await schemaOf()
  expect(properties.shippedOn['x-ui']).toMatchObject({
    conditionalRequired: isShipped,
    conditionalDisplay: { '!': [{ '!': [isShipped] }] },
  })
  expect(properties.purchaseOrder['x-ui'].conditionalRequired).toEqual({
    and: [
      { '!': [{ in: [{ var: 'online' }, [true]] }] },
      { '!': [{ in: [{ var: 'status' }, ['DRAFT', 'SHIPPED']] }] },
    ],
  })
  expect(properties.discount['x-ui']).toMatchObject({
    max: 20,
    rangeMessage: "'discount' must be at most 20.",
  })
})

test('forms that are built from a response have the same conditions', async () => {
  const { properties } = await schemaOf('/api/sales/orders/all', 'get', 'clerk', 'response')
  expect(properties.shippedOn['x-ui'].conditionalRequired).toEqual(isShipped)
})

test('the schema lists all rules of which it has the fields', async () => {
  const { 'x-ui': ui } = await schemaOf()
  expect(ui.rules.map(({ name }: Json) => name)).toEqual([
    ...['dueDate', 'shipped', 'notShipped', 'purchaseOrder', 'discount', 'customer'],
    'cheapOrOnline',
  ])
  expect(ui.rules[0]).toEqual({
    name: 'dueDate',
    message: "'dueOn' must not be before 'orderedOn'.",
    targets: ['dueOn', 'orderedOn'],
    brokenIf: {
      and: [
        { '!=': [{ var: 'dueOn' }, null] },
        { '!=': [{ var: 'orderedOn' }, null] },
        { '<': [{ var: 'dueOn' }, { var: 'orderedOn' }] },
      ],
    },
  })
})

test('an intent has the rules about its members, and no schema of absent ones', async () => {
  const { 'x-ui': ui, allOf } = await schemaOf('/api/sales/orders/{id}/state', 'patch')
  expect(ui.rules.map(({ name }: Json) => name)).toEqual(['shipped', 'notShipped'])
  expect(allOf).toBeUndefined()
})

test('a rule that allows stored values says so, and limits no member of an update', async () => {
  const { 'x-ui': ui, properties } = await schemaOf('/api/sales/orders/{id}', 'put')
  const allowing = ui.rules.filter(({ onlyChanges }: Json) => onlyChanges)
  expect(allowing.map(({ name }: Json) => name)).toEqual(['discount'])
  expect(properties.discount['x-ui'].max).not.toBe(20)
  const create = await schemaOf()
  expect(create['x-ui'].rules.some(({ onlyChanges }: Json) => onlyChanges)).toBe(false)
})

test('a caller reads no rule that does not concern it, or that reads a hidden field', async () => {
  const lead = await schemaOf('/api/sales/orders', 'post', 'lead')
  expect(lead.properties.discount['x-ui'].max).not.toBe(20)
  expect(JSON.stringify(lead)).not.toMatch(/credit|secret/i)
  const openapi = (await use.get('clerk', '/v3/api-docs')).body
  expect(openapi).not.toMatch(/secretLimit/i)
})

test('the API description says with if and then what JSON Schema can say', async () => {
  const { components } = (await use.get('clerk', '/v3/api-docs')).json()
  const [shipped, notShipped] = components.schemas.SalesOrdersCreate.allOf
  const open = { additionalProperties: true }
  const isStatus = (schema: object) => ({
    if: { properties: { status: schema }, required: ['status'], ...open },
  })
  expect(shipped).toEqual({
    ...isStatus({ enum: ['SHIPPED'] }),
    ...Object.fromEntries([
      [
        'then',
        { properties: { shippedOn: { not: { type: 'null' } } }, required: ['shippedOn'], ...open },
      ],
    ]),
  })
  expect(notShipped).toEqual({
    if: { not: isStatus({ enum: ['SHIPPED'] }).if },
    ...Object.fromEntries([['then', { properties: { shippedOn: { type: 'null' } }, ...open }]]),
  })
})

describe('what is published agrees with what the service checks', () => {
  const values = {
    status: ['DRAFT', 'SHIPPED', undefined],
    dueOn: [null, '2026-02-28', '2026-03-01'],
    shippedOn: [null, '2026-03-02', undefined],
    online: [true, false, undefined],
    discount: [0, 20, 20.01],
    amount: [undefined, 999, 1_000],
    customerId: [null, 1],
    purchaseOrder: [undefined, 'x'],
  } as const

  test('for bodies of every kind', async () => {
    const { 'x-ui': ui, properties } = await schemaOf()
    for (let number = 0; number < 40; number++) {
      const body: Json = { orderedOn: '2026-03-01' }
      Object.entries(values).forEach(([name, choices], place) => {
        const value = choices[(number * (place + 3) + (number >> place)) % choices.length]
        if (value !== undefined) body[name] = value
      })
      const defaults = Object.entries<Json>(properties).map(([name, schema]) => [
        name,
        schema.default ?? null,
      ])
      const whole = { ...Object.fromEntries(defaults), ...body }
      const expected = ui.rules
        .filter(({ brokenIf }: { brokenIf: JsonLogic }) => holds(brokenIf, whole, false))
        .map(({ name }: Json) => name)
      const answer = await use.send('clerk', 'POST', '/api/sales/orders', body)
      const broken = (answer.json().errors ?? []).map(({ properties: { rule } }: Json) => rule)
      expect(
        broken.filter((rule: string) => rule !== 'lines'),
        JSON.stringify(body),
      ).toEqual(expected)
    }
  })
})
