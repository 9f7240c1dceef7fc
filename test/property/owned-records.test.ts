/**
 * Random sequences of writes of records with two levels of owned rows do what a plain evaluation in
 * memory does. Every answer fits its published schema.
 */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { expectDescribed, operationsIn } from '../discovery/use-discovery.js'
import type { Answer, Json, Method } from '../http/use-people.js'
import { effort, seed } from '../support/effort.js'
import { linesApi, ordersApi, tables } from '../support/owned-contract.js'
import { tablesOf, useService } from '../support/use-service.js'
import {
  changedBy,
  type Order,
  type Orders,
  partsWrite,
  type Step,
  shownOrder,
  step,
  type Write,
  wholeWrite,
} from './owned-orders.js'
import { named } from './runs.js'

const { get, send, rows } = useService({
  resources: [ordersApi, linesApi],
  callers: { head: { authorities: ['sales:secrets'] }, clerk: { authorities: [] } },
  database: tablesOf(tables),
})
let document: Json
beforeAll(async () => {
  document = (await get('head', '/v3/api-docs')).json()
})

const request = async (
  caller: string,
  method: Method,
  url: string,
  body?: Json,
): Promise<Answer> => {
  const answer = await send(caller, method, `/api/sales/${url}`, body)
  const path = `/api/sales/${url.split('?')[0]}`
  const described = operationsIn(document).find(
    (each) =>
      each.method.toUpperCase() === method &&
      new RegExp(`^${each.path.replaceAll(/\{[^}]+\}/g, '\\d+')}$`).test(path),
  )
  expectDescribed(answer, described!, document)
  return answer
}

/** The orders as the service shows them, with the ids of rows that are new. */
const storedOrders = async (): Promise<{ orders: Json; parcels: Map<number, Json> }> => {
  const orders = await request('head', 'POST', 'orders/filter?size=200&sort=id', {})
  const lines = await request('head', 'POST', 'lines/filter?size=200', {})
  return {
    orders: orders.json().data.content.map(recordOf),
    parcels: new Map(lines.json().data.content.map(({ id, parcels }: Json) => [id, parcels])),
  }
}

const recordOf = ({ datasetVersion: _, _links: __, ...record }: Json): Json => record

/** Compares everything that is stored, and takes over the ids of new rows. */
const compared = async (expected: Orders): Promise<Orders> => {
  const { orders, parcels } = await storedOrders()
  const inOrder = [...expected.values()].sort((a, b) => a.id - b.id)
  const seen = new Set<number>(inOrder.flatMap(({ lines }) => lines.flatMap(({ id }) => id ?? [])))
  const numbered = inOrder.map((order, at) => ({
    ...order,
    lines: order.lines.map((line, place) => {
      const found = orders[at]?.lines[place]
      if (line.id === undefined) {
        expect(seen.has(found?.id), 'a new id').toBe(false)
        seen.add(found?.id)
      }
      const id = line.id ?? found?.id
      const stored = parcels.get(id) ?? []
      return {
        ...line,
        id,
        parcels: line.parcels.map((parcel, index) => ({
          ...parcel,
          id: parcel.id ?? stored[index]?.id,
        })),
      }
    }),
  }))
  expect(orders).toEqual(numbered.map(shownOrder))
  const allLines = numbered.flatMap(({ lines }) => lines)
  expect([...parcels.keys()].sort()).toEqual(allLines.map(({ id }) => id!).sort())
  for (const { id, parcels: list } of allLines) expect(parcels.get(id!)).toEqual(list)
  return new Map(numbered.map((order) => [order.id, order]))
}

const expectRefused = (errors: Json, refusal: NonNullable<Write['refusal']>, before = ''): void => {
  expect(errors.map(({ code, target }: Json) => ({ code, target }))).toEqual([
    { code: refusal.code, target: `${before}${refusal.target}` },
  ])
}

const perform = async ({ kind, bodies, isAtomic }: Step, orders: Orders): Promise<Orders> => {
  const choice = bodies[0]!
  const pick = (at: number): Order | undefined =>
    [...orders.values()][at % Math.max(orders.size, 1)]
  const order = pick(choice.order)
  const write = async (method: Method, url: string, sent: Write): Promise<Json | undefined> => {
    const answer = await request(sent.caller, method, url, sent.body)
    if (sent.refusal) {
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expectRefused(answer.json().errors, sent.refusal)
      return undefined
    }
    expect([200, 201], answer.body).toContain(answer.statusCode)
    return recordOf(answer.json().data)
  }
  if (kind === 'create' || !order) {
    const sent = wholeWrite(choice, undefined)
    const made = await write('POST', 'orders', sent)
    if (!made) return orders
    const { id } = made
    return new Map([
      ...orders,
      [id, { id, number: sent.body.number, version: 1, lines: sent.lines }],
    ])
  }
  if (kind === 'batch') {
    const distinct = new Map(bodies.map((body) => [pick(body.order)!, body]))
    const writes = [...distinct].map(([target, body], at) => {
      const isCreate = at % 3 === 2
      return {
        target: isCreate ? undefined : target,
        sent: wholeWrite(body, isCreate ? undefined : target),
      }
    })
    const caller = writes.find(({ sent }) => sent.caller === 'clerk')?.sent.caller ?? 'head'
    const answer = await request(caller, 'POST', 'orders/batch', {
      atomicity: isAtomic ? 'ATOMIC' : 'PER_ITEM',
      items: writes.map(({ target, sent }) =>
        target
          ? { operation: 'UPDATE', id: target.id, version: target.version, data: sent.body }
          : { operation: 'CREATE', data: sent.body },
      ),
    })
    const fails = writes.some(({ sent }) => sent.refusal)
    if (isAtomic && fails) {
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      const sentOnes = answer.json().errors.map(({ target }: Json) => target)
      const places = writes.flatMap(({ sent: { refusal } }, at) =>
        refusal ? [`items.${at}.data.${refusal.target}`] : [],
      )
      expect(sentOnes.length).toBeGreaterThan(0)
      for (const target of sentOnes) expect(places).toContain(target)
      return orders
    }
    expect(answer.statusCode, answer.body).toBe(200)
    const after = new Map(orders)
    for (const [at, { target, sent }] of writes.entries()) {
      const result = answer.json().data.items[at]
      if (sent.refusal) {
        expectRefused(result.errors, sent.refusal, 'data.')
        continue
      }
      expect(result.status, JSON.stringify(result)).toBe('SUCCEEDED')
      const id = target?.id ?? result.record.id
      after.set(
        id,
        target
          ? changedBy(target, sent)
          : { id, number: sent.body.number, version: 1, lines: sent.lines },
      )
    }
    return after
  }
  if (kind === 'delete') {
    const answer = await request('head', 'DELETE', `orders/${order.id}`)
    expect(answer.statusCode, answer.body).toBe(204)
    return new Map([...orders].filter(([id]) => id !== order.id))
  }
  if (kind === 'line' || kind === 'lineDelete') {
    const line = order.lines[choice.order % Math.max(order.lines.length, 1)]
    if (!line) return orders
    const { version, lines } = order
    if (kind === 'line') {
      const quantity = line.quantity === 12 ? 1 : line.quantity + 1
      await write('PUT', `lines/${line.id}`, {
        ...{ body: { quantity, orderId: order.id }, lines, caller: 'head' },
      })
      const changed = lines.map((each) => (each === line ? { ...each, quantity } : each))
      return new Map([...orders, [order.id, { ...order, version: version + 1, lines: changed }]])
    }
    // Positions of the others stay, so only the last one goes.
    const last = lines.at(-1)!
    const answer = await request('head', 'DELETE', `lines/${last.id}`)
    expect(answer.statusCode, answer.body).toBe(204)
    return new Map([
      ...orders,
      [order.id, { ...order, version: version + 1, lines: lines.slice(0, -1) }],
    ])
  }
  const sent = kind === 'parts' ? partsWrite(choice, order) : wholeWrite(choice, order)
  const isWhole = kind === 'put'
  const change = isWhole ? sent : { ...sent, body: listOnly(sent.body) }
  const path = `orders/${order.id}`
  const answer = await (isWhole
    ? write('PUT', path, change)
    : write('PATCH', `${path}/lines`, change))
  if (!answer) return orders
  const changed = changedBy(order, change)
  expect(answer.version, 'version').toBe(changed.version)
  return new Map([...orders, [order.id, changed]])
}

const listOnly = ({ lines }: Json): Json => (lines === undefined ? {} : { lines })

test.each(named)('sequences of writes, batch %i, FAST_CHECK_SEED=%i', async (batch) => {
  let comparisons = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      const left = await storedOrders()
      for (const { id } of left.orders) await request('head', 'DELETE', `orders/${id}`)
      let orders: Orders = new Map()
      for (const each of steps) {
        orders = await compared(await perform(each, orders))
        comparisons++
      }
    }),
    { numRuns: effort(15, 900), seed: seed + batch, endOnFailure: true },
  )
  expect(comparisons).toBeGreaterThanOrEqual(effort(60, 5_000))
  const orphans = await rows('select 1 from lines where order_id not in (select id from orders)')
  expect(orphans).toEqual([])
})
