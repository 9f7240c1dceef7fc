/**
 * Idempotency keys. The first statement of the writing transaction claims the key and the last one
 * stores the response, so that write and response are committed together or not at all.
 */
import type { Transaction } from '../../database/database.js'
import { isLockTimeout } from '../../database/errors.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { visibleIdsStatement } from '../../query/statements/write-statements.js'
import type { Limits, Writing } from '../context.js'
import type { Work } from './work.js'

/** A response as it was sent, independent of the transport. */
export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The records in the response. */
  readonly recordIds?: readonly string[]
}

/** A response as it is stored: without a body that was too large. */
type StoredOutcome = Omit<StoredResponse, 'body'> & { readonly body?: string }

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

/** How long a response is stored. */
const lifetime = '24 hours'

/**
 * Runs `work` once for a key. A request that fails rolls back together with its claim, and may be
 * sent again.
 *
 * @throws AppError IDEMPOTENCY_CONFLICT, IDEMPOTENCY_IN_PROGRESS
 */
export const once = async (
  { call, transaction }: Work,
  request: IdempotentRequest | undefined,
  work: () => Promise<StoredResponse>,
): Promise<Outcome> => {
  if (!request) return { response: await work(), replayed: false }
  const table = `${call.settings['platform.database.schema']}.idempotency`
  const earlier = await claim(call, transaction, table, request)
  if (earlier) {
    await requireRecords(call, transaction, earlier)
    return { response: withBody(earlier), replayed: true }
  }
  const response = await work()
  const maxBytes = call.settings['platform.idempotency.max-answer-bytes']
  await transaction.query({
    text: `update ${table} set answer = $3 where scope = $1 and key = $2`,
    values: [request.scope, request.key, JSON.stringify(toStored(response, maxBytes))],
  })
  return { response, replayed: false }
}

const toStored = ({ body, ...rest }: StoredResponse, maxBytes: number): StoredOutcome =>
  Buffer.byteLength(body) > maxBytes ? rest : { ...rest, body }

const replayed = { 'Idempotency-Replayed': 'true' }

/**
 * Treats a record that is deleted and one that is no longer visible alike.
 *
 * @throws AppError RESOURCE_NOT_FOUND
 */
const requireRecords = async (
  { resource }: Writing,
  transaction: Transaction,
  { recordIds = [] }: StoredOutcome,
): Promise<void> => {
  if (recordIds.length === 0) return
  const visible = await transaction.run(visibleIdsStatement(resource, recordIds))
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
 * Claims the key, also one that has expired. Returns the response of an earlier request, or
 * undefined if the claim succeeded.
 */
const claim = async (
  { settings }: Limits,
  transaction: Transaction,
  table: string,
  { scope, key, fingerprint }: IdempotentRequest,
): Promise<StoredOutcome | undefined> => {
  const wait = settings['platform.idempotency.wait-ms']
  const claimed = await transaction
    .query({ text: `set local lock_timeout = ${wait}`, values: [] })
    .then(() =>
      transaction.query({
        text: `insert into ${table} as kept (scope, key, fingerprint, expires_at)
          values ($1, $2, $3, now() + interval '${lifetime}')
          on conflict (scope, key) do update
            set fingerprint = excluded.fingerprint, answer = null, expires_at = excluded.expires_at
            where kept.expires_at <= now()
          returning 1`,
        values: [scope, key, fingerprint],
      }),
    )
    .catch((error: unknown) => {
      throw isLockTimeout(error) ? inProgress(error) : error
    })
  await transaction.query({
    text: `set local lock_timeout = ${settings['platform.database.lock-timeout-ms']}`,
    values: [],
  })
  if (claimed.length > 0) return undefined
  const [row] = await transaction.query({
    text: `select fingerprint, answer from ${table} where scope = $1 and key = $2`,
    values: [scope, key],
  })
  if (row?.[0] !== fingerprint) {
    throw new AppError(problem('idempotencyKeyReused'))
  }
  return JSON.parse(row[1]!) as StoredOutcome
}

const inProgress = (cause: unknown): AppError =>
  new AppError(problem('idempotentRequestRunning'), { cause, headers: { 'Retry-After': '1' } })
