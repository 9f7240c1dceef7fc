/**
 * Moves changes from the outbox of a cluster, where `record-alone.ts` records them, to the table of
 * changes.
 */
import { command, type SqlText, type Statement } from '../../../foundation/execution/statement.js'

/** One process at a time moves changes, so that the next one sees what was moved. */
export const lockOutbox = (schema: string): readonly SqlText[] => [
  {
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`${schema}.tenant_outbox`],
    needsReadCommitted: true,
  },
  // By one connection to each node. Otherwise Citus opens more, each a process of the node.
  ...[
    'citus.multi_shard_modify_mode to sequential',
    'citus.max_adaptive_executor_pool_size to 1',
  ].map((setting) => ({ ...command(`set local ${setting}`), needsBegin: true })),
]

/** Changes that one statement moves at most. */
export const movedAtOnce = 2_000

export interface WaitingChanges {
  readonly count: number
  /** The number of the last of them. */
  readonly through: string
}

/** The first changes that wait, as many as are moved at once. Undefined: there are none. */
export const waitingStatement = (schema: string): Statement<WaitingChanges | undefined> => ({
  text: `select count(*), max(seq)
    from (select seq from ${schema}.tenant_outbox order by seq limit ${movedAtOnce}) as waiting`,
  values: [],
  decode: ([row]) => {
    const [count, through] = row!
    return through == null ? undefined : { count: Number(count), through }
  },
})

/** Whether changes of a tenant wait; asks the node of its shard only. */
export const tenantWaitsStatement = (schema: string, tenant: string): Statement<boolean> => ({
  name: `tenant waits ${schema}`,
  text: `select from ${schema}.tenant_outbox where tenant = $1 limit 1`,
  values: [tenant],
  decode: (rows) => rows.length > 0,
})

const copied = 'at, principal, resource, source, operation, action, fields, trace_id'

/**
 * Moves changes up to a number, in the order of their numbers. All shards are written, so Citus
 * commits in two phases: once the coordinator has committed, the nodes do, whatever fails
 * meanwhile. Needs `lockOutbox`.
 */
export const moveStatement = (schema: string, through: string): SqlText => ({
  text: `with moved as (delete from ${schema}.tenant_outbox where seq <= $1::int8
      returning seq, tenant, records, ${copied})
    insert into ${schema}.change (tenant, record, ${copied})
    select moved.tenant::text, each.record, ${copied}
    from moved cross join lateral unnest(coalesce(records, array[null::text])) with ordinality as each(record, place)
    order by seq, place`,
  values: [through],
})
