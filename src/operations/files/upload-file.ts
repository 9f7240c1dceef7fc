/**
 * Gives a record a file, or takes it away. The bytes are stored before the transaction that changes
 * the record, so that no transaction waits for a client; until then no record has them.
 */
import { randomUUID } from 'node:crypto'
import { requireAuthority, requireAvailable } from '../../access/availability.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { encodeId } from '../../model/kinds/composite-id.js'
import type { Operation } from '../../model/operation-table.js'
import type { FileField } from '../../model/types/response-field.js'
import type { WriteShapeModel } from '../../model/types/write-model.js'
import type { Call } from '../context.js'
import type { RecordRow } from '../read/read.js'
import { readRecordHead } from '../read/read.js'
import { transact } from '../transaction/transact.js'
import { finishing, type Work } from '../work/work.js'
import { lockRecord, type Precondition, stale, versionRequired } from '../write/locked-records.js'
import { changeRecord } from '../write/write-record.js'
import { fileFieldOf, fileMissing, ownerOf } from './file-fields.js'
import { checkSize, checkType, IncomingFile, maxBytesOf } from './incoming-file.js'
import { scanFile } from './scan-file.js'

/** A file as a request sends it. */
export interface SentFile {
  /** Undefined: the request names none. */
  readonly name: string | undefined
  /** Media type in lower case, without parameters. */
  readonly type: string | undefined
  /** Undefined: it is not known before the end. */
  readonly size: number | undefined
  readonly bytes: () => AsyncIterable<Uint8Array>
}

/** The record that a request names, and the version that it must have. */
export interface FileTarget {
  readonly operation: Operation
  readonly id: string
  readonly field: string
  readonly precondition: Precondition
}

/**
 * @throws AppError ROUTE_NOT_FOUND, ACCESS_DENIED, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE,
 * RESOURCE_NOT_FOUND, RESOURCE_VERSION_REQUIRED, STALE_RESOURCE_VERSION, RESOURCE_STATE_BLOCKED,
 * BUSINESS_RULE_VIOLATION, SERVICE_UNAVAILABLE
 */
export const uploadFile = async (
  call: Call,
  target: FileTarget,
  sent: SentFile,
): Promise<RecordRow> => {
  const { files, resource, settings, report, isDryRun } = call
  const field = writableField(call, target)
  const type = checkType(field, sent.type)
  const limit = maxBytesOf(field, settings['platform.files.max-bytes'])
  if (sent.size !== undefined) checkSize(field, sent.size, limit)
  await checkBefore(call, target)
  const id = randomUUID()
  const incoming = new IncomingFile(field, type, limit)
  let isKept = false
  try {
    await files.stored.write(id, ownerOf(field.target.column), incoming.check(sent.bytes()))
    const { size, sha256 } = incoming.measured
    const name = sent.name ?? field.name
    await scanFile(call, {
      ...{ resource: resource.key, field: field.name, name, type, size, sha256 },
      bytes: () => files.stored.read(id, { start: 0, end: size }),
    })
    const row = await transact(call, undefined, async (work) => {
      const record = await lockRecord(work, target.operation, target.id, target.precondition)
      if (!(await files.stored.keep(id, work.transaction))) throw new AppError(problem('fileLost'))
      const value = encodeId([name, type, String(size), sha256, id])
      return assign(work, target, field, record, value)
    })
    isKept = !isDryRun
    return row
  } finally {
    if (!isKept) await files.stored.discard(id).catch(report)
  }
}

/**
 * @throws AppError ROUTE_NOT_FOUND, ACCESS_DENIED, RESOURCE_NOT_FOUND, RESOURCE_VERSION_REQUIRED,
 * STALE_RESOURCE_VERSION, RESOURCE_STATE_BLOCKED, BUSINESS_RULE_VIOLATION
 */
export const deleteFile = async (call: Call, target: FileTarget): Promise<RecordRow> => {
  const field = writableField(call, target)
  return transact(call, undefined, async (work) => {
    const record = await lockRecord(work, target.operation, target.id, target.precondition)
    if (record[field.target.column.field] === null) throw fileMissing(field)
    return assign(work, target, field, record, null)
  })
}

const writableField = (
  { resource, principal }: Call,
  { operation, field: name }: FileTarget,
): FileField => {
  const field = fileFieldOf(resource, name)
  const { editableBy } = field.target.column
  requireAuthority({ resource, operation, principal, editableBy })
  return field
}

/** A request that would be refused at its end is refused before its bytes are received. */
const checkBefore = async (
  call: Call,
  { operation, id, precondition: { versions, isMissing } }: FileTarget,
): Promise<void> => {
  const { resource, principal } = call
  const { version, snapshot } = await readRecordHead(call, id)
  if (isMissing) throw versionRequired()
  if (versions && !versions.includes(version ?? '')) throw stale()
  requireAvailable({ resource, operation, principal, record: snapshot })
}

const assign = (
  work: Work,
  { operation, id }: FileTarget,
  { target: { column } }: FileField,
  record: Awaited<ReturnType<typeof lockRecord>>,
  value: string | null,
): Promise<RecordRow> => {
  const values = { assignments: [{ column, value }], links: [], owned: [], lists: [] }
  return changeRecord(work, operation, noMembers, id, values, { record }, finishing(work))
}

const noMembers: WriteShapeModel = { name: 'file', mode: 'intent', fields: new Map() }
