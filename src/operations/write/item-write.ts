/** The writes of a set: records of one request that are written together. */
import { AppError } from '../../foundation/errors/app-error.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import type { WriteShapeModel } from '../../model/types/write-model.js'
import type { LockedRecord } from '../../query/statements/lock-statements.js'
import type { WrittenKey } from '../../query/statements/written-keys.js'
import type { Work } from '../work/work.js'
import type { WriteValues } from './write-values.js'

/** A record to create or to update, whose values were read. */
export interface ItemWrite {
  /** Its place in the set. */
  readonly index: number
  /** The record of an update. Undefined: it is created. */
  readonly record?: { readonly id: string } | undefined
  readonly shape: WriteShapeModel
  readonly values: WriteValues
  /** The column of the record that owns it, which is written in the same request. */
  readonly owner?: ColumnModel
  /** Where the request has its members: `data.` or `lines[2].` */
  readonly place: string
}

/** Errors by the places of their items. Targets are relative to the set. */
export type Failures = ReadonlyMap<number, AppError>

export const noFailures: Failures = new Map()

export const failAll = (writes: readonly ItemWrite[], error: AppError): Failures =>
  new Map(writes.map(({ index }) => [index, error]))

/** Items that cannot be written, or the keys of all by the places of their items. */
type SetOutcome =
  | { readonly failures: Failures }
  | { readonly keys: ReadonlyMap<number, WrittenKey> }

/** Writes records as sets; see `write-sets.ts`. */
export type WriteSets = (
  work: Work,
  writes: readonly ItemWrite[],
  records: ReadonlyMap<string, LockedRecord>,
) => Promise<SetOutcome>

/** The error of the service that `run` throws, if any. */
export const errorOf = (run: () => void): AppError | undefined => {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** An error of the values of an item; a problem without a target is about the item as a whole. */
export const within = (place: string, error: AppError): AppError =>
  new AppError(
    error.problems.map((each) =>
      each.target === undefined ? each : { ...each, target: `${place}${each.target}` },
    ),
    // The cause is the explained error, so that nothing explains the one of the database again.
    { headers: error.headers, cause: error },
  )
