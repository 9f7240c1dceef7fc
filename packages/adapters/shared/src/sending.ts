/** How writes are sent: once, although a response may be lost. */
import type { Result } from 'corollary/client'

/** `crypto.randomUUID` is missing in pages that are not served over HTTPS. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Sends a request once more, if that is safe and may succeed. */
export const repeated = async <T>(send: () => Promise<Result<T>>): Promise<Result<T>> => {
  const result = await send()
  return !result.ok && result.error.isRetryable ? send() : result
}

/** Parts of a list with at most `size` items, in their order. */
export const partsOf = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  )

/** An outcome of a batch or of a bulk action. Other actions have other results. */
interface ItemsOutcome {
  readonly items?: unknown
}

export interface OutcomeItem {
  readonly id: unknown
  readonly status: 'SUCCEEDED' | 'FAILED'
  readonly code: string | null
  readonly message: string | null
}

/** What became of each record; undefined if the outcome does not say so. */
export const itemsOf = (outcome: ItemsOutcome | null): readonly OutcomeItem[] | undefined =>
  Array.isArray(outcome?.items) ? outcome.items : undefined

/** The records of an outcome that were written: all that were sent, unless it says more. */
export const writtenIds = <Id>(outcome: ItemsOutcome | null, sent: readonly Id[]): readonly Id[] =>
  itemsOf(outcome)?.flatMap(({ status, id }) => (status === 'SUCCEEDED' ? [id as Id] : [])) ?? sent

export interface WrittenPart<Id, R> {
  readonly ids: readonly Id[]
  readonly result: R
}

/**
 * Sends a write of many records in parts, one after the other. The first part that fails ends it.
 *
 * @param send a part, and returns the ids of the records that were written
 * @param failureOf the error with the records that were written before it
 */
export const sendParts = async <T, Id, R>(
  items: readonly T[],
  size: number,
  send: (part: readonly T[], index: number) => Promise<WrittenPart<Id, R>>,
  failureOf: (error: unknown, written: readonly Id[]) => unknown,
): Promise<readonly R[]> => {
  const written: Id[] = []
  const results: R[] = []
  for (const [index, part] of partsOf(items, size).entries()) {
    try {
      const { ids, result } = await send(part, index)
      written.push(...ids)
      results.push(result)
    } catch (error) {
      throw written.length === 0 ? error : failureOf(error, written)
    }
  }
  return results
}

/** The message of a write of which a part was done. */
export const partialMessage = (message: string, written: number, total: number): string =>
  `${message} Before this error, ${written} of ${total} records were written.`
