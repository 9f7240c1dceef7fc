/** What errors of lists name: items, members of items, and the list itself. */
import { describe, expect, test } from 'vitest'
import { linesApi, ordersApi, tables } from '../../support/owned-contract.js'
import { dataOf, tablesOf, useService } from '../../support/use-service.js'
import type { Json, Method } from '../use-people.js'

const { send } = useService({
  resources: [ordersApi, linesApi],
  callers: { head: { authorities: ['sales:secrets'] }, clerk: { authorities: [] } },
  database: tablesOf(tables),
})

const done = async (method: Method, path: string, body?: object): Promise<Json> =>
  dataOf(await send('head', method, `/api/sales/${path}`, body), method === 'POST' ? 201 : 200)
const refused = async (method: Method, path: string, body: object, caller = 'head') => {
  const answer = await send(caller, method, `/api/sales/${path}`, body)
  const { errors } = answer.json() as { errors: readonly Json[] }
  return {
    status: answer.statusCode,
    errors: errors.map(({ code, target, message }) => ({ code, target, message })),
  }
}
let next = 0

describe('errors', () => {
  const faults: readonly [string, unknown, readonly object[]][] = [
    [
      'all broken constraints of all items',
      [{ productId: 1 }, { productId: 'x', quantity: 0 }, 7],
      [
        { code: 'REQUEST_PAYLOAD_INVALID', target: 'lines[1].productId' },
        { code: 'REQUEST_PAYLOAD_INVALID', target: 'lines[2]' },
        { code: 'VALIDATION_FAILED', target: 'lines[0].quantity' },
        { code: 'VALIDATION_FAILED', target: 'lines[1].quantity' },
      ],
    ],
    [
      'an item of an item',
      [{ productId: 1, quantity: 1, parcels: [{ weight: 1 }, {}] }],
      [{ code: 'VALIDATION_FAILED', target: 'lines[0].parcels[1].weight' }],
    ],
    [
      'an unknown member of an item',
      [{ productId: 1, quantity: 1, colour: 'red' }],
      [{ code: 'REQUEST_PAYLOAD_INVALID', target: 'lines[0].colour' }],
    ],
    [
      'references to rows that do not exist',
      [
        { productId: 1, quantity: 1 },
        { productId: 99, quantity: 1 },
      ],
      [{ code: 'DATA_INTEGRITY_VIOLATION', target: 'lines[1].productId' }],
    ],
    [
      'values that are taken',
      [
        { productId: 1, quantity: 1, code: 'A' },
        { productId: 1, quantity: 1 },
        { productId: 1, quantity: 1, code: 'A' },
      ],
      [{ code: 'DATA_INTEGRITY_VIOLATION', target: 'lines[2].code' }],
    ],
    [
      'a constraint of the database',
      [4, 5, 13, 6].map((quantity) => ({ productId: 1, quantity })),
      [{ code: 'VALIDATION_FAILED', target: 'lines[2].quantity' }],
    ],
    ['no list', 5, [{ code: 'REQUEST_PAYLOAD_INVALID', target: 'lines' }]],
  ]
  test.each(faults)('name %s', async (_, lines, errors) => {
    const number = `E${++next}`
    const answer = await refused('POST', 'orders', { number, lines })
    expect(answer.errors.map(({ code, target }) => ({ code, target }))).toEqual(errors)
    const stored = [{ productId: 1, quantity: 1 }]
    const order = await done('POST', 'orders', { number: `N${next}`, lines: stored })
    const change = await refused('PUT', `orders/${order.id}`, { number, lines })
    expect(change.errors.map(({ code, target }) => ({ code, target }))).toEqual(errors)
    expect(await done('GET', `orders/${order.id}`)).toEqual(order)
  })

  test('a record that the caller may not see is refused like one without rows', async () => {
    for (const lines of [[], [{ productId: 1, quantity: 1 }]]) {
      const body = { number: 'SECRET', lines }
      expect(await refused('POST', 'orders', body, 'clerk')).toMatchObject({
        status: 403,
        errors: [{ code: 'ACCESS_DENIED', target: null }],
      })
    }
  })

  test('a rule over a field that is computed from the rows has the list as its target', async () => {
    const lines = [{ productId: 1, quantity: 10_000, price: 1_000.01 }]
    expect(await refused('POST', 'orders', { number: 'many', lines })).toEqual({
      status: 400,
      errors: [
        {
          code: 'VALIDATION_FAILED',
          target: 'lines',
          message: "'total' must be at most 10000000.",
        },
      ],
    })
  })

  test('a row that the caller may not see is refused like one that does not exist', async () => {
    const lines = [
      { productId: 1, quantity: 1 },
      { productId: 4, quantity: 1 },
    ]
    const number = `E${++next}`
    expect((await refused('POST', 'orders', { number, lines }, 'clerk')).errors).toMatchObject([
      { code: 'DATA_INTEGRITY_VIOLATION', target: 'lines[1].productId' },
    ])
    await done('POST', 'orders', { number, lines })
  })

  test('more items than the limit are refused', async () => {
    const lines = Array.from({ length: 1_001 }, () => ({ productId: 1, quantity: 1 }))
    const number = `E${++next}`
    expect(await refused('POST', 'orders', { number, lines })).toMatchObject({
      status: 422,
      errors: [{ code: 'LIMIT_EXCEEDED', target: 'lines' }],
    })
    const parcels = Array.from({ length: 600 }, () => ({ weight: 1 }))
    const line = { productId: 1, quantity: 1, parcels }
    expect(await refused('POST', 'orders', { number, lines: [line, line] })).toMatchObject({
      status: 422,
      errors: [{ code: 'LIMIT_EXCEEDED', target: 'lines' }],
    })
  })
})
