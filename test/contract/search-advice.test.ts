/** The indexes that `check` recommends for searches: the script runs, and PostgreSQL uses them. */
import { belongsTo, defineEntity, defineSchema, integer, search, text } from 'corollary'
import { createTestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adviseIndexes } from '../../src/advice/advise-indexes.js'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { type FreshDatabase, platformDatabase } from '../support/database.js'
import { statementsOf } from '../support/statements.js'

const english = { using: 'fullText', configuration: 'english' } as const
const texts = ['number', 'note'] as const
const schema = defineSchema({
  customers: defineEntity('customers', { id: integer({ primaryKey: true }), name: text() }),
  orders: defineEntity('orders', {
    id: integer({ primaryKey: true }),
    number: text({ maxLength: 20 }),
    note: text({ nullable: true, collation: 'und-x-icu' }),
    customer: belongsTo('customers', { column: 'customer_id' }),
  }),
})
const resource = (filter: object) =>
  schema.resource('orders', {
    key: 'tests.orders',
    response: { id: '.', number: '.' },
    filter: filter as { q: ReturnType<typeof search<'number'>> },
    defaultSort: [],
  })

let database: FreshDatabase
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(`
    create extension unaccent;
    create table customers (id integer primary key, name text not null);
    create table orders (id integer primary key, number varchar(20) not null,
      note text collate "und-x-icu", customer_id integer not null references customers);
    create index on orders (customer_id);
    insert into customers select i, 'Customer ' || i from generate_series(1, 10000) i;
    insert into orders select i, 'N-' || i, 'Note Ñ' || i, i from generate_series(1, 10000) i;
    analyze`)
})
afterAll(() => database.close())

const advise = async (filter: object): Promise<readonly string[]> => {
  const diagnostics = new Diagnostics()
  const model = compileModel([resource(filter)], diagnostics)
  const catalog = await readCatalog(database.client, tablesOf(model.entities))
  adviseIndexes(model, catalog, diagnostics)
  return diagnostics.all.map(({ message }) => message.replace('No index serves this filter. ', ''))
}

/** The plan of a search without reading whole tables. */
const planOf = async (filter: object, q: string): Promise<string> => {
  const { client, connection } = database
  const service = await createTestService({ resources: [resource(filter)], connection })
  const statements = await statementsOf(async () => {
    const payload = { q }
    await service.app.inject({ method: 'POST', url: '/api/tests/orders/filter', payload })
  })
  await service.close()
  const statement = statements.find(({ text: sql }) => sql.includes('with'))!
  await client.query('begin; set local enable_seqscan = off; set local enable_indexscan = off')
  const { rows } = await client.query(`explain ${statement.text}`, [...statement.values!])
  await client.query('rollback')
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const trigrams = 'CREATE EXTENSION IF NOT EXISTS pg_trgm;'
const wrapper =
  "CREATE OR REPLACE FUNCTION public.immutable_unaccent(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT public.unaccent('public.unaccent', $1) $$;"

describe.each([
  [
    'words',
    search(texts),
    '8 77',
    [
      `${trigrams} CREATE INDEX ON orders USING gin (lower(number) gin_trgm_ops);`,
      `${trigrams} CREATE INDEX ON orders USING gin (lower(note) gin_trgm_ops);`,
    ],
  ],
  [
    'words without accents',
    search(texts, { accents: 'ignore' }),
    'note N8877',
    [
      `${trigrams} ${wrapper} CREATE INDEX ON orders USING gin (lower(public.immutable_unaccent(number)) gin_trgm_ops);`,
      `${trigrams} ${wrapper} CREATE INDEX ON orders USING gin (lower(public.immutable_unaccent(note)) gin_trgm_ops);`,
    ],
  ],
  [
    'full text',
    search(texts, english),
    'note ñ8*',
    [
      "CREATE INDEX ON orders USING gin (to_tsvector('english'::regconfig, coalesce(number::text, '') || ' ' || coalesce(note::text, '')));",
    ],
  ],
] as const)('the indexes of a search for %s', (_, q, sent, scripts) => {
  test('are recommended with a script that runs, and then they are used', async () => {
    expect(await advise({ q })).toEqual(scripts)
    for (const script of scripts) await database.client.query(script)
    await database.client.query('analyze orders')
    expect(await advise({ q })).toEqual([])
    const plan = await planOf({ q }, sent)
    expect(plan).toMatch(/Bitmap Index Scan on orders_/)
    expect(plan).not.toMatch(/Seq Scan on orders/)
  })
})

test('no index is recommended for texts of several tables, because none would serve', async () => {
  expect(await advise({ q: search(['number', 'customer.name']) })).toEqual([])
  expect(await advise({ q: search(['number', 'customer.name'], english) })).toEqual([])
  await database.client.query('drop index if exists orders_lower_idx, orders_lower_idx1')
  expect(await advise({ q: search(['customer.name']) })).toEqual([
    `${trigrams} CREATE INDEX ON customers USING gin (lower(name) gin_trgm_ops);`,
  ])
})
