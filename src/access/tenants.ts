/**
 * Determines the tenant of a caller. A caller has one tenant per request, even a caller who may act
 * in any tenant.
 */
import type { Principal } from '../contract/principal.js'
import { AppError, problem } from '../foundation/errors/app-error.js'
import { memoize } from '../foundation/functions/memoize.js'
import { kinds } from '../model/kinds/kinds.js'
import { createValueReader } from '../model/kinds/value-reader.js'
import type { ColumnModel } from '../model/types/entity-model.js'
import type { Model } from '../model/types/resource-model.js'

/** Equal tenants have equal texts, because rows and changes are found by them. */
const readerOfTenant = memoize((column: ColumnModel) => createValueReader(column, { id: true }))

/** Returns the tenant as parameter text, or undefined if the column cannot hold it. */
const readTenant = (column: ColumnModel, tenant: string): string | undefined => {
  const reading = readerOfTenant(column).read(kinds[column.kind].ofText?.(tenant) ?? tenant, 'UTC')
  return 'parameter' in reading ? reading.parameter : undefined
}

/** Returns the tenant as text, or undefined if there is none or the column cannot hold it. */
export const tenantIn = (column: ColumnModel, { tenant }: Principal): string | undefined =>
  tenant === null ? undefined : readTenant(column, tenant)

/** All columns of tenants are of one type. */
const tenantColumn = ({ entities }: Pick<Model, 'entities'>): ColumnModel | undefined =>
  entities.find(({ tenant }) => tenant)?.tenant

/** Returns the tenant whose rows the caller reads and writes, or undefined if there is none. */
export const tenantOf = (model: Pick<Model, 'entities'>, caller: Principal): string | undefined => {
  const column = tenantColumn(model)
  return column && tenantIn(column, caller)
}

export interface TenantChoice {
  /** Whether the caller may act in any tenant. */
  mayChoose(caller: Principal): boolean
  /**
   * The caller in the tenant that a request names. Callers name their own one, or any with the
   * authority for it.
   *
   * @throws AppError ACCESS_DENIED, INVALID_PARAMETER
   */
  choose(caller: Principal, named: string | undefined): Principal
}

/** Returns undefined if the contract has no tenants. */
export const createTenantChoice = (
  model: Pick<Model, 'entities'>,
  /** Authority for acting in any tenant. Empty: no caller may act in another tenant. */
  authority: string,
): TenantChoice | undefined => {
  const column = tenantColumn(model)
  if (!column) return undefined
  const mayChoose = (caller: Principal): boolean =>
    authority !== '' && !caller.isAnonymous && caller.has(authority)
  return {
    mayChoose,
    choose: (caller, named) => {
      if (named === undefined) return caller
      const tenant = readTenant(column, named)
      if (tenant !== undefined && tenant === tenantIn(column, caller)) return caller
      if (!mayChoose(caller)) throw new AppError(problem('tenantForeign'))
      if (tenant === undefined) throw new AppError(problem('tenantInvalid'))
      return Object.freeze({ ...caller, tenant })
    },
  }
}
