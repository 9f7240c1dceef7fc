/** Sums up the changes behind dataset versions that triggers recorded. */
import type { Database } from '../database/access/database.js'
import type { SqlText } from '../foundation/execution/statement.js'
import { advisoryLock } from '../platform/migrations.js'

/**
 * Sums up the changes of finished transactions, so that readers have few left to add. Readers with
 * an older snapshot see the state before; the sum is the same. One node works at a time, others
 * skip. Returns the number of changes that were summed up.
 */
export const foldChanges = (database: Database, schema: string): Promise<number> =>
  database.write(async (transaction) => {
    transaction.defer(byIndex)
    const [lock] = await transaction.query({
      name: 'lock fold',
      text: 'select pg_try_advisory_xact_lock($1)',
      values: [advisoryLock],
    })
    if (lock?.[0] !== 't') return 0
    return transaction.finish({
      name: `fold ${schema}`,
      text: foldStatement(schema),
      values: [],
      decode: ([row]) => Number(row![0]),
    })
  })

/**
 * Deleted rows stay in the table for a while; only the index leads past them. Up to PostgreSQL 17 a
 * scan that is off costs so much that the statement would be compiled each time, for a second.
 */
const byIndex: SqlText = {
  name: 'fold by index',
  text: `select set_config('enable_seqscan', 'off', true), (
    select set_config('jit', 'off', true) where current_setting('jit', true) is not null)`,
  values: [],
}

/** Counts the changes that were not summed up yet, up to a limit for each table. */
export const countChanges = async (database: Database, schema: string): Promise<number> => {
  const [row] = await database.query({
    name: `count changes ${schema}`,
    text: `select count(*) from ${schema}.dataset as d, lateral (
      select from ${schema}.dataset_change as c
      where c.dataset = d.name and c.transaction_id >= d.horizon limit ${maxFolded}) as waiting`,
    values: [],
  })
  return Number(row![0])
}

/** Maximum number of changes of a table that one statement sums up; a backlog takes several. */
const maxFolded = 100_000

/** Reads changes from the horizon on, so that it skips rows that only old snapshots still see. */
const foldStatement = (schema: string): string => `
  with ended as materialized (
    select d.name, d.horizon as from_horizon, least(s.xmin, coalesce((
      select c.transaction_id from ${schema}.dataset_change as c
      where c.dataset = d.name and c.transaction_id >= d.horizon and c.transaction_id < s.xmin
      order by c.transaction_id offset ${maxFolded} limit 1), s.xmin)) as horizon
    from ${schema}.dataset as d, (select pg_snapshot_xmin(pg_current_snapshot()) as xmin) as s
  ),
  folded as (
    delete from ${schema}.dataset_change as c using ended
    where c.dataset = ended.name and c.transaction_id >= ended.from_horizon
      and c.transaction_id < ended.horizon
    returning c.dataset, c.weight
  ),
  added as (
    select dataset, sum(weight) as weight, count(*) as changes from folded group by dataset
  ),
  summed as (
    update ${schema}.dataset as d set horizon = ended.horizon, weight = d.weight + added.weight
    from added join ended on ended.name = added.dataset where d.name = added.dataset
    returning added.changes
  )
  select coalesce(sum(changes), 0) from summed`
