/** Reads statistics over exactly the filtered set, with one statement on one snapshot. */
import type { Statement } from '../../foundation/statement.js'
import { dayStartsStatement } from '../../stats/days-sql.js'
import { edgeDays, histogramJson, histogramStatement } from '../../stats/histogram.js'
import type { Care } from '../../stats/metrics.js'
import { readDistribution, readGroupBy, readTimeSeries } from '../../stats/read-request.js'
import type { StatsRequest } from '../../stats/request.js'
import { seriesStatement } from '../../stats/series.js'
import { groupByJson, termsJson, termsStatement } from '../../stats/terms.js'
import type { Call, Limits, Reading } from '../context.js'

/** `data` as JSON text: numbers keep the digits that the database printed. */
export interface StatsResult {
  readonly json: string
  readonly datasetVersion: string | null
}

/** Statistics are cached until the data changes. */
type StatsReading = Reading & Limits & Pick<Call, 'results'>

interface Found {
  readonly isDoubtful: boolean
  readonly datasetVersion: string | null
}

/** Runs the quick statement; if its result is in doubt, runs the careful one. */
const run = async <Result extends Found>(
  call: StatsReading,
  { criteria }: StatsRequest,
  statement: (care: Care) => Statement<Result>,
): Promise<Result> => {
  const result = await call.results.run(call, statement('quick'), criteria)
  return result.isDoubtful ? call.results.run(call, statement('careful'), criteria) : result
}

/**
 * @throws AppError REQUEST_PAYLOAD_INVALID, NOT_SUPPORTED, STATS_REQUEST_INVALID,
 * FILTER_PAYLOAD_INVALID, in this order
 */
export const groupBy = async (call: StatsReading, sent: unknown): Promise<StatsResult> => {
  const request = readGroupBy(call, sent)
  const result = await run(call, request, (care) =>
    termsStatement(call.resource, request, call.clock, care),
  )
  return { json: groupByJson(request, result), datasetVersion: result.datasetVersion }
}

/** @throws AppError as `groupBy` */
export const timeSeries = async (call: StatsReading, sent: unknown): Promise<StatsResult> => {
  const request = readTimeSeries(call, sent)
  return run(call, request, (care) => seriesStatement(call.resource, request, call.clock, care))
}

/** @throws AppError as `groupBy`, LIMIT_EXCEEDED */
export const distribution = async (call: StatsReading, sent: unknown): Promise<StatsResult> => {
  const { database, signal } = call
  const request = readDistribution(call, sent)
  if (request.mode === 'TERMS') {
    const result = await run(call, request, (care) =>
      termsStatement(call.resource, request, call.clock, care),
    )
    return { json: termsJson(request, result), datasetVersion: result.datasetVersion }
  }
  const rows = await run(call, request, (care) =>
    histogramStatement(call.resource, request, call.clock, care),
  )
  const days = edgeDays(request, rows)
  // Only the database knows where the days of a zone begin. This statement reads no table.
  const starts = days && (await database.run(dayStartsStatement(days, request.zone), { signal }))
  return { json: histogramJson(request, rows, starts), datasetVersion: rows.datasetVersion }
}
