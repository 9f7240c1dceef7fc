/**
 * What a team writes for the same requests: `node:http` and `pg`, without callers, entity tags and
 * links. As the service does, a write checks the rules, moves the version and records its changes.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import pg from 'pg'

const statusNames = ['', 'DRAFT', 'SUBMITTED', 'APPROVED', 'SHIPPED', 'CANCELLED']
const productStatusNames = ['', 'ACTIVE', 'DISCONTINUED']
const namesInSql = (column: string, names: readonly string[]): string =>
  `(array['${names.slice(1).join("', '")}'])[${column}]`

const totals = `left join lateral (select count(*)::int as line_count,
  coalesce(sum((l.quantity * l.unit_price)::numeric(14, 2)), 0)::numeric(14, 2) as subtotal
  from order_lines l where l.order_id = o.id) as t on true`

const total = 'round(t.subtotal * (100 - o.discount_percent) / 100, 2)::numeric(14, 2)'

const orderColumns = `o.id, o.number, o.customer_id as "customerId", c.name as "customerName",
  r.id as "territoryId", r.name as "territoryName", ${namesInSql('o.status', statusNames)} as status,
  ${total} as total, o.ordered_on::text as "orderedOn", o.due_on::text as "dueOn",
  coalesce(o.due_on < current_date, false) and o.status not in (4, 5) as overdue,
  o.shipped_on::text as "shippedOn", t.line_count as "lineCount", t.subtotal,
  o.discount_percent as "discountPercent", o.online, o.purchase_order as "purchaseOrder", o.note,
  coalesce((select json_agg(json_build_object('id', l.id, 'position', l.position,
    'productId', l.product_id, 'productName', p.name, 'quantity', l.quantity,
    'unitPrice', l.unit_price::text, 'lineTotal', (l.quantity * l.unit_price)::numeric(14, 2)::text)
    order by l.position, l.id)
    from order_lines l left join products p on p.id = l.product_id and p.deleted_at is null
    where l.order_id = o.id), '[]') as lines,
  o.created_by as "createdBy", o.created_at as "createdAt", o.version`

const fromOrders = `from orders o join customers c on c.id = o.customer_id
  join territories r on r.id = c.territory_id ${totals}`

const readOrder = `select ${orderColumns} ${fromOrders} where o.id = $1 and o.deleted_at is null`

const productColumns = `p.id, p.code, p.name,
  ${namesInSql('p.status', productStatusNames)} as status, p.list_price as "listPrice",
  (select coalesce(sum(l.quantity), 0)::int from order_lines l join orders o on o.id = l.order_id
    where l.product_id = p.id and o.status = 4 and o.deleted_at is null) as "soldQuantity",
  (select max(o.ordered_on)::text from order_lines l join orders o on o.id = l.order_id
    where l.product_id = p.id and o.deleted_at is null) as "lastOrderedOn"`

const record = `insert into hand_change (resource, record, operation, fields, version)`

interface Line {
  readonly id?: number
  readonly productId: number
  readonly quantity: number
  readonly unitPrice?: string
}

/** The body of a create or a PUT, as the contract declares it. */
interface Order {
  readonly number: string
  readonly customerId: number
  readonly orderedOn: string
  readonly dueOn?: string
  readonly discountPercent?: string
  readonly online?: boolean
  readonly purchaseOrder?: string
  readonly note?: string
  readonly lines: readonly Line[]
}

class Refusal extends Error {}

const checkOrder = (order: Order): void => {
  if (typeof order.number !== 'string' || order.number.length > 20) throw new Refusal('number')
  if (!Number.isInteger(order.customerId)) throw new Refusal('customerId')
  if (!/^\d{4}-\d\d-\d\d$/.test(order.orderedOn)) throw new Refusal('orderedOn')
  if (order.dueOn && order.dueOn < order.orderedOn) throw new Refusal('dueOn')
  if (!order.online && !order.purchaseOrder) throw new Refusal('purchaseOrder')
  for (const { productId, quantity } of order.lines) {
    if (!Number.isInteger(productId)) throw new Refusal('productId')
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > 10_000) {
      throw new Refusal('quantity')
    }
  }
}

const insertLines = async (
  client: pg.PoolClient,
  order: number,
  lines: readonly (Line & { position: number })[],
): Promise<void> => {
  if (lines.length === 0) return
  await client.query({
    name: 'insert-lines',
    text: `with written as (
      insert into order_lines (order_id, position, product_id, quantity, unit_price)
      select $1, v.position, v.product, v.quantity, coalesce(v.price, p.list_price)
      from unnest($2::int[], $3::bigint[], $4::int[], $5::numeric[])
        as v (position, product, quantity, price)
      join products p on p.id = v.product and p.deleted_at is null
      returning id)
    ${record} select 'lines', id::text, 'create', '{product,quantity,unitPrice}', null from written`,
    values: [
      order,
      lines.map(({ position }) => position),
      lines.map(({ productId }) => productId),
      lines.map(({ quantity }) => quantity),
      lines.map(({ unitPrice }) => unitPrice ?? null),
    ],
  })
}

const valuesOf = (order: Order): unknown[] => [
  ...[order.number, order.customerId, order.orderedOn, order.dueOn ?? null],
  ...[order.discountPercent ?? '0', order.online ?? false, order.purchaseOrder ?? null],
  order.note ?? null,
]

const writes = (pool: pg.Pool) => {
  const inTransaction = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  const read = async (client: pg.PoolClient, id: number) =>
    (await client.query({ name: 'read-order', text: readOrder, values: [id] })).rows[0]
  return {
    create: (order: Order) =>
      inTransaction(async (client) => {
        checkOrder(order)
        const { rows } = await client.query({
          name: 'insert-order',
          text: `with written as (
            insert into orders (number, customer_id, ordered_on, due_on, discount_percent, online,
              purchase_order, note, created_by)
            select $1, $2, $3, $4, $5, $6, $7, $8, 'hand'
            returning id, version)
          ${record} select 'orders', id::text, 'create', '{number,customer,orderedOn}', version
            from written returning record as id`,
          values: valuesOf(order),
        })
        const id = Number(rows[0].id)
        await insertLines(
          client,
          id,
          order.lines.map((line, position) => ({ ...line, position })),
        )
        return read(client, id)
      }),
    put: (id: number, order: Order) =>
      inTransaction(async (client) => {
        checkOrder(order)
        await client.query({
          name: 'lock-order',
          text: 'select version from orders where id = $1 and deleted_at is null for update',
          values: [id],
        })
        const { rows: stored } = await client.query({
          name: 'stored-lines',
          text: `select id::int, position, product_id::int, quantity, unit_price
            from order_lines where order_id = $1`,
          values: [id],
        })
        const kept = new Map(stored.map((row) => [row.id as number, row]))
        const lines = order.lines.map((line, position) => ({ ...line, position }))
        const changed = lines.filter((line) => {
          const row = line.id === undefined ? undefined : kept.get(line.id)
          if (!row) return false
          kept.delete(row.id)
          return (
            row.position !== line.position ||
            row.product_id !== line.productId ||
            row.quantity !== line.quantity ||
            Number(row.unit_price) !== Number(line.unitPrice)
          )
        })
        await client.query({
          name: 'update-order',
          text: `with written as (
            update orders set number = $1, customer_id = $2, ordered_on = $3, due_on = $4,
              discount_percent = $5, online = $6, purchase_order = $7, note = $8,
              version = version + 1 where id = $9 returning id, version)
          ${record} select 'orders', id::text, 'update', '{lines}', version from written`,
          values: [...valuesOf(order), id],
        })
        if (kept.size > 0) {
          await client.query({
            name: 'delete-lines',
            text: `with written as (delete from order_lines where id = any($1) returning id)
            ${record} select 'lines', id::text, 'delete', '{}', null from written`,
            values: [[...kept.keys()]],
          })
        }
        if (changed.length > 0) {
          await client.query({
            name: 'update-lines',
            text: `with written as (
              update order_lines l set position = v.position, product_id = v.product,
                quantity = v.quantity, unit_price = v.price
              from unnest($1::bigint[], $2::int[], $3::bigint[], $4::int[], $5::numeric[])
                as v (id, position, product, quantity, price)
              where l.id = v.id returning l.id)
            ${record} select 'lines', id::text, 'update', '{quantity}', null from written`,
            values: [
              changed.map((line) => line.id),
              changed.map(({ position }) => position),
              changed.map(({ productId }) => productId),
              changed.map(({ quantity }) => quantity),
              changed.map(({ unitPrice }) => unitPrice),
            ],
          })
        }
        await insertLines(
          client,
          id,
          lines.filter((line) => line.id === undefined),
        )
        return read(client, id)
      }),
    terms: (id: number, terms: { discountPercent: string; dueOn: string }) =>
      inTransaction(async (client) => {
        const { rows } = await client.query({
          name: 'terms',
          text: `with written as (
            update orders set discount_percent = $2, due_on = $3, version = version + 1
            where id = $1 and deleted_at is null
            returning id, version, ordered_on::text, due_on::text)
          , recorded as (
            ${record} select 'orders', id::text, 'update', '{dueOn,discountPercent}', version
            from written)
          select ordered_on, due_on from written`,
          values: [id, terms.discountPercent, terms.dueOn],
        })
        if (rows[0].due_on < rows[0].ordered_on) throw new Refusal('dueOn')
        return read(client, id)
      }),
    remove: (id: number) =>
      inTransaction(async (client) => {
        await client.query({
          name: 'remove',
          text: `with written as (
            update orders set deleted_at = now(), version = version + 1
            where id = $1 and deleted_at is null returning id, version)
          ${record} select 'orders', id::text, 'delete', '{deletedAt}', version from written`,
          values: [id],
        })
      }),
  }
}

const page = async (
  pool: pg.Pool,
  { name, count, rows }: { name: string; count: string; rows: string },
  values: readonly unknown[],
) => {
  const [counted, content] = await Promise.all([
    pool.query({ name: `${name}-count`, text: count, values: [...values] }),
    pool.query({ name, text: rows, values: [...values] }),
  ])
  return { content: content.rows, totalElements: counted.rows[0].count }
}

const pages = {
  orders: {
    name: 'orders',
    count: `select count(*)::int from orders o where o.status = any($1) and o.deleted_at is null`,
    rows: `select ${orderColumns} ${fromOrders} where o.status = any($1) and o.deleted_at is null
      order by o.ordered_on desc, o.number, o.id limit 20`,
  },
  products: {
    name: 'products',
    count: `select count(*)::int from products p where p.status = any($1) and p.deleted_at is null`,
    rows: `select ${productColumns} from products p where p.status = any($1)
      and p.deleted_at is null order by p.name, p.id limit 20`,
  },
  'order-lines': {
    name: 'lines',
    count: `select count(*)::int from order_lines l join orders o on o.id = l.order_id
      where l.product_id = any($1) and o.deleted_at is null`,
    rows: `select l.id, l.order_id as "orderId", o.number as "orderNumber",
        o.ordered_on::text as "orderedOn", c.name as "customerName", l.position,
        l.product_id as "productId", p.name as "productName", l.quantity,
        l.unit_price as "unitPrice", (l.quantity * l.unit_price)::numeric(14, 2) as "lineTotal"
      from order_lines l join orders o on o.id = l.order_id join customers c on c.id = o.customer_id
        join products p on p.id = l.product_id
      where l.product_id = any($1) and o.deleted_at is null order by l.id limit 20`,
  },
} as const

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString())
}

type PageName = keyof typeof pages

/** The ids, or the numbers of the names, that a filter lists. */
const listOf = (filter: {
  readonly status?: readonly string[]
  readonly productIds?: readonly number[]
}): readonly number[] =>
  filter.productIds ??
  filter.status!.map((name) => {
    const number = statusNames.indexOf(name)
    return number > 0 ? number : productStatusNames.indexOf(name)
  })

/** Serves the routes of the cases under the paths of the service. */
export const createHandWrittenServer = (connection: pg.PoolConfig): [Server, pg.Pool] => {
  // Ids are bigint, which `pg` returns as text.
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({ ...connection, types, max: 5 })
  const orders = writes(pool)
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const path = request.url!.split('?')[0]!.split('/').slice(3)
    const body = (await bodyOf(request)) as never
    const id = Number(path[1])
    if (path[1] === 'filter') return page(pool, pages[path[0] as PageName], [listOf(body)])
    if (request.method === 'POST') return orders.create(body)
    if (request.method === 'PUT') return orders.put(id, body)
    if (request.method === 'PATCH') return orders.terms(id, body)
    return orders.remove(id)
  }
  const server = createServer((request, response) => {
    answer(request).then(
      (data) => {
        const text = JSON.stringify({ data })
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(text)
      },
      (error: unknown) => response.writeHead(error instanceof Refusal ? 400 : 500).end(),
    )
  })
  return [server, pool]
}
