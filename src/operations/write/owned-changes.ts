/**
 * Writes what changes of the lists of owned rows: one statement for each table and kind of write,
 * however many items there are.
 */
import { refusalOf } from '../../access/availability.js'
import { AppError, type Problem } from '../../foundation/errors/app-error.js'
import { groupBy } from '../../foundation/sequences/group-by.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import type { Ownership, OwningRelation } from '../../model/types/entity-model.js'
import { isRestricted } from '../../query/rows/row-access.js'
import { visibleIdsStatement } from '../../query/statements/lock-statements.js'
import type { WrittenKey } from '../../query/statements/written-keys.js'
import { isOfItem, setItemSavepoint } from '../work/item-savepoint.js'
import type { Work } from '../work/work.js'
import { brokenAmong } from '../work/written-records.js'
import { failuresLike } from './alike-failures.js'
import { runBeforeWrite } from './before-write.js'
import { withFilled } from './filled-columns.js'
import {
  type Failures,
  failAll,
  type ItemWrite,
  noFailures,
  type WriteSets,
  within,
} from './item-write.js'
import type { LockedRecord } from './locked-records.js'
import { blame } from './own-fields.js'
import { lostRecord } from './read-back.js'
import { removeRows } from './remove-record.js'
import type { OwnedItem, WriteValues } from './write-values.js'

/** Rows by id, in the order of their list. */
export type Records = ReadonlyMap<string, LockedRecord>

/** What changes of the list of one record. */
export interface OwnerChanges {
  readonly owner: ItemWrite
  readonly name: string
  readonly items: readonly OwnedItem[]
  readonly removed: Records
  readonly stored: Records
}

/** The lists of one relation, for all records of a set. */
export class ListChanges {
  /** The name of the relation. */
  readonly field: string
  readonly #work: Work
  readonly #ownership: Ownership
  readonly #changes: readonly OwnerChanges[]
  readonly #stored: Records

  constructor(work: Work, { field, owned }: OwningRelation, changes: readonly OwnerChanges[]) {
    this.field = field
    this.#work = work
    this.#ownership = owned
    this.#changes = changes
    this.#stored = new Map(changes.flatMap(({ stored }) => [...stored]))
  }

  /** Whether the list of the record at this place changes. */
  changes(index: number): boolean {
    return this.#changes.some(
      ({ owner, items, removed }) => owner.index === index && items.length + removed.size > 0,
    )
  }

  /** @param owners the keys of the records */
  async write(owners: ReadonlyMap<number, WrittenKey>, writeSets: WriteSets): Promise<Failures> {
    const refused = await this.#remove()
    if (refused.size > 0) return refused
    const { writes, byPlace, failures } = await this.#itemWrites(owners)
    if (failures.size > 0 || writes.length === 0) return this.#ofOwners(failures, byPlace)
    return this.#ofOwners(await this.#attempt(writes, writeSets), byPlace)
  }

  /** Rows that are removed come first: their unique values are free for others. */
  async #remove(): Promise<Failures> {
    const removed: Records = new Map(this.#changes.flatMap((each) => [...each.removed]))
    if (removed.size === 0) return noFailures
    for (const { owner, name, removed: rows } of this.#changes) {
      const refusal = [...rows.values()]
        .map((row) => this.#refusal('delete', row))
        .find((error) => error !== undefined)
      if (refusal) return new Map([[owner.index, withTarget(`${owner.place}${name}`, refusal)]])
    }
    try {
      await removeRows(this.#work, [...removed.keys()], removed)
    } catch (error) {
      const [first] = this.#changes.filter((each) => each.removed.size > 0)
      // Who catches it adds the place of the record.
      if (isOfItem(error)) throw withTarget(first!.name, error)
      throw error
    }
    return noFailures
  }

  /** The items of all owners as one set, after their hooks. */
  async #itemWrites(owners: ReadonlyMap<number, WrittenKey>) {
    const writes: ItemWrite[] = []
    const byPlace = new Map<number, ItemWrite>()
    const failures = new Map<number, AppError>()
    for (const { owner, items } of this.#changes) {
      const { key } = this.#ownership.owner
      const ofOwner = { column: key, value: owners.get(owner.index)!.id }
      for (const { id, shape, values: sent, place } of items) {
        const index = byPlace.size
        byPlace.set(index, owner)
        const row = id === undefined ? undefined : this.#stored.get(id)
        const operation = row ? 'update' : 'create'
        const refusal = this.#refusal(operation, row)
        if (refusal) {
          failures.set(index, withTarget(place.slice(0, -1), refusal))
          continue
        }
        const filled = row ? sent : withFilled(this.#work.call, sent)
        const hooked = await this.#hooked(operation, row, filled)
        if (hooked instanceof AppError) {
          failures.set(index, withTarget(place.slice(0, -1), within(place, hooked)))
          continue
        }
        const values = row ? hooked : { ...hooked, assignments: [ofOwner, ...hooked.assignments] }
        const record = id === undefined ? undefined : { id }
        writes.push({ index, record, shape, values, owner: key, place })
      }
    }
    // Like removed rows, changed ones may give up values that new rows take.
    const changedFirst = writes.toSorted((a, b) => Number(!a.record) - Number(!b.record))
    return { writes: changedFirst, byPlace, failures }
  }

  /** The values of an item after its hook, or why the hook refuses it. */
  async #hooked(
    operation: 'create' | 'update',
    row: LockedRecord | undefined,
    values: WriteValues,
  ): Promise<WriteValues | AppError> {
    try {
      return await runBeforeWrite(this.#work, { id: operation }, row, values)
    } catch (error) {
      if (isOfItem(error)) return error
      throw error
    }
  }

  #refusal(name: string, record: LockedRecord | undefined): AppError | undefined {
    const { resource, principal } = this.#work.call
    const operation = resource.operations.find((each) => each.name === name)
    return operation && refusalOf({ resource, operation, principal, record })
  }

  async #attempt(writes: readonly ItemWrite[], writeSets: WriteSets): Promise<Failures> {
    const work = this.#work
    const savepoint = setItemSavepoint(work)
    try {
      const outcome = await writeSets(work, writes, this.#stored)
      if ('failures' in outcome) {
        // An open savepoint would hide the one of the record, which has the same name.
        savepoint.undo()
        return outcome.failures
      }
      savepoint.release()
      const broken = await this.#broken(writes, outcome.keys)
      return broken.size > 0 ? broken : await this.#hidden(writes, outcome.keys)
    } catch (error) {
      if (!isOfItem(error)) throw error
      savepoint.undo()
      const alike = await failuresLike(error, work, writes, this.#stored)
      if (alike.size > 0) return alike
      const item = await this.#failing(writes, writeSets)
      const explained = blame(error, work.call, item.shape) as AppError
      return new Map([[item.index, within(item.place, explained)]])
    }
  }

  /** Finds an item that fails by writing halves. Everything is undone again. */
  async #failing(writes: readonly ItemWrite[], writeSets: WriteSets): Promise<ItemWrite> {
    const savepoint = setItemSavepoint(this.#work)
    const failing = await this.#failingAmong(writes, writeSets)
    savepoint.undo()
    return failing
  }

  /** A half that can be written stays: those after it may take values that it gives up. */
  async #failingAmong(writes: readonly ItemWrite[], writeSets: WriteSets): Promise<ItemWrite> {
    const [first] = writes
    if (writes.length === 1) return first!
    const middle = Math.ceil(writes.length / 2)
    const half = writes.slice(0, middle)
    const savepoint = setItemSavepoint(this.#work)
    const isWritten = await writeSets(this.#work, half, this.#stored).then(
      (outcome) => 'keys' in outcome,
      (error) => {
        if (!isOfItem(error)) throw error
        return false
      },
    )
    if (isWritten) savepoint.release()
    else savepoint.undo()
    return this.#failingAmong(isWritten ? writes.slice(middle) : half, writeSets)
  }

  /** Items that break rules of their resource. */
  async #broken(
    writes: readonly ItemWrite[],
    keys: ReadonlyMap<number, WrittenKey>,
  ): Promise<Failures> {
    const { call, transaction } = this.#work
    const { primaryKey } = call.resource.entity
    const ids = new Map(
      writes.map((write) => [canonicalText(primaryKey, keys.get(write.index)!.id), write]),
    )
    const written = [...ids].map(([id, { record }]) => ({
      resource: call.resource,
      ids: [id],
      isNew: record === undefined,
    }))
    const broken = await brokenAmong(transaction, written)
    return new Map(
      [...broken].map(([id, error]) => {
        const { index, place } = ids.get(id)!
        return [index, withTarget(place.slice(0, -1), within(place, error))]
      }),
    )
  }

  /** Items that the caller may not see once they are written. */
  async #hidden(
    writes: readonly ItemWrite[],
    keys: ReadonlyMap<number, WrittenKey>,
  ): Promise<Failures> {
    const { call, transaction } = this.#work
    const { resource } = call
    if (!isRestricted(resource, resource.entity)) return noFailures
    const { primaryKey } = resource.entity
    const idOf = ({ index }: ItemWrite) => canonicalText(primaryKey, keys.get(index)!.id)
    const visible = await transaction.run(visibleIdsStatement(resource, writes.map(idOf)))
    const hidden = writes.filter((write) => !visible.has(idOf(write)))
    return failAll(hidden, lostRecord(resource))
  }

  /** A value that is taken within its list is not the fault of the reference to the owner. */
  #ofMembers(problems: readonly Problem[]): readonly Problem[] {
    const { owner, position } = this.#ownership
    const filled = [owner, position].map((each) => each?.field)
    const ofMembers = problems.filter(
      ({ target = '' }) => !filled.includes(target.slice(target.lastIndexOf('.') + 1)),
    )
    return ofMembers.length > 0 ? ofMembers : problems
  }

  /** Errors of items as errors of the records that own them. */
  #ofOwners(failures: Failures, byPlace: ReadonlyMap<number, ItemWrite>): Failures {
    const inOrder = [...failures].sort(([a], [b]) => a - b)
    const ofOwners = groupBy(inOrder, ([index]) => byPlace.get(index)!)
    return new Map(
      [...ofOwners].map(([owner, errors]) => {
        const [, first] = errors[0]!
        const problems = this.#ofMembers(errors.flatMap(([, error]) => error.problems))
        const all = new AppError(problems, { headers: first.headers, cause: first })
        return [owner.index, within(owner.place, all)]
      }),
    )
  }
}

/** An error about an item or a list as a whole. */
const withTarget = (target: string, error: AppError): AppError =>
  new AppError(
    error.problems.map((each) => ({ ...each, target: each.target ?? target })),
    { headers: error.headers, cause: error },
  )
