/** Locks records, and checks that the caller may continue with them as they are now. */
import { dependsOnRecord, requireAvailable } from '../../access/availability.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Operation } from '../../model/operation-table.js'
import { isReference } from '../../model/types/entity-model.js'
import { isRestricted, type ResourceView } from '../../query/rows/row-access.js'
import {
  keyLockStatement,
  type LockedRecord,
  type LockStrength,
  lockOwnersStatements,
  lockStatement,
  visibleRecordsStatement,
} from '../../query/statements/lock-statements.js'
import { recordNotFound } from '../read/read.js'
import type { Work } from '../work/work.js'

/** The versions that the record must have, of which the caller named one or more. */
export interface Precondition {
  /** Accepted versions. Undefined: any version. */
  readonly versions: readonly string[] | undefined
  /** The operation requires a version, and the request names none. */
  readonly isMissing: boolean
}

export type { LockedRecord } from '../../query/statements/lock-statements.js'

/** Either the record is locked and known, or the statement that writes checks its version. */
export interface Precheck {
  readonly record?: LockedRecord
  readonly versions?: readonly string[] | undefined
}

/**
 * Locks the ids of records whose rows cannot be locked: those of a view that triggers write.
 * Returns true if the ids were locked.
 */
export const deferIdLocks = (
  { call: { resource, integrity }, transaction }: Pick<Work, 'call' | 'transaction'>,
  ids: readonly string[],
): boolean => {
  if (!integrity.isWrittenByTriggers(resource.entity.table)) return false
  transaction.defer(keyLockStatement(resource, ids))
  return true
}

/**
 * Returns locked records by id, without rows that are missing or invisible to the caller; they have
 * the computed fields that guards need. Visibility is checked, and fields are computed, after the
 * lock: rows that they depend on may have changed while it waited.
 */
export const lockRecords = async (
  { call, transaction }: Pick<Work, 'call' | 'transaction'>,
  ids: readonly string[],
  strength: LockStrength,
): Promise<ReadonlyMap<string, LockedRecord>> => {
  const { resource } = call
  for (const lock of lockOwnersStatements(resource, ids)) transaction.defer(lock)
  const isLocked = deferIdLocks({ call, transaction }, ids)
  const lock = lockStatement(resource, ids, isLocked ? undefined : strength)
  const computed = resource.snapshot.filter((column) => column.computed)
  if (computed.length === 0 && !isRestricted(resource, resource.entity))
    return transaction.run(lock)
  const visibleRecords = visibleRecordsStatement(resource, ids, computed)
  const [locked, visible] = await transaction.both(lock, visibleRecords)
  return new Map(
    [...locked].flatMap(([id, record]) => {
      const values = visible.get(id)
      return values ? [[id, { ...record, ...values }] as const] : []
    }),
  )
}

/** A known record as it is now: code of the contract, or an earlier item, may have changed it. */
export const currentRecord = async (
  work: Work,
  id: string,
  loadedRecord: LockedRecord | undefined,
): Promise<LockedRecord | undefined> =>
  work.state.hasWrittenOthers
    ? (await lockRecords(work, [id], 'no key update')).get(id)
    : loadedRecord

/**
 * Whether the record must be loaded before writing. If not, a single statement checks and writes.
 */
export const needsLook = (resource: ResourceView, operation: Operation): boolean =>
  resource.beforeWrite !== undefined ||
  resource.entity.ownedBy !== undefined ||
  isRestricted(resource, resource.entity) ||
  refersToHidden(resource) ||
  dependsOnRecord({ resource, operation })

/** A reference that stays unchanged may lead to a row that is invisible to the caller. */
const refersToHidden = (resource: ResourceView): boolean =>
  [...resource.entity.relations.values()].some(
    (relation) => isReference(relation) && isRestricted(resource, relation.target),
  )

/**
 * Locks the record for an operation, and checks that the caller may use it on the record.
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
  const strength = operation.method === 'DELETE' ? 'update' : 'no key update'
  const { resource, principal } = work.call
  const record = (await lockRecords(work, [id], strength)).get(id)
  if (!record) throw recordNotFound()
  checkVersion(resource, record, precondition)
  requireAvailable({ resource, operation, principal, record })
  work.state.previous = record
  return record
}

/** @throws AppError RESOURCE_VERSION_REQUIRED, STALE_RESOURCE_VERSION */
export const checkVersion = (
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
