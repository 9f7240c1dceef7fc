/** Records that are locked: as they are now, and whether the caller may go on. */
import { dependsOnRecord, requireAvailable } from '../../access/availability.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Operation } from '../../model/operation-table.js'
import { isRestricted, type ResourceView } from '../../query/rows/row-access.js'
import {
  type LockedRecord,
  type LockStrength,
  lockStatement,
  visibleIdsStatement,
} from '../../query/statements/write-statements.js'
import { recordNotFound } from '../read/read.js'
import type { Work } from '../transaction/work.js'

/** What the caller knows of the record: versions of which it must have one. */
export interface Precondition {
  /** Undefined: any version will do. */
  readonly versions: readonly string[] | undefined
  /** A version must be named and was not. */
  readonly isMissing: boolean
}

export type { LockedRecord } from '../../query/statements/write-statements.js'

/**
 * By id; those that there are not for the caller are missing. Whoever waited for a lock looks again: the rows
 * that a rule decides by may have changed meanwhile.
 */
export const lockRecords = async (
  { call: { resource }, transaction }: Work,
  ids: readonly string[],
  strength: LockStrength,
): Promise<ReadonlyMap<string, LockedRecord>> => {
  const locked = await transaction.run(lockStatement(resource, ids, strength))
  if (locked.size === 0 || !isRestricted(resource, resource.entity)) return locked
  const visible = await transaction.run(visibleIdsStatement(resource, [...locked.keys()]))
  return new Map([...locked].filter(([id]) => visible.has(id)))
}

/** Whether a write must see the record before it; else one statement checks and writes. */
export const needsLook = (resource: ResourceView, operation: Operation): boolean =>
  resource.beforeWrite !== undefined ||
  isRestricted(resource, resource.entity) ||
  refersToHidden(resource) ||
  dependsOnRecord({ resource, operation })

/** A reference that is not changed may lead to a row that the caller does not see. */
const refersToHidden = (resource: ResourceView): boolean =>
  [...resource.entity.relations.values()].some(
    (relation) => relation.type === 'toOne' && isRestricted(resource, relation.target),
  )

/**
 * The record, locked, for an operation that the caller may carry out on it.
 *
 * @throws AppError RESOURCE_NOT_FOUND, RESOURCE_VERSION_REQUIRED, STALE_RESOURCE_VERSION,
 * RESOURCE_STATE_BLOCKED, ACCESS_DENIED
 */
export const lockRecord = async (
  work: Work,
  operation: Operation,
  id: string,
  precondition: Precondition,
): Promise<LockedRecord> => {
  const strength = operation.name === 'delete' ? 'update' : 'no key update'
  const { resource, principal } = work.call
  const record = (await lockRecords(work, [id], strength)).get(id)
  if (!record) throw recordNotFound()
  checkVersion(resource, record, precondition)
  requireAvailable({ resource, operation, principal, record })
  work.state.previous = record
  return record
}

/** @throws AppError RESOURCE_VERSION_REQUIRED, STALE_RESOURCE_VERSION */
const checkVersion = (
  { entity }: ResourceView,
  record: LockedRecord,
  { versions, isMissing }: Precondition,
): void => {
  if (isMissing) throw versionRequired()
  if (!versions) return
  const { version } = entity
  if (!version || !versions.includes(String(record[version.field]))) throw stale()
}

export const stale = (): AppError => new AppError(problem('versionStale'))

export const versionRequired = (): AppError => new AppError(problem('versionRequired'))
