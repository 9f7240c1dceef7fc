/**
 * Creates, changes or removes records inside a transaction: hook, references, statements, result.
 */
import type { WriteCall } from '../../contract/calls.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
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
import { recordStatement } from '../../query/statements/read-statements.js'
import {
  type Assignment,
  deleteStatement,
  insertStatement,
  linkStatements,
  updateStatement,
} from '../../query/statements/write-statements.js'
import { type RecordRow, recordNotFound } from '../read/read.js'
import type { Work } from '../transaction/work.js'
import { type LockedRecord, lockIds } from './locked-records.js'
import type { WriteValues } from './read-body.js'
import { checkReferences } from './references.js'

type NamedOperation = Pick<Operation, 'id'>
const nothing: WriteValues = { assignments: [], links: [] }

/** @throws AppError DATA_INTEGRITY_VIOLATION, ACCESS_DENIED, BUSINESS_RULE_VIOLATION */
export const insertRecord = async (
  work: Work,
  shape: WriteShapeModel,
  sent: WriteValues,
): Promise<RecordRow> => {
  const { resource } = work.call
  const values = await runHook(work, { id: 'create' }, undefined, sent)
  await checkReferences(resource, { shape, values, previous: {} }, work.transaction)
  const statement = insertStatement(resource.entity, values.assignments)
  const id = await work.transaction.run(statement)
  await writeLinks(work, id, values)
  return readBack(work, id)
}

/** Either the record is locked and known, or the statement checks its version. */
interface Precheck {
  readonly record?: LockedRecord
  readonly versions?: readonly string[] | undefined
}

/** Changes a record and reads it back. Undefined: no record in that version. */
export const changeRecord = async (
  work: Work,
  operation: NamedOperation,
  shape: WriteShapeModel,
  id: string,
  sent: WriteValues,
  precheck: Precheck,
): Promise<RecordRow | undefined> =>
  (await writeChanges(work, operation, shape, id, sent, precheck)) ? readBack(work, id) : undefined

/** Changes a record without reading it back. False: no record in that version. */
export const writeChanges = async (
  work: Work,
  operation: NamedOperation,
  shape: WriteShapeModel | undefined,
  id: string,
  sent: WriteValues,
  precheck: Precheck,
): Promise<boolean> => {
  const { resource } = work.call
  const values = await runHook(work, operation, precheck.record, sent)
  if (values.assignments.length + values.links.length === 0) return true
  checkKey(resource.entity, id, values.assignments, shape)
  const previous = precheck.record ?? {}
  await checkReferences(resource, { shape, values, previous }, work.transaction)
  if (!precheck.record) await lockIds(work, [id])
  const statement = updateStatement(resource, id, values.assignments, precheck.versions)
  if (!(await work.transaction.run(statement))) return false
  await writeLinks(work, id, values)
  return true
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

/** Returns the number of removed records. */
export const removeRecords = async (
  work: Work,
  ids: readonly string[],
  records: ReadonlyMap<string, LockedRecord>,
  versions?: readonly string[],
): Promise<number> => {
  for (const record of records.values()) await runHook(work, { id: 'delete' }, record, nothing)
  const { call, transaction } = work
  if (records.size === 0) await lockIds(work, ids)
  return transaction.run(deleteStatement(call.resource, ids, versions))
}

/** Runs `beforeWrite` of the contract, which may change the values or refuse. */
const runHook = async (
  work: Work,
  { id }: NamedOperation,
  record: LockedRecord | undefined,
  values: WriteValues,
): Promise<WriteValues> => {
  const { call, context } = work
  const { entity, beforeWrite } = call.resource
  if (!beforeWrite) return values
  let { assignments } = values
  const hookCall = {
    ...context,
    operation: id,
    record,
    changes: changesOf(assignments),
    set: (changes: Readonly<Record<string, unknown>>) => {
      const set = assignmentsOf(entity, changes, call.clock.zone)
      const columns = new Set(set.map(({ column }) => column.column))
      assignments = [...assignments.filter(({ column }) => !columns.has(column.column)), ...set]
    },
  } as unknown as WriteCall
  await (beforeWrite as (call: WriteCall) => unknown)(hookCall)
  return { ...values, assignments }
}

const changesOf = (assignments: readonly Assignment[]) =>
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

const writeLinks = async (
  { call, transaction }: Work,
  id: string,
  { links }: WriteValues,
): Promise<void> => {
  for (const { relation, ids } of links) {
    for (const statement of linkStatements(call.resource, relation, id, ids)) {
      await transaction.query(statement)
    }
  }
}

/** Runs deferred triggers now, so that what is read next includes their writes. */
export const settle = async ({ call, transaction }: Work): Promise<void> => {
  if (!call.integrity.hasDeferredTriggers) return
  await transaction.query({ text: 'set constraints all immediate', values: [] })
}

/** Reads a record that was just written. @throws AppError RESOURCE_NOT_FOUND, ACCESS_DENIED */
export const readBack = async (work: Work, id: string): Promise<RecordRow> => {
  const { resource } = work.call
  await settle(work)
  const record = await work.transaction.run(recordStatement(resource, id))
  if (record) return record
  throw lostRecord(resource)
}

/** The error for a record that the caller does not see any more after a write. */
export const lostRecord = (resource: ResourceView): AppError =>
  isRestricted(resource, resource.entity)
    ? new AppError(problem('recordOutsideAccess', { reason: 'outside-row-access' }))
    : recordNotFound()

/** Null if it is unknown. */
export const readDatasetVersion = async (work: Work): Promise<string | null> => {
  const { resource } = work.call
  await settle(work)
  return resource.dataset ? work.transaction.run(datasetVersionStatement(resource)) : null
}
