/**
 * Owned records together with everything else that a contract may say: tenants, soft delete, rules,
 * number enums, row and field access, hooks, actions, history and idempotency keys.
 */
import {
  belongsTo,
  DELETED,
  defineEntity,
  defineSchema,
  EQUAL,
  enumOf,
  instant,
  integer,
  list,
  money,
  owned,
  owns,
  type Resource,
  text,
  version,
  type WriteCall,
} from 'corollary'
import { describe, expect, test } from 'vitest'
import { tablesOf, useService } from '../../support/use-service.js'
import type { OpenDatabase } from '../../tenants/bureau.js'
import type { Answer, Json, Method } from '../use-people.js'

const id = integer({ primaryKey: true, generated: true })
const tenantId = text({ maxLength: 10 })

const orders = defineEntity(
  'orders',
  {
    ...{ id, tenantId, number: text({ maxLength: 20 }) },
    status: enumOf({ 1: 'DRAFT', 2: 'OPEN' }, { default: 'DRAFT' }),
    deletedAt: instant({ nullable: true }),
    version: version(),
    lines: owns('lines', { column: 'order_id', position: 'position' }),
  },
  { tenant: 'tenantId', softDelete: { at: 'deletedAt' } },
)
const lines = defineEntity(
  'lines',
  {
    ...{ id, tenantId, position: integer(), quantity: integer({ minimum: 1 }) },
    order: belongsTo('orders', { column: 'order_id' }),
    price: money({
      precision: 12,
      scale: 2,
      currency: 'EUR',
      visibleTo: ['sales:prices'],
      default: '1.00',
    }),
    secret: integer({ default: 0 }),
    memo: text({ maxLength: 40, nullable: true }),
  },
  {
    tenant: 'tenantId',
    rowAccess: {
      filter: { secret: EQUAL('secret') },
      visibleTo: (caller) => (caller.has('sales:secrets') ? 'all' : { secret: 0 }),
    },
  },
)
const schema = defineSchema({ orders, lines }).computed('orders', ({ lines: rows }) => ({
  lineCount: rows.count(),
}))

const line = { quantity: '.', price: '.', secret: '.' } as const
const items = owned('lines', line)

const copy = schema.action('orders', { title: 'Copy' }, async ({ tx, record }) => {
  const body = { number: `${record.number} copy`, lines: [{ quantity: 4 }, { quantity: 5 }] }
  const made: Json = await tx.create(ordersApi as never, body as never)
  const lines = [{ id: made.lines[1].id, quantity: 6 }]
  await tx.update(ordersApi as never, made.id, { number: made.number, lines } as never)
})

const ordersApi: Resource = schema.resource('orders', {
  key: 'sales.orders',
  response: {
    ...{ id: '.', number: '.', status: '.', version: '.', lineCount: '.' },
    lines: list('lines', { position: '.', quantity: '.', price: '.', memo: '.' }),
  },
  create: { number: '.', status: '.', lines: items },
  update: { number: '.', lines: items },
  intents: {
    lines: { title: 'Lines', fields: { lines: items } },
    state: { title: 'State', fields: { status: '.' } },
  },
  actions: { copy },
  delete: true,
  changes: true,
  guards: { history: { authorities: ['trash'] } },
  filter: { number: EQUAL(), deleted: DELETED({ authorities: ['trash'] }) },
  defaultSort: ['id'],
  rules: ({ lineCount, status }) => ({ filled: lineCount.atLeast(1).unless(status.is('DRAFT')) }),
})
const linesApi = schema.resource('lines', {
  key: 'sales.lines',
  response: { id: '.', orderId: 'order.id', quantity: '.', memo: '.' },
  create: { orderId: 'order.id', position: '.', quantity: '.' },
  update: { quantity: '.' },
  delete: true,
  changes: true,
  guards: { history: { authorities: ['trash'] } },
  filter: {},
  defaultSort: ['id'],
  rules: ({ quantity }) => ({ few: quantity.atMost(500) }),
  beforeWrite: ({ operation, record, changes, set, refuse }: WriteCall) => {
    const { quantity } = (operation === 'delete' ? record : changes) as Json
    if (operation === 'delete') {
      if (quantity === 77) throw refuse('kept')
    } else if (quantity === 99) throw refuse('odd', { target: 'quantity' })
    else set({ memo: `${operation} ${quantity}` } as never)
  },
})

export const ownedResources: readonly Resource[] = [ordersApi, linesApi]

export const ownedTables = `
create table orders (id int8 generated always as identity, tenant_id text not null,
  number text not null, status int4 not null default 1, deleted_at timestamptz,
  version int8 not null default 1, primary key (tenant_id, id));
create table lines (id int8 generated always as identity, tenant_id text not null,
  order_id int8 not null, position int4 not null, quantity int4 not null,
  price numeric(12,2) not null default 1, secret int4 not null default 0, memo text, primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references orders (tenant_id, id))`

export const describeOwned = (title: string, open: OpenDatabase = tablesOf(ownedTables)): void => {
  describe(title, () => {
    const all = ['sales:secrets', 'sales:prices', 'trash']
    const { send, rows } = useService({
      resources: ownedResources,
      callers: {
        head: { tenant: 'a', authorities: all },
        clerk: { tenant: 'a', authorities: ['sales:prices'] },
        /** Sees no prices. */
        packer: { tenant: 'a', authorities: ['sales:secrets'] },
        other: { tenant: 'b', authorities: all },
      },
      database: open,
    })

    const request = (
      caller: string,
      method: Method,
      path: string,
      body?: object,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Answer> => send(caller, method, `/api/sales/${path}`, body, headers)
    const done = async (...sent: Parameters<typeof request>): Promise<Json> => {
      const answer = await request(...sent)
      expect([200, 201, 204], answer.body).toContain(answer.statusCode)
      return answer.body === '' ? undefined : answer.json().data
    }
    const refused = async (...sent: Parameters<typeof request>) => {
      const answer = await request(...sent)
      const [{ code, target }] = answer.json().errors
      return [answer.statusCode, code, target]
    }
    let next = 0
    const orderOf = (quantities: readonly number[], more = {}): Promise<Json> =>
      done('head', 'POST', 'orders', {
        ...{ number: `N${++next}`, lines: quantities.map((quantity) => ({ quantity })) },
        ...more,
      })
    const storedLines = (order: number): Promise<readonly Json[]> =>
      rows(
        `select id, position, quantity, price::float8 as price, secret, tenant_id as tenant, memo
     from lines where order_id = $1 order by position, id`,
        [order],
      )
    const statusOf = async (...sent: Parameters<typeof request>) =>
      (await request(...sent)).statusCode

    test('a rule counts the lines as they are after each way to write them', async () => {
      const number = 'ruled'
      const lines = [{ quantity: 1 }]
      const broken = [400, 'VALIDATION_FAILED', 'lines']
      expect(await refused('head', 'POST', 'orders', { number, status: 'OPEN' })).toEqual(broken)
      const made = await done('head', 'POST', 'orders', { number, status: 'OPEN', lines })
      const path = `orders/${made.id}`
      const empty = { number, lines: [] }
      expect(await refused('head', 'PUT', path, empty)).toEqual(broken)
      expect((await refused('head', 'PATCH', `${path}/lines`, { lines: [] }))[0]).toBe(400)
      const batch = { items: [{ operation: 'UPDATE', id: made.id, version: 1, data: empty }] }
      expect((await refused('head', 'POST', 'orders/batch', batch))[0]).toBe(400)
      // The last line, through its own resource.
      const [{ id }] = made.lines
      expect((await refused('head', 'DELETE', `lines/${id}`))[0]).toBe(400)
      const removal = { items: [{ id }] }
      expect(await statusOf('head', 'POST', 'lines/batch/delete', removal)).toBeGreaterThanOrEqual(
        400,
      )
      expect(await storedLines(made.id)).toHaveLength(1)
      await done('head', 'PATCH', `${path}/state`, { status: 'DRAFT' })
      await done('head', 'PUT', path, empty)
    })

    test('rules of the lines name the items that break them', async () => {
      const broken = [400, 'VALIDATION_FAILED', 'lines[1].quantity']
      const lines = [{ quantity: 1 }, { quantity: 501 }]
      expect(await refused('head', 'POST', 'orders', { number: 'many', lines })).toEqual(broken)
      const { id, number } = await orderOf([1])
      expect(await refused('head', 'PUT', `orders/${id}`, { number, lines })).toEqual(broken)
      const batch = { items: [{ operation: 'UPDATE', id, version: 1, data: { number, lines } }] }
      expect((await refused('head', 'POST', 'orders/batch', batch))[2]).toBe(
        'items.0.data.lines[1].quantity',
      )
    })

    test('lines are deleted, restored and destroyed with their order', async () => {
      const made = await orderOf([1, 2])
      const [{ id }] = made.lines
      const path = `orders/${made.id}`
      await done('head', 'DELETE', path)
      expect(await statusOf('head', 'GET', `lines/${id}`)).toBe(404)
      const body = { number: made.number, lines: [{ id, quantity: 5 }] }
      expect(await statusOf('head', 'PUT', path, body)).toBe(404)
      expect(await statusOf('head', 'PUT', `lines/${id}`, { quantity: 5 })).toBe(404)
      const added = { orderId: made.id, position: 3, quantity: 1 }
      expect(await refused('head', 'POST', 'lines', added)).toEqual([
        ...[409, 'DATA_INTEGRITY_VIOLATION', 'orderId'],
      ])
      const { lines } = await done('head', 'PATCH', `${path}/restore`, {})
      expect(lines).toMatchObject([{ id, quantity: 1 }, { quantity: 2 }])
      expect(await statusOf('head', 'GET', `lines/${id}`)).toBe(200)
      await done('head', 'DELETE', path)
      await done('head', 'DELETE', `${path}?permanent=true`)
      expect(await storedLines(made.id)).toEqual([])
      expect(await rows('select 1 from orders where id = $1', [made.id])).toEqual([])
    })

    test('lines get the tenant of the caller, and those of another tenant cannot be named', async () => {
      const made = await orderOf([1])
      expect(await storedLines(made.id)).toMatchObject([{ tenant: 'a' }])
      const foreign = await done('other', 'POST', 'orders', {
        number: 'other',
        lines: [{ quantity: 3 }],
      })
      expect(await storedLines(foreign.id)).toMatchObject([{ tenant: 'b' }])
      const lines = [{ id: made.lines[0].id, quantity: 9 }]
      const body = { number: 'other', lines }
      expect(await refused('other', 'PUT', `orders/${foreign.id}`, body)).toEqual([
        ...[400, 'VALIDATION_FAILED', 'lines[0].id'],
      ])
      expect(await statusOf('other', 'PUT', `orders/${made.id}`, body)).toBe(404)
      expect(await storedLines(made.id)).toMatchObject([{ quantity: 1 }])
    })

    test('a PUT keeps lines that its caller may not see, and they cannot be named', async () => {
      const made = await orderOf([], { lines: [{ quantity: 1, secret: 1 }, { quantity: 2 }] })
      const [hidden] = await storedLines(made.id)
      const path = `orders/${made.id}`
      const put = (lines: readonly object[]) => ({ number: made.number, lines })
      const body = put([{ quantity: 3 }, { quantity: 4 }])
      expect((await done('clerk', 'PUT', path, body)).lines).toMatchObject([
        { quantity: 3 },
        { quantity: 4 },
      ])
      expect((await storedLines(made.id)).map(({ quantity }) => quantity).sort()).toEqual([1, 3, 4])
      const answers = await Promise.all(
        [hidden.id, 999_999].map(async (id) => [
          await refused('clerk', 'PUT', path, put([{ id, quantity: 9 }])),
          await refused('clerk', 'PATCH', `${path}/lines`, { lines: { remove: [id] } }),
          await refused('clerk', 'PATCH', `${path}/lines`, { lines: { update: [{ id }] } }),
        ]),
      )
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]).toEqual([
        [400, 'VALIDATION_FAILED', 'lines[0].id'],
        [400, 'VALIDATION_FAILED', 'lines.remove[0]'],
        [400, 'VALIDATION_FAILED', 'lines.update[0].id'],
      ])
      // A line cannot be moved out of sight.
      expect(await statusOf('clerk', 'PUT', path, put([{ quantity: 1, secret: 1 }]))).toBe(403)
      await done('clerk', 'PUT', path, put([]))
      expect(await storedLines(made.id)).toMatchObject([{ id: hidden.id }])
    })

    test('a caller who may not see a field of a line keeps what is stored', async () => {
      const made = await orderOf([], {
        lines: [
          { quantity: 1, price: 7 },
          { quantity: 2, price: 8 },
        ],
      })
      const path = `orders/${made.id}`
      const shown = await done('packer', 'GET', path)
      expect(shown.lines[0]).not.toHaveProperty('price')
      const [first, second] = shown.lines
      await done('packer', 'PUT', path, {
        number: made.number,
        lines: [second, { ...first, quantity: 5 }],
      })
      expect(await storedLines(made.id)).toMatchObject([
        { quantity: 2, price: 8 },
        { quantity: 5, price: 7 },
      ])
      const lines = [{ ...first, price: 1 }]
      expect((await refused('packer', 'PUT', path, { number: made.number, lines }))[2]).toBe(
        'lines[0].price',
      )
    })

    test('the hook of the lines changes and refuses items', async () => {
      const made = await orderOf([1, 2])
      expect(made.lines).toMatchObject([{ memo: 'create 1' }, { memo: 'create 2' }])
      const [first, second] = made.lines
      const path = `orders/${made.id}`
      const put = (...lines: readonly object[]) => ({ number: made.number, lines })
      const changed = await done('head', 'PUT', path, put(first, { ...second, quantity: 77 }))
      expect(changed.lines).toMatchObject([{ memo: 'create 1' }, { memo: 'update 77' }])
      expect(await refused('head', 'PUT', path, put(first, { quantity: 99 }))).toEqual([
        ...[400, 'BUSINESS_RULE_VIOLATION', 'lines'],
      ])
      expect(
        await refused('head', 'PUT', path, put({ ...second, quantity: 77 }, { quantity: 99 })),
      ).toEqual([400, 'BUSINESS_RULE_VIOLATION', 'lines[1].quantity'])
      expect((await refused('head', 'DELETE', `${path}?permanent=true`)).slice(0, 2)).toEqual([
        ...[400, 'BUSINESS_RULE_VIOLATION'],
      ])
      expect((await done('head', 'GET', path)).lines).toHaveLength(2)
    })

    test('the history of the order says that its lines changed; lines have one of their own', async () => {
      const made = await orderOf([1])
      const [line] = made.lines
      const changed = { lines: { update: [{ id: line.id, quantity: 2 }] } }
      await done('head', 'PATCH', `orders/${made.id}/lines`, changed)
      await done('head', 'PUT', `lines/${line.id}`, { quantity: 3 })
      const historyOf = async (path: string) =>
        (await done('head', 'GET', `${path}/history`)).content.map(
          ({ operation, fields }: Json) => [operation, [...fields].sort()],
        )
      expect(await historyOf(`orders/${made.id}`)).toEqual([
        ['update', ['lines']],
        ['update', ['lines']],
        ['create', ['lines', 'number', 'status']],
      ])
      expect(await historyOf(`lines/${line.id}`)).toMatchObject([
        ['update', ['memo', 'quantity']],
        ['update', ['memo', 'quantity']],
        ['create', expect.arrayContaining(['quantity'])],
      ])
      const changes = await rows(
        `select source, operation from corollary.change
     where (source = 'orders' and record = $1) or (source = 'lines' and record = $2) order by seq`,
        [String(made.id), String(line.id)],
      )
      expect(changes.map(({ source }) => source)).toEqual([
        ...['orders', 'lines', 'orders', 'lines', 'orders', 'lines'],
      ])
    })

    test('a repeated request writes nothing again', async () => {
      const body = { number: 'once', lines: [{ quantity: 1 }, { quantity: 2 }] }
      const headers = { 'idempotency-key': '"owned"' }
      const first = await done('head', 'POST', 'orders', body, headers)
      expect(await done('head', 'POST', 'orders', body, headers)).toEqual(first)
      expect(await rows("select 1 from orders where number = 'once'")).toHaveLength(1)
      const other = { ...body, lines: [{ quantity: 1 }, { quantity: 3 }] }
      expect((await refused('head', 'POST', 'orders', other, headers))[1]).toBe(
        'IDEMPOTENCY_CONFLICT',
      )
    })

    test('an action creates and changes records with their lines', async () => {
      const made = await orderOf([1])
      await done('head', 'POST', `orders/${made.id}/actions/copy`, {})
      const [copied] = await rows('select id from orders where number = $1', [
        `${made.number} copy`,
      ])
      expect(await storedLines(copied.id)).toMatchObject([
        { position: 0, quantity: 6, memo: 'update 6' },
      ])
      expect((await done('head', 'GET', `orders/${copied.id}`)).version).toBe(2)
    })

    test('a client may ask for no record', async () => {
      const headers = { prefer: 'return=minimal' }
      const body = { number: 'minimal', lines: [{ quantity: 1 }] }
      const answer = await request('head', 'POST', 'orders', body, headers)
      expect([201, 204]).toContain(answer.statusCode)
      const [{ id }] = await rows("select id from orders where number = 'minimal'")
      const change = { number: 'minimal', lines: [{ quantity: 2 }] }
      expect(await statusOf('head', 'PUT', `orders/${id}`, change, headers)).toBeLessThan(300)
      expect(await storedLines(id)).toMatchObject([{ quantity: 2 }])
    })
  })
}
