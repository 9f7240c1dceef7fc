/** Numbered pages over cursors, which lead only from a page to the next one. */
import type { CursorPage } from 'corollary/client'

interface Walk {
  /** What the list shows: filter, sort and size. */
  readonly key: string
  /** The cursors of the pages that were reached. The first page needs none. */
  readonly cursors: (string | undefined)[]
}

type ReadPage<T> = (after: string | undefined) => Promise<CursorPage<T>>

/**
 * Remembers the cursors of the last list of each resource. A page that was not reached yet, such as
 * that of an address that was opened, is reached through the pages before it.
 */
export const cursorPages = () => {
  const walks = new Map<string, Walk>()
  return async <T>(
    resource: string,
    key: string,
    page: number,
    read: ReadPage<T>,
  ): Promise<Pick<CursorPage<T>, 'content' | 'next'>> => {
    const last = walks.get(resource)
    // The first page begins anew, so that later pages continue what it shows now.
    const walk = last?.key === key && page > 1 ? last : { key, cursors: [undefined] }
    walks.set(resource, walk)
    for (;;) {
      const at = Math.min(page, walk.cursors.length)
      const found = await read(walk.cursors[at - 1])
      if (found.next !== null) walk.cursors[at] = found.next
      if (at === page) return found
      if (found.next === null) return { content: [], next: null }
    }
  }
}
