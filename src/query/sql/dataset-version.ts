/**
 * The dataset version as SQL: the statement that reads data reads their version on the same
 * snapshot.
 */

import { memoize } from '../../foundation/memoize.js'
import type { Statement } from '../../foundation/statement.js'
import type { ResourceView } from '../rows/row-access.js'
import { fixed, prepared, type Sql, sql, toStatement } from './sql.js'

/**
 * A scalar subquery: the sum that was folded up to the horizon, plus the changes since. `null` if
 * the version of the resource is unknown.
 *
 * The greatest transaction id excludes nothing. Without an upper bound PostgreSQL expects a third
 * of the table behind the horizon, and reads all of it, with the deleted rows, for each name.
 */
export const datasetVersionSql = memoize(({ dataset }: ResourceView): Sql => {
  if (!dataset) return sql`null`
  const { schema, tables } = dataset
  const names = sql.join(tables.map((name) => sql.lit(name)))
  return fixed(sql`(
    select sum(d.weight + coalesce((
      select sum(c.weight) from ${sql.id(schema, 'dataset_change')} as c
      where c.dataset = d.name
        and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
    from ${sql.id(schema, 'dataset')} as d where d.name in (${names}))`)
})

/** `null` if the version of the resource is unknown. */
export const datasetVersionStatement = memoize(
  (resource: ResourceView): Statement<string | null> =>
    prepared(toStatement(sql`select ${datasetVersionSql(resource)}`, ([row]) => row![0] ?? null)),
)
