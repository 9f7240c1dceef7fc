/**
 * Random contracts with owned lists, computed fields, rules, enums stored as numbers and soft
 * delete do what a plain evaluation in memory does. Every response fits its published schema.
 */
import { createTestService } from 'corollary/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectDescribed, operationsIn } from '../discovery/use-discovery.js'
import type { Answer, Json, Method } from '../http/use-people.js'
import { platformDatabase } from '../support/database.js'
import { sendTwice, type Tried } from '../support/dry-run.js'
import { effort, seed } from '../support/effort.js'
import {
  brokenBy,
  emptyState,
  groupsOf,
  type Line,
  type Order,
  type PageRequest,
  pageOf,
  type State,
  shownOrder,
} from './application-records.js'
import {
  bodyChoice,
  partsWrite,
  termsWrite,
  type Write,
  wholeListsWrite,
  wholeWrite,
} from './application-writes.js'
import { type Application, application, resourcesOf, statuses, tables } from './applications.js'
import { named } from './runs.js'

const step = fc.record({
  kind: fc.constantFrom(
    ...(['create', 'create', 'put', 'put', 'lists', 'parts', 'terms', 'terms'] as const),
    ...(['batch', 'delete', 'restore', 'destroy', 'product'] as const),
  ),
  bodies: fc.array(bodyChoice, { minLength: 1, maxLength: 3 }),
  isAtomic: fc.boolean(),
  isLead: fc.boolean(),
  product: fc.integer({ min: 1, max: 3 }),
  /** The write is first made as a dry run. */
  isTried: fc.nat(4).map((number) => number === 0),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const bound = fc.option(fc.integer({ min: -5, max: 60 }))
const page: fc.Arbitrary<PageRequest> = fc.record({
  statuses: fc.option(fc.uniqueArray(fc.constantFrom(...statuses), { minLength: 1 }), {
    nil: undefined,
  }),
  deleted: fc.constantFrom(undefined, 'exclude' as const, 'include' as const, 'only' as const),
  field: fc.nat(6),
  from: bound,
  to: bound,
  sort: fc.nat(6),
  isDescending: fc.boolean(),
  page: fc.nat(1),
  size: fc.integer({ min: 1, max: 5 }),
})
const walk = fc.array(fc.record({ step, page }), {
  minLength: effort(9, 12),
  maxLength: effort(12, 20),
})

let comparisons = 0
let dryRuns = 0

/** A service of a random contract. Each response must fit the API description. */
const serve = async (random: Application) => {
  const database = await platformDatabase()
  await database.client.query(tables)
  const service = await createTestService({
    resources: resourcesOf(random),
    connection: database.connection,
    callers: { lead: { authorities: ['lead', 'trash'] }, clerk: { authorities: ['trash'] } },
  })
  const inject = (caller: string, method: Method, url: string, payload?: object) =>
    service.app.inject({
      ...{ method, url, headers: { authorization: `Bearer ${caller}` } },
      ...(payload ? { payload } : {}),
    })
  const document = (await inject('lead', 'GET', '/v3/api-docs')).json()
  const described = operationsIn(document).map((operation) => ({
    operation,
    path: new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '\\d+')}$`),
  }))
  return {
    send: async (method: Method, path: string, body?: object, caller = 'lead') => {
      const url = `/api/tests/${path}`
      const answer = await inject(caller, method, url, body)
      const [route] = url.split('?')
      const found = described.find(
        ({ operation, path: pattern }) => operation.method === method && pattern.test(route!),
      )
      expectDescribed(answer, found!.operation, document)
      return answer
    },
    rows: async (text: string) => (await database.client.query(text)).rows as Json[],
    close: async () => {
      await service.close()
      await database.close()
    },
  }
}
type Service = Awaited<ReturnType<typeof serve>>

/** The service, with a dry run before each write. */
const tryingFirst = (service: Service): Service => {
  const tried: Tried = {
    rows: service.rows,
    send: (caller, method, url, body) => service.send(method, url, body as object, caller),
  }
  return {
    ...service,
    send: (method, url, body, caller = 'lead') => {
      dryRuns++
      return sendTwice(tried, { caller, method, url, body, mayRepeat: true })
    },
  }
}

const recordOf = ({ datasetVersion: _, _links: __, ...record }: Json): Json => record

const expectStatus = (answer: Answer, ...accepted: readonly number[]): void => {
  comparisons++
  expect(accepted, answer.body).toContain(answer.statusCode)
}

/** Compares everything that is stored, and takes over the ids of new rows. */
const compared = async (service: Service, expected: State, random: Application) => {
  const filter = random.deletesOrders ? { deleted: 'include' } : {}
  const answer = await service.send('POST', 'orders/filter?size=200&sort=id', filter)
  expectStatus(answer, 200)
  const stored: readonly Json[] = answer.json().data.content.map(recordOf)
  const parcels = await service.rows('select id, line_id, weight from parcels order by id')
  const numbered = [...expected.orders.values()]
    .sort((a, b) => a.id - b.id)
    .map((order, at): Order => {
      const idIn = (list: string, place: number): number => stored[at]?.[list][place]?.id
      const lines = order.lines.map((line, place): Line => {
        const id = line.id ?? idIn('lines', place)
        const ofLine = parcels.filter((parcel) => parcel.line_id === id)
        const withIds = line.parcels.map((each, index) => ({
          ...each,
          id: each.id ?? ofLine[index]?.id,
        }))
        expect(ofLine).toEqual(withIds.map((each) => ({ ...each, line_id: id })))
        return { ...line, id, parcels: withIds }
      })
      const notes = order.notes.map((note, place) => ({
        ...note,
        id: note.id ?? idIn('notes', place),
      }))
      return { ...order, lines, notes }
    })
  const state = { ...expected, orders: new Map(numbered.map((order) => [order.id, order])) }
  expect(stored).toEqual(numbered.map((order) => shownOrder(order, state, random)))
  const ids = numbered.flatMap(({ lines }) => lines.map(({ id }) => id))
  expect(new Set(ids).size, 'ids of lines').toBe(ids.length)
  const counts = await service.rows(
    'select (select count(*)::int from lines) as lines, (select count(*)::int from notes) as notes',
  )
  const notes = numbered.flatMap((order) => order.notes)
  expect(counts).toEqual([{ lines: ids.length, notes: notes.length }])
  expect(parcels).toHaveLength(
    numbered.flatMap(({ lines }) => lines.flatMap((line) => line.parcels)).length,
  )
  return state
}

/** A random page, and statistics. */
const compareReads = async (
  service: Service,
  request: PageRequest,
  state: State,
  random: Application,
): Promise<void> => {
  const { filter, query, total, orders } = pageOf(request, state, random)
  const answer = await service.send('POST', `orders/filter?${query}`, filter)
  expectStatus(answer, 200)
  const { totalElements, content } = answer.json().data
  expect(totalElements, `${query} ${JSON.stringify(filter)}`).toBe(total)
  expect(content.map(recordOf)).toEqual(orders.map((order) => shownOrder(order, state, random)))
  const grouped = await service.send('POST', 'orders/stats/group-by', {
    ...{ filter: {}, field: 'status', metric: { operation: 'SUM', field: 'e0' } },
  })
  expectStatus(grouped, 200)
  const buckets: readonly Json[] = grouped.json().data.buckets
  const found = buckets.map(({ key, count, value }) => [key, { count, sum: Number(value) }])
  expect(new Map(found as never)).toEqual(groupsOf(state, random))
}

/** Errors of items are in the order of the list, which may be another one than that of the body. */
const errorsOf = (errors: readonly Json[]): readonly string[] =>
  errors
    .map(({ code, target, properties }) =>
      code === 'VALIDATION_FAILED' ? properties.rule : `${code} ${target}`,
    )
    .sort()

/** The errors of a write: missing references, or else the rules that it breaks. */
const refusalsOf = (
  write: Write,
  state: State,
  random: Application,
  isLead: boolean,
  place = '',
): readonly string[] =>
  write.refused.length > 0
    ? write.refused.map((target) => `DATA_INTEGRITY_VIOLATION ${place}${target}`).sort()
    : brokenBy(write, state, random, isLead)

const withOrder = (state: State, order: Order): State => ({
  ...state,
  orders: new Map([...state.orders, [order.id, order]]),
})
const withoutOrder = (state: State, id: number): State => ({
  ...state,
  orders: new Map([...state.orders].filter(([each]) => each !== id)),
})

/** The state after a delete: the order has a mark, or is gone. */
const deleted = (state: State, order: Order, { deletesOrders }: Application): State =>
  deletesOrders
    ? withOrder(state, { ...order, isDeleted: true, version: order.version + 1 })
    : withoutOrder(state, order.id)

const perform = async (
  service: Service,
  { kind, bodies, isAtomic, isLead, product }: Step,
  state: State,
  random: Application,
): Promise<State> => {
  const caller = isLead ? 'lead' : 'clerk'
  const all = [...state.orders.values()]
  const live = all.filter(({ isDeleted }) => !isDeleted)
  const [choice] = bodies as [(typeof bodies)[number]]
  const order = live[choice.order % Math.max(live.length, 1)]
  const any = all[choice.order % Math.max(all.length, 1)]

  const write = async (method: Method, path: string, sent: Write): Promise<State> => {
    const answer = await service.send(method, path, sent.body, caller)
    const refusals = refusalsOf(sent, state, random, isLead)
    if (refusals.length > 0) {
      expectStatus(answer, 400, 409)
      expect(errorsOf(answer.json().errors)).toEqual(refusals)
      return state
    }
    expectStatus(answer, 200, 201)
    return withOrder(state, { ...sent.after, id: answer.json().data.id })
  }

  if (kind === 'product') {
    const isDeleted = state.deletedProducts.has(product)
    if (!random.deletesProducts) return state
    const answer = isDeleted
      ? await service.send('PATCH', `products/${product}/restore`, {})
      : await service.send('DELETE', `products/${product}`)
    expectStatus(answer, isDeleted ? 200 : 204)
    const others = [...state.deletedProducts].filter((each) => each !== product)
    return { ...state, deletedProducts: new Set(isDeleted ? others : [...others, product]) }
  }
  if (kind === 'restore' && any && random.deletesOrders) {
    const answer = await service.send('PATCH', `orders/${any.id}/restore`, {}, caller)
    if (!any.isDeleted) {
      expectStatus(answer, 409)
      return state
    }
    const after = { ...any, isDeleted: false, version: any.version + 1 }
    const broken = brokenBy({ before: any, after }, state, random, isLead)
    expectStatus(answer, broken.length > 0 ? 400 : 200)
    if (broken.length === 0) return withOrder(state, after)
    expect(errorsOf(answer.json().errors)).toEqual(broken)
    return state
  }
  if (kind === 'destroy' && any && random.deletesOrders) {
    expectStatus(await service.send('DELETE', `orders/${any.id}?permanent=true`), 204)
    return withoutOrder(state, any.id)
  }
  if (kind === 'delete' && any) {
    const answer = await service.send('DELETE', `orders/${any.id}`)
    expectStatus(answer, any.isDeleted ? 404 : 204)
    return any.isDeleted ? state : deleted(state, any, random)
  }
  if (kind === 'batch' && order) {
    const distinct = new Map(bodies.map((body) => [live[body.order % live.length]!, body] as const))
    const writes = [...distinct].map(([target, body], at) =>
      wholeWrite(body, at === 2 ? undefined : target, state, random),
    )
    const answer = await service.send(
      'POST',
      'orders/batch',
      {
        atomicity: isAtomic ? 'ATOMIC' : 'PER_ITEM',
        items: writes.map(({ before, body }) => ({
          ...(before ? { operation: 'UPDATE', id: before.id } : { operation: 'CREATE' }),
          data: body,
        })),
      },
      caller,
    )
    const refusals = writes.map((each) => refusalsOf(each, state, random, isLead, 'data.'))
    if (isAtomic && refusals.some((each) => each.length > 0)) {
      expectStatus(answer, 400, 409)
      const errors = errorsOf(answer.json().errors)
      const possible = refusals.flat().map((each) => each.replace(/ data\./, ' '))
      for (const error of errors) {
        expect(possible).toContain(error.replace(/ items\.\d\.data\./, ' '))
      }
      return state
    }
    expectStatus(answer, 200)
    let after = state
    for (const [at, { before, after: order }] of writes.entries()) {
      const result = answer.json().data.items[at]
      if (refusals[at]!.length > 0) {
        expect(errorsOf(result.errors)).toEqual(refusals[at])
        continue
      }
      expect(result.status, JSON.stringify(result)).toBe('SUCCEEDED')
      after = withOrder(after, { ...order, id: before?.id ?? result.record.id })
    }
    return after
  }
  if (!order || kind === 'create') {
    return write('POST', 'orders', wholeWrite(choice, undefined, state, random))
  }
  const path = `orders/${order.id}`
  if (kind === 'terms') return write('PATCH', `${path}/terms`, termsWrite(choice, order))
  if (kind === 'lists') {
    return write('PATCH', `${path}/lists`, wholeListsWrite(choice, order, state, random))
  }
  if (kind === 'parts') {
    return write('PATCH', `${path}/lists`, partsWrite(choice, order, state, random))
  }
  return write('PUT', path, wholeWrite(choice, order, state, random))
}

const runs = effort(1, 85)

test.each(named)('random contracts, batch %i, FAST_CHECK_SEED=%i', async (batch) => {
  comparisons = 0
  dryRuns = 0
  await fc.assert(
    fc.asyncProperty(application, walk, async (random, steps) => {
      const service = await serve(random)
      try {
        let state = emptyState
        for (const { step: each, page: request } of steps) {
          const writing = each.isTried ? tryingFirst(service) : service
          state = await compared(service, await perform(writing, each, state, random), random)
          await compareReads(service, request, state, random)
        }
      } finally {
        await service.close()
      }
    }),
    { numRuns: runs, seed: seed + batch, endOnFailure: true },
  )
  expect(comparisons).toBeGreaterThanOrEqual(effort(30, 5_000))
  expect(dryRuns).toBeGreaterThanOrEqual(effort(1, 100))
})
