/** Walks over all pages of a set; what is refused is thrown. */
import type { CursorPage, Page } from '../wire/page.js'
import type { Failure, Result, Success } from './result.js'

/** The answer; an error is thrown. @throws CorollaryError */
export const unwrap = <A extends { readonly ok: true }>(result: A | Failure): A => {
  if (result.ok) return result as A
  throw (result as Failure).error
}

export type Walk<T> = AsyncGenerator<T, void, undefined>

export async function* walkCursor<T>(
  ask: (after: string | undefined) => Promise<Result<CursorPage<T>>>,
): Walk<Success<CursorPage<T>>> {
  let after: string | undefined
  do {
    const answer = unwrap(await ask(after))
    yield answer
    after = answer.data.next ?? undefined
  } while (after !== undefined)
}

export async function* walkPages<T>(
  ask: (page: number) => Promise<Result<Page<T>>>,
): Walk<Success<Page<T>>> {
  for (let page = 0; ; page++) {
    const answer = unwrap(await ask(page))
    yield answer
    if (answer.data.last) return
  }
}

export async function* rowsOf<T>(
  pages: Walk<Success<{ readonly content: readonly T[] }>>,
): Walk<T> {
  for await (const { data } of pages) yield* data.content
}
