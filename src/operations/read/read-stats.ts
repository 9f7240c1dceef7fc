/** The use cases that read statistics: one statement each, over exactly the filtered set; some of them twice. */
import type { Row } from '../../database/database.js'
import type { Statement } from '../../query/sql/sql.js'
import { dayStartsStatement } from '../../stats/days-sql.js'
import { edgeDays, histogramStatement, readHistogramRows } from '../../stats/histogram.js'
import type { Care } from '../../stats/metrics.js'
import { readDistribution, readGroupBy, readTimeSeries } from '../../stats/read-request.js'
import type { HistogramRequest } from '../../stats/request.js'
import type { DayStarts } from '../../stats/ruler.js'
import { readSeriesRows, seriesStatement } from '../../stats/series.js'
import { groupByJson, readTermsRows, termsJson, termsStatement } from '../../stats/terms.js'
import type { Call } from '../context.js'

/** `data` as JSON text: numbers keep the digits that the database printed. */
export interface StatsAnswer {
  readonly json: string
  readonly datasetVersion: string | null
}

/** Once; a second time with care where the first result is in doubt. */
const run = async (call: Call, statement: (care: Care) => Statement): Promise<readonly Row[]> => {
  const rows = await call.database.query(statement('quick'), call)
  return rows[0]?.[1] === 't' ? call.database.query(statement('careful'), call) : rows
}

/**
 * @throws AppError REQUEST_PAYLOAD_INVALID, NOT_SUPPORTED, STATS_REQUEST_INVALID, FILTER_PAYLOAD_INVALID, in
 * this order
 */
export const groupBy = async (call: Call, sent: unknown): Promise<StatsAnswer> => {
  const request = readGroupBy(call, sent)
  const rows = await run(call, (care) => termsStatement(call.resource, request, call.clock, care))
  const answer = readTermsRows(request, rows)
  return { json: groupByJson(request, answer), datasetVersion: answer.datasetVersion }
}

/** @throws AppError as `groupBy` */
export const timeSeries = async (call: Call, sent: unknown): Promise<StatsAnswer> => {
  const request = readTimeSeries(call, sent)
  const rows = await run(call, (care) => seriesStatement(call.resource, request, call.clock, care))
  return readSeriesRows(request, rows)
}

/** @throws AppError as `groupBy`, LIMIT_EXCEEDED */
export const distribution = async (call: Call, sent: unknown): Promise<StatsAnswer> => {
  const request = readDistribution(call, sent)
  if (request.mode === 'TERMS') {
    const rows = await run(call, (care) => termsStatement(call.resource, request, call.clock, care))
    const answer = readTermsRows(request, rows)
    return { json: termsJson(request, answer), datasetVersion: answer.datasetVersion }
  }
  const rows = await run(call, (care) =>
    histogramStatement(call.resource, request, call.clock, care),
  )
  return readHistogramRows(request, rows, await dayStarts(call, request, rows))
}

/** Where the buckets of a zone begin: a second statement, which reads no table. */
const dayStarts = async (
  call: Call,
  request: HistogramRequest,
  rows: readonly Row[],
): Promise<DayStarts | undefined> => {
  const days = edgeDays(request, rows)
  if (!days) return undefined
  const starts = await call.database.query(dayStartsStatement(days, request.zone), call)
  const known = new Map(days.map((day, index) => [day, starts[index]![0] ?? undefined]))
  return (day) => known.get(day)
}
