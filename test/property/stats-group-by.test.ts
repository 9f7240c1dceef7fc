/** The buckets of a group-by are those of a plain evaluator over the rows that match the filter. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { now } from '../support/filter-service.js'
import { replaceRows } from '../support/filter-tables.js'
import { type Scalar, scalar, type World } from './evaluator.js'
import { payloadOf } from './requests.js'
import { type DatabaseFacts, randomRows, readFacts } from './rows.js'
import { holdsAlways, named, sampleOf } from './runs.js'
import { groupFields, type StatsService, startStatsService, wire } from './stats-contract.js'
import {
  compare,
  grouped,
  isIcu,
  keyPlaces,
  metricOf,
  rowsOf,
  textPlaces,
  valueAt,
  wireAt,
} from './stats-evaluator.js'
import { anyFilter, expectValues, sentMetrics, someMetrics } from './stats-requests.js'

let service: StatsService
let facts: DatabaseFacts
beforeAll(async () => {
  service = await startStatsService()
  facts = await readFacts(service.client)
})
afterAll(() => service.close())

const orders = ['KEY_ASC', 'KEY_DESC', 'VALUE_ASC', 'VALUE_DESC', 'LABEL_ASC', 'LABEL_DESC']
const groupBys = fc.record({
  request: anyFilter,
  field: fc.constantFrom(...Object.entries(groupFields)),
  // An average is rounded; sorting by it works like sorting by the other metrics.
  metrics: someMetrics.filter(([primary]) => primary!.operation !== 'AVG'),
  orderBy: fc.constantFrom(...orders),
  limit: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  totals: fc.boolean(),
})

const nullsLast = <T extends Scalar>(a: T | null, b: T | null, way: number): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compare(a, b) * way
}

describe.each(named)('in batch %i of FAST_CHECK_SEED=%i', (batch) => {
  let world: World
  beforeAll(async () => {
    const rows = sampleOf(randomRows, batch)
    await replaceRows(service.client, rows)
    world = { rows, facts, now, zone: 'UTC' }
  })

  test('group-by has the buckets, values and order of the rows, and loses none', async () => {
    await holdsAlways(
      batch,
      groupBys,
      async ({ request, field, metrics, orderBy, limit, totals }) => {
        const [name, { path, kind, labelPath }] = field
        const filter = payloadOf(request)
        const found = await service.ask('stats/group-by', {
          ...{ filter, field: name, orderBy, limit, totals },
          metrics: sentMetrics(metrics),
        })
        expect(found.status, found.body).toBe(200)
        const { buckets, totalBuckets, truncated, otherCount } = found.data

        const rows = rowsOf(request, world)
        const groups = grouped(rows, (row) => valueAt(row, { path, kind }, world))
        const keys = [...groups.keys()].filter((key) => key !== null)
        const places = await keyPlaces(service.client, { path, kind }, keys)
        const labels = new Map<Scalar | null, string>()
        for (const { key, label } of buckets) {
          labels.set(wire(key) === null ? null : scalar(kind, wire(key), world), label)
        }
        if (labelPath !== undefined || kind === 'text') {
          for (const [key, of] of groups) {
            const texts = of.map((row) => wireAt(row, labelPath ?? path, world))
            const present = texts.filter((text) => text !== null) as string[]
            const order = await textPlaces(service.client, present, isIcu(labelPath ?? path))
            present.sort((a, b) => compare(order.get(a)!, order.get(b)!))
            const label = key === null ? '(none)' : (present[0] ?? String(key))
            if (labels.has(key)) expect(labels.get(key)).toBe(label)
            labels.set(key, label)
          }
        }
        const isCut = limit !== undefined && limit < groups.size
        // The labels of buckets that were cut are known only from their rows.
        const canOrder = !isCut || !orderBy.startsWith('LABEL') || labels.size === groups.size
        const isLabelIcu = isIcu(labelPath ?? path)
        const labelOrder = await textPlaces(service.client, [...labels.values()], isLabelIcu)
        const way = orderBy.endsWith('DESC') ? -1 : 1
        const placeOf = (key: Scalar | null) => (key === null ? null : places.get(key)!)
        const termOf = (key: Scalar | null): Scalar | null => {
          if (orderBy.startsWith('VALUE')) {
            return metricOf(metrics[0]!, groups.get(key)!, world)?.sum ?? null
          }
          if (key === null || orderBy.startsWith('KEY')) return placeOf(key)
          return labelOrder.get(labels.get(key)!)!
        }
        const returned = buckets.map(({ key }: { key: unknown }) =>
          wire(key) === null ? null : scalar(kind, wire(key), world),
        )
        if (canOrder) {
          const sorted = [...groups.keys()].sort(
            (a, b) => nullsLast(termOf(a), termOf(b), way) || nullsLast(placeOf(a), placeOf(b), 1),
          )
          expect(returned).toEqual(sorted.slice(0, limit))
        }
        let shown = 0
        for (const [index, bucket] of buckets.entries()) {
          const of = groups.get(returned[index])!
          expectValues(bucket, metrics, of, world)
          shown += of.length
        }
        expect('totals' in found.data).toBe(totals)
        if (totals) expectValues(found.data.totals, metrics, rows, world)
        expect(wire(totalBuckets)).toBe(String(groups.size))
        expect(truncated).toBe(isCut)
        expect(wire(otherCount)).toBe(String(rows.length - shown))
        const { data } = await service.ask('filter', filter)
        expect(wire(data.totalElements)).toBe(String(rows.length))
      },
    )
  })
})
