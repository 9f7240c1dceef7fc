/** The rows of the sales sample: their number, that they are reproducible, and the options. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareDatabase } from '../../examples/sales/database/seed.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

const report = () => undefined

let database: FreshDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

const seed = (...args: string[]) => prepareDatabase({ client: database.client, args, report })
const value = async (sql: string): Promise<unknown> => {
  const { rows } = await database.client.query<{ value: unknown }>(`select (${sql}) as value`)
  return rows[0]?.value
}

/** Number of rows, and md5 of the rows as text: machine and PostgreSQL must not change them. */
const digests = async () => {
  const tables = ['territories', 'customers', 'contacts', 'products', 'orders', 'order_lines']
  await database.client.query("set timezone to 'UTC'; set datestyle to 'ISO'")
  const found: Record<string, unknown> = {}
  for (const table of tables) {
    const rows = `(select md5(string_agg(t::text, E'\\n' order by id)) from ${table} t)`
    found[table] = await value(`select count(*) || ' ' || left(${rows}, 8) from ${table}`)
  }
  return found
}

/** Conditions that no order meets without edge cases. */
const impossible = [
  "number !~ '^2[456]-[0-9]{6}$'",
  'status <> 1 and not exists (select from order_lines l where l.order_id = o.id)',
  '(status = 4) <> (shipped_on is not null)',
  'due_on < ordered_on or shipped_on < ordered_on',
  'not online and purchase_order is null',
  'discount_percent > 20',
]

test('20 000 orders have the expected rows', async () => {
  await seed()
  expect(await digests()).toMatchInlineSnapshot(`
    {
      "contacts": "1026 cf33f762",
      "customers": "500 532c1175",
      "order_lines": "59437 dee7756a",
      "orders": "20000 97313654",
      "products": "300 1cf26c09",
      "territories": "12 10047f86",
    }
  `)
  for (const condition of impossible) {
    expect(await value(`select count(*)::int from orders o where ${condition}`), condition).toBe(0)
  }
})

test('edge cases have what breaks naive code, and orders depend only on their number', async () => {
  await seed('--edge-cases', '--orders', '300')
  expect(await digests()).toMatchInlineSnapshot(`
    {
      "contacts": "1026 cf33f762",
      "customers": "500 bd8fcaeb",
      "order_lines": "890 a2b52967",
      "orders": "300 99e9a53c",
      "products": "300 5d66a1e8",
      "territories": "12 10047f86",
    }
  `)
  expect(
    await value(`select count(*)::int from customers where name ~ '[%_<"\\\\]'`),
  ).toBeGreaterThan(5)
  expect(await value('select max(list_price)::text from products')).toBe('9999999999.99')
  expect(await value('select max(quantity) from order_lines')).toBe(10_000)
})

test.each([
  [['--orders'], 'got nothing'],
  [['--orders', '0'], "got '0'"],
  [['--orders', '1000001'], "got '1000001'"],
  [['--orders=many'], "got 'many'"],
  [['--orders', '5', '--orders=5'], 'given twice'],
])('%j is refused before anything is created', async (args, message) => {
  const refusal = { name: 'StartError', message: expect.stringContaining(message) }
  await expect(seed(...args)).rejects.toMatchObject(refusal)
  expect(await value("select count(*)::int from pg_class where relname = 'orders'")).toBe(0)
})

test('existing rows are kept, and other options are refused', async () => {
  await seed('--orders', '10')
  await database.client.query('delete from orders where id = 1')
  await seed()
  await seed('--orders', '10')
  expect(await value('select count(*)::int from orders')).toBe(9)
  const refusal = (option: string) => ({
    name: 'StartError',
    message: expect.stringContaining(`Seeded with 10 orders. Nothing was changed. Omit ${option}`),
  })
  await expect(seed('--orders', '11')).rejects.toMatchObject(refusal('--orders'))
  await expect(seed('--edge-cases')).rejects.toMatchObject(refusal('--edge-cases'))
})
