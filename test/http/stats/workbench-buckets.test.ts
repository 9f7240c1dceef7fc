/** The filter that a bucket of a chart leads to finds as many records as the bucket counts. */
import { expect, test } from 'vitest'
import type { Capabilities } from '../../../src/wire/catalogs/capabilities.js'
import {
  type ChartResponse,
  type ChartRow,
  chartRequest,
  chartRows,
} from '../../../workbench/pages/dashboard/chart-data.js'
import { type Chart, possibleCharts } from '../../../workbench/pages/dashboard/charts.js'
import { narrow } from '../../../workbench/pages/dashboard/narrowing.js'
import { readShape } from '../../../workbench/service/shape.js'
import { paths, usePeople } from '../use-people.js'

const people = usePeople()

type Filter = Readonly<Record<string, unknown>>

const count = async (path: string, filter: Filter): Promise<number> =>
  (await people.page(path, '?size=1', filter)).totalElements

/** Each kind of chart in several forms. */
const formsOf = (chart: Chart, type: string): readonly Chart[] => {
  if (chart.kind === 'bars') return [{ ...chart, limit: 25 }]
  if (chart.kind === 'series') return [chart, { ...chart, granularity: 'WEEK' }]
  const isDate = type === 'DATE' || type === 'INSTANT'
  return [
    { ...chart, buckets: 7 },
    { ...chart, buckets: isDate ? '100' : '20000000' },
  ]
}

/** Buckets with few neighbors tell as much as all of them: the ends, and some between. */
const sampleOf = (rows: readonly ChartRow[]): readonly ChartRow[] => {
  const step = Math.max(1, Math.floor(rows.length / 6))
  return rows.filter((_, index) => index % step === 0 || index === rows.length - 1)
}

test.for<[path: string, filter: Filter, charts: number]>([
  [paths.employees, {}, 5],
  [paths.employees, { hiredOnBetween: ['2015-03-10', '2021-08-20'], salaryBetween: [5, null] }, 5],
  [paths.absences, { startsOnBetween: ['2025-02-10', null] }, 4],
  [paths.payslips, { netBetween: { min: '100.10', max: '9000' } }, 3],
])('buckets of %s within %j', async ([path, filter, least]) => {
  const { stats } = (await people.get(`${path}/capabilities`)).json() as Capabilities
  const query = `path=${encodeURIComponent(`${path}/filter`)}&operation=post&schemaType=request`
  const shape = readShape((await people.get(`/schemas/filtered?${query}`)).json())
  const narrowed = new Set<string>()
  const total = await count(path, filter)
  for (const possible of possibleCharts(stats.fields)) {
    const field = stats.fields.find((each) => each.field === possible.field)!
    for (const chart of formsOf(possible, field.type)) {
      const request = chartRequest(chart, field, filter)
      const answer = await people.send('POST', `${path}/stats/${request.kind}`, request.body)
      expect(answer.statusCode, answer.body).toBe(200)
      const { rows } = chartRows(chart, answer.json().data as ChartResponse)
      expect(rows.length, JSON.stringify(chart)).toBeGreaterThan(0)
      for (const row of sampleOf(rows)) {
        const { filter: found } = narrow({ field, filter, filterFields: shape.byName }, row.values)
        if (!found) continue
        narrowed.add(`${chart.kind} ${chart.field}`)
        const chartText = `${JSON.stringify(chart)} ${JSON.stringify(found)}`
        expect(await count(path, found), chartText).toBe(row.count)
      }
    }
  }
  expect(total).toBeGreaterThan(0)
  expect(narrowed.size, [...narrowed].join()).toBeGreaterThanOrEqual(least)
})
