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
