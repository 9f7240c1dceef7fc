import { readFile } from 'node:fs/promises'
import { StartError } from 'corollary'
import type pg from 'pg'
import { departmentRows, rowsOfEmployees, type Statement, skillRows } from './generator.js'

/**
 * Creates the tables of the sample company and fills them, once. generator.ts defines the rows;
 * this file decides when and how many are created, completely and only once.
 */
export interface PrepareContext {
  /** A connection outside a transaction, used by nobody else meanwhile. */
  readonly client: pg.ClientBase
  /** Of the start command; `--employees` and `--edge-cases` are read, and others ignored. */
  readonly args: readonly string[]
  /** Called before the first batch and after each one; `done` of `total` in the step's own unit. */
  readonly report: (step: { label: string; done: number; total: number }) => void
}

const DEFAULT_EMPLOYEES = 2_000
const MAX_EMPLOYEES = 1_000_000
/**
 * A fraction of a second of work: often enough for a progress bar, rarely enough to cost nothing.
 */
const BATCH_EMPLOYEES = 5_000
/** Any number works, as long as every node of this sample uses the same one. */
const SEED_LOCK = 7_032_026_001

/** In the order in which they can be dropped. */
const relations = [
  'monthly_costs',
  'payslips',
  'absence_requests',
  'dependents',
  'employee_skills',
  'employees',
  'skills',
  'departments',
] as const
const tablesWithIdentity = [
  'departments',
  'skills',
  'employees',
  'dependents',
  'absence_requests',
  'payslips',
] as const

/**
 * Makes sure that the database contains the sample: `--employees N` employees, 1 to 1 000 000,
 * default 2 000. If it does, this takes one query. With `--edge-cases` the rows also hold what
 * breaks naive code, such as names with quotes and wildcards, for tests.
 *
 * Schema and rows are created in one transaction, so an interrupted run leaves nothing behind and
 * the next one starts over. A lock lets one node seed while the others wait and then find the work
 * done.
 *
 * Throws a StartError for an invalid `--employees`, for a database that was seeded with another
 * number than an explicit `--employees` or without the edge cases that are wanted, and for one that
 * has only some of the tables. It never deletes or changes existing rows.
 */
export async function prepareDatabase(context: PrepareContext): Promise<void> {
  const { client, report } = context
  const requested = readRequest(context.args)
  if (isSeeded(await readState(client), requested)) return
  // READ COMMITTED, whatever the role's default: after the wait for the lock, the second check must
  // see what the other node committed.
  await client.query('begin isolation level read committed')
  try {
    await client.query(`select set_config(name, value, true) from (values
      ('statement_timeout', '0'), ('lock_timeout', '0'),
      ('idle_in_transaction_session_timeout', '0'), ('maintenance_work_mem', '256MB'),
      ('jit', 'off')) as setting (name, value)`)
    await client.query('select pg_advisory_xact_lock($1)', [SEED_LOCK])
    const state = await readState(client)
    if (!isSeeded(state, requested) && !(await hasForeignRows(client, state, requested))) {
      await seed(client, state, requested, report)
    }
    await client.query('commit')
  } catch (error) {
    // When the connection is gone the server has rolled back already; the first error counts.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

interface SampleRequest {
  /** Undefined: any number that the database has, otherwise the default. */
  readonly employees: number | undefined
  readonly hasEdgeCases: boolean
}

/** The part of the sample that the database contains. */
interface State {
  readonly missing: readonly string[]
  /** Null when no seed has finished. */
  readonly seeded: { readonly employees: number; readonly hasEdgeCases: boolean } | null
}

/**
 * The mark of a finished seed is the comment on the table employees: it is dropped and dumped
 * together with the tables, and reading it is not an error where they do not exist. Rows are not
 * counted, because users of the sample add and delete employees.
 *
 * Reads pg_class, not to_regclass(): after the wait for the lock, to_regclass() would still use
 * this session's cache, and the tables of the other node would be created again.
 */
async function readState(client: pg.ClientBase): Promise<State> {
  const { rows } = await client.query<{ missing: string[]; remark: string | null }>(
    `select
      coalesce(array_agg(name order by name) filter (where c.oid is null), '{}') as missing,
      max(obj_description(c.oid, 'pg_class')) filter (where name = 'employees') as remark
    from unnest($1::text[]) as name
    left join pg_class c on c.relname = name and pg_table_is_visible(c.oid)`,
    [relations],
  )
  const [state] = rows
  const [mark, employees, suffix] =
    /Seeded with (\d+) employees(.*)\./.exec(state?.remark ?? '') ?? []
  return {
    missing: state?.missing ?? relations,
    seeded:
      mark === undefined ? null : { employees: Number(employees), hasEdgeCases: suffix === '' },
  }
}

/** Databases that were seeded before there was a choice have edge cases, and no such words. */
const withoutEdgeCases = ', without edge cases'

function isSeeded({ seeded }: State, { employees, hasEdgeCases }: SampleRequest): boolean {
  if (seeded === null) return false
  const isOfOtherSize = employees !== undefined && employees !== seeded.employees
  if (!isOfOtherSize && (!hasEdgeCases || seeded.hasEdgeCases)) return true
  const [found, option] = isOfOtherSize
    ? [`with ${seeded.employees} employees, but --employees is ${employees}`, '--employees']
    : ['without --edge-cases', '--edge-cases']
  throw new StartError(
    `The database was seeded ${found}. ` +
      `Nothing was changed. Omit ${option} to use the existing rows, or start over: ` +
      `remove the data folder of the embedded server, or drop the sample's relations ` +
      `(drop view ${relations[0]}; drop table ${relations.slice(1).join(', ')}), and start again.`,
  )
}

/**
 * Tables without the mark were created by hand. Empty ones are filled, rows of others belong to
 * their owner.
 */
async function hasForeignRows(
  client: pg.ClientBase,
  { missing }: State,
  { employees, hasEdgeCases }: SampleRequest,
): Promise<boolean> {
  if (missing.length === relations.length) return false
  if (missing.length > 0) {
    throw new StartError(
      `The database has some tables of the sample, but not ${missing.join(', ')}. Nothing was ` +
        `changed. Use an empty database or schema, or drop the tables, and start again.`,
    )
  }
  const tables = relations.slice(1).map((table) => `exists (select from ${table})`)
  const { rows } = await client.query<{ filled: boolean }>(
    `select ${tables.join(' or ')} as filled`,
  )
  if (rows[0]?.filled !== true) return false
  if (employees === undefined && !hasEdgeCases) return true
  const option = employees === undefined ? '--edge-cases' : '--employees'
  throw new StartError(
    `The tables of the sample contain rows that were not seeded, so ${option} has no effect. ` +
      `Nothing was changed. Omit ${option} to use the existing rows.`,
  )
}

async function seed(
  client: pg.ClientBase,
  state: State,
  { employees = DEFAULT_EMPLOYEES, hasEdgeCases }: SampleRequest,
  report: PrepareContext['report'],
): Promise<void> {
  const schema = await readFile(new URL('./schema.sql', import.meta.url), 'utf8')
  const [tables = '', afterLoading = ''] = schema.split(/^-- After loading$/m)
  // Tables that existed and were empty have their keys and indexes already.
  const withSchema = state.missing.length > 0
  if (withSchema) await client.query(tables)

  for (const { sql, lists } of [departmentRows(hasEdgeCases), skillRows(hasEdgeCases)]) {
    await client.query(sql, [...lists])
  }
  const statements = rowsOfEmployees(hasEdgeCases)
  report({ label: 'Employees', done: 0, total: employees })
  for (let from = 1; from <= employees; from += BATCH_EMPLOYEES) {
    const to = Math.min(from + BATCH_EMPLOYEES - 1, employees)
    for (const statement of statements) await insertRange(client, statement, from, to)
    report({ label: 'Employees', done: to, total: employees })
  }

  // Splitting is safe: no statement of this text has a semicolon inside.
  const indexes = withSchema ? afterLoading.split(/;\s*$/m).filter((sql) => /\w/.test(sql)) : []
  for (const [index, sql] of indexes.entries()) {
    report({ label: 'Keys and indexes', done: index, total: indexes.length })
    await client.query(sql)
  }
  report({ label: 'Keys and indexes', done: indexes.length, total: indexes.length })

  for (const table of tablesWithIdentity) {
    // An empty table has no maximum: setval with null does nothing.
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    )
  }
  await client.query(`analyze ${relations.slice(1).join(', ')}`)
  const suffix = hasEdgeCases ? '' : withoutEdgeCases
  await client.query(
    `comment on table employees is 'The sample company. Seeded with ${employees} employees${suffix}.'`,
  )
}

async function insertRange(
  client: pg.ClientBase,
  { sql, lists }: Statement,
  from: number,
  to: number,
): Promise<void> {
  await client.query(sql, [from, to, ...lists])
}

const readRequest = (args: readonly string[]): SampleRequest => ({
  employees: readEmployees(args),
  hasEdgeCases: args.includes('--edge-cases'),
})

/** The value of `--employees N` or `--employees=N`; undefined when it is not given. */
function readEmployees(args: readonly string[]): number | undefined {
  const values = args.flatMap((arg, index) => {
    if (arg === '--employees') return [args[index + 1] ?? '']
    return arg.startsWith('--employees=') ? [arg.slice('--employees='.length)] : []
  })
  const [value] = values
  if (value === undefined) return undefined
  if (values.length > 1) throw new StartError('--employees is given twice; once is enough.')
  const employees = /^\d{1,7}$/.test(value) ? Number(value) : 0
  if (employees >= 1 && employees <= MAX_EMPLOYEES) return employees
  throw new StartError(
    `--employees takes a whole number from 1 to ${MAX_EMPLOYEES}, ` +
      `for example --employees 5000; got ${value === '' ? 'nothing' : `'${value}'`}.`,
  )
}
