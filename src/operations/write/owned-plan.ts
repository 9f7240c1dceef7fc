/**
 * Compares the lists of owned rows in a set of bodies with the stored rows: what of them is to be
 * written.
 */
import { isDeepStrictEqual } from 'node:util'
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { groupBy } from '../../foundation/sequences/group-by.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import { sentValueOf } from '../../model/stored-value.js'
import type { OwningRelation } from '../../model/types/entity-model.js'
import { lockOwnedStatement } from '../../query/statements/lock-statements.js'
import type { Assignment } from '../../query/statements/write-statements.js'
import type { Work } from '../work/work.js'
import { type Failures, type ItemWrite, within } from './item-write.js'
import { ListChanges, type OwnerChanges, type Records } from './owned-changes.js'
import { onItems } from './owned-items.js'
import type { OwnedItem, OwnedList } from './write-values.js'

const noRecords: Records = new Map()

/** Locks the stored rows of the lists, and finds what is to be written. */
export const planLists = async (
  work: Work,
  writes: readonly ItemWrite[],
): Promise<{ readonly plans: readonly ListChanges[]; readonly failures: Failures }> => {
  const lists = writes.flatMap((write) => write.values.owned.map((list) => ({ write, list })))
  const plans: ListChanges[] = []
  const failures = new Map<number, AppError>()
  for (const [relation, sent] of groupBy(lists, ({ list }) => list.member.relation)) {
    const items = onItems(work, relation.target)
    const stored = await storedRows(items, relation, sent)
    const innerChanges = await changedInside(
      items,
      sent.flatMap(({ list }) => list.items),
    )
    const changes = sent.map(({ write, list }) => {
      const ownerId = write.record?.id
      const rows = ownerId === undefined ? noRecords : (stored.get(ownerId) ?? noRecords)
      const wrong = foreignIds(list, rows)
      if (wrong.length > 0) failures.set(write.index, within(write.place, new AppError(wrong)))
      return changesOf(write, list, rows, innerChanges)
    })
    plans.push(new ListChanges(items, relation, changes))
  }
  return { plans, failures }
}

/** The rows of each owner, in the order of its list. */
const storedRows = async (
  { call: { resource }, transaction }: Work,
  { owned }: OwningRelation,
  sent: readonly { readonly write: ItemWrite }[],
): Promise<ReadonlyMap<string, Records>> => {
  const ownerIds = sent.flatMap(({ write }) => write.record?.id ?? [])
  if (ownerIds.length === 0) return new Map()
  const rows = await transaction.run(lockOwnedStatement(resource, owned, ownerIds))
  const { key, field, references } = owned.owner
  const byOwner = groupBy([...rows], ([, row]) => canonicalText(references, String(row[field])))
  return new Map(
    ownerIds.map((id) => [id, new Map(byOwner.get(canonicalText(key, id)) ?? [])] as const),
  )
}

/** The stored items whose own lists change: they are written even if their values stay. */
const changedInside = async (
  work: Work,
  items: readonly OwnedItem[],
): Promise<ReadonlySet<string>> => {
  const writes = items.flatMap(({ id, ...item }, index): readonly (ItemWrite & WithRecord)[] =>
    id === undefined || item.values.owned.length === 0 ? [] : [{ ...item, index, record: { id } }],
  )
  const { plans, failures } = await planLists(work, writes)
  // A list that is refused is refused again where it is written.
  const changed = writes.filter(
    ({ index }) => failures.has(index) || plans.some((plan) => plan.changes(index)),
  )
  return new Set(changed.map(({ record }) => record.id))
}

interface WithRecord {
  readonly record: { readonly id: string }
}

const foreignIds = ({ items, removed }: OwnedList, rows: Records): readonly Problem[] => {
  const named = [
    ...items.flatMap(({ id, place }) => (id === undefined ? [] : [{ id, target: `${place}id` }])),
    ...removed,
  ]
  return named
    .filter(({ id }) => !rows.has(id))
    .map(({ target }) => problem('itemNotOwned', { target }))
}

const changesOf = (
  owner: ItemWrite,
  list: OwnedList,
  stored: Records,
  innerChanges: ReadonlySet<string>,
): OwnerChanges => {
  const { member, items, keepsOthers } = list
  const { position } = member.relation.owned
  const named = new Set(items.map(({ id }) => id))
  const dropped = new Set(list.removed.map(({ id }) => id))
  const removed = new Map(
    [...stored].filter(([id]) => (keepsOthers ? dropped.has(id) : !named.has(id))),
  )
  const whole = keepsOthers ? wholeList(items, [...stored.keys()], removed) : items
  const placed = whole.map((item, at) =>
    position ? withAssignments(item, [{ column: position, value: String(at) }]) : item,
  )
  const changed = placed.filter((item) => differs(item, stored) || innerChanges.has(item.id ?? ''))
  return { owner, name: member.name, items: changed, removed, stored }
}

/** The stored rows with what was sent for them, then the items that are added. */
const wholeList = (
  items: readonly OwnedItem[],
  ids: readonly string[],
  removed: Records,
): readonly OwnedItem[] => {
  const named = new Map(items.map((item) => [item.id, item]))
  const kept = ids
    .filter((id) => !removed.has(id))
    .map((id): OwnedItem => named.get(id) ?? { id, ...unchanged })
  return [...kept, ...items.filter(({ id }) => id === undefined)]
}

const unchanged = {
  place: '',
  shape: { name: 'item', mode: 'intent', fields: new Map() },
  values: { assignments: [], links: [], owned: [], lists: [] },
} as const

const withAssignments = <Item extends Pick<OwnedItem, 'values'>>(
  item: Item,
  assignments: readonly Assignment[],
): Item => ({
  ...item,
  values: { ...item.values, assignments: [...item.values.assignments, ...assignments] },
})

/** An item that repeats its row is not written. */
const differs = ({ id, values }: OwnedItem, stored: Records): boolean => {
  const row = id === undefined ? undefined : stored.get(id)
  if (!row) return true
  return values.assignments.some(
    ({ column, value, keeps }) =>
      !keeps && !isDeepStrictEqual(sentValueOf(value, column), row[column.field]),
  )
}
