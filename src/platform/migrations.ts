/**
 * Migrations of the platform tables, which have a schema of their own: numbered, forward only,
 * under an advisory lock. Tables of the application are not touched; `dataset-triggers.ts` adds
 * their triggers.
 */
import type pg from 'pg'
import { isPermissionDenied, sqlStateOf } from '../database/errors/errors.js'
import { StartError } from '../foundation/errors/start-error.js'
import { changeTables, forgetForeignTransactions } from './change-tables.js'
import {
  datasetVersionTables,
  keepPages,
  nameTablesAlike,
  recordChangesAtTheTop,
  recordChangesOfMembers,
} from './dataset-tables.js'
import { fileTables } from './file-tables.js'
import { statisticsOfTenants, statisticTable } from './statistic-table.js'
import { viewTable } from './view-table.js'
import { webhookTables } from './webhook-tables.js'

export interface Migration {
  readonly number: number
  readonly name: string
  /** The lowest number that a program must know to work with the schema from here on. */
  readonly needs: number
  readonly sql: (schema: string) => string
}

export const migrations: readonly Migration[] = [
  {
    number: 1,
    name: 'journal of migrations',
    needs: 1,
    sql: (schema) => `create schema if not exists ${schema};
create table ${schema}.migration (
  number integer primary key,
  name text not null,
  needs integer not null,
  applied_at timestamptz not null default now()
);`,
  },
  {
    number: 2,
    name: 'values that all nodes share',
    needs: 1,
    sql: (schema) => `create table ${schema}.shared_value (
  name text primary key,
  value text not null
);`,
  },
  {
    number: 3,
    name: 'answers of requests with an idempotency key',
    needs: 1,
    sql: (schema) => `create table ${schema}.idempotency (
  scope text not null,
  key text not null,
  fingerprint text not null,
  answer jsonb,
  expires_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_expires_at_idx on ${schema}.idempotency (expires_at);`,
  },
  {
    number: 4,
    name: 'dataset versions',
    needs: 1,
    sql: datasetVersionTables,
  },
  {
    number: 5,
    name: 'dataset versions see writes to partitions',
    needs: 1,
    sql: recordChangesOfMembers,
  },
  {
    number: 6,
    name: 'dataset versions are read by an index',
    needs: 1,
    sql: keepPages,
  },
  {
    number: 7,
    name: 'spending of callers whose requests are limited',
    needs: 1,
    // A crash of the server may forget it. Updates stay in their block.
    sql: (schema) => `create unlogged table ${schema}.rate_limit (
  key text primary key,
  full_at float8 not null,
  granted float8 not null
) with (fillfactor = 50);`,
  },
  {
    number: 8,
    name: 'changes of records',
    needs: 1,
    sql: changeTables,
  },
  {
    number: 9,
    name: 'deliveries of webhooks',
    needs: 1,
    sql: webhookTables,
  },
  {
    number: 10,
    name: 'dataset versions are recorded by one statement',
    needs: 1,
    sql: recordChangesAtTheTop,
  },
  {
    number: 11,
    name: 'stored results of statistics',
    needs: 1,
    sql: statisticTable,
  },
  {
    number: 12,
    name: 'stored results belong to tenants',
    needs: 1,
    sql: statisticsOfTenants,
  },
  {
    number: 13,
    name: 'changes of a restored dump are not new',
    needs: 1,
    sql: forgetForeignTransactions,
  },
  {
    number: 14,
    name: 'dataset versions see writes of sessions that quote all names',
    needs: 1,
    sql: nameTablesAlike,
  },
  {
    number: 15,
    name: 'files of records',
    needs: 1,
    sql: fileTables,
  },
  {
    number: 16,
    name: 'saved views of the workbench',
    needs: 1,
    sql: viewTable,
  },
]

const newest = migrations.at(-1)!.number
/**
 * Held while platform tables and triggers change. Any constant will do, as long as every node uses
 * the same.
 */
export const advisoryLock = 4_017_329_114

const journal = (schema: string, { number, name, needs }: Migration): string =>
  `insert into ${schema}.migration (number, name, needs) values (${number}, '${name}', ${needs});`

/** A script with the missing migrations, which a DBA can read and run. */
export const printMigrations = (schema: string, after: number): string => {
  const missing = migrations.filter(({ number }) => number > after)
  if (missing.length === 0) return ''
  const scripts = missing.map(
    (migration) =>
      `-- ${migration.number}: ${migration.name}\n${migration.sql(schema)}\n${journal(schema, migration)}`,
  )
  const grants = `-- For a service that runs as another role:\n-- ${grantsOf(schema)}`
  return [...scripts, grants].join('\n\n')
}

/** Reads the catalog itself: `to_regclass` uses a cache that other sessions do not refresh. */
const journalExists = `select exists (
  select from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relname = 'migration') as known`

/** The number of the last migration that was applied; 0 when there is none. */
export const appliedMigration = async (client: pg.ClientBase, schema: string): Promise<number> => {
  const { rows: found } = await client.query(journalExists, [schema])
  if (!found[0].known) return 0
  const { rows } = await client
    .query(`select max(number) as number, max(needs) as needs from ${schema}.migration`)
    .catch((error: unknown) => {
      if (!isPermissionDenied(error)) throw explainMigration(schema, error)
      throw new StartError(deniedUse(schema), { cause: error })
    })
  const { number, needs } = rows[0] as { number: number | null; needs: number | null }
  if ((needs ?? 0) > newest) {
    throw new StartError(
      `The platform tables in schema '${schema}' are at migration ${number}, which needs a newer release of Corollary than this one (it knows ${newest}).`,
    )
  }
  return number ?? 0
}

/** Whether no migration is missing. */
export const isMigrated = async (client: pg.ClientBase, schema: string): Promise<boolean> =>
  (await appliedMigration(client, schema)) >= newest

/** Rights that the role of the service needs if another role created the tables. */
const grantsOf = (schema: string): string =>
  `grant usage on schema ${schema} to <role>; grant select, insert, update, delete on all tables in schema ${schema} to <role>; grant execute on all functions in schema ${schema} to <role>;`

/** Applies missing migrations and returns their number. Needs no DDL rights if none is missing. */
export const migrate = async (client: pg.ClientBase, schema: string): Promise<number> => {
  if (await isMigrated(client, schema)) return 0
  try {
    // Whatever the role's default: after waiting for the lock, the commits of others must be
    // visible.
    await client.query('begin isolation level read committed')
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLock])
    const before = await appliedMigration(client, schema)
    for (const migration of migrations.filter(({ number }) => number > before)) {
      await client.query(`${migration.sql(schema)}\n${journal(schema, migration)}`)
    }
    await client.query('commit')
    return Math.max(0, newest - before)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (isPermissionDenied(error)) {
      const applied = await appliedMigration(client, schema)
      throw new StartError(deniedMigration(schema, applied), { cause: error })
    }
    throw explainMigration(schema, error)
  }
}

/** Whether the role may create the platform tables. */
const mayCreate = `select case when exists (select from pg_namespace where nspname = $1)
  then has_schema_privilege(to_regnamespace(quote_ident($1)), 'create')
  else has_database_privilege(current_database(), 'create') end as allowed`

/** Privileges that the service needs on the platform tables. */
const neededPrivileges = {
  migration: ['select'],
  shared_value: ['select', 'insert'],
  idempotency: ['select', 'insert', 'update', 'delete'],
  dataset: ['select', 'insert', 'update'],
  dataset_change: ['select', 'delete'],
  rate_limit: ['select', 'insert', 'update', 'delete'],
  change: ['select', 'insert'],
  webhook: ['select', 'insert', 'update'],
  webhook_delivery: ['select', 'insert', 'update', 'delete'],
  statistic: ['select', 'insert', 'update', 'delete'],
  file: ['select', 'insert', 'update', 'delete'],
  file_chunk: ['select', 'insert', 'delete'],
  saved_view: ['select', 'insert', 'update', 'delete'],
} as const

const lacksPrivilege = `select exists (
  select from json_each($2::json) as needed(name, privileges)
  cross join json_array_elements_text(needed.privileges) as privilege
  join pg_class c on c.relname = needed.name
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = $1
  where not has_table_privilege(c.oid, privilege)) as lacks`

export interface MissingMigrations {
  /** A start would create or update tables. */
  readonly migrates: boolean
  /** What a start could not create or use, as a message; undefined if nothing is missing. */
  readonly missing: string | undefined
}

export const missingMigrations = async (
  client: pg.ClientBase,
  schema: string,
): Promise<MissingMigrations> => {
  try {
    const [applied, used] = await Promise.all([
      appliedMigration(client, schema),
      client.query(lacksPrivilege, [schema, JSON.stringify(neededPrivileges)]),
    ])
    if (applied >= newest) {
      return { migrates: false, missing: used.rows[0].lacks ? deniedUse(schema) : undefined }
    }
    const { rows } = await client.query(mayCreate, [schema])
    return {
      migrates: true,
      missing: rows[0].allowed ? undefined : deniedMigration(schema, applied),
    }
  } catch (error) {
    if (error instanceof StartError) return { migrates: false, missing: error.message }
    throw error
  }
}

/** @param applied the last migration; 0: there are no platform tables */
const deniedMigration = (schema: string, applied: number): string =>
  applied === 0
    ? `This database role may not create the platform tables in schema '${schema}'. Run 'corollary migrate' as a role that may, or hand the output of 'corollary migrate --print' to your DBA. Then grant this role its rights: ${grantsOf(schema)}`
    : `The platform tables in schema '${schema}' are at migration ${applied}, this release needs ${newest}, and this database role may not update them. Run 'corollary migrate' as their owner, or hand the output of 'corollary migrate --print' to your DBA. Then grant this role its rights on what is new: ${grantsOf(schema)}`

export const deniedUse = (schema: string): string =>
  `This database role may not use the platform tables in schema '${schema}'. Run as their owner: ${grantsOf(schema)}`

/** Repeats the message of the database, which contains no values of records here. */
const explainMigration = (schema: string, error: unknown): unknown => {
  const state = sqlStateOf(error)
  if (state === undefined) return error
  const { message } = error as Error
  return new StartError(
    `The platform tables in schema '${schema}' could not be read, created or updated: ${message} (SQLSTATE ${state}).`,
    { cause: error },
  )
}
