/** Checks the references of many records, with one statement for all tables that they refer to. */
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { groupBy } from '../../foundation/sequences/group-by.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import { missingReferencesStatement } from '../../query/statements/lock-statements.js'
import type { Work } from '../work/work.js'
import type { Failures, ItemWrite } from './item-write.js'
import type { LockedRecord } from './locked-records.js'
import { mayBeHidden, mayHideSome, type Reference, referencesOf } from './references.js'

/** A reference of an item to one row. */
interface ItemReference {
  readonly index: number
  readonly name: string
  /** See `ItemWrite`. */
  readonly place: string
  readonly key: ColumnModel
  readonly id: string
}

export interface ReferenceChecks {
  /** Before anything is written; see `checkReferences` of a single record. */
  before(): Promise<Failures>
  /** After it: references to keys that the items themselves write. */
  after(): Promise<Failures>
}

/** Checks the references that may lead to rows that are invisible to the caller. */
export const checksOf = (
  work: Work,
  writes: readonly ItemWrite[],
  records: ReadonlyMap<string, LockedRecord>,
): ReferenceChecks => {
  const { call } = work
  const guarded = mayHideSome(call.resource)
    ? itemReferences(call.resource, writes, records, (reference) => mayBeHidden(call, reference))
    : []
  return checksOfReferences(work, writes, guarded)
}

/** Items that refer to a row which does not exist, and which no item writes. */
export const missingReferences = (
  work: Work,
  writes: readonly ItemWrite[],
  records: ReadonlyMap<string, LockedRecord>,
): Promise<Failures> => {
  const references = itemReferences(work.call.resource, writes, records)
  return checksOfReferences(work, writes, references).before()
}

const checksOfReferences = (
  { call: { resource }, transaction }: Work,
  writes: readonly ItemWrite[],
  references: readonly ItemReference[],
): ReferenceChecks => {
  const written = writtenKeys(resource, writes, references)
  const isWritten = ({ key, id }: ItemReference): boolean =>
    written.get(key)?.has(canonicalText(key, id)) ?? false
  const check = async (checked: readonly ItemReference[]): Promise<Failures> => {
    if (checked.length === 0) return new Map()
    const keys = [...groupBy(checked, ({ key }) => key)].map(([key, all]) => ({
      key,
      ids: [...new Set(all.map(({ id }) => id))],
    }))
    const missing = await transaction.run(missingReferencesStatement(resource, keys))
    const lost = new Map(
      keys.map(({ key, ids }, at) => [key, new Set(ids.filter((_, id) => missing[at]!.has(id)))]),
    )
    return failuresOf(checked.filter(({ key, id }) => lost.get(key)!.has(id)))
  }
  return {
    before: () => check(references.filter((reference) => !isWritten(reference))),
    after: () => check(references.filter(isWritten)),
  }
}

const itemReferences = (
  resource: ResourceView,
  writes: readonly ItemWrite[],
  records: ReadonlyMap<string, LockedRecord>,
  isMeant: (reference: Reference) => boolean = () => true,
): readonly ItemReference[] =>
  writes.flatMap(({ index, place, shape, values, owner, record }) => {
    const previous = record ? (records.get(record.id) ?? {}) : {}
    return referencesOf(resource, { shape, values, previous, owner })
      .filter(isMeant)
      .flatMap(({ key, ids, name }) => ids.map((id) => ({ index, name, place, key, id })))
  })

/** The values that items write to the keys of their entity that others refer to. */
const writtenKeys = (
  { entity }: ResourceView,
  writes: readonly ItemWrite[],
  references: readonly ItemReference[],
): ReadonlyMap<ColumnModel, ReadonlySet<string>> => {
  const keys = references.flatMap(({ key }) => (key.entity === entity ? [key] : []))
  const valuesOf = (key: ColumnModel) =>
    writes.flatMap(({ values: { assignments } }) => {
      const value = assignments.find(({ column }) => column === key)?.value
      return value == null ? [] : [canonicalText(key, value)]
    })
  return new Map([...new Set(keys)].map((key) => [key, new Set(valuesOf(key))]))
}

/** Places of items that refer to keys which items of the batch write. */
export const referringWithin = (
  resource: ResourceView,
  writes: readonly ItemWrite[],
): ReadonlySet<number> => {
  const references = itemReferences(
    resource,
    writes,
    new Map(),
    ({ key }) => key.entity === resource.entity,
  )
  const written = writtenKeys(resource, writes, references)
  const within = references.filter(({ key, id }) => written.get(key)!.has(canonicalText(key, id)))
  return new Set(within.map(({ index }) => index))
}

const failuresOf = (missing: readonly ItemReference[]): Failures => {
  const problems = new Map<number, Problem[]>()
  for (const { index, name, place } of missing) {
    const all = problems.get(index) ?? []
    problems.set(index, all)
    const target = `${place}${name}`
    if (all.every((each) => each.target !== target)) {
      all.push({ ...problem('referenceMissing', { target: name }), target })
    }
  }
  return new Map([...problems].map(([index, all]) => [index, new AppError(all)]))
}
