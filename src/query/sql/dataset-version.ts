/**
 * The dataset version as SQL: the statement that reads data reads their version on the same
 * snapshot.
 */

import type { Statement } from '../../foundation/execution/statement.js'
import type { DatasetBesideRows, DatasetModel } from '../../model/types/dataset-model.js'
import type { ResourceView } from '../rows/row-access.js'
import { type OfTenant, tenantRows } from '../rows/tenants.js'
import { prepared } from './prepared.js'
import { type Sql, sql, toStatement } from './sql.js'

/**
 * A scalar subquery: the sum that was folded up to the horizon, plus the changes since. `null` if
 * the version of the resource is unknown.
 *
 * The greatest transaction id excludes nothing. Without an upper bound PostgreSQL expects a third
 * of the table behind the horizon, and reads all of it, with the deleted rows, for each name.
 */
export const datasetVersionSql = (resource: ResourceView): Sql => {
  const { dataset } = resource
  if (!dataset) return sql`null`
  const { schema, tables } = dataset
  if (dataset.besideRows) return besideRowsSql(dataset, dataset.besideRows, resource)
  const names = sql.join(tables.map((name) => sql.lit(name)))
  return sql`(
    select sum(d.weight + coalesce((
      select sum(c.weight) from ${sql.id(schema, 'dataset_change')} as c
      where c.dataset = d.name
        and c.transaction_id between d.horizon and '18446744073709551615'), 0))::text
    from ${sql.id(schema, 'dataset')} as d where d.name in (${names}))`
}

/**
 * Combines the weights of changes of the caller's tenant and of all tenants. Each node has them
 * beside its rows.
 */
const besideRowsSql = (
  { schema, tables }: DatasetModel,
  { ofTenants, tenant }: DatasetBesideRows,
  of: OfTenant,
): Sql => {
  const among = (names: readonly string[]) =>
    sql`dataset in (${sql.join(names.map((name) => sql.lit(name)))})`
  const shared = sql`select weight from ${sql.id(schema, 'shared_dataset_change')} where ${among(tables)}`
  const ofTenant = tenant
    ? sql`select weight from ${tenantRows(sql.id(schema, 'tenant_dataset_change'), { ...tenant, column: 'tenant' }, 'c', of)}
        where ${among(ofTenants)} union all `
    : sql``
  return sql`(select bit_xor(changes.weight)::text from (${ofTenant}${shared}) as changes)`
}

/** `null` if the version of the resource is unknown. */
export const datasetVersionStatement = (resource: ResourceView): Statement<string | null> =>
  prepared(toStatement(sql`select ${datasetVersionSql(resource)}`, ([row]) => row![0] ?? null))
