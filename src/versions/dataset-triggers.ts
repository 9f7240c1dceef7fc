/**
 * Creates the triggers that record changes of a table. The triggers are the only thing that the
 * service ever adds to a table of the application.
 */
import type pg from 'pg'
import type { BaseTable } from '../database/catalog/catalog.js'
import { missingEvents, triggerEvents, triggerName } from '../database/catalog/change-triggers.js'
import { isLockTimeout, isPermissionDenied } from '../database/errors/errors.js'
import { StartError } from '../foundation/errors/start-error.js'
import { atTheTop } from '../platform/dataset-tables.js'
import { advisoryLock } from '../platform/migrations.js'

/** A script with the missing triggers, which a DBA can read and run; empty if none is missing. */
export const printTriggers = (schema: string, tables: readonly BaseTable[]): string =>
  tables
    .flatMap(({ name, members }) =>
      members.flatMap((table) => {
        const argument = table.name === name ? `'${atTheTop}'` : ''
        return missingEvents(table).map(
          (event) =>
            `create or replace trigger ${triggerName(event)} after ${event} on ${table.name} ${triggerEvents[event]}
  for each statement execute function ${schema}.record_dataset_change(${argument});`,
        )
      }),
    )
    .join('\n')

/**
 * Creates missing triggers; the role needs no DDL rights if none is missing. Their tables get a new
 * version, because earlier changes are unknown.
 *
 * @throws StartError
 */
export const ensureTriggers = async (
  client: pg.ClientBase,
  schema: string,
  tables: readonly BaseTable[],
): Promise<void> => {
  const script = printTriggers(schema, tables)
  const changed = tables
    .filter(({ members }) => members.some((member) => missingEvents(member).length > 0))
    .map(({ name }) => name)
  try {
    // One round trip. After an error the server refuses the rest, and the commit undoes all.
    await Promise.all([
      client.query(`begin isolation level read committed; set local lock_timeout = '10s'`),
      client.query('select pg_advisory_xact_lock($1)', [advisoryLock]),
      client.query(forgetOtherCluster(schema)),
      ...(script === '' ? [] : [client.query(script)]),
      client.query(
        `insert into ${schema}.dataset (name, weight)
         select name, ${schema}.random_weight() from unnest($1::text[]) as wanted(name)
         on conflict do nothing`,
        [tables.map(({ name }) => name)],
      ),
      client.query(`select ${schema}.touch(name::regclass) from unnest($1::text[]) as t(name)`, [
        changed,
      ]),
      client.query('commit'),
    ])
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw explain(error, changed)
  }
}

/** Returns a message that names the triggers that a start cannot create, or undefined. */
export const missingTriggers = async (
  client: pg.ClientBase,
  tables: readonly BaseTable[],
): Promise<string | undefined> => {
  const members = tables.flatMap((table) => table.members)
  const names = members.filter((member) => missingEvents(member).length > 0).map(({ name }) => name)
  if (names.length === 0) return undefined
  const { rows } = await client.query(
    `select name from unnest($1::text[]) as t(name) where not has_table_privilege(name, 'trigger')`,
    [names],
  )
  return rows.length > 0 ? deniedTriggers(rows.map(({ name }) => name)) : undefined
}

const remedy =
  "Run 'corollary migrate --app <file>' as the owner of the tables, hand the output of 'corollary migrate --app <file> --print' to your DBA, or turn dataset versions off with 'platform.dataset-version.mode' = off."
const wantedOn = (tables: readonly string[]): string =>
  `the triggers of the dataset version on ${tables.join(', ')}`

const deniedTriggers = (tables: readonly string[]): string =>
  `This database role may not create ${wantedOn(tables)}. ${remedy}`

const explain = (error: unknown, tables: readonly string[]): unknown => {
  if (isPermissionDenied(error)) return new StartError(deniedTriggers(tables), { cause: error })
  if (isLockTimeout(error)) {
    const message = `Could not create ${wantedOn(tables)}: another transaction has the tables locked. Start again, or see pg_stat_activity. ${remedy}`
    return new StartError(message, { cause: error })
  }
  return error
}

/**
 * A dump that was restored elsewhere brings transaction ids that are still running or to come
 * there. They would hide changes; so everything begins anew.
 */
const forgetOtherCluster = (schema: string): string => `
  with foreign_change as (
    delete from ${schema}.dataset_change
    where transaction_id >= pg_snapshot_xmin(pg_current_snapshot())
      and not pg_visible_in_snapshot(transaction_id, pg_current_snapshot()) returning dataset
  )
  update ${schema}.dataset set horizon = '0', weight = weight + ${schema}.random_weight()
  where horizon > pg_snapshot_xmin(pg_current_snapshot())
     or name in (select dataset from foreign_change)`
