/** Reads records: one, several by id, or all of them. */
import type { Session } from '../../database/connection/session.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Statement } from '../../foundation/execution/statement.js'
import { readOrder } from '../../query/rows/order.js'
import type {
  PrintedRow,
  RecordHead,
  RecordRow,
  RecordSet,
  Selection,
} from '../../query/rows/select.js'
import {
  boundedCountStatement,
  type ListRequest,
  listStatement,
} from '../../query/statements/list-statements.js'
import type { PreparedResource } from '../../query/statements/prepared-resource.js'
import { recordsStatement } from '../../query/statements/record-statements.js'
import type { Limits, ReadContext } from '../context.js'

export type { PrintedRow, RecordHead, RecordRow } from '../../query/rows/select.js'

export const recordNotFound = (): AppError => new AppError(problem('recordNotFound'))

/** @throws AppError RESOURCE_NOT_FOUND */
export const readRecord = (call: ReadContext, id: string): Promise<RecordRow> =>
  readOne(call, call.resource.prepared.record(id))

/** Reads what the availability of operations and the entity tag depend on, without the fields. */
export const readRecordHead = (call: ReadContext, id: string): Promise<RecordHead> =>
  readOne(call, call.resource.prepared.head(id))

/** Digest of the form of a record: it changes when the contract or the view does. */
export const recordFingerprint = (resource: PreparedResource): string =>
  resource.prepared.selection().fingerprint

const readOne = async <T>(
  { database, signal }: ReadContext,
  statement: Statement<T | undefined>,
): Promise<T> => {
  const record = await database.run(statement, { signal })
  if (record === undefined) throw recordNotFound()
  return record
}

/** Records or options, with everything that identifies their representation. */
export interface Collection<T extends PrintedRow = PrintedRow> extends RecordSet<T> {
  /** Digest of the form of a row: it changes when the contract or the view does. */
  readonly fingerprint: string
}

/** Reads records in the requested order; repeats those of repeated ids, leaves out unknown ids. */
export const readRecords = (
  call: ReadContext,
  ids: readonly string[],
): Promise<Collection<RecordRow>> => readSelection(call, ids, call.resource.prepared.selection())

/** Reads any selection by ids. */
export const readSelection = async <T extends PrintedRow>(
  { resource, database, signal }: ReadContext,
  ids: readonly string[],
  selection: Selection<T>,
): Promise<Collection<T>> => {
  const statement = recordsStatement(resource, ids, selection)
  const { fingerprint } = selection
  return { ...(await database.run(statement, { signal })), fingerprint }
}

/**
 * Rows per fetch from a database cursor. With 500 rows, more of them survive young collections and
 * an XLSX export takes a third more memory; with 100, the fetches take the database a tenth longer.
 */
export const batchSize = 250

/** The facts that precede the rows of a stream. */
export interface StreamHead {
  readonly datasetVersion: string | null
  /** Digest of the form of a record: it changes when the contract or the view does. */
  readonly fingerprint: string
}

/**
 * Streams all records in the default order, in batches, on one snapshot. Yields the head first,
 * after checking that the whole set is within the limit. If the client has this version, no rows
 * follow.
 *
 * @throws AppError LIMIT_EXCEEDED
 */
export const readAll = (
  call: ReadContext & Limits,
  isKnown: (head: StreamHead) => boolean,
): AsyncGenerator<StreamHead | readonly RecordRow[]> => {
  const { clock, database, resource, signal } = call
  const statement = listStatement(resource, allOf(call), readOrder(resource, []), clock)
  return database.stream(async function* (transaction) {
    const head = await headOfAll(call, transaction)
    yield head
    if (isKnown(head)) return
    yield* transaction.stream(statement, batchSize, { signal })
  })
}

/**
 * Returns the head of `readAll` without reading records.
 *
 * @throws AppError LIMIT_EXCEEDED
 */
export const readAllHead = (call: ReadContext & Limits): Promise<StreamHead> =>
  headOfAll(call, call.database)

/** One row above the limit shows that there are more. */
const allOf = ({ settings }: Limits): ListRequest => ({
  criteria: [],
  ids: undefined,
  limit: settings['platform.query.all.max'] + 1,
})

const headOfAll = async (call: ReadContext & Limits, session: Session): Promise<StreamHead> => {
  const { signal } = call
  const limit = call.settings['platform.query.all.max']
  const statement = boundedCountStatement(call.resource, allOf(call), call.clock)
  const { count, datasetVersion } = await session.run(statement, { signal })
  if (count > limit) throw tooMany(limit)
  return { datasetVersion, fingerprint: recordFingerprint(call.resource) }
}

const tooMany = (limit: number): AppError => new AppError(problem('tooManyRecords', { limit }))
