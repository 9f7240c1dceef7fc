import { readFile } from 'node:fs/promises'
import { StartError } from 'corollary'
import type pg from 'pg'
import { fixedRows, rowsOfOrders } from './generator.js'

/**
 * Creates the tables of the sales sample and fills them, once. generator.ts defines the rows; this
 * file decides when and how many are created.
 */
export interface PrepareContext {
  /** A connection outside a transaction, used by nobody else meanwhile. */
  readonly client: pg.ClientBase
  /** Of the start command; `--orders` and `--edge-cases` are read, and others ignored. */
  readonly args: readonly string[]
  /** Called before the first batch and after each one; `done` of `total` in the step's own unit. */
  readonly report: (step: { label: string; done: number; total: number }) => void
}

const DEFAULT_ORDERS = 20_000
const MAX_ORDERS = 1_000_000
const BATCH_ORDERS = 10_000
/** Any number works, as long as every node of this sample uses the same one. */
const SEED_LOCK = 7_032_026_004
const tables = ['territories', 'customers', 'contacts', 'products', 'orders', 'order_lines']

/**
 * Makes sure that the database contains the sample: `--orders N` orders, 1 to 1 000 000, default
 * 20 000. With `--edge-cases` the rows also hold what breaks naive code, for tests. In one
 * transaction under a lock: an interrupted run leaves nothing behind, and of two nodes that start
 * together, one creates the rows.
 *
 * Throws a StartError for an invalid `--orders`, and for a database that was seeded with other
 * options than the given ones. It never deletes or changes existing rows.
 */
export const prepareDatabase = async ({ client, args, report }: PrepareContext): Promise<void> => {
  const request = { orders: readOrders(args), hasEdgeCases: args.includes('--edge-cases') }
  if (await isSeeded(client, request)) return
  await client.query('begin isolation level read committed')
  try {
    await client.query("set local statement_timeout = 0; set local maintenance_work_mem = '256MB'")
    await client.query('select pg_advisory_xact_lock($1)', [SEED_LOCK])
    if (!(await isSeeded(client, request))) await seed(client, request, report)
    await client.query('commit')
  } catch (error) {
    // When the connection is gone the server has rolled back already; the first error counts.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

interface SampleRequest {
  /** Undefined: any number that the database has, otherwise the default. */
  readonly orders: number | undefined
  readonly hasEdgeCases: boolean
}

const markOf = (orders: number, hasEdgeCases: boolean): string =>
  `Seeded with ${orders} orders${hasEdgeCases ? ' and edge cases' : ''}.`

/** The mark of a finished seed is the comment on the table orders: it is dropped with the table. */
const isSeeded = async (
  client: pg.ClientBase,
  { orders, hasEdgeCases }: SampleRequest,
): Promise<boolean> => {
  const { rows } = await client.query<{ remark: string | null }>(
    `select obj_description(oid, 'pg_class') as remark from pg_class
    where relname = 'orders' and pg_table_is_visible(oid)`,
  )
  if (rows.length === 0) return false
  const found = rows[0]?.remark ?? 'Not seeded.'
  const number = Number(/\d+/.exec(found))
  const isOther = orders !== undefined && found !== markOf(orders, found.includes('edge'))
  if (!isOther && (!hasEdgeCases || found === markOf(number, true))) return true
  throw new StartError(
    `The database has orders of other options: ${found} Nothing was changed. ` +
      `Omit ${isOther ? '--orders' : '--edge-cases'} to use the existing rows, or start over: remove the ` +
      `data folder of the embedded server, or drop the tables (${tables.join(', ')}), and start again.`,
  )
}

const seed = async (
  client: pg.ClientBase,
  { orders = DEFAULT_ORDERS, hasEdgeCases }: SampleRequest,
  report: PrepareContext['report'],
): Promise<void> => {
  const schema = await readFile(new URL('./schema.sql', import.meta.url), 'utf8')
  const [definitions = '', afterLoading = ''] = schema.split(/^-- After loading$/m)
  await client.query(definitions)
  for (const { sql, lists } of fixedRows(hasEdgeCases)) await client.query(sql, [...lists])
  report({ label: 'Orders', done: 0, total: orders })
  for (let from = 1; from <= orders; from += BATCH_ORDERS) {
    const to = Math.min(from + BATCH_ORDERS - 1, orders)
    for (const { sql, lists } of rowsOfOrders(hasEdgeCases)) {
      await client.query(sql, [from, to, ...lists])
    }
    report({ label: 'Orders', done: to, total: orders })
  }
  // Splitting is safe: no statement of this text has a semicolon inside.
  const statements = afterLoading.split(/;\s*$/m).filter((sql) => /\w/.test(sql))
  for (const [index, sql] of statements.entries()) {
    report({ label: 'Keys and indexes', done: index, total: statements.length })
    await client.query(sql)
  }
  report({ label: 'Keys and indexes', done: statements.length, total: statements.length })
  for (const table of tables) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    )
  }
  await client.query(`analyze ${tables.join(', ')}`)
  await client.query(`comment on table orders is '${markOf(orders, hasEdgeCases)}'`)
}

/** The value of `--orders N` or `--orders=N`; undefined when it is not given. */
const readOrders = (args: readonly string[]): number | undefined => {
  const values = args.flatMap((arg, index) => {
    if (arg === '--orders') return [args[index + 1] ?? '']
    return arg.startsWith('--orders=') ? [arg.slice('--orders='.length)] : []
  })
  const [value] = values
  if (value === undefined) return undefined
  if (values.length > 1) throw new StartError('--orders is given twice; once is enough.')
  const orders = /^\d{1,7}$/.test(value) ? Number(value) : 0
  if (orders >= 1 && orders <= MAX_ORDERS) return orders
  throw new StartError(
    `--orders must be a whole number from 1 to ${MAX_ORDERS}, ` +
      `for example --orders 5000; got ${value === '' ? 'nothing' : `'${value}'`}.`,
  )
}
