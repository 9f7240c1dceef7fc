/**
 * `npm run bench:searches -- --rows 1000000`: searches in several texts beside the same SQL by
 * hand, without indexes and with those that `check` recommends. One request at a time, in turns;
 * the best of several, as ratios.
 */
import { parseArgs } from 'node:util'
import { belongsTo, defineEntity, defineSchema, integer, search, text } from 'corollary'
import { createTestService, startTestServer } from 'corollary/testing'
import pg from 'pg'
import { print, showProgress } from './progress.js'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    turns: { type: 'string', default: '3' },
  },
})

const fill = `
create extension unaccent;
create extension pg_trgm;
create table customers (id bigint primary key, name text not null);
create table orders (id bigint primary key, customer_id bigint not null references customers,
  number text not null, purchase_order text, note text);
insert into customers select i, (array['Núñez', 'Lindqvist', 'Harbor', 'Lefèvre'])[1 + i % 4] || ' '
  || (array['Hermanos', 'Office', 'Supplies'])[1 + i % 3] || ' ' || i from generate_series(1, 20000) i;
insert into orders select i, 1 + i % 20000, '26-' || lpad(i::text, 7, '0'),
  case when i % 3 > 0 then 'PO-' || (i * 7919::bigint) % 1000003 end,
  case when i % 5 = 0 then 'Delivery at the reception desk, façade entrance ' || i % 977 end
from generate_series(1, ${Number(values.rows)}) i;
create index on orders (customer_id);
analyze`

const wrapper = `create function immutable_unaccent(text) returns text language sql immutable strict
  parallel safe as $$ select public.unaccent('public.unaccent', $1) $$`
const document = `to_tsvector('english'::regconfig, coalesce(number::text, '') || ' ' ||
  coalesce(purchase_order::text, '') || ' ' || coalesce(note::text, ''))`
const columns = ['number', 'purchase_order', 'note']
const indexesOf = (value: (column: string) => string) =>
  columns.map((column) => `create index on orders using gin (lower(${value(column)}) gin_trgm_ops)`)
const indexes = [
  wrapper,
  ...indexesOf((column) => column),
  ...indexesOf((column) => `immutable_unaccent(${column})`),
  `create index on orders using gin (${document})`,
  'vacuum analyze',
]

const ofOrder = ['number', 'purchaseOrder', 'note'] as const
const ofBoth = [...ofOrder, 'customer.name'] as const
const schema = defineSchema({
  customers: defineEntity('customers', { id: integer({ primaryKey: true }), name: text() }),
  orders: defineEntity('orders', {
    id: integer({ primaryKey: true }),
    customer: belongsTo('customers', { column: 'customer_id' }),
    number: text(),
    purchaseOrder: text({ nullable: true }),
    note: text({ nullable: true }),
  }),
})
const orders = schema.resource('orders', {
  key: 'bench.orders',
  response: { id: '.', number: '.', note: '.' },
  filter: {
    texts: search(ofOrder),
    both: search(ofBoth),
    plain: search(ofOrder, { accents: 'ignore' }),
    plainBoth: search(ofBoth, { accents: 'ignore' }),
    words: search(ofOrder, { using: 'fullText', configuration: 'english' }),
  },
  defaultSort: ['id'],
})

/** A request, and what an engineer would write for it. */
interface Case {
  readonly filter: object
  readonly sort?: string
  readonly where: string
  readonly order?: string
}

const containing = (words: readonly string[], fields: readonly string[], plain = false) => {
  const fold = (value: string) => `lower(${plain ? `unaccent(${value})` : value})`
  return words
    .map((word) => {
      const pattern = plain ? `(select lower(unaccent('%${word}%')))` : `'%${word}%'`
      return `(${fields.map((field) => `${fold(field)} like ${pattern}`).join(' or ')})`
    })
    .join(' and ')
}
const fullText = (query: string) => `${document} @@ websearch_to_tsquery('english', '${query}')`
const named = [...columns, 'c.name']

const cases: Readonly<Record<string, Case>> = {
  'one word of few orders': {
    filter: { texts: 'po-77777' },
    where: containing(['po-77777'], columns),
  },
  'two words of many orders': {
    filter: { texts: 'desk 26-00' },
    where: containing(['desk', '26-00'], columns),
  },
  'two words, one of a customer': {
    filter: { both: 'harbor 77777' },
    where: containing(['harbor', '77777'], named),
  },
  'two words without accents': {
    filter: { plain: 'facade 26-00777' },
    where: containing(['facade', '26-00777'], columns, true),
  },
  'two words without accents, one of a customer': {
    filter: { plainBoth: 'nunez 77777' },
    where: containing(['nunez', '77777'], named, true),
  },
  'full text': {
    filter: { words: 'deliveries "reception desk" 77' },
    where: fullText('deliveries "reception desk" 77'),
  },
  'full text by rank': {
    filter: { words: 'deliveries 77' },
    sort: 'words,desc',
    where: fullText('deliveries 77'),
    order: `ts_rank(${document}, websearch_to_tsquery('english', 'deliveries 77')) desc, o.id desc`,
  },
}

const server = await startTestServer()
const { connection } = server
const client = new pg.Client(connection)

const bestOf = async (work: () => Promise<unknown>): Promise<number> => {
  let best = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < Number(values.turns); turn++) {
    const start = performance.now()
    await work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

const measure = async (what: string): Promise<void> => {
  const service = await createTestService({
    resources: [orders],
    connection,
    settings: { 'platform.pagination.total-cache.max-bytes': 0, 'platform.cache.max-bytes': 0 },
  })
  try {
    for (const [says, { filter, sort, where, order = 'o.id' }] of Object.entries(cases)) {
      showProgress(says)
      const url = `/api/bench/orders/filter?size=20${sort ? `&sort=${sort}` : ''}`
      let total = 0
      const served = await bestOf(async () => {
        const response = await service.app.inject({ method: 'POST', url, payload: filter })
        total = response.json().data.totalElements
      })
      const from = `from orders o${where.includes('c.name') ? ' join customers c on c.id = o.customer_id' : ''}`
      let counted = 0
      const manual = await bestOf(async () => {
        await client.query(
          `select o.id, number, note ${from} where ${where} order by ${order} limit 20`,
        )
        const { rows } = await client.query(`select count(*)::int as n ${from} where ${where}`)
        counted = rows[0].n
      })
      if (counted !== total) throw new Error(`${says}: ${total} records, ${counted} by hand`)
      const ratio = (served / manual).toFixed(2)
      print(
        `| ${what} | ${says} | ${total} | ${served.toFixed(0)} | ${manual.toFixed(0)} | ${ratio} |`,
      )
    }
  } finally {
    await service.close()
  }
}

try {
  await client.connect()
  await client.query('set jit = off')
  showProgress('filling')
  await client.query(fill)
  await measure('no index')
  showProgress('creating indexes')
  for (const statement of indexes) await client.query(statement)
  await measure('indexes')
} finally {
  await client.end()
  await server.close()
}
