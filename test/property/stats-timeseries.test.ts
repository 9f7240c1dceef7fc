/**
 * The points of a time series are those of a plain evaluator over the rows that match the filter.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { now } from '../support/filter-service.js'
import { replaceRows } from '../support/filter-tables.js'
import type { World } from './evaluator.js'
import { payloadOf } from './requests.js'
import { type DatabaseFacts, randomRows, readFacts, zones } from './rows.js'
import { holdsAlways, named, sampleOf } from './runs.js'
import { type StatsService, startStatsService, timeFields } from './stats-contract.js'
import { dayAt, dayNumber, dayText, grouped, lastDay, rowsOf, spans } from './stats-evaluator.js'
import { anyFilter, expectValues, sentMetrics, someMetrics } from './stats-requests.js'
import { days } from './values.js'

let service: StatsService
let facts: DatabaseFacts
beforeAll(async () => {
  service = await startStatsService()
  facts = await readFacts(service.client)
})
afterAll(() => service.close())

const granularities = ['DAY', 'WEEK', 'MONTH'] as const
const anyDay = fc.option(fc.constantFrom(...days, '0001-01-01', '9999-12-31'), { nil: undefined })
const timeSeries = fc.record({
  request: anyFilter,
  field: fc.constantFrom(...Object.entries(timeFields)),
  metrics: someMetrics,
  granularity: fc.constantFrom(...granularities),
  bounds: fc.tuple(anyDay, anyDay),
  fillGaps: fc.boolean(),
  timeZone: fc.constantFrom(...zones),
})
const maxPoints = 1_000

describe.each(named)('in batch %i of FAST_CHECK_SEED=%i', (batch) => {
  let world: World
  beforeAll(async () => {
    const rows = sampleOf(randomRows, batch)
    await replaceRows(service.client, rows)
    world = { rows, facts, now, zone: 'UTC' }
  })

  test('each row with a day within the bounds is in exactly one point', async () => {
    await holdsAlways(batch, timeSeries, async (statsRequest) => {
      const { request, field, metrics, granularity, bounds, fillGaps, timeZone } = statsRequest
      const [from, to] = bounds.every((bound) => bound) ? bounds.toSorted() : bounds
      const found = await service.ask('stats/timeseries', {
        ...{ filter: payloadOf(request), field: field[0], granularity },
        ...{ from, to, fillGaps, timeZone, metrics: sentMetrics(metrics) },
      })
      const span = spans[granularity]!
      const first = from === undefined ? undefined : span(dayNumber(from))[0]
      const end = to === undefined ? undefined : span(dayNumber(to))[1]
      const startsBack = (start: number, least: number): number[] => {
        const starts = []
        for (let at = start; at >= least && starts.length <= maxPoints; at = span(at - 1)[0]) {
          starts.push(at)
        }
        return starts
      }
      if (first !== undefined && end !== undefined) {
        if (startsBack(span(end - 1)[0], first).length > maxPoints) {
          expect(found.status, found.body).toBe(400)
          return
        }
      }
      expect(found.status, found.body).toBe(200)
      const groups = grouped(rowsOf(request, world), (row) => {
        const day = dayAt(row, field[1], timeZone, world)
        if (day === undefined || day < (first ?? day) || day >= (end ?? day + 1)) return undefined
        return span(day)[0]
      })
      const days = [...groups.keys()].filter((day) => day !== undefined).sort((a, b) => b - a)
      const newest = end === undefined ? days[0] : span(end - 1)[0]
      const oldest = first ?? days.at(-1)
      const filled = newest === undefined || oldest === undefined ? [] : startsBack(newest, oldest)
      const starts = fillGaps ? filled : days
      const expected = starts.slice(0, maxPoints).reverse()
      const { points, truncated } = found.data
      const returned = points.map(({ start, end }: { start: string; end: string }) => [start, end])
      const lastOf = (start: number) => Math.min(span(start)[1] - 1, lastDay)
      expect(returned).toEqual(expected.map((start) => [dayText(start), dayText(lastOf(start))]))
      expect(truncated).toBe(starts.length > maxPoints)
      for (const [index, start] of expected.entries()) {
        expectValues(points[index], metrics, groups.get(start) ?? [], world)
      }
    })
  })
})
