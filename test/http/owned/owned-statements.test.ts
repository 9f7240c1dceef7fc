/** Statements of a write do not grow with the items of its lists. */
import { expect, test } from 'vitest'
import { linesApi, ordersApi, tables } from '../../support/owned-contract.js'
import { dataOf, tablesOf, textsOf, useService } from '../../support/use-service.js'
import type { Json } from '../use-people.js'

const { send } = useService({
  resources: [ordersApi, linesApi],
  callers: { head: { authorities: ['sales:secrets'] } },
  database: tablesOf(tables),
})
const write = async (method: 'POST' | 'PUT', path: string, body: object): Promise<Json> =>
  dataOf(await send('head', method, `/api/sales/${path}`, body), method === 'POST' ? 201 : 200)

/** Statements of each write of an order with this many lines, each with a parcel. */
const countsOf = async (size: number) => {
  const number = `S${size}`
  const line = (quantity: number) => ({ productId: 1, quantity, parcels: [{ weight: 1 }] })
  const lines = Array.from({ length: size }, (_, at) => line((at % 9) + 1))
  let order: Json
  const create = await textsOf(async () => {
    order = await write('POST', 'orders', { number, lines })
  })
  const path = `orders/${order.id}`
  const changed = order.lines.map((each: Json) => ({ ...each, quantity: each.quantity + 20 }))
  const changeAll = await textsOf(() => write('PUT', path, { number, lines: changed }))
  const changeOne = await textsOf(() =>
    write('PUT', path, { number, lines: [{ ...changed[0], note: 'x' }, ...changed.slice(1)] }),
  )
  const removeAll = await textsOf(() => write('PUT', path, { number, lines: [] }))
  return {
    create: create.length,
    changeAll: changeAll.length,
    changeOne: changeOne.length,
    removeAll: removeAll.length,
  }
}

test('a write of 500 items takes as many statements as one of a single item', async () => {
  const counts = { create: 12, changeAll: 11, changeOne: 11, removeAll: 11 }
  expect(await countsOf(1)).toEqual(counts)
  expect(await countsOf(500)).toEqual(counts)
})

test('1 000 lines take no more statements than one', async () => {
  const create = (size: number) =>
    textsOf(() =>
      write('POST', 'orders', {
        number: `T${size}`,
        lines: Array.from({ length: size }, () => ({ productId: 1, quantity: 1 })),
      }),
    )
  expect(await create(1)).toHaveLength(9)
  expect(await create(1_000)).toHaveLength(9)
})
