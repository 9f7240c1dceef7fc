/**
 * Creates and updates many records in one transaction. All of them are first written together; if
 * that fails, those that fail alike are found, and halves of the others are tried in the order of
 * the items, until each item that fails is found, or too many attempts have failed.
 */
import { refusalOf } from '../../access/availability.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import type { WriteContext } from '../context.js'
import { recordNotFound } from '../read/read.js'
import {
  type IdempotentRequest,
  type Outcome,
  once,
  type StoredResponse,
} from '../transaction/idempotency.js'
import { isOfItem, reportUnexplained, setItemSavepoint } from '../work/item-savepoint.js'
import { awaitWrites, finishWrites, type Work } from '../work/work.js'
import { checkRules } from '../work/written-records.js'
import { failuresLike } from '../write/alike-failures.js'
import { errorOf, type Failures } from '../write/item-write.js'
import { checkVersion, type LockedRecord, lockRecords } from '../write/locked-records.js'
import { blame } from '../write/own-fields.js'
import { readDatasetVersion } from '../write/read-back.js'
import { explainReferences, mayLackReference } from '../write/references.js'
import { changedLists } from '../write/sent-lists.js'
import { referringWithin } from '../write/set-references.js'
import {
  type BatchRequest,
  type BatchWrite,
  type ItemResult,
  ofData,
  readItems,
  refusalOfAll,
} from './batch-items.js'
import { type Attempt, byId, readWritten, writeMany } from './write-many.js'
import { writeOne } from './write-one.js'

export interface BatchResults {
  /** In the order of the items. */
  readonly items: readonly ItemResult[]
  /** Null if it is unknown. */
  readonly datasetVersion: string | null
}

/**
 * `isMinimal`: the response contains no records, so none is read for it. Releases the items of the
 * request; `toResponse` releases the results.
 *
 * @throws AppError if all items fail together: REQUEST_PAYLOAD_INVALID, VALIDATION_FAILED,
 * INVALID_PARAMETER, AUTHENTICATION_REQUIRED, ACCESS_DENIED, RESOURCE_NOT_FOUND,
 * RESOURCE_VERSION_REQUIRED, STALE_RESOURCE_VERSION, RESOURCE_STATE_BLOCKED,
 * DATA_INTEGRITY_VIOLATION, BUSINESS_RULE_VIOLATION; and IDEMPOTENCY_CONFLICT,
 * IDEMPOTENCY_IN_PROGRESS
 */
export const performBatch = (
  call: WriteContext,
  request: BatchRequest,
  isMinimal: boolean,
  toResponse: (results: BatchResults) => StoredResponse,
  idempotency: IdempotentRequest | undefined,
): Promise<Outcome> => {
  const { items, atomicity } = request
  const { writes, failures } = readItems(call, items)
  if (atomicity === 'ATOMIC' && failures.size > 0) throw refusalOfAll(failures)
  return once(call, idempotency, undefined, async (work) => {
    // If the key is taken, no item is to blame.
    await work.transaction.flush()
    const batch = new Batch(work, { atomicity, count: items.length }, isMinimal)
    batch.fail(failures)
    const results = await batch.run(writes)
    // The records of the response. A record that a hook deleted again must not fail a replay.
    const recordIds = results.items.flatMap((result) =>
      'id' in result && (isMinimal || result.row) ? [result.id] : [],
    )
    return { ...toResponse(results), recordIds }
  })
}

/**
 * Performs items in a transaction that is open, each by itself. The results have no records, and
 * are in the order of the items.
 *
 * @param locked the records of the items, by id
 */
export const performItems = async (
  work: Work,
  items: BatchRequest['items'],
  locked: ReadonlyMap<string, LockedRecord>,
): Promise<readonly ItemResult[]> => {
  const { writes, failures } = readItems(work.call, items)
  const batch = new Batch(work, { atomicity: 'PER_ITEM', count: items.length }, true)
  batch.fail(failures)
  return (await batch.run(writes, locked)).items
}

class Batch {
  /** By the places of their items. */
  readonly #results: ItemResult[]
  #writingAttempts = 0
  #failedAttempts = 0
  /** Places of items that may refer to items which are written later. */
  #referring: ReadonlySet<number> | undefined
  /** Failures that may end when later items are written. */
  #postponed = new Map<number, AppError>()

  constructor(
    readonly work: Work,
    readonly request: Pick<BatchRequest, 'atomicity'> & { readonly count: number },
    readonly isMinimal: boolean,
  ) {
    this.#results = new Array(request.count)
  }

  /** @throws AppError with all failures, if the batch is all or nothing */
  fail(failures: Failures): void {
    if (this.request.atomicity === 'ATOMIC' && failures.size > 0) throw refusalOfAll(failures)
    for (const [index, error] of failures) {
      reportUnexplained(this.work.call, error)
      this.#results[index] = { error }
    }
  }

  /** @param locked undefined if the records of the items are not locked yet */
  async run(
    writes: readonly BatchWrite[],
    locked?: ReadonlyMap<string, LockedRecord>,
  ): Promise<BatchResults> {
    // All at once, in the order of their keys, so that two batches never deadlock on them.
    const records = locked ?? (await this.#lock(writes))
    const allowed = await this.#withSameLists(this.#withoutRefused(writes, records))
    if (this.work.call.resource.beforeWrite) {
      for (const write of allowed) {
        await this.#attempt([write], records, () =>
          writeOne(this.work, write, records, this.isMinimal),
        )
      }
    } else {
      await this.#writeAll(allowed, records)
    }
    return this.#finish()
  }

  /** Writes the set, and then again what may refer to items that were written after it. */
  async #writeAll(
    writes: readonly BatchWrite[],
    records: ReadonlyMap<string, LockedRecord>,
  ): Promise<void> {
    await this.#write(writes, records)
    const postponed = this.#postponed
    if (postponed.size === 0) return
    if (postponed.size === writes.length) return this.fail(postponed)
    this.#postponed = new Map()
    const again = writes.filter(({ index }) => postponed.has(index))
    const current = await this.#lock(again)
    await this.#writeAll(this.#withoutRefused(again, current), current)
  }

  #failOrPostpone(failures: Failures): void {
    const final = new Map<number, AppError>()
    for (const [index, error] of failures) {
      const isOpen = this.#referring?.has(index) && error.code === 'DATA_INTEGRITY_VIOLATION'
      ;(isOpen ? this.#postponed : final).set(index, error)
    }
    this.fail(final)
  }

  #lock(writes: readonly BatchWrite[]): Promise<ReadonlyMap<string, LockedRecord>> {
    const ids = writes.flatMap(({ record }) => record?.id ?? [])
    if (ids.length === 0) return Promise.resolve(new Map())
    return lockRecords(this.work, ids, 'no key update')
  }

  /** Refuses items that the caller may not perform on the records as they are. */
  #withoutRefused(
    writes: readonly BatchWrite[],
    records: ReadonlyMap<string, LockedRecord>,
  ): readonly BatchWrite[] {
    return checks.reduce((open: readonly BatchWrite[], check) => {
      const failures = new Map<number, AppError>()
      for (const write of open) {
        const error = check(this.work, write, write.record && records.get(write.record.id))
        if (error) failures.set(write.index, error)
      }
      this.fail(failures)
      return failures.size === 0 ? open : open.filter(({ index }) => !failures.has(index))
    }, writes)
  }

  /** Refuses items that send other lists of records than the stored ones. */
  async #withSameLists(writes: readonly BatchWrite[]): Promise<readonly BatchWrite[]> {
    const records = writes.map(({ record, values: { lists, copiedId } }) => ({
      id: record?.id ?? copiedId,
      lists,
    }))
    const failures = new Map<number, AppError>()
    for (const [at, error] of (await changedLists(this.work, records)).entries()) {
      if (error) failures.set(writes[at]!.index, ofData(error))
    }
    this.fail(failures)
    return failures.size === 0 ? writes : writes.filter(({ index }) => !failures.has(index))
  }

  async #write(
    writes: readonly BatchWrite[],
    records: ReadonlyMap<string, LockedRecord>,
  ): Promise<void> {
    if (writes.length === 0) return
    const limit = this.work.call.settings['platform.batch.max-failed-attempts']
    if (this.#failedAttempts >= limit) {
      const stopped = new AppError(problem('batchStopped', { limit }))
      return this.fail(new Map(writes.map(({ index }) => [index, stopped])))
    }
    const rest = await this.#attempt(writes, records, (each) =>
      writeMany(this.work, each, records, this.isMinimal),
    )
    if (rest.length > 0) this.#referring ??= referringWithin(this.work.call.resource, writes)
    const middle = rest.length === writes.length ? Math.ceil(rest.length / 2) : rest.length
    for (const part of [rest.slice(0, middle), rest.slice(middle)]) {
      if (part.length === 0) continue
      // Triggers of earlier items may have changed the records.
      const current = await this.#lock(part)
      await this.#write(this.#withoutRefused(part, current), current)
    }
  }

  /** Returns the items that are to be tried again; those that fail are undone and recorded. */
  async #attempt(
    writes: readonly BatchWrite[],
    records: ReadonlyMap<string, LockedRecord>,
    write: (writes: readonly BatchWrite[]) => Promise<Attempt>,
  ): Promise<readonly BatchWrite[]> {
    const { work } = this
    const savepoint = setItemSavepoint(work)
    let attempt: Attempt
    try {
      attempt = await write(writes)
      await finishWrites(work)
      // What failed is undone; its rules would hide why.
      if (!('failures' in attempt)) await checkRules(work)
    } catch (error) {
      await awaitWrites(work)
      if (!isOfItem(error)) throw error
      savepoint.undo()
      const [first, second] = writes
      const failures: Failures = second
        ? await failuresLike(error, work, writes, records)
        : new Map([[first!.index, await explain(work, first!, error)]])
      return this.#withoutFailed(writes, failures)
    }
    if ('failures' in attempt) {
      savepoint.undo()
      return this.#withoutFailed(writes, attempt.failures)
    }
    savepoint.release()
    this.#writingAttempts++
    for (const [index, result] of attempt.results) this.#results[index] = result
    return []
  }

  /** After an attempt that was undone. */
  #withoutFailed(writes: readonly BatchWrite[], failures: Failures): readonly BatchWrite[] {
    this.#failedAttempts++
    this.#failOrPostpone(failures)
    return writes.filter(({ index }) => !failures.has(index))
  }

  async #finish(): Promise<BatchResults> {
    const results = this.#results
    const rows = results.flatMap((result) => ('row' in result && result.row ? [result.row] : []))
    if (rows.length === 0) {
      return { items: results, datasetVersion: await readDatasetVersion(this.work) }
    }
    if (this.#writingAttempts === 1) {
      return { items: results, datasetVersion: rows[0]!.datasetVersion }
    }
    // Later items may have changed earlier records; all are shown as of one moment.
    const { primaryKey } = this.work.call.resource.entity
    const ids = rows.map(({ id }) => canonicalText(primaryKey, id))
    const now = await readWritten(this.work, ids)
    const found = byId(now, this.work)
    const items = results.map((result): ItemResult => {
      if ('error' in result) return result
      const { id, version } = result
      const row = found.get(canonicalText(primaryKey, id))
      // A hook of a later item may have deleted the record, or made it invisible.
      return row ? { id: row.id, version: row.version, row } : { id, version }
    })
    return { items, datasetVersion: now.datasetVersion }
  }
}

type Check = (
  work: Work,
  write: BatchWrite,
  record: LockedRecord | undefined,
) => AppError | undefined

/** Each check runs for all items before the next one: errors of an earlier check come first. */
const checks: readonly Check[] = [
  (_work, write, record) => (write.record && !record ? recordNotFound() : undefined),
  ({ call: { resource } }, { record: named }, record) => {
    if (!named || !record) return undefined
    if (named.precondition.isMissing) return new AppError(problem('batchVersionRequired'))
    return errorOf(() => checkVersion(resource, record, named.precondition))
  },
  ({ call: { resource, principal } }, { operation }, record) =>
    refusalOf({ resource, operation, principal, record }),
]

/** Names the members that broke a constraint. */
const explain = async (
  work: Work,
  { shape, values, record }: BatchWrite,
  error: AppError,
): Promise<AppError> => {
  const { resource } = work.call
  if (mayLackReference(error, resource)) {
    const previous =
      (record && (await lockRecords(work, [record.id], 'no key update')).get(record.id)) ?? {}
    const missing = await explainReferences(resource, { shape, values, previous }, work.transaction)
    if (missing) return ofData(missing)
  }
  return ofData(blame(error, work.call, shape) as AppError)
}
