/**
 * A record that is deleted softly answers like one that never was, on every operation, for a caller
 * who may do everything but see deleted records.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { Diagnostics } from '../../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../../src/model/compile/compile.js'
import type { Operation, OperationName } from '../../../src/model/operation-table.js'
import type { Json, Method } from '../../http/use-people.js'
import { trashResources, trashRows, trashTables } from '../../support/trash.js'
import { tablesOf, useService } from '../../support/use-service.js'

const authorities = ['all', 'editor', 'purge', 'auditor', 'restorer']
const { rows, send } = useService({
  resources: trashResources,
  callers: { editor: { authorities } },
  database: tablesOf(`${trashTables}${trashRows}
    insert into customers (name, region) values ('Dan', 'north');
    insert into customer_tags values (4, 1);
    insert into orders (number, customer_id, ordered_on, total) values ('D-1', 4, '2026-03-01', 50);
    insert into order_lines (order_id, product) values (4, 'map');
    update customers set deleted_at = now() where id = 4;
    update orders set deleted_at = now() where number = 'D-1'`),
})
const marked = 4
const unknown = 99

const model = compileModel(trashResources, new Diagnostics())
const resources = model.resources.filter(({ name }) => name !== 'tags')

type Make = (id: number, resource: string) => { readonly query?: string; readonly body?: unknown }

const bodies: Readonly<Record<string, (id: number) => object>> = {
  customers: () => ({ name: 'New', region: 'north', tagIds: [] }),
  orders: (id) => ({ number: 'X', customerId: id, orderedOn: '2026-01-01', total: '1' }),
  lines: (id) => ({ orderId: id, product: 'x' }),
}
const none: Make = () => ({})
const list: Make = (id) => ({ query: `?ids=${id}` })
const filtered: Make = () => ({ body: {} })
const stats =
  (field: string, rest: object): Make =>
  (_, resource) => ({
    body: { field: resource === 'customers' ? 'region' : field, ...rest },
  })

/** What names a record, or shows a set. An operation that is missing fails the test below. */
const makers: Partial<Record<OperationName, Make>> = {
  create: (id, resource) =>
    resource === 'customers' ? { body: {} } : { body: bodies[resource]!(id) },
  byId: none,
  all: none,
  byIds: list,
  update: (id, resource) => ({ body: bodies[resource]!(resource === 'orders' ? 1 : id) }),
  intent: () => ({ body: {} }),
  delete: none,
  deleteBatch: (id) => ({ body: [id] }),
  batch: (id, resource) => ({
    body: { items: [{ operation: 'UPDATE', id, data: bodies[resource]!(1) }] },
  }),
  filter: (id) => ({ query: `?includeIds=${id}`, body: {} }),
  cursor: filtered,
  locate: (id) => ({ query: `?id=${id}`, body: {} }),
  options: (id) => ({ query: `?includeIds=${id}`, body: {} }),
  optionsByIds: list,
  optionSource: filtered,
  optionSourceByIds: list,
  optionSourceByIdsPost: (id) => ({ body: { ids: [id] } }),
  export: (id) => ({ body: { format: 'json', scope: 'selected', selectedIds: [id] } }),
  statsGroupBy: stats('customer', { metric: { operation: 'COUNT' } }),
  statsTimeSeries: stats('orderedOn', { granularity: 'MONTH' }),
  statsDistribution: stats('customer', { mode: 'TERMS' }),
  itemSurfaces: none,
  itemActions: none,
  itemCapabilities: none,
}
/** They describe no record; or they are for callers who may see or destroy deleted ones. */
const others: readonly OperationName[] = [
  ...(['schemas', 'actions', 'capabilities', 'changes', 'history'] as const),
  ...(['permanentDelete', 'permanentDeleteBatch'] as const),
]

/** Labels of deleted customers stay readable, because the contract says so. */
const keepsLabels = (resource: string, { name }: Operation): boolean =>
  (resource === 'customers' && name === 'optionsByIds') || name.startsWith('optionSource')

const answerOf = async (base: string, resource: string, operation: Operation, id: number) => {
  const { query = '', body } = makers[operation.name]!(id, resource)
  const path = operation.path.replace('{id}', String(id)).replace('{sourceKey}', 'customers')
  const answer = await send('editor', operation.method as Method, `${base}${path}${query}`, body)
  return {
    status: answer.statusCode,
    body: answer.body
      .replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '<id>')
      .replaceAll(/"(timestamp|traceId)":"[^"]*"/g, '"$1":"…"'),
  }
}

const cases = resources.flatMap((resource) =>
  resource.operations
    .filter(({ supported, name }) => supported && makers[name])
    .filter(({ intent }) => intent !== 'restore')
    .filter((operation) => !keepsLabels(resource.name, operation))
    .map((operation) => [resource.name, operation.id, resource.path, operation] as const),
)

describe('a deleted record answers like an unknown one', () => {
  let before: readonly Json[]
  const stored = () =>
    rows(`select to_json(c) as row from customers c union all select to_json(o) from orders o
      union all select to_json(l) from order_lines l`)
  beforeAll(async () => {
    before = await stored()
  })

  test.each(cases)('%s %s', async (name, _, path, operation) => {
    const answer = await answerOf(path, name, operation, marked)
    expect(answer).toEqual(await answerOf(path, name, operation, unknown))
    expect(answer.body).not.toContain('Dan')
    expect(answer.body).not.toContain('D-1')
    expect(await stored()).toEqual(before)
  })

  test('every operation is in the table', () => {
    const names = resources.flatMap(({ operations }) =>
      operations.filter(({ supported }) => supported).map(({ name }) => name),
    )
    const missing = names.filter((name) => !makers[name] && !others.includes(name))
    expect([...new Set(missing)]).toEqual([])
  })
})
