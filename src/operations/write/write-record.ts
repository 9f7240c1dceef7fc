/**
 * Creates, changes or removes records inside a transaction: hook, references, statements, result.
 */
import type { WriteCall } from '../../contract/calls.js'
import { isUnmet } from '../../database/errors.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { memoize } from '../../foundation/memoize.js'
import { command, type SqlText, type Statement } from '../../foundation/statement.js'
import { idTexts } from '../../model/kinds/composite-id.js'
import { sentValueOf } from '../../model/kinds/stored-value.js'
import { partText, readerOf } from '../../model/kinds/value-reader.js'
import type { Operation } from '../../model/operation-table.js'
import {
  type ColumnModel,
  type EntityModel,
  physicalColumns,
  tableColumns,
} from '../../model/types/entity-model.js'
import type { WriteShapeModel } from '../../model/types/resource-model.js'
import { isRestricted, type ResourceView } from '../../query/rows/row-access.js'
import { datasetVersionStatement } from '../../query/sql/dataset-version.js'
import type { Sql } from '../../query/sql/sql.js'
import { linkStatements, linksDiffer } from '../../query/statements/link-statements.js'
import { recordStatement } from '../../query/statements/record-alone.js'
import {
  type Recorded,
  type RecordedOperation,
  type RecordedUpdate,
  type Recording,
  recordedDelete,
  recordedInsert,
  recordedUpdate,
} from '../../query/statements/record-changes.js'
import { writtenRecordStatement } from '../../query/statements/record-statements.js'
import {
  type Assignment,
  countingRecorded,
  countingRows,
  deleteSql,
  insertReturningStatement,
  insertStatement,
  keyless,
  requiringRow,
  updateSql,
} from '../../query/statements/write-statements.js'
import { type RecordRow, recordNotFound } from '../read/read.js'
import { recordingOf } from '../transaction/recording.js'
import { type Send, sending, type Work } from '../transaction/work.js'
import { deferIdLocks, type LockedRecord, stale } from './locked-records.js'
import type { WriteValues } from './read-body.js'
import { checkReferences } from './references.js'

type NamedOperation = Pick<Operation, 'id'>
const nothing: WriteValues = { assignments: [], links: [] }

/** @throws AppError DATA_INTEGRITY_VIOLATION, ACCESS_DENIED, BUSINESS_RULE_VIOLATION */
export const insertRecord = async (
  work: Work,
  shape: WriteShapeModel,
  sent: WriteValues,
  send?: Send,
): Promise<RecordRow> => {
  const { resource } = work.call
  const values = await runHook(work, { id: 'create' }, undefined, sent)
  await checkReferences(work.call, { shape, values, previous: {} }, work.transaction)
  const { assignments } = values
  const { entity } = resource
  const fields = fieldsOf(values)
  if (work.call.integrity.isWrittenAlone(entity.table)) {
    const id = await work.transaction.run(insertReturningStatement(resource, assignments))
    const record = recordAlone(work, 'create', [id], fields)
    return readBack(work, id, [...record, ...linksOf(work, id, values)], send)
  }
  const recording = recordingOf(work.call)
  const recorded = recording && recordedInsert(recording, entity, fields)
  const insert = insertStatement(resource, assignments, recorded, onMissingKey(entity))
  return readBack(work, undefined, [insert, ...linksOf(work, undefined, values)], send)
}

/** Made once, like everything of a create that does not depend on its values. */
const onMissingKey = memoize(
  ({ table }: EntityModel) =>
    (error: unknown) =>
      isUnmet(error) ? keyless(table) : undefined,
)

/** Names of the fields that a write sends. */
const fieldsOf = ({ assignments, links }: WriteValues): readonly string[] => [
  ...assignments.map(({ column }) => column.field),
  ...links.map(({ relation }) => relation.field),
]

/** Records writes whose statements cannot do it themselves. */
export const recordAlone = (
  { call }: Work,
  operation: RecordedOperation,
  ids: readonly string[] | undefined,
  fields: readonly string[] = [],
): readonly SqlText[] => {
  const recording = recordingOf(call)
  return recording ? [recordStatement(recording, call.resource.entity, operation, ids, fields)] : []
}

/** Either the record is locked and known, or the statement checks its version. */
interface Precheck {
  readonly record?: LockedRecord
  readonly versions?: readonly string[] | undefined
}

/**
 * Changes a record and reads it back.
 *
 * @throws AppError RESOURCE_NOT_FOUND, STALE_RESOURCE_VERSION (also if there is no record),
 * DATA_INTEGRITY_VIOLATION, ACCESS_DENIED, BUSINESS_RULE_VIOLATION
 */
export const changeRecord = async (
  work: Work,
  operation: NamedOperation,
  shape: WriteShapeModel,
  id: string,
  sent: WriteValues,
  precheck: Precheck,
  send?: Send,
): Promise<RecordRow> =>
  readBack(work, id, await changesOf(work, operation, shape, id, sent, precheck), send)

/**
 * Changes a record without reading it back. Returns whether anything was to be changed.
 *
 * @throws AppError as `changeRecord`
 */
export const writeChanges = async (...change: Parameters<typeof changesOf>): Promise<boolean> => {
  const [{ transaction }] = change
  const statements = await changesOf(...change)
  for (const statement of statements) transaction.defer(statement)
  await transaction.flush()
  return statements.length > 0
}

/** The statements that change a record. */
const changesOf = async (
  work: Work,
  operation: NamedOperation,
  shape: WriteShapeModel | undefined,
  id: string,
  sent: WriteValues,
  precheck: Precheck,
): Promise<readonly SqlText[]> => {
  const { resource } = work.call
  const { record, versions } = precheck
  const values = await runHook(work, operation, record, sent)
  if (values.assignments.length + values.links.length === 0) return []
  checkKey(resource.entity, id, values.assignments, shape)
  const previous = record ?? {}
  await checkReferences(work.call, { shape, values, previous }, work.transaction)
  const { assignments, links } = values
  const write: Write<RecordedUpdate> = {
    operation: 'update',
    fields: fieldsOf(values),
    recorded: (recording) =>
      recordedUpdate(
        recording,
        resource.entity,
        assignments.map(({ column }) => column),
        links.map(({ relation, ids }) => ({
          field: relation.field,
          differ: linksDiffer(resource, relation, id, ids),
        })),
      ),
    toSql: (recorded) =>
      updateSql(resource, id, assignments, versions, recorded, record !== undefined),
  }
  const writes = await writesOf(work, id, write, precheck)
  return [...writes, ...linksOf(work, id, values)]
}

/** An update or delete of one record, and how it is recorded. */
interface Write<R extends Recorded> {
  readonly operation: RecordedOperation
  readonly fields: readonly string[]
  readonly recorded: (recording: Recording) => R
  readonly toSql: (recorded: R | undefined) => Sql
}

/** The statements of an update or delete, which fail if no row is written. */
const writesOf = async <R extends Recorded>(
  work: Work,
  id: string,
  { operation, fields, recorded: recordedIn, toSql }: Write<R>,
  { record }: Precheck,
): Promise<readonly SqlText[]> => {
  const { call, transaction } = work
  const refusal = record ? recordNotFound : stale
  if (!call.integrity.isWrittenAlone(call.resource.entity.table)) {
    const onError = (error: unknown) => (isUnmet(error) ? refusal() : undefined)
    const recording = recordingOf(call)
    const recorded = recording && recordedIn(recording)
    return [{ ...requiringRow(call.resource, toSql(recorded), recorded), onError }]
  }
  if (!record) deferIdLocks(work, [id])
  if ((await transaction.run(countingRows(toSql(undefined)))) === 0) throw refusal()
  return recordAlone(work, operation, [id], fields)
}

/** A foreign key may share columns with the key of its own record, which never changes. */
export const checkKey = (
  { primaryKey }: EntityModel,
  id: string,
  assignments: readonly Assignment[],
  shape: WriteShapeModel | undefined,
): void => {
  if (!primaryKey.parts) return
  const kept = idTexts(primaryKey, id)
  const texts = new Map(primaryKey.parts.map(({ column }, index) => [column, kept[index]!]))
  for (const { column, value } of assignments) {
    if (value === null) continue
    const sent = idTexts(column, value)
    const isKept = physicalColumns(column).every((part, index) => {
      const text = texts.get(part.column)
      return text === undefined || text === partText(sent[index]!, part)
    })
    if (isKept) continue
    const member = [...(shape?.fields.values() ?? [])].find(
      (field) => field.type === 'column' && field.column === column,
    )
    throw new AppError(problem('keyChanged', { target: member?.name ?? column.field }))
  }
}

/** Returns the number of removed records, which are locked. */
export const removeRecords = async (
  work: Work,
  ids: readonly string[],
  records: ReadonlyMap<string, LockedRecord>,
): Promise<number> => {
  await runDeleteHooks(work, records)
  const { call, transaction } = work
  const { resource, integrity } = call
  const recording = recordingOf(call)
  if (!recording || integrity.isWrittenAlone(resource.entity.table)) {
    const count = await transaction.run(countingRows(deleteSql(resource, ids)))
    for (const statement of recordAlone(work, 'delete', ids)) transaction.defer(statement)
    return count
  }
  const recorded = recordedDelete(recording, resource.entity)
  const removal = deleteSql(resource, ids, undefined, recorded)
  return transaction.run(countingRecorded(removal, recorded))
}

/** Removes a record and returns the dataset version. @throws AppError as `changeRecord` */
export const removeRecord = async (
  work: Work,
  id: string,
  precheck: Precheck,
  send: Send,
): Promise<string | null> => {
  const { record, versions } = precheck
  const { resource } = work.call
  if (record) await runDeleteHooks(work, new Map([[id, record]]))
  const removal: Write<Recorded> = {
    operation: 'delete',
    fields: [],
    recorded: (recording) => recordedDelete(recording, resource.entity),
    toSql: (recorded) => deleteSql(resource, [id], versions, recorded),
  }
  return readDatasetVersion(work, await writesOf(work, id, removal, precheck), send)
}

const runDeleteHooks = async (
  work: Work,
  records: ReadonlyMap<string, LockedRecord>,
): Promise<void> => {
  for (const record of records.values()) await runHook(work, { id: 'delete' }, record, nothing)
}

/** Runs `beforeWrite` of the contract, which may change the values or refuse. */
const runHook = async (
  work: Work,
  { id }: NamedOperation,
  record: LockedRecord | undefined,
  values: WriteValues,
): Promise<WriteValues> => {
  const { call } = work
  const { entity, beforeWrite } = call.resource
  if (!beforeWrite) return values
  await work.transaction.flush()
  let { assignments } = values
  const hookCall = {
    ...work.context(),
    operation: id,
    record,
    changes: sentValuesOf(assignments),
    set: (changes: Readonly<Record<string, unknown>>) => {
      const set = assignmentsOf(entity, changes, call.clock.zone)
      const columns = new Set(set.map(({ column }) => column.column))
      assignments = [...assignments.filter(({ column }) => !columns.has(column.column)), ...set]
    },
  } as unknown as WriteCall
  await (beforeWrite as (call: WriteCall) => unknown)(hookCall)
  return { ...values, assignments }
}

const sentValuesOf = (assignments: readonly Assignment[]) =>
  Object.fromEntries(
    assignments.map(({ column, value }) => [column.field, sentValueOf(value, column)]),
  )

/**
 * Reads values by field, as code of a contract writes them.
 *
 * @throws Error for an unknown column or an invalid value
 */
export const assignmentsOf = (
  entity: EntityModel,
  changes: Readonly<Record<string, unknown>>,
  zone: string,
): readonly Assignment[] => {
  const columns = new Map(tableColumns(entity).map((column) => [column.field, column]))
  return Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => toAssignment(entity.name, columns.get(field), field, value, zone))
}

const toAssignment = (
  entity: string,
  column: ColumnModel | undefined,
  field: string,
  value: unknown,
  zone: string,
): Assignment => {
  if (!column || column.generated) throw new Error(`'${field}' of '${entity}' is not to be written`)
  if (value === null) return { column, value: null }
  const reading = readerOf(column).read(value, zone)
  if ('parameter' in reading) return { column, value: reading.parameter }
  throw new Error(`'${field}' of '${entity}' ${reading.fault}`)
}

/** Without an id, of the record that was inserted last. */
const linksOf = (
  { call }: Work,
  id: string | undefined,
  { links }: WriteValues,
): readonly SqlText[] =>
  links.flatMap(({ relation, ids }) => linkStatements(call.resource, relation, id, ids))

/**
 * Runs writes and reads their record; without an id, the one that was inserted last.
 *
 * @throws AppError RESOURCE_NOT_FOUND, ACCESS_DENIED
 */
export const readBack = (
  work: Work,
  id: string | undefined,
  writes: readonly SqlText[] = [],
  send: Send = sending(work),
): Promise<RecordRow> => {
  const { resource } = work.call
  return send(writes, id === undefined ? readInserted(resource) : readWritten(resource, id))
}

const readWritten = (resource: ResourceView, id: string | undefined): Statement<RecordRow> => ({
  ...writtenRecordStatement(resource, id),
  onError: (error) => (isUnmet(error) ? lostRecord(resource) : undefined),
})

const readInserted = memoize((resource: ResourceView) => readWritten(resource, undefined))

/** The error for a record that the caller does not see any more after a write. */
export const lostRecord = (resource: ResourceView): AppError =>
  isRestricted(resource, resource.entity)
    ? new AppError(problem('recordOutsideAccess', { reason: 'outside-row-access' }))
    : recordNotFound()

/** Runs writes and reads the dataset version; null if it is unknown. */
export const readDatasetVersion = async (
  work: Work,
  writes: readonly SqlText[] = [],
  send: Send = sending(work),
): Promise<string | null> => {
  const { resource } = work.call
  return send(writes, resource.dataset ? datasetVersionStatement(resource) : noVersion)
}

const noVersion: Statement<null> = { ...command('select null'), decode: () => null }
