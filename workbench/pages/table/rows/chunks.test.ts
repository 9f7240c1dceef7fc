import { expect, test } from 'vitest'
import {
  type Chunks,
  countRows,
  cursorOf,
  noChunks,
  refresh,
  rowAt,
  wantedChunk,
  withChunk,
  withoutCursors,
} from './chunks.js'

const size = 100
const page = (place: number, length = size, next: string | null = `c${place + 1}`) => ({
  content: Array.from({ length }, (_, index) => ({ id: place * size + index })),
  next,
})
const read = (count: number): Chunks => {
  let chunks = noChunks
  for (let place = 0; place < count; place++) chunks = withChunk(chunks, place, page(place))
  return chunks
}

test('reads the first chunk, then on when the end comes near, until the end', () => {
  expect(wantedChunk(noChunks, { start: 0, end: 20 })).toBe(0)
  expect(cursorOf(noChunks, 0)).toBeUndefined()
  const two = read(2)
  expect(wantedChunk(two, { start: 0, end: 20 })).toBeUndefined()
  expect(wantedChunk(two, { start: 90, end: 110 })).toBe(2)
  expect(cursorOf(two, 2)).toBe('c2')
  const all = withChunk(two, 2, page(2, 30, null))
  expect(wantedChunk(all, { start: 210, end: 230 })).toBeUndefined()
  expect(countRows(all)).toBe(230)
})

test('finds every row', () => {
  const chunks = withChunk(read(5), 5, page(5, 7, null))
  for (let row = 0; row < 507; row++) expect(rowAt(chunks, row)).toEqual({ id: row })
  expect(rowAt(chunks, 507)).toBeUndefined()
  expect(rowAt(noChunks, 0)).toBeUndefined()
})

test('keeps a bounded number of chunks, and reads dropped ones again by their cursor', () => {
  const chunks = read(300)
  expect(chunks.list.filter(({ rows }) => rows).length).toBe(60)
  expect(rowAt(chunks, 0)).toBeUndefined()
  expect(countRows(chunks)).toBe(30_000)
  const back = { start: 1990, end: 2020 }
  expect(wantedChunk(chunks, back)).toBe(19)
  expect(cursorOf(chunks, 19)).toBe('c19')
  const once = withChunk(chunks, 19, page(19))
  expect(wantedChunk(once, back)).toBe(20)
  expect(rowAt(once, 1999)).toEqual({ id: 1999 })
  expect(rowAt(withChunk(once, 20, page(20)), 2000)).toEqual({ id: 2000 })
  expect(once.next).toBe('c300')
})

test('reads the visible rows again in their place, and follows from there', () => {
  const visible = { start: 290, end: 320 }
  const stale = refresh(read(10), visible)
  expect(countRows(stale)).toBe(400)
  expect(rowAt(stale, 300)).toEqual({ id: 300 })
  expect(wantedChunk(stale, visible)).toBe(2)
  const second = withChunk(stale, 2, page(2))
  expect(wantedChunk(second, visible)).toBe(3)
  // A row was deleted: what follows comes from the new cursor.
  const third = withChunk(second, 3, page(3, 99, 'new'))
  expect(countRows(third)).toBe(399)
  expect(wantedChunk(third, visible)).toBe(4)
  expect(cursorOf(third, 4)).toBe('new')
  expect(wantedChunk(third, { start: 0, end: 20 })).toBe(0)
  expect(refresh(noChunks, visible)).toEqual(noChunks)
})

/** Scrolls over ids in ascending order; the cursor is the last id before. */
const scrollOver = (
  ids: readonly number[],
  from: Chunks,
  visible: { start: number; end: number },
) => {
  let chunks = from
  for (let place = wantedChunk(chunks, visible); place !== undefined; ) {
    const after = Number(cursorOf(chunks, place) ?? -1)
    const rest = ids.filter((id) => id > after)
    const content = rest.slice(0, 7).map((id) => ({ id }))
    const next = rest.length > 7 ? String(content.at(-1)!.id) : null
    chunks = withChunk(chunks, place, { content, next })
    place = wantedChunk(chunks, visible)
  }
  const end = Math.min(visible.end, countRows(chunks))
  const shown = Array.from({ length: Math.max(0, end - visible.start) }, (_, index) =>
    Number(rowAt(chunks, visible.start + index)?.['id']),
  )
  return { chunks, shown }
}

test('shows every row once after a refresh, whatever was written', () => {
  let seed = 1
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  let ids = Array.from({ length: 900 }, (_, index) => index * 1000)
  let chunks = noChunks
  let visible = { start: 0, end: 25 }
  const look = () => {
    const result = scrollOver(ids, chunks, visible)
    chunks = result.chunks
    return result.shown
  }
  const top = () => {
    const shown: number[] = []
    for (let start = 0; start === 0 || start < countRows(chunks); start += 25) {
      visible = { start, end: start + 25 }
      shown.push(...look())
    }
    return shown
  }
  expect(top()).toEqual(ids)
  for (let round = 0; round < 60; round++) {
    const from = random(ids.length)
    const gone = new Set(ids.slice(from, from + random(round % 10 === 9 ? 400 : 12)))
    const added = Array.from({ length: random(40) }, () => random(900_000))
    ids = [...new Set([...ids.filter((id) => !gone.has(id)), ...added])].toSorted((a, b) => a - b)
    chunks = refresh(chunks, visible)
    for (let move = 0; move < 6; move++) {
      const shown = look()
      const place = shown.length > 0 ? ids.indexOf(shown[0]!) : 0
      expect(shown).toEqual(ids.slice(place, place + shown.length))
      const start =
        move % 2 ? random(Math.max(1, countRows(chunks))) : Math.max(0, visible.start - 20)
      visible = { start, end: start + 25 }
    }
    if (round % 5 === 0) expect(top()).toEqual(ids)
  }
})

test('follows from the visible rows while they are read again', () => {
  const stale = refresh(read(10), { start: 290, end: 320 })
  expect(cursorOf(stale, 4)).toBe('c4')
})

test('reads a set with other cursors from its start to the visible rows, which stay until then', () => {
  const visible = { start: 290, end: 320 }
  let chunks = withoutCursors(read(10), visible)
  expect([countRows(chunks), rowAt(chunks, 300)]).toEqual([400, { id: 300 }])
  for (const place of [0, 1, 2, 3]) {
    expect(wantedChunk(chunks, visible)).toBe(place)
    expect(cursorOf(chunks, place)).toBe(place === 0 ? undefined : `n${place}`)
    chunks = withChunk(chunks, place, page(place, size, `n${place + 1}`))
  }
  expect(wantedChunk(chunks, visible)).toBe(4)
})
