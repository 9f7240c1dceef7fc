/**
 * Writes records as sets: one statement for all records that get values for the same columns. The
 * rows that they own are sets of their own, and are written after them in the same way.
 */
import type { AppError } from '../../foundation/errors/app-error.js'
import { groupBy } from '../../foundation/sequences/group-by.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import type { ColumnModel, ToManyModel } from '../../model/types/entity-model.js'
import { sql } from '../../query/sql/sql.js'
import {
  insertManyStatement,
  linkManyStatements,
  type RecordLinks,
  type UpdatedRows,
  updateManyStatement,
} from '../../query/statements/batch-statements.js'
import { recordedUpdate } from '../../query/statements/record-changes.js'
import { hasColumns, writtenColumns } from '../../query/statements/write-statements.js'
import type { WrittenKey } from '../../query/statements/written-keys.js'
import { recordNotFound } from '../read/read.js'
import { settled } from '../work/deferred-triggers.js'
import type { Work } from '../work/work.js'
import {
  errorOf,
  type Failures,
  failAll,
  type ItemWrite,
  type WriteSets,
  within,
} from './item-write.js'
import { checkKey } from './kept-key.js'
import { type LockedRecord, lockRecords } from './locked-records.js'
import type { ListChanges } from './owned-changes.js'
import { planLists } from './owned-plan.js'
import { checksOf } from './set-references.js'
import { writeStrategyOf } from './write-strategies.js'
import type { LinkedIds } from './write-values.js'

/** What it wrote before a failure must be undone. No hooks of the records run. */
export const writeSets: WriteSets = async (work, writes, records) => {
  const references = checksOf(work, writes, records)
  const changedKeys = keyFailures(work, writes)
  const missing = changedKeys.size > 0 ? changedKeys : await references.before()
  if (missing.size > 0) return { failures: missing }
  const lists = await planLists(work, writes)
  if (lists.failures.size > 0) return lists
  const keys = new Map<number, WrittenKey>()
  // The first item decides, because one of the kinds may depend on the other.
  for (const [write, items] of groupBy(writes, ({ record }) => (record ? updateAll : insertAll))) {
    await write(work, items, lists.plans, keys, records)
  }
  const lost = writes.filter(({ index }) => !keys.has(index))
  if (lost.length > 0) return { failures: failAll(lost, recordNotFound()) }
  deferLinks(work, writes, keys)
  for (const plan of lists.plans) {
    const failures = await plan.write(keys, writeSets)
    if (failures.size > 0) return { failures }
  }
  for (const statement of settled(work.call)) work.transaction.defer(statement)
  await work.transaction.flush()
  const unlinked = await references.after()
  return unlinked.size > 0 ? { failures: unlinked } : { keys }
}

const keyFailures = ({ call: { resource } }: Work, writes: readonly ItemWrite[]): Failures => {
  const failures = new Map<number, AppError>()
  for (const { index, record, shape, values, place } of writes) {
    const error =
      record && errorOf(() => checkKey(resource.entity, record.id, values.assignments, shape))
    if (error) failures.set(index, within(place, error))
  }
  return failures
}

/** Items that write the same columns. */
interface Group extends UpdatedRows {
  /** What the items assign, as they are recorded. */
  readonly assigned: readonly ColumnModel[]
  /** Names of the links and lists that change. */
  readonly links: readonly string[]
  readonly items: ItemWrite[]
  readonly rows: (readonly (string | null)[])[]
}

const byColumns = (
  items: readonly ItemWrite[],
  plans: readonly ListChanges[],
): readonly Group[] => {
  const groups = new Map<string, Group>()
  let last: Group | undefined
  for (const item of items) {
    const { assignments } = item.values
    // Most items have the columns of the one before, in the same order.
    const lists = plans.filter((plan) => plan.changes(item.index)).map(({ field }) => field)
    if (last && isLike(last, item, lists)) {
      last.items.push(item)
      last.rows.push(assignments.map(({ value }) => value))
      continue
    }
    const links = [...item.values.links.map(({ relation }) => relation.field), ...lists]
    const written = writtenColumns(assignments)
    const parts = [...written.values()]
    const kept = new Set(parts.flatMap(({ part, keeps }) => (keeps ? [part.column] : [])))
    const key = JSON.stringify([[...written.keys()].sort(), [...kept].sort(), links])
    const columns = parts.map(({ part }) => part)
    const assigned = assignments.map(({ column }) => column)
    const group: Group = groups.get(key) ?? { columns, assigned, links, kept, items: [], rows: [] }
    groups.set(key, group)
    group.items.push(item)
    group.rows.push(group.columns.map(({ column }) => written.get(column)!.text))
    last = group
  }
  return [...groups.values()]
}

const isLike = (
  { columns, links, kept }: Group,
  { values }: ItemWrite,
  lists: readonly string[],
): boolean =>
  hasColumns(columns, values.assignments) &&
  values.assignments.every(({ column, keeps = false }) => keeps === kept.has(column.column)) &&
  hasLinks(links, values.links, lists)

const hasLinks = (
  fields: readonly string[],
  links: readonly LinkedIds[],
  lists: readonly string[],
): boolean =>
  links.length + lists.length === fields.length &&
  links.every(({ relation }, index) => relation.field === fields[index]) &&
  lists.every((field, index) => field === fields[links.length + index])

const fieldsOf = ({ assigned, links }: Group): readonly string[] => [
  ...assigned.map(({ field }) => field),
  ...links,
]

const idsOf = (keys: readonly WrittenKey[]): readonly string[] => keys.map(({ id }) => id)

const insertAll = async (
  work: Work,
  items: readonly ItemWrite[],
  plans: readonly ListChanges[],
  keys: Map<number, WrittenKey>,
): Promise<void> => {
  const { resource } = work.call
  const strategy = writeStrategyOf(work.call)
  for (const group of byColumns(items, plans)) {
    const fields = fieldsOf(group)
    const made = await strategy.insertSet(work, {
      rows: group.items.map(({ values }) => values.assignments),
      fields,
      toStatement: (recorded) => insertManyStatement(resource, group, recorded),
    })
    for (const [at, { index }] of group.items.entries()) keys.set(index, made[at]!)
  }
}

const updateAll = async (
  work: Work,
  items: readonly ItemWrite[],
  plans: readonly ListChanges[],
  keys: Map<number, WrittenKey>,
  records: ReadonlyMap<string, LockedRecord>,
): Promise<void> => {
  const { resource } = work.call
  const { primaryKey } = resource.entity
  const strategy = writeStrategyOf(work.call)
  const changes = groupBy(
    items,
    ({ index, values }) =>
      values.assignments.length + values.links.length > 0 ||
      plans.some((plan) => plan.changes(index)),
  )
  // An item that changes nothing writes nothing, like an update of one record.
  for (const { index, record } of changes.get(false) ?? []) {
    const { id } = record!
    keys.set(index, { id, version: versionIn(work, records.get(id)!) })
  }
  for (const group of byColumns(changes.get(true) ?? [], plans)) {
    const ids = group.items.map(({ record }) => record!.id)
    // Comparing the links of all items would cost more than writing them.
    const links = group.links.map((field) => ({ field, differ: sql`true` }))
    const updated = await strategy.writeSet(work, {
      operation: 'update',
      fields: fieldsOf(group),
      recorded: (recording) =>
        recordedUpdate(recording, resource.entity, group.assigned, links, 't'),
      toStatement: (recorded) => updateManyStatement(resource, ids, group, recorded),
      ids,
      idsOf,
    })
    const written = new Map(updated.map((key) => [canonicalText(primaryKey, key.id), key]))
    for (const { index, record } of group.items) {
      const key = written.get(record!.id)
      if (key) keys.set(index, key)
    }
    await addSkipped(work, group.items, keys)
  }
}

/** A trigger may skip an update, for example one that changes nothing: the record is what it is. */
const addSkipped = async (
  work: Work,
  items: readonly ItemWrite[],
  keys: Map<number, WrittenKey>,
): Promise<void> => {
  const skipped = items.filter(({ index }) => !keys.has(index))
  if (skipped.length === 0) return
  const ids = skipped.map(({ record }) => record!.id)
  const records = await lockRecords(work, ids, 'no key update')
  for (const { index, record } of skipped) {
    const { id } = record!
    const stored = records.get(id)
    if (stored) keys.set(index, { id, version: versionIn(work, stored) })
  }
}

const versionIn = (
  { call: { resource } }: Pick<Work, 'call'>,
  record: LockedRecord,
): string | null => {
  const { version } = resource.entity
  return version ? String(record[version.field]) : null
}

const deferLinks = (
  { call: { resource }, transaction }: Work,
  writes: readonly ItemWrite[],
  keys: ReadonlyMap<number, WrittenKey>,
): void => {
  const links = new Map<ToManyModel, RecordLinks[]>()
  for (const { index, values } of writes) {
    for (const { relation, ids } of values.links) {
      const ofRelation = links.get(relation) ?? []
      links.set(relation, ofRelation)
      ofRelation.push({ id: keys.get(index)!.id, ids })
    }
  }
  for (const [relation, records] of links) {
    for (const statement of linkManyStatements(resource, relation, records)) {
      transaction.defer(statement)
    }
  }
}
