/** How the tables of a Citus cluster are distributed over its nodes. */
import type pg from 'pg'
import type { Placement } from '../../catalog/catalog.js'

/** Returns true if the server is the coordinator of a cluster. */
export const isCoordinator = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as "isCluster"`,
  )
  return rows[0].isCluster
}

/** Placements by oid of the table; tables that one node stores have none. */
export const readPlacements = async (
  client: pg.ClientBase,
): Promise<ReadonlyMap<string, Placement>> => {
  const { rows } = await client.query(
    `select p.logicalrelid::oid::text as oid, a.attname as column, format_type(a.atttypid, null) as type,
       p.colocationid as "group",
       (select count(*)::int from pg_dist_shard s where s.logicalrelid = p.logicalrelid) as parts
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
