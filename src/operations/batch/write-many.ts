/**
 * Writes the items of a batch as sets: one statement for all records that get values for the same
 * columns.
 */
import type { AppError } from '../../foundation/errors/app-error.js'
import { groupBy } from '../../foundation/sequences/group-by.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import type { ColumnModel, ToManyModel } from '../../model/types/entity-model.js'
import { isRestricted } from '../../query/rows/row-access.js'
import type { RecordSet } from '../../query/rows/select.js'
import { sql } from '../../query/sql/sql.js'
import {
  insertManyStatement,
  linkManyStatements,
  type RecordLinks,
  type UpdatedRows,
  updateManyStatement,
} from '../../query/statements/batch-statements.js'
import { visibleIdsStatement } from '../../query/statements/lock-statements.js'
import { recordedUpdate } from '../../query/statements/record-changes.js'
import { recordsStatement } from '../../query/statements/record-statements.js'
import { hasColumns, writtenColumns } from '../../query/statements/write-statements.js'
import type { WrittenKey } from '../../query/statements/written-keys.js'
import { type RecordRow, recordNotFound } from '../read/read.js'
import { settled } from '../work/deferred-triggers.js'
import type { Work } from '../work/work.js'
import { checkKey } from '../write/kept-key.js'
import { type LockedRecord, lockRecords } from '../write/locked-records.js'
import { lostRecord } from '../write/read-back.js'
import type { LinkedIds } from '../write/read-body.js'
import { writeStrategyOf } from '../write/write-strategies.js'
import { errorOf, type Failures, type ItemResult, type ItemWrite, ofData } from './batch-items.js'
import { checksOf } from './batch-references.js'

/** Items that cannot be written, or what became of all of them. */
export type Attempt =
  | { readonly failures: Failures }
  | { readonly results: readonly (readonly [index: number, result: ItemResult])[] }

/** Resources without hooks only. What it wrote before a failure must be undone. */
export const writeMany = async (
  work: Work,
  writes: readonly ItemWrite[],
  records: ReadonlyMap<string, LockedRecord>,
  isMinimal: boolean,
): Promise<Attempt> => {
  const references = checksOf(work, writes, records)
  const changedKeys = keyFailures(work, writes)
  const missing = changedKeys.size > 0 ? changedKeys : await references.before()
  if (missing.size > 0) return { failures: missing }
  const keys = new Map<number, WrittenKey>()
  // The first item decides, because one of the kinds may depend on the other.
  for (const [write, items] of groupBy(writes, ({ record }) => (record ? updateAll : insertAll))) {
    await write(work, items, keys, records)
  }
  const lost = writes.filter(({ index }) => !keys.has(index))
  if (lost.length > 0) return { failures: failAll(lost, recordNotFound()) }
  deferLinks(work, writes, keys)
  for (const statement of settled(work.call)) work.transaction.defer(statement)
  await work.transaction.flush()
  const unlinked = await references.after()
  if (unlinked.size > 0) return { failures: unlinked }
  return confirm(work, writes, keys, isMinimal)
}

const failAll = (writes: readonly ItemWrite[], error: AppError): Failures =>
  new Map(writes.map(({ index }) => [index, error]))

const keyFailures = ({ call: { resource } }: Work, writes: readonly ItemWrite[]): Failures => {
  const failures = new Map<number, AppError>()
  for (const { index, record, shape, values } of writes) {
    const error =
      record && errorOf(() => checkKey(resource.entity, record.id, values.assignments, shape))
    if (error) failures.set(index, ofData(error))
  }
  return failures
}

/** Items that write the same columns. */
interface Group extends UpdatedRows {
  /** What the items assign, as they are recorded. */
  readonly assigned: readonly ColumnModel[]
  readonly links: readonly string[]
  readonly items: ItemWrite[]
  readonly rows: (readonly (string | null)[])[]
}

const byColumns = (items: readonly ItemWrite[]): readonly Group[] => {
  const groups = new Map<string, Group>()
  let last: Group | undefined
  for (const item of items) {
    const { assignments } = item.values
    // Most items have the columns of the one before, in the same order.
    if (last && isLike(last, item)) {
      last.items.push(item)
      last.rows.push(assignments.map(({ value }) => value))
      continue
    }
    const links = item.values.links.map(({ relation }) => relation.field)
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

const isLike = ({ columns, links, kept }: Group, { values }: ItemWrite): boolean =>
  hasColumns(columns, values.assignments) &&
  values.assignments.every(({ column, keeps = false }) => keeps === kept.has(column.column)) &&
  hasLinks(links, values.links)

const hasLinks = (fields: readonly string[], links: readonly LinkedIds[]): boolean =>
  links.length === fields.length &&
  links.every(({ relation }, index) => relation.field === fields[index])

const fieldsOf = ({ assigned, links }: Group): readonly string[] => [
  ...assigned.map(({ field }) => field),
  ...links,
]

const idsOf = (keys: readonly WrittenKey[]): readonly string[] => keys.map(({ id }) => id)

const insertAll = async (
  work: Work,
  items: readonly ItemWrite[],
  keys: Map<number, WrittenKey>,
): Promise<void> => {
  const { resource } = work.call
  const strategy = writeStrategyOf(work.call)
  for (const group of byColumns(items)) {
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
  keys: Map<number, WrittenKey>,
  records: ReadonlyMap<string, LockedRecord>,
): Promise<void> => {
  const { resource } = work.call
  const { primaryKey } = resource.entity
  const strategy = writeStrategyOf(work.call)
  const changes = groupBy(
    items,
    ({ values }) => values.assignments.length + values.links.length > 0,
  )
  // An item that changes nothing writes nothing, like an update of one record.
  for (const { index, record } of changes.get(false) ?? []) {
    const { id } = record!
    keys.set(index, { id, version: versionIn(work, records.get(id)!) })
  }
  for (const group of byColumns(changes.get(true) ?? [])) {
    const ids = group.items.map(({ record }) => record!.id)
    // Comparing the links of all items would cost more than writing them.
    const links = group.links.map((field) => ({ field, differ: sql`true` }))
    const updated = await strategy.writeSet(work, {
      operation: 'update',
      fields: fieldsOf(group),
      recorded: (recording) =>
        recordedUpdate(recording, resource.entity, group.assigned, links, 't'),
      toStatement: (recorded) => updateManyStatement(resource, ids, group, recorded),
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

/** Reads what was written, or checks at least that the caller sees it. */
const confirm = async (
  work: Work,
  writes: readonly ItemWrite[],
  keys: ReadonlyMap<number, WrittenKey>,
  isMinimal: boolean,
): Promise<Attempt> => {
  const { resource } = work.call
  const { primaryKey } = resource.entity
  const ids = writes.map(({ index }) => canonicalText(primaryKey, keys.get(index)!.id))
  const written = { resource, writes, keys, ids }
  // The results are not assigned to variables: V8 keeps variables that a closure uses for as long
  // as the waiting function.
  return isMinimal
    ? outcomeOf(written, await visibleOf(work, ids))
    : outcomeOf(written, byId(await readWritten(work, ids), work))
}

interface Written extends Pick<Work['call'], 'resource'> {
  readonly writes: readonly ItemWrite[]
  readonly keys: ReadonlyMap<number, WrittenKey>
  /** Ids of the written records, in the order of the writes. */
  readonly ids: readonly string[]
}

/** @param visible the records that the caller sees: their ids, or rows by id */
const outcomeOf = (
  { resource, writes, keys, ids }: Written,
  visible: ReadonlySet<string> | ReadonlyMap<string, RecordRow>,
): Attempt => {
  const lost = writes.filter((_, at) => !visible.has(ids[at]!))
  if (lost.length > 0) return { failures: failAll(lost, lostRecord(resource)) }
  const results = writes.map(({ index }, at) => {
    const row = 'get' in visible ? visible.get(ids[at]!) : undefined
    return [index, row ? { id: row.id, version: row.version, row } : keys.get(index)!] as const
  })
  return { results }
}

const visibleOf = async (
  { call: { resource }, transaction }: Work,
  ids: readonly string[],
): Promise<ReadonlySet<string>> =>
  isRestricted(resource, resource.entity)
    ? transaction.run(visibleIdsStatement(resource, ids))
    : new Set(ids)

/** Reads records that were written, with the dataset version afterwards. */
export const readWritten = (
  { call: { resource }, transaction }: Work,
  ids: readonly string[],
): Promise<RecordSet<RecordRow>> =>
  transaction.run(recordsStatement(resource, ids, resource.prepared.selection()))

/** Records by id. */
export const byId = (
  { rows }: RecordSet<RecordRow>,
  { call: { resource } }: Work,
): ReadonlyMap<string, RecordRow> =>
  new Map(rows.map((row) => [canonicalText(resource.entity.primaryKey, row.id), row] as const))
