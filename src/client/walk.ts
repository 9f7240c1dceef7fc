/** Walks all pages of a set; errors are thrown. */
import type { CursorPage } from '../wire/page.js'
import type { Failure, Result, Success } from './result.js'

/** Returns a successful result, and throws the error of a failed one. @throws CorollaryError */
export const unwrap = <S extends { readonly ok: true }>(result: S | Failure): S => {
  if (result.ok) return result as S
  throw (result as Failure).error
}

export type Walk<T> = AsyncGenerator<T, void, undefined>

export async function* walkCursor<T>(
  readPage: (after: string | undefined) => Promise<Result<CursorPage<T>>>,
): Walk<Success<CursorPage<T>>> {
  let after: string | undefined
  do {
    const result = unwrap(await readPage(after))
    yield result
    after = result.data.next ?? undefined
  } while (after !== undefined)
}

export async function* walkPages<P extends { readonly last: boolean }>(
  readPage: (page: number) => Promise<Result<P>>,
): Walk<Success<P>> {
  for (let page = 0; ; page++) {
    const result = unwrap(await readPage(page))
    yield result
    if (result.data.last) return
  }
}

export async function* rowsOf<T>(
  pages: Walk<Success<{ readonly content: readonly T[] }>>,
): Walk<T> {
  for await (const { data } of pages) yield* data.content
}
