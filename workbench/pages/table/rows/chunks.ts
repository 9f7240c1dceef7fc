/**
 * The rows of endless scrolling: chunks in their order, each found by the cursor before it. Chunks
 * far from the visible rows are dropped and read again when they come back, so that memory stays
 * bounded however far one scrolls.
 */
import type { Row } from '../../../service/records.js'
import { type Run, runsOf } from './runs.js'
import type { Range } from './windowing.js'

interface Chunk {
  /** Cursor of the last row before the chunk; undefined for the first one, or if unknown. */
  readonly after: string | undefined
  /** Index of the first row of the chunk. */
  readonly start: number
  readonly length: number
  /** Undefined for a chunk that was dropped. */
  readonly rows: readonly Row[] | undefined
  /** Where groups begin. A chunk that is dropped keeps them. */
  readonly runs: readonly Run[]
  /** The rows are shown until they are read again. */
  readonly isStale?: true
}

export interface Chunks {
  readonly list: readonly Chunk[]
  /** Cursor of the next chunk; null at the end of the set, undefined if it is unknown. */
  readonly next: string | null | undefined
}

export const noChunks: Chunks = { list: [], next: undefined }

const keptChunks = 60
/** Number of rows that are read ahead. */
const ahead = 100

const isUnread = ({ rows, isStale }: Chunk): boolean => !rows || isStale === true

const endOf = ({ start, length }: Chunk): number => start + length

export const countRows = ({ list }: Chunks): number => (list.length ? endOf(list.at(-1)!) : 0)

/**
 * Returns the place of a row's chunk. Nearly all chunks have the same length, so the search starts
 * near the row.
 */
const placeOf = ({ list }: Chunks, row: number): number => {
  let low = 0
  let high = list.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (endOf(list[middle]!) <= row) low = middle + 1
    else high = middle
  }
  return low
}

export const rowAt = (chunks: Chunks, row: number): Row | undefined => {
  const chunk = chunks.list[placeOf(chunks, row)]
  return chunk?.rows?.[row - chunk.start]
}

/**
 * Returns the chunk to read for the visible rows: a dropped one, the next one, or none. Before a
 * chunk whose cursor is unknown, those are read that lead to it.
 */
export const wantedChunk = (chunks: Chunks, visible: Range): number | undefined => {
  let place = unreadChunk(chunks, visible)
  while (place !== undefined && place > 0 && cursorOf(chunks, place) === undefined) place--
  return place
}

const unreadChunk = (chunks: Chunks, visible: Range): number | undefined => {
  const { list, next } = chunks
  if (list.length > 0) {
    const first = placeOf(chunks, visible.start)
    const last = placeOf(chunks, Math.max(visible.start, visible.end - 1))
    for (let place = first; place <= last; place++) if (isUnread(list[place]!)) return place
  }
  const isNearEnd = visible.end + ahead >= countRows(chunks)
  return next !== null && isNearEnd ? list.length : undefined
}

/** Returns the cursor after which a chunk is read. */
export const cursorOf = ({ list, next }: Chunks, place: number): string | undefined =>
  place < list.length ? list[place]!.after : (next ?? undefined)

export const withChunk = (
  chunks: Chunks,
  place: number,
  page: { readonly content: readonly Row[]; readonly next: string | null },
  group?: string,
): Chunks => {
  const { list } = chunks
  const chunk: Chunk = {
    after: cursorOf(chunks, place),
    start: 0,
    length: page.content.length,
    rows: page.content,
    runs: runsOf(page.content, group),
  }
  const following = page.next === null ? [] : linked(list.slice(place + 1), page.next)
  return {
    list: dropFar(placed([...list.slice(0, place), chunk, ...following]), place),
    next: following.length > 0 ? chunks.next : page.next,
  }
}

/**
 * Marks the first chunk as stale if it began after another row than the chunk now before it ends
 * with: it may lack or repeat rows.
 */
const linked = ([first, ...others]: readonly Chunk[], after: string): readonly Chunk[] => {
  if (!first) return []
  return [first.after === after ? first : { ...first, after, isStale: true }, ...others]
}

const placed = (list: readonly Chunk[]): readonly Chunk[] => {
  let end = 0
  return list.map((chunk) => {
    const start = end
    end += chunk.length
    return chunk.start === start ? chunk : { ...chunk, start }
  })
}

/**
 * Marks the chunks up to the visible rows as stale, and drops those after them, which are read
 * again on demand.
 */
export const refresh = (chunks: Chunks, visible: Range): Chunks => {
  if (chunks.list.length === 0) return chunks
  const end = placeOf(chunks, Math.max(visible.start, visible.end - 1)) + 1
  const list = chunks.list.slice(0, end).map((chunk) => ({ ...chunk, isStale: true as const }))
  const cut = chunks.list[end]
  return { list, next: cut ? cut.after : chunks.next }
}

/**
 * Keeps the rows up to the visible ones until they are read again in a set whose cursors differ,
 * such as one without the records of a group.
 */
export const withoutCursors = (chunks: Chunks, visible: Range): Chunks => ({
  list: refresh(chunks, visible).list.map((chunk) => ({ ...chunk, after: undefined })),
  next: undefined,
})

const dropFar = (list: readonly Chunk[], place: number): readonly Chunk[] => {
  const loaded = list.flatMap(({ rows }, index) => (rows ? [index] : []))
  if (loaded.length <= keptChunks) return list
  const distance = (index: number) => Math.abs(index - place)
  const farthest = loaded.reduce((far, index) => (distance(index) > distance(far) ? index : far))
  return list.with(farthest, { ...list[farthest]!, rows: undefined })
}
