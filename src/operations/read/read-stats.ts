/** Reads statistics over exactly the filtered set, with one statement on one snapshot. */

import type { Session } from '../../database/connection/session.js'
import { isTimeOverflow } from '../../database/errors/errors.js'
import type { Statement } from '../../foundation/execution/statement.js'
import { digestOf } from '../../foundation/json/canonical-json.js'
import { isRestrictedByRule } from '../../query/rows/row-access.js'
import { dayStartsStatement } from '../../stats/days-sql.js'
import {
  edgeDays,
  type HistogramRows,
  histogramJson,
  histogramStatement,
} from '../../stats/histogram.js'
import { type Care, type Metric, withNamesOf, withPlainNames } from '../../stats/metrics.js'
import { readDistribution, readGroupBy, readTimeSeries } from '../../stats/read-request.js'
import type { StatsRequest } from '../../stats/request.js'
import { type SeriesResult, seriesStatement } from '../../stats/series.js'
import { groupByJson, type TermsResult, termsJson, termsStatement } from '../../stats/terms.js'
import type { Call, Limits, ReadContext } from '../context.js'
import type { Statistic, StatsResult } from '../stored-statistics/statistic.js'
import { chooseDeleted } from './choose-deleted.js'

/** Statistics are cached until the data changes. */
type StatsCall = Omit<ReadContext, 'database'> &
  Limits &
  Pick<Call, 'results' | 'storedStats'> & { readonly database: Session }

interface Found {
  readonly isDoubtful: boolean
  readonly datasetVersion: string | null
}

/** A statistic that was requested: how it is read, wherever its statements run. */
interface Plan<Result extends Found> {
  readonly operation: string
  readonly request: StatsRequest
  readonly metrics: readonly Metric[]
  readonly statement: (care: Care) => Statement<Result>
  /** `data` as JSON text. */
  readonly print: (result: Result, run: Session['run']) => string | Promise<string>
}

/** The age that a client accepts by default: what the contract allows. */
const anyAge = Infinity

/**
 * @param acceptedMs the age of a stored result that the client accepts
 * @throws AppError REQUEST_PAYLOAD_INVALID, NOT_SUPPORTED, STATS_REQUEST_INVALID,
 * FILTER_PAYLOAD_INVALID, in this order; QUERY_TIMEOUT
 */
export const groupBy = (
  sentCall: StatsCall,
  sent: unknown,
  acceptedMs = anyAge,
): Promise<StatsResult> => {
  const [call, sentRequest] = chooseDeleted(sentCall, readGroupBy(sentCall, sent))
  const planOf = (metrics: readonly Metric[]) => {
    const request = { ...sentRequest, metrics }
    return {
      operation: 'statsGroupBy',
      request,
      metrics,
      statement: (care: Care) => termsStatement(call.resource, request, call.clock, care),
      print: (result: TermsResult) => groupByJson(request, result),
    }
  }
  return serve(call, sentRequest.metrics, planOf, acceptedMs)
}

/** @throws AppError as `groupBy` */
export const timeSeries = (
  sentCall: StatsCall,
  sent: unknown,
  acceptedMs = anyAge,
): Promise<StatsResult> => {
  const [call, sentRequest] = chooseDeleted(sentCall, readTimeSeries(sentCall, sent))
  const planOf = (metrics: readonly Metric[]) => {
    const request = { ...sentRequest, metrics }
    return {
      operation: 'statsTimeSeries',
      request,
      metrics,
      statement: (care: Care) => seriesStatement(call.resource, request, call.clock, care),
      print: ({ json }: SeriesResult) => json,
    }
  }
  return serve(call, sentRequest.metrics, planOf, acceptedMs)
}

/** @throws AppError as `groupBy`, LIMIT_EXCEEDED */
export const distribution = (
  sentCall: StatsCall,
  sent: unknown,
  acceptedMs = anyAge,
): Promise<StatsResult> => {
  const [call, sentRequest] = chooseDeleted(sentCall, readDistribution(sentCall, sent))
  const operation = 'statsDistribution'
  if (sentRequest.mode === 'TERMS') {
    const planOf = (metrics: readonly Metric[]) => {
      const request = { ...sentRequest, metrics }
      return {
        ...{ operation, request, metrics },
        statement: (care: Care) => termsStatement(call.resource, request, call.clock, care),
        print: (result: TermsResult) => termsJson(request, result),
      }
    }
    return serve(call, sentRequest.metrics, planOf, acceptedMs)
  }
  const request = sentRequest
  const planOf = () => ({
    ...{ operation, request },
    metrics: [],
    statement: (care: Care) => histogramStatement(call.resource, request, call.clock, care),
    print: async (rows: HistogramRows, run: Session['run']) => {
      const days = edgeDays(request, rows)
      // Only the database knows where the days of a zone begin. This statement reads no table.
      const starts = days && (await run(dayStartsStatement(days, request.zone)))
      return histogramJson(request, rows, starts)
    },
  })
  return serve(call, [], planOf, acceptedMs)
}

type Run = <Result extends Found>(statement: Statement<Result>) => Promise<Result>

/**
 * Runs the quick statement; if its result is in doubt, or a value is so far from the years of JSON
 * that its day or month is out of range, runs the careful one.
 */
const compute = async <Result extends Found>(
  { statement, print }: Plan<Result>,
  read: Run,
  run: Session['run'],
): Promise<StatsResult> => {
  const quick = await read(statement('quick')).catch((error: unknown) => {
    if (isTimeOverflow(error)) return undefined
    throw error
  })
  const result = !quick || quick.isDoubtful ? await read(statement('careful')) : quick
  return { json: await print(result, run), datasetVersion: result.datasetVersion }
}

/**
 * @param metrics as they were requested
 * @param planOf the plan for these metrics, under other names
 */
const serve = async <Result extends Found>(
  call: StatsCall,
  metrics: readonly Metric[],
  planOf: (metrics: readonly Metric[]) => Plan<Result>,
  acceptedMs: number,
): Promise<StatsResult> => {
  const { database, results, signal, storedStats } = call
  const liveOf = (plan: Plan<Result>) =>
    compute(
      plan,
      (statement) => results.run(call, statement, plan.request.criteria),
      (statement) => database.run(statement, { signal }),
    )
  const sent = planOf(metrics)
  const { maxAgeMs } = sent.request.field
  if (!storedStats || maxAgeMs === undefined || !readsAllRows(call, sent)) return liveOf(sent)
  const plan = planOf(withPlainNames(metrics))
  const statistic: Statistic = {
    resource: call.resource,
    operation: plan.operation,
    digest: digestOf(describe(call, plan)),
    maxAgeMs,
    compute: (session, stopping) => {
      const run: Session['run'] = (statement) => session.run(statement, { signal: stopping })
      return compute(plan, run, run)
    },
  }
  const requester = { session: database, signal, acceptedMs, live: () => liveOf(plan) }
  const result = await storedStats.read(statistic, requester)
  return { ...result, json: withNamesOf(metrics, result.json) }
}

/** Whether no filter and no row access leaves out a row, or a label. */
const readsAllRows = <Result extends Found>(
  { resource }: StatsCall,
  { request, metrics }: Plan<Result>,
): boolean => {
  const fields = [request.field, ...metrics.flatMap(({ field }) => field ?? [])]
  const targets = fields.flatMap(({ target, labelTarget }) => [target, labelTarget ?? target])
  const entities = [
    resource.entity,
    ...targets.flatMap(({ hops }) => hops.map((hop) => hop.target)),
  ]
  return (
    request.criteria.length === 0 &&
    !entities.some((entity) => isRestrictedByRule(resource, entity))
  )
}

/** Everything that the result depends on, except the data. */
const describe = <Result extends Found>(
  { resource }: StatsCall,
  { operation: name, request, metrics, statement }: Plan<Result>,
): unknown => {
  const { text, values } = statement('quick')
  const named = metrics.map(({ operation, field }) => [operation, field?.name])
  const rest = { ...request, field: request.field.name, metrics: named }
  return [resource.key, resource.viewDigest, name, text, values, rest]
}
