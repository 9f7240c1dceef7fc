/**
 * Pins rows to the tenant of the caller. Each table that a statement names is pinned where it is
 * named: an equal id of another tenant is another row.
 */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { ColumnModel, EntityModel } from '../../model/types/entity-model.js'
import { columnSql, parameter, type Sql, sql } from '../sql/sql.js'

/** For whom a statement is made. */
export interface OfTenant {
  /** The text of the tenant as a parameter. Undefined: the caller has none. */
  readonly tenant: string | undefined
}

/** Means: `t0.tenant_id = $1::uuid`; without a tenant, no row has it. */
const isOfTenant = (alias: string | undefined, column: ColumnModel, { tenant }: OfTenant): Sql =>
  tenant === undefined
    ? sql`false`
    : sql`${columnSql(alias, column)} = ${parameter(tenant, column)}`

/** The condition that the row is one of the tenant, with `and` before it; empty if it has none. */
export const andOfTenant = (
  { tenant: column }: Pick<EntityModel, 'tenant'>,
  alias: string | undefined,
  of: OfTenant,
): Sql => (column ? sql` and ${isOfTenant(alias, column, of)}` : sql``)

/**
 * A table as a FROM item with the rows of the tenant.
 *
 * Means: `employees as "t0"`, or `(select * from employees where tenant_id = $1::uuid) as "t0"`
 */
export const tenantRows = (
  table: Sql,
  column: ColumnModel | undefined,
  alias: string,
  of: OfTenant,
): Sql =>
  column
    ? sql`(select * from ${table} where ${isOfTenant(undefined, column, of)}) as ${sql.id(alias)}`
    : sql`${table} as ${sql.id(alias)}`

/** Returns what an insert writes for the tenant. @throws AppError ACCESS_DENIED */
export const tenantToWrite = ({ tenant }: OfTenant): string => {
  if (tenant === undefined)
    throw new AppError(problem('tenantMissing', { reason: 'tenant-required' }))
  return tenant
}
