/**
 * Saves changes of fields. The current record is read first, and a change is sent only if the field
 * still has the value that the user saw, with the version that was read: what others have changed
 * meanwhile stays, and a change that is sent twice takes effect once.
 */
import type { BatchOutcome } from '../../../../src/wire/batch.js'
import type { Values } from '../../../controls/input-props.js'
import { isSame } from '../../../controls/unreadable.js'
import { allMembers, changedMembers, writtenValues } from '../../../forms/form-values.js'
import { type Choices, type Difference, differences, merge } from '../../../forms/merge.js'
import { placeErrors } from '../../../forms/server-errors.js'
import { service } from '../../../service/catalog.js'
import { forms } from '../../../service/connection.js'
import { type Id, type ResourceEntry, readItemCapabilities } from '../../../service/discovery.js'
import { createQueue } from '../../../service/queue.js'
import { type Row, readRecord, write } from '../../../service/records.js'
import type { Field } from '../../../service/shape.js'
import { t } from '../../../texts/translate.js'
import { describeForRecords } from '../../../ui/reasons.js'
import { describeRefusal } from '../../../ui/refusals.js'
import { fillPath } from '../../../workflow/interaction.js'
import {
  canWrite,
  chooseTarget,
  isWhole,
  openRecord,
  unseenField,
  type WriteTargets,
} from './targets.js'

/** New values of fields of a record. */
export interface RecordChange {
  readonly id: Id
  /** The row that the user saw. */
  readonly seen: Row
  readonly values: Values
}

export interface Saved {
  readonly isSaved: true
  readonly id: Id
  /** The record after the write. */
  readonly row: Row
  /** Values of the changed fields before the write. */
  readonly before: Values
  readonly dataVersion: string | undefined
}

export interface Refused {
  readonly isSaved: false
  readonly id: Id
  /** What is wrong with the change as a whole. */
  readonly message: string
  /** Messages by field. */
  readonly fields: Readonly<Record<string, string>>
}

export type Outcome = Saved | Refused

export interface SaveContext {
  readonly resource: ResourceEntry
  readonly targets: WriteTargets
  /** Asks which values to keep; undefined if the user gives up. */
  readonly ask: (found: readonly Difference[]) => Promise<Choices | undefined>
  /** Everything is checked, and nothing is written. */
  readonly isDryRun?: boolean
}

/** Reads a record and what its state allows, together. */
export const readCurrent = async (resource: ResourceEntry, id: Id) => {
  const [record, capabilities] = await Promise.all([
    readRecord(resource, id),
    readItemCapabilities(resource, id),
  ])
  if (!record.ok) return record
  if (!capabilities.ok) return capabilities
  const { surfaces } = capabilities.data
  const availabilities = new Map(surfaces.map(({ id, availability }) => [id, availability]))
  return { ...record, data: { row: record.data, availabilities } }
}

export type Reading = ReturnType<typeof readCurrent>

const refused = (id: Id, message: string, fields: Refused['fields'] = {}): Refused => ({
  ...{ isSaved: false, id, message, fields },
})

const refusedBy = (
  id: Id,
  errors: Parameters<typeof placeErrors>[0],
  fields: readonly Field[],
  description: string,
): Refused => {
  const placed = placeErrors(errors, fields)
  const named = Object.values(placed.fields)
  return refused(id, placed.others[0] ?? named[0] ?? description, placed.fields)
}

/** Returns the changed fields that have another value than the user saw and than they want. */
const conflictsOf = (
  fields: readonly Field[],
  { seen, values }: Pick<RecordChange, 'seen' | 'values'>,
  record: Values,
): readonly Difference[] => {
  const changed = fields.filter(({ name }) => name in values)
  const before = { ...record, ...seen }
  return differences(changed, before, values, record).filter(
    ({ changedBy }) => changedBy === 'both',
  )
}

/** @param reading the record that was read when the user began to edit */
export const saveRecord = async (
  { resource, targets, ask, isDryRun }: SaveContext,
  { id, seen, values }: RecordChange,
  reading: Reading = readCurrent(resource, id),
): Promise<Outcome> => {
  let wanted = values
  let base = seen
  const names = Object.keys(values)
  for (let current = await reading; ; current = await readCurrent(resource, id)) {
    if (!current.ok) return refused(id, describeRefusal(current.error))
    const { row, availabilities } = current.data
    const choice = chooseTarget(targets, names, row, availabilities)
    if ('obstacle' in choice) return refused(id, choice.obstacle)
    const { target, record } = choice
    const { surface, shape } = target
    const found = conflictsOf(shape.fields, { seen: base, values: wanted }, record)
    if (found.length > 0) {
      const choices = await ask(found)
      if (!choices) return refused(id, t('Somebody else changed this record'))
      wanted = merge(wanted, found, choices)
      base = record
    }
    const before = Object.fromEntries(names.map((name) => [name, record[name] ?? null]))
    const saved = { isSaved: true, id, before } as const
    if (isSame(before, wanted)) return { ...saved, row, dataVersion: current.dataVersion }
    const merged = { ...record, ...wanted }
    const result = await write({
      method: isWhole(target) ? 'PUT' : 'PATCH',
      path: tried(fillPath(surface.path, id), isDryRun),
      body: isWhole(target)
        ? allMembers(shape.fields, merged)
        : changedMembers(shape.fields, record, merged),
      ifMatch: current.etag,
    })
    if (result.ok) return { ...saved, row: result.data, dataVersion: result.dataVersion }
    if (result.error.code !== 'STALE_RESOURCE_VERSION') {
      return refusedBy(id, result.error.errors, shape.fields, describeRefusal(result.error))
    }
  }
}

/** Returns the path of a request that only tries what the other one does. */
const tried = (path: string, isDryRun = false): string => (isDryRun ? `${path}?dryRun=true` : path)

type OnProgress = (done: number) => void

/** Number of records that are read at a time. */
const readAtOnce = 4
/** Number of records in a request, if the service allows as many. */
const usualBatchSize = 200

/**
 * Saves changes of several records: in batches if the resource has them, otherwise one after
 * another. Each record succeeds or fails by itself.
 */
export const saveAll = async (
  context: SaveContext,
  changes: readonly RecordChange[],
  onProgress?: OnProgress,
): Promise<readonly Outcome[]> => {
  const { resource, targets } = context
  const whole = targets.find(isWhole)
  const names = new Set(changes.flatMap(({ values }) => Object.keys(values)))
  const isBatch =
    changes.length > 1 &&
    resource.canonicalOperations['batch'] === true &&
    whole !== undefined &&
    describeForRecords(whole.surface.availability) === '' &&
    [...names].every((name) => canWrite(whole, name))
  if (isBatch) return saveBatches(context, changes, onProgress)
  const outcomes: Outcome[] = []
  for (const change of changes) {
    outcomes.push(await saveRecord(context, change))
    onProgress?.(outcomes.length)
  }
  return outcomes
}

/** A change as the item of a batch, with what is needed to undo it. */
interface Item {
  readonly id: Id
  readonly before: Values
  readonly item: object
}

const saveBatches = async (
  context: SaveContext,
  changes: readonly RecordChange[],
  onProgress: OnProgress | undefined,
): Promise<readonly Outcome[]> => {
  const queue = createQueue(readAtOnce)
  const { batchItems = usualBatchSize } = service.value?.limits ?? {}
  const batchSize = Math.min(usualBatchSize, batchItems)
  const outcomes: Outcome[] = []
  for (let start = 0; start < changes.length; start += batchSize) {
    const part = changes.slice(start, start + batchSize)
    const read = await Promise.all(part.map((change) => queue(() => itemOf(context, change))))
    const items = read.filter((each): each is Item => 'item' in each)
    const sent = items.length > 0 ? await sendBatch(context, items) : []
    const byId = new Map(sent.map((outcome) => [outcome.id, outcome]))
    outcomes.push(...read.map((each) => ('item' in each ? byId.get(each.id)! : each)))
    onProgress?.(outcomes.length)
  }
  return outcomes
}

/** Returns an outcome for a record that needs no write, or cannot be written. */
const itemOf = async (
  { resource, targets }: SaveContext,
  { id, seen, values }: RecordChange,
): Promise<Item | Outcome> => {
  const { shape } = targets.find(isWhole)!
  const current = await readRecord(resource, id)
  if (!current.ok) return refused(id, describeRefusal(current.error))
  const record = writtenValues(shape.fields, current.data)
  const unseen = unseenField(shape, current.data)
  if (unseen) return refused(id, openRecord(unseen))
  const found = conflictsOf(shape.fields, { seen, values }, record)
  if (found.length > 0) {
    const message = t('Somebody else has changed the value meanwhile.')
    return refused(id, message, Object.fromEntries(found.map(({ field }) => [field.name, message])))
  }
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, record[name] ?? null]))
  if (isSame(before, values)) {
    return { isSaved: true, id, before, row: current.data, dataVersion: current.dataVersion }
  }
  const data = allMembers(shape.fields, { ...record, ...values })
  const version = current.etag === undefined ? {} : { version: current.etag }
  return { id, before, item: { operation: 'UPDATE', id, ...version, data } }
}

const sendBatch = async (
  { resource, targets, isDryRun }: SaveContext,
  items: readonly Item[],
): Promise<readonly Outcome[]> => {
  const { fields } = targets.find(isWhole)!.shape
  const result = await write<BatchOutcome<Row, Id>>(
    {
      method: 'POST',
      path: tried(`${resource.resourcePath}/batch`, isDryRun),
      body: { atomicity: 'PER_ITEM', items: items.map(({ item }) => item) },
    },
    forms.outcome,
  )
  if (!result.ok) {
    const message = describeRefusal(result.error)
    return items.map(({ id }) => refused(id, message))
  }
  return items.map(({ id, before }, index) => {
    const { status, message, record, errors } = result.data.items[index]!
    if (status === 'SUCCEEDED') {
      const row = record ?? {}
      return { isSaved: true, id, before, row, dataVersion: result.dataVersion }
    }
    const placed = errors.map((error) => ({
      ...error,
      target: error.target?.replaceAll(/(^|,\s*)data\./g, '$1') ?? null,
    }))
    return refusedBy(id, placed, fields, message ?? t('Failed'))
  })
}
