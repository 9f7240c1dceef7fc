/** How the tables of a Citus cluster are distributed over its nodes. */
import type pg from 'pg'

/** Undefined for a table that one node holds. */
export interface Distribution {
  /** The column whose values decide about the shard. Undefined: each node has a copy. */
  readonly column: string | undefined
}

/** By oid of the table. Undefined: the server is not the coordinator of a cluster. */
export const readDistributions = async (
  client: pg.ClientBase,
  oids: readonly string[],
): Promise<ReadonlyMap<string, Distribution> | undefined> => {
  const { rows: found } = await client.query(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as "isCluster"`,
  )
  if (!found[0].isCluster) return undefined
  const { rows } = await client.query(
    `select logicalrelid::oid::text as oid,
       case when partkey is not null then column_to_column_name(logicalrelid, partkey) end as column
     from pg_dist_partition
     where logicalrelid::oid = any($1::oid[]) and (partkey is not null or repmodel = 't')`,
    [oids],
  )
  return new Map(rows.map(({ oid, column }) => [oid, { column: column ?? undefined }]))
}
