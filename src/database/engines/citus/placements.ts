/** How the tables of a Citus cluster are distributed over its nodes. */
import type pg from 'pg'

/** Undefined for a table that one node holds. */
export interface Distribution {
  /** The column whose values decide about the shard. Undefined: each node has a copy. */
  readonly column: string | undefined
  /** Of the column, without modifiers. */
  readonly type: string | undefined
  /** Tables of one group have the shards of equal values on one node. */
  readonly colocation: number
  readonly shards: number
}

/** Whether the server is the coordinator of a cluster. */
export const isCoordinator = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as "isCluster"`,
  )
  return rows[0].isCluster
}

/** By oid of the table, on the coordinator of a cluster. */
export const readDistributions = async (
  client: pg.ClientBase,
): Promise<ReadonlyMap<string, Distribution>> => {
  const { rows } = await client.query(
    `select p.logicalrelid::oid::text as oid, a.attname as column, format_type(a.atttypid, null) as type,
       p.colocationid as colocation,
       (select count(*)::int from pg_dist_shard s where s.logicalrelid = p.logicalrelid) as shards
     from pg_dist_partition p
     left join pg_attribute a on a.attrelid = p.logicalrelid and p.partkey is not null
       and a.attname = column_to_column_name(p.logicalrelid, p.partkey)
     where p.partkey is not null or p.repmodel = 't'`,
  )
  return new Map(
    rows.map(({ oid, column, type, ...rest }) => [
      oid,
      { column: column ?? undefined, type: type ?? undefined, ...rest },
    ]),
  )
}
