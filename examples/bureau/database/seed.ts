/** Creates the tables of the bureau and the rows of its clients, once. */
import { readFile } from 'node:fs/promises'
import type pg from 'pg'

export interface PrepareContext {
  /** A connection outside a transaction, used by nobody else meanwhile. */
  readonly client: pg.ClientBase
}

const tenants = ['aurora', 'borealis', 'cielo']
const employeesPerTenant = 60
/** Any number works, as long as every node of this sample uses the same one. */
const seedLock = 7_032_026_003

const currencies = `insert into currencies (code, name)
  values ('EUR', 'Euro'), ('CHF', 'Swiss franc'), ('USD', 'US dollar')`

/** Tables with ids of a sequence. */
const numbered = ['departments', 'skills', 'employees', 'payslips']

/** In one transaction under a lock: of two nodes that start together, one creates the rows. */
export const prepareDatabase = async ({ client }: PrepareContext): Promise<void> => {
  if (await isPrepared(client)) return
  await client.query('begin isolation level read committed')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [seedLock])
    if (!(await isPrepared(client))) {
      await createTables(client)
      await addTenants(client, tenants, employeesPerTenant)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Creates the tables, and the rows that all clients share. */
export const createTables = async (client: pg.ClientBase): Promise<void> => {
  await client.query(await readSql('schema'))
  await client.query(currencies)
}

/** Adds clients, each with the same number of employees. */
export const addTenants = async (
  client: pg.ClientBase,
  names: readonly string[],
  employees: number,
): Promise<void> => {
  // Splitting is safe: no statement of the file has a semicolon inside.
  for (const statement of (await readSql('rows')).split(/;\s*$/m)) {
    if (!/\w/.test(statement)) continue
    await client.query(statement, statement.includes('$2') ? [names, employees] : [names])
  }
  for (const table of numbered) {
    const sequence = `${table.slice(0, -1)}_ids`
    await client.query(`select setval('${sequence}', (select max(id) from ${table}))`)
  }
}

const readSql = (name: string): Promise<string> =>
  readFile(new URL(`./${name}.sql`, import.meta.url), 'utf8')

const isPrepared = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query(
    "select from pg_class where relname = 'payslips' and pg_table_is_visible(oid)",
  )
  return rows.length > 0
}
