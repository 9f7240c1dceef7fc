import { expect, test } from 'vitest'
import { segmentsOf, visibleColumns, visibleRows } from './windowing.js'

const rows = { count: 100_000, rowHeight: 36 }

test('draws the visible rows of a long table and a few more', () => {
  expect(visibleRows({ offset: 0, length: 360 }, rows)).toEqual({ start: 0, end: 22 })
  expect(visibleRows({ offset: 36_000, length: 360 }, rows)).toEqual({ start: 988, end: 1022 })
  expect(visibleRows({ offset: 3_599_640, length: 360 }, rows).end).toBe(100_000)
})

test('draws short tables whole, and nothing of an empty one', () => {
  const viewport = { offset: 900, length: 100 }
  expect(visibleRows(viewport, { count: 60, rowHeight: 36 })).toEqual({ start: 0, end: 60 })
  expect(visibleRows(viewport, { count: 0, rowHeight: 36 })).toEqual({ start: 0, end: 0 })
})

test('draws a range inside the table after it became shorter', () => {
  const range = visibleRows({ offset: 999_999, length: 360 }, { count: 100, rowHeight: 36 })
  expect(range).toEqual({ start: 100, end: 100 })
})

test('draws the visible columns of a wide table', () => {
  const widths = Array.from({ length: 200 }, () => 100)
  expect(visibleColumns({ offset: 0, length: 1000 }, widths)).toEqual({ start: 0, end: 11 })
  const { start, end } = visibleColumns({ offset: 5050, length: 1000 }, widths)
  expect(start * 100).toBeLessThanOrEqual(5050)
  expect(end * 100).toBeGreaterThanOrEqual(6050)
  expect(end - start).toBeLessThan(15)
  expect(visibleColumns({ offset: 0, length: 10 }, widths.slice(0, 40)).end).toBe(40)
})

const heightOf = (segments: ReturnType<typeof segmentsOf>): number =>
  segments.reduce((sum, segment) => sum + ('gap' in segment ? segment.gap : 1), 0)

test.for([undefined, 3, 50, 55, 99, 200])('every row has its place when row %s is kept', (kept) => {
  const segments = segmentsOf({ start: 50, end: 60 }, { count: 100, kept: [kept, 5] })
  expect(heightOf(segments)).toBe(100)
  const drawn = segments.flatMap((segment) => ('row' in segment ? [segment.row] : []))
  expect(drawn).toEqual([...new Set(drawn)].sort((a, b) => a - b))
  expect(drawn).toEqual(expect.arrayContaining([5, 50, 59]))
  if (kept !== undefined && kept < 100) expect(drawn).toContain(kept)
})
