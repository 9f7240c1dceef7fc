import { describe, expect, test } from 'vitest'
import { barWidth, runsOf, timeScale, valueScale } from './scales.js'

const day = (text: string): number => Date.parse(text)
const ticksOf = (from: string, to: string, most: number) =>
  timeScale([day(from), day(to)], most).ticks.map(({ time, unit }) => [
    new Date(time).toISOString().slice(0, 10),
    unit,
  ])

describe('the scale of values', () => {
  test.for([
    [
      [3, 7, 9],
      [0, 2.5, 5, 7.5, 10],
    ],
    [[0.04], [0, 0.01, 0.02, 0.03, 0.04]],
    [
      [-20, 30],
      [-20, 0, 20, 40],
    ],
    [
      [0, 0],
      [0, 0.25, 0.5, 0.75, 1],
    ],
    [[123_456_789], [0, 50_000_000, 100_000_000, 150_000_000]],
  ] as const)('%s has the labels %s', ([values, ticks]) => {
    const scale = valueScale(values)
    expect(scale.ticks.map((tick) => Number(tick.toPrecision(12)))).toEqual(ticks)
    for (const value of values) {
      expect(scale.at(value)).toBeGreaterThanOrEqual(0)
      expect(scale.at(value)).toBeLessThanOrEqual(1)
    }
  })
})

describe('the scale of times', () => {
  test.for([
    ['2026-03-01', '2026-03-05', 6, 5, 'day', '2026-03-01'],
    ['2026-01-15', '2026-06-20', 6, 5, 'month', '2026-02-01'],
    ['2005-03-01', '2026-06-01', 12, 11, 'year', '2006-01-01'],
    ['1900-01-01', '2026-01-01', 8, 7, 'year', '1900-01-01'],
  ] as const)('%s to %s has at most %i labels', ([from, to, most, count, unit, first]) => {
    const ticks = ticksOf(from, to, most)
    expect(ticks.length).toBeLessThanOrEqual(most + 1)
    expect([ticks.length, ticks[0]]).toEqual([count, [first, unit]])
  })

  test('one point lies in the middle', () => {
    const scale = timeScale([day('2026-03-01')], 5)
    expect(scale.at(day('2026-03-01'))).toBe(0.5)
    expect(scale.ticks).toHaveLength(1)
  })
})

test('a gap ends a run, and values between gaps are runs of their own', () => {
  expect(runsOf([null, 1, 2, null, 3, null])).toEqual([[1, 2], [4]])
  expect(runsOf([null])).toEqual([])
})

test('bars of a series do not overlap, and a single bar is not as wide as the chart', () => {
  expect(barWidth([100, 130, 190], 300)).toBeCloseTo(19.2)
  expect(barWidth([150], 300)).toBe(56)
})
