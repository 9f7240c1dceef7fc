/** Reads blocks of rows: by pages as deep as the service allows, then by cursors. */
import { type UntypedResource, unwrap } from 'corollary/client'
import type { GridRow } from './column-defs.js'
import type { Criteria } from './criteria.js'

export interface Block {
  readonly rows: readonly GridRow[]
  /** Number of rows of the whole set. Undefined while it is unknown. */
  readonly rowCount: number | undefined
}

export interface BlockRequest {
  readonly startRow: number
  readonly endRow: number
  readonly filter: Criteria
  readonly sort: readonly string[]
}

export interface RowReader {
  /** @throws CorollaryError */
  read(request: BlockRequest, signal: AbortSignal): Promise<Block>
}

/** Rows of one page while a cursor is moved to a block. */
const stride = 200

/** @param maxOffset rows that a page of the service may skip */
export const createRowReader = (resource: UntypedResource, maxOffset: number): RowReader => {
  /** Cursors by the row that they lead to, of the latest filter and sort that was read so deep. */
  let bookmarks = { key: '', after: new Map<number, string>() }

  const readPage = async (request: BlockRequest, signal: AbortSignal): Promise<Block> => {
    const { startRow, endRow, filter, sort } = request
    const size = endRow - startRow
    const page = startRow / size
    const { data } = unwrap(await resource.filter(filter, { page, size, sort, signal } as never))
    const { content, totalElements, last } = data
    const isCounted = !('count' in data) || data.count === 'exact'
    return {
      rows: content,
      rowCount: isCounted
        ? (totalElements ?? undefined)
        : last
          ? startRow + content.length
          : undefined,
    }
  }

  const readDeep = async (request: BlockRequest, signal: AbortSignal): Promise<Block> => {
    const { startRow, endRow, filter, sort } = request
    const key = JSON.stringify([filter, sort])
    if (bookmarks.key !== key) bookmarks = { key, after: new Map() }
    const { after } = bookmarks
    let at = Math.max(0, ...[...after.keys()].filter((row) => row <= startRow))
    const step = async (size: number) => {
      const token = after.get(at)
      const options = { size, sort, signal, ...(token === undefined ? {} : { after: token }) }
      const { data } = unwrap(await resource.cursor(filter, options))
      at += data.content.length
      if (data.next !== null) after.set(at, data.next)
      return data
    }
    while (at < startRow) {
      const { next } = await step(Math.min(stride, startRow - at))
      if (next === null) return { rows: [], rowCount: at }
    }
    const { content, next } = await step(endRow - startRow)
    return { rows: content, rowCount: next === null ? at : undefined }
  }

  return {
    read: (request, signal) =>
      request.startRow > maxOffset ? readDeep(request, signal) : readPage(request, signal),
  }
}
