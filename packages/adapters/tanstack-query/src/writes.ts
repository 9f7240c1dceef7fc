/** Mutations: each sends one write, and then marks what it may have changed as stale. */
import type { MutationFunctionContext, QueryKey } from '@tanstack/query-core'
import type { CorollaryError, Result, Success } from 'corollary/client'
import { unwrap } from 'corollary/client'
import { randomKey } from '../../shared/src/sending.js'
import { type Retry, retry } from './retry.js'

export interface WriteSettings {
  /**
   * Keys of other queries that the write makes stale, for example `customers.key` for a write of
   * orders. The queries of the resource itself always become stale.
   */
  readonly invalidates?: readonly QueryKey[]
}

/** Options of a mutation, for `useMutation` and `MutationObserver`. */
export interface Write<D, V> extends Retry {
  readonly mutationKey: QueryKey
  readonly mutationFn: (variables: V, context: MutationFunctionContext) => Promise<Success<D>>
}

/**
 * The mutation itself invalidates, not `onSuccess`, which callers replace by their own. A conflict
 * invalidates as well: the record on the screen is older than that of the service. So does each
 * attempt whose outcome is unknown.
 */
export const write = <D, V extends { readonly dryRun?: boolean | undefined }>(
  mutationKey: QueryKey,
  invalidated: readonly QueryKey[],
  send: (variables: V, idempotencyKey: string) => Promise<Result<D>>,
): Write<D, V> => {
  // Retries of one mutation have the same context: the service executes the write once.
  const keys = new WeakMap<MutationFunctionContext, string>()
  const keyOf = (context: MutationFunctionContext): string => {
    const key = keys.get(context) ?? randomKey()
    keys.set(context, key)
    return key
  }
  return {
    ...retry,
    mutationKey,
    mutationFn: async (variables, context) => {
      const result = await send(variables, keyOf(context))
      const isChanged = result.ok || isUncertain(result.error)
      const isOutdated = !result.ok && outdated.has(result.error.code)
      if ((isChanged && !variables.dryRun) || isOutdated) {
        for (const queryKey of invalidated) void context.client.invalidateQueries({ queryKey })
      }
      return unwrap(result)
    },
  }
}

/** Codes of writes that saw a record which is newer than the one that the caller has. */
const outdated: ReadonlySet<CorollaryError['code']> = new Set([
  'STALE_RESOURCE_VERSION',
  'RESOURCE_STATE_BLOCKED',
  'RESOURCE_NOT_FOUND',
])

/**
 * Whether the service may have executed the write nevertheless: the response was lost or cannot be
 * read, or the request is still in progress.
 */
const isUncertain = ({ status, code }: CorollaryError): boolean =>
  status < 400 || status >= 500 || code === 'IDEMPOTENCY_IN_PROGRESS'
