/**
 * Idempotency keys. The first statement of the writing transaction claims the key and the last one
 * stores the response, so that write and response are committed together or not at all.
 */

import { isLockTimeout } from '../../database/errors/errors.js'
import type { WriteTransaction } from '../../database/transaction/write-transaction.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { SqlText } from '../../foundation/execution/statement.js'
import type { KeyStore } from '../../model/types/key-store.js'
import { visibleIdsStatement } from '../../query/statements/lock-statements.js'
import type { Limits, WriteContext } from '../context.js'
import { finishing, type Send, sending, type Work } from '../work/work.js'
import { keyStoreOf } from './stored-keys.js'
import { type BodyWritten, transact } from './transact.js'

/** A response as it was sent, independent of the transport. */
export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** Prints a shorter body, to be stored if the body is too large. */
  readonly shorterBody?: () => string | Buffer
  /** The records in the response. */
  readonly recordIds?: readonly string[]
}

/** A response as it is stored: without a body that was too large. */
type StoredOutcome = Omit<StoredResponse, 'body' | 'shorterBody'> & {
  readonly body?: string
  /** As release 0.1.0 named the record of a response. */
  readonly recordId?: string
}

export interface IdempotentRequest {
  readonly key: string
  /** Caller and operation: a key is unique within its scope. */
  readonly scope: string
  /** Digest of everything that the response depends on. */
  readonly fingerprint: string
}

export interface Outcome {
  readonly response: StoredResponse
  /** True if the response is that of an earlier request. */
  readonly replayed: boolean
}

/**
 * Runs `work` once for a key, in the transaction of a write. A request that fails rolls back
 * together with its claim, and may be sent again. A dry run leaves the key to the real request.
 *
 * @param written what the work writes, so that errors name members of the body
 * @throws AppError IDEMPOTENCY_CONFLICT, IDEMPOTENCY_IN_PROGRESS
 */
export const once = async (
  call: WriteContext,
  request: IdempotentRequest | undefined,
  written: BodyWritten | undefined,
  work: (work: Work, send: Send) => Promise<StoredResponse>,
): Promise<Outcome> => {
  if (!request || call.isDryRun) {
    const response = await transact(call, written, (begun) => work(begun, finishing(begun)))
    return { response, replayed: false }
  }
  const taken = new AppError(problem('idempotencyKeyReused'))
  const keys = keyStoreOf(call.resource, call.settings['platform.database.schema'])
  try {
    const response = await transact(call, written, async (begun) => {
      const { transaction } = begun
      deferClaim(call, transaction, keys, request, taken)
      const done = await work(begun, sending(begun)).catch(async (error) => {
        // A key that is taken precedes an error that came before the claim was sent.
        await transaction.flush().catch((other) => {
          if (other === taken) throw other
        })
        throw error
      })
      transaction.defer(storeStatement(call, keys, request, done))
      return done
    })
    return { response, replayed: false }
  } catch (error) {
    if (error !== taken) throw error
    return { response: await readEarlier(call, keys, request), replayed: true }
  }
}

/** Deferred: it is committed with the work. */
const storeStatement = (
  { settings }: Limits,
  keys: KeyStore,
  { scope, key }: IdempotentRequest,
  response: StoredResponse,
): SqlText => {
  const maxBytes = settings['platform.idempotency.max-answer-bytes']
  return keys.store(scope, key, JSON.stringify(toStored(response, maxBytes)))
}

const toStored = (
  { body, shorterBody, ...rest }: StoredResponse,
  maxBytes: number,
): StoredOutcome => {
  const bodies = [() => body, ...(shorterBody ? [shorterBody] : [])]
  for (const bodyOf of bodies) {
    const stored = bodyOf()
    if (Buffer.byteLength(stored) <= maxBytes) return { ...rest, body: String(stored) }
  }
  return rest
}

const replayed = { 'Idempotency-Replayed': 'true' }

/**
 * Treats a record that is deleted and one that is no longer visible alike.
 *
 * @throws AppError RESOURCE_NOT_FOUND
 */
const requireRecords = async (
  { resource, database }: WriteContext,
  { recordId, recordIds = recordId === undefined ? [] : [recordId] }: StoredOutcome,
): Promise<void> => {
  if (recordIds.length === 0) return
  const visible = await database.run(visibleIdsStatement(resource, recordIds))
  if (visible.size === recordIds.length) return
  throw new AppError(problem('idempotentRecordGone'), { headers: replayed })
}

/** @throws AppError IDEMPOTENCY_CONFLICT */
const withBody = ({ body, headers, ...rest }: StoredOutcome): StoredResponse => {
  if (body !== undefined) return { ...rest, headers, body }
  throw new AppError(problem('idempotentResponseTooLarge'), {
    headers: { ...headers, ...replayed },
  })
}

/**
 * Claims the key, also one that has expired, with the next statement. It fails with `taken` if an
 * earlier request has the key. Another request that claims it now is waited for.
 */
const deferClaim = (
  { settings }: Limits,
  transaction: WriteTransaction,
  keys: KeyStore,
  { scope, key, fingerprint }: IdempotentRequest,
  taken: AppError,
): void => {
  const limits = {
    wait: settings['platform.idempotency.wait-ms'],
    usual: settings['platform.database.lock-timeout-ms'],
  }
  const onError = (error: unknown) => {
    if (isLockTimeout(error)) return inProgress(error)
    return keys.isTaken(error) ? taken : undefined
  }
  for (const statement of keys.claim(scope, key, fingerprint, limits))
    transaction.defer({ ...statement, onError })
}

/**
 * The response of an earlier request with the key.
 *
 * @throws AppError IDEMPOTENCY_CONFLICT if it was another request, RESOURCE_NOT_FOUND
 */
const readEarlier = async (
  call: WriteContext,
  keys: KeyStore,
  { scope, key, fingerprint }: IdempotentRequest,
): Promise<StoredResponse> => {
  const [row] = await call.database.query(keys.read(scope, key))
  if (row?.[0] !== fingerprint) throw new AppError(problem('idempotencyKeyReused'))
  const earlier = JSON.parse(row[1]!) as StoredOutcome
  await requireRecords(call, earlier)
  return withBody(earlier)
}

const inProgress = (cause: unknown): AppError =>
  new AppError(problem('idempotentRequestRunning'), { cause, headers: { 'Retry-After': '1' } })
