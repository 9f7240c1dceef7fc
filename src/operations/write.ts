/** The use cases that write. Each is one transaction; its answer is read in it and sent after COMMIT. */
import type { Transaction } from '../database/database.js'
import { blameFields } from '../database/integrity.js'
import { AppError } from '../foundation/errors.js'
import type { WriteShapeModel } from '../model/resource-model.js'
import { datasetVersionStatement } from '../query/dataset-version.js'
import { isRecord, versionOf } from '../query/select.js'
import { recordStatement } from '../query/statements.js'
import {
  deleteStatement,
  insertStatement,
  linkStatements,
  lockStatement,
  updateStatement,
} from '../query/write-statements.js'
import type { Call } from './context.js'
import { type IdempotentRequest, type Outcome, once, type StoredAnswer } from './idempotency.js'
import { type RecordRow, recordNotFound } from './read.js'
import { readBody, type WriteValues } from './read-body.js'

/**
 * `toAnswer` runs in the transaction: what is stored for a repeated request is what was sent.
 *
 * @throws AppError REQUEST_PAYLOAD_INVALID, VALIDATION_FAILED, DATA_INTEGRITY_VIOLATION,
 * IDEMPOTENCY_CONFLICT, IDEMPOTENCY_IN_PROGRESS
 */
export const createRecord = (
  call: Call,
  shape: WriteShapeModel,
  body: unknown,
  toAnswer: (row: RecordRow) => StoredAnswer,
  request: IdempotentRequest | undefined,
): Promise<Outcome> => {
  const values = readBody(call.resource, shape, body, call.clock.zone)
  return inTransaction(call, shape, (transaction) =>
    once(call, transaction, request, async () => {
      const statement = insertStatement(call.resource.entity, values.assignments)
      const [row] = await transaction.query(statement)
      const id = row![0]!
      await writeLinks(transaction, id, values)
      return toAnswer(await readBack(call, transaction, id))
    }),
  )
}

/** What the caller knows of the record: versions of which it must have one. */
export interface Precondition {
  /** Undefined: any version will do. */
  readonly versions: readonly string[] | undefined
  /** A version must be named and was not. */
  readonly isMissing: boolean
}

/**
 * Update and intent alike: the shape says what an absent member means. The version is checked by the
 * statement that writes.
 *
 * @throws AppError INVALID_PARAMETER, REQUEST_PAYLOAD_INVALID, VALIDATION_FAILED, RESOURCE_NOT_FOUND,
 * RESOURCE_VERSION_REQUIRED, STALE_RESOURCE_VERSION, DATA_INTEGRITY_VIOLATION
 */
export const updateRecord = (
  call: Call,
  shape: WriteShapeModel,
  id: string,
  body: unknown,
  precondition: Precondition,
): Promise<RecordRow> => {
  checkSameId(call, id, body)
  const values = readBody(call.resource, shape, body, call.clock.zone)
  return inTransaction(call, shape, async (transaction) => {
    const { versions } = precondition
    const { entity } = call.resource
    if (precondition.isMissing) await refuseUnversioned(call, transaction, id)
    if (values.assignments.length + values.links.length > 0) {
      const [row] = await transaction.query(
        updateStatement(entity, id, values.assignments, versions),
      )
      if (!row) await refuseStale(call, transaction, id)
      await writeLinks(transaction, id, values)
    }
    const row = await readBack(call, transaction, id)
    // A body that changes nothing writes nothing, and its version is checked all the same.
    if (values.assignments.length + values.links.length > 0 || !versions) return row
    return versions.includes(versionOf(row) ?? '') ? row : refuseStale(call, transaction, id)
  })
}

/**
 * Answers the dataset version after it, null where none can be told.
 *
 * @throws AppError RESOURCE_NOT_FOUND, STALE_RESOURCE_VERSION, DATA_INTEGRITY_VIOLATION
 */
export const deleteRecord = (
  call: Call,
  id: string,
  precondition: Precondition,
): Promise<string | null> =>
  inTransaction(call, undefined, async (transaction) => {
    if (precondition.isMissing) await refuseUnversioned(call, transaction, id)
    const { entity } = call.resource
    const rows = await transaction.query(deleteStatement(entity, [id], precondition.versions))
    if (rows.length === 0) await refuseStale(call, transaction, id)
    return readDatasetVersion(call, transaction)
  })

/** Nothing was written: the record is not there, or not in the version that the caller knows. */
const refuseStale = async (call: Call, transaction: Transaction, id: string): Promise<never> => {
  await readBack(call, transaction, id)
  throw stale()
}

const stale = (): AppError =>
  new AppError('STALE_RESOURCE_VERSION', {
    message: 'The record was changed in the meantime; read it again and repeat the change.',
  })

const refuseUnversioned = async (
  call: Call,
  transaction: Transaction,
  id: string,
): Promise<never> => {
  await readBack(call, transaction, id)
  throw versionRequired()
}

const versionRequired = (): AppError =>
  new AppError('RESOURCE_VERSION_REQUIRED', {
    message: 'Send the ETag of the record as If-Match, so that no change of others is lost.',
  })

/** All or nothing. @throws AppError RESOURCE_NOT_FOUND with `missingIds`, DATA_INTEGRITY_VIOLATION */
export const deleteRecords = (
  call: Call,
  ids: readonly string[],
  toWire: (id: string) => unknown,
  { versions, isMissing }: Precondition,
): Promise<string | null> =>
  inTransaction(call, undefined, async (transaction) => {
    const { entity } = call.resource
    const locked = new Set((await transaction.query(lockStatement(entity, ids))).map(([id]) => id))
    const missingIds = ids.filter((id) => !locked.has(id)).map(toWire)
    if (missingIds.length > 0) {
      throw new AppError('RESOURCE_NOT_FOUND', {
        message: `Nothing was deleted: ${missingIds.length} of ${ids.length} records do not exist.`,
        properties: { missingIds },
      })
    }
    if (isMissing) throw versionRequired()
    const deleted = await transaction.query(deleteStatement(entity, ids, versions))
    if (deleted.length < ids.length) throw stale()
    return readDatasetVersion(call, transaction)
  })

const inTransaction = async <T>(
  call: Call,
  shape: WriteShapeModel | undefined,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> => {
  try {
    return await call.database.write(work)
  } catch (error) {
    throw blameFields(error, call.resource, shape, call.integrity)
  }
}

const writeLinks = async (
  transaction: Transaction,
  id: string,
  { links }: WriteValues,
): Promise<void> => {
  for (const { relation, ids } of links) {
    for (const statement of linkStatements(relation, id, ids)) await transaction.query(statement)
  }
}

/** What waits for the end of the transaction is done before its outcome is read. */
const settle = async ({ integrity }: Call, transaction: Transaction): Promise<void> => {
  if (!integrity.hasDeferredTriggers) return
  await transaction.query({ text: 'set constraints all immediate', values: [] })
}

const readBack = async (call: Call, transaction: Transaction, id: string): Promise<RecordRow> => {
  await settle(call, transaction)
  const [row] = await transaction.query(recordStatement(call.resource, id))
  if (!row || !isRecord(row)) throw recordNotFound()
  return row
}

const readDatasetVersion = async (call: Call, transaction: Transaction): Promise<string | null> => {
  const { resource } = call
  await settle(call, transaction)
  if (!resource.dataset) return null
  const [row] = await transaction.query(datasetVersionStatement(resource))
  return row![0] ?? null
}

const checkSameId = ({ resource, clock }: Call, id: string, body: unknown): void => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return
  const sent = (body as Record<string, unknown>)[resource.idField]
  if (sent === undefined || sent === null) return
  const reading = resource.idReader.read(sent, clock.zone)
  if ('parameter' in reading && reading.parameter === id) return
  throw new AppError('INVALID_PARAMETER', {
    message: `The '${resource.idField}' of the body differs from the one of the path; leave it out, or send the same.`,
    target: resource.idField,
  })
}
