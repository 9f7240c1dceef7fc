/** Writes the items of a batch as one set, and reads what was written. */
import { canonicalText } from '../../model/kinds/kinds.js'
import { isRestricted } from '../../query/rows/row-access.js'
import type { RecordSet } from '../../query/rows/select.js'
import { visibleIdsStatement } from '../../query/statements/lock-statements.js'
import { recordsStatement } from '../../query/statements/record-statements.js'
import type { WrittenKey } from '../../query/statements/written-keys.js'
import type { RecordRow } from '../read/read.js'
import type { Work } from '../work/work.js'
import { brokenRecords } from '../work/written-records.js'
import { type Failures, failAll } from '../write/item-write.js'
import type { LockedRecord } from '../write/locked-records.js'
import { touchOwners } from '../write/owners.js'
import { lostRecord } from '../write/read-back.js'
import { writeSets } from '../write/write-sets.js'
import { type BatchWrite, type ItemResult, ofData } from './batch-items.js'

/** Items that cannot be written, or what became of all of them. */
export type Attempt =
  | { readonly failures: Failures }
  | { readonly results: readonly (readonly [index: number, result: ItemResult])[] }

/** Resources without hooks only. What it wrote before a failure must be undone. */
export const writeMany = async (
  work: Work,
  writes: readonly BatchWrite[],
  records: ReadonlyMap<string, LockedRecord>,
  isMinimal: boolean,
): Promise<Attempt> => {
  await touchOwners(
    work,
    writes.map(({ values, record }) => ({ values, record: record && records.get(record.id) })),
  )
  const outcome = await writeSets(work, writes, records)
  if ('failures' in outcome) return outcome
  const broken = await brokenItems(work, writes, outcome.keys)
  return broken.size > 0 ? { failures: broken } : confirm(work, writes, outcome.keys, isMinimal)
}

/** The items whose records break rules. */
const brokenItems = async (
  work: Work,
  writes: readonly BatchWrite[],
  keys: ReadonlyMap<number, WrittenKey>,
): Promise<Failures> => {
  const { primaryKey } = work.call.resource.entity
  const broken = await brokenRecords(work)
  return new Map(
    writes.flatMap(({ index }) => {
      const error = broken.get(canonicalText(primaryKey, keys.get(index)!.id))
      return error ? [[index, ofData(error)] as const] : []
    }),
  )
}

/** Reads what was written, or checks at least that the caller sees it. */
const confirm = async (
  work: Work,
  writes: readonly BatchWrite[],
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
  readonly writes: readonly BatchWrite[]
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
