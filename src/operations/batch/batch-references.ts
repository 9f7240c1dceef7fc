/** Checks the references of many records, with one statement for all tables that they refer to. */
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { groupBy } from '../../foundation/group-by.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import { missingReferencesStatement } from '../../query/statements/lock-statements.js'
import type { Work } from '../transaction/work.js'
import type { LockedRecord } from '../write/locked-records.js'
import { mayBeHidden, mayHideSome, type References, referencesOf } from '../write/references.js'
import type { Failures, ItemWrite } from './batch-items.js'

/** A reference of an item to one row. */
interface ItemReference {
  readonly index: number
  readonly name: string
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
  { call, transaction }: Work,
  writes: readonly ItemWrite[],
  records: ReadonlyMap<string, LockedRecord>,
): ReferenceChecks => {
  const { resource } = call
  const guarded = mayHideSome(resource)
    ? writes.flatMap((write) => guardedOf(call, write, records))
    : []
  const written = writtenKeys(resource, writes, guarded)
  const isWritten = ({ key, id }: ItemReference): boolean =>
    written.get(key)?.has(canonicalText(key, id)) ?? false
  const check = async (references: readonly ItemReference[]): Promise<Failures> => {
    if (references.length === 0) return new Map()
    const keys = [...groupBy(references, ({ key }) => key)].map(([key, all]) => ({
      key,
      ids: [...new Set(all.map(({ id }) => id))],
    }))
    const missing = await transaction.run(missingReferencesStatement(resource, keys))
    const lost = new Map(
      keys.map(({ key, ids }, at) => [key, new Set(ids.filter((_, id) => missing[at]!.has(id)))]),
    )
    return failuresOf(references.filter(({ key, id }) => lost.get(key)!.has(id)))
  }
  return {
    before: () => check(guarded.filter((reference) => !isWritten(reference))),
    after: () => check(guarded.filter(isWritten)),
  }
}

const guardedOf = (
  call: References,
  { index, shape, values, record }: ItemWrite,
  records: ReadonlyMap<string, LockedRecord>,
): readonly ItemReference[] => {
  const previous = record ? (records.get(record.id) ?? {}) : {}
  return referencesOf(call.resource, { shape, values, previous })
    .filter((reference) => mayBeHidden(call, reference))
    .flatMap(({ key, ids, name }) => ids.map((id) => ({ index, name, key, id })))
}

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
  const references = writes.flatMap(({ index, shape, values }) =>
    referencesOf(resource, { shape, values, previous: {} })
      .filter(({ key }) => key.entity === resource.entity)
      .flatMap(({ key, ids, name }) => ids.map((id) => ({ index, name, key, id }))),
  )
  const written = writtenKeys(resource, writes, references)
  const within = references.filter(({ key, id }) => written.get(key)!.has(canonicalText(key, id)))
  return new Set(within.map(({ index }) => index))
}

const failuresOf = (missing: readonly ItemReference[]): Failures => {
  const problems = new Map<number, Problem[]>()
  for (const { index, name } of missing) {
    const all = problems.get(index) ?? []
    problems.set(index, all)
    const target = `data.${name}`
    if (all.every((each) => each.target !== target)) {
      all.push({ ...problem('referenceMissing', { target: name }), target })
    }
  }
  return new Map([...problems].map(([index, all]) => [index, new AppError(all)]))
}
