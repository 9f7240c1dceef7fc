/** Statistics against the rows: groups, series and histograms of a filtered set. */
import { demandMetric, type Metric, metricNames } from '../aggregates.js'
import type { Field, Resource, Statistic } from '../catalog.js'
import { items, type Json, members } from '../json.js'
import type { Row } from '../pages.js'
import {
  approximate,
  compare,
  dayMs,
  isOrdered,
  type Kind,
  type Scalar,
  scalar,
} from '../scalars.js'
import { withStatus } from '../service.js'
import { dividingSelection, type Subject } from '../subject.js'
import { demand, demandEqual, NotJudged } from '../verdicts.js'
import { type Case, casesOf, type Derive } from './case.js'

const statisticsCase = casesOf('statistics')

type Dimension = Statistic & { readonly target: Field & { readonly kind: Kind } }

const isJudged = (statistic: Statistic): statistic is Dimension =>
  statistic.target?.kind !== undefined && !statistic.isStored

/** The rows of a filter that leaves some out, so that statistics over all rows are noticed. */
const filteredRows = (subject: Subject): { readonly filter: Json; readonly rows: readonly Row[] } =>
  dividingSelection(subject) ?? { filter: subject.base, rows: subject.rows }

const readStatistics = async (
  { service, resource }: Subject,
  path: string,
  body: Json,
): Promise<Json> => {
  const address = `${resource.path}/stats/${path}`
  const { json } = withStatus(await service.send('POST', address, { body }), 200)
  return members(members(json)['data'])
}

/** Buckets or points; small groups may be withheld from this caller. */
const parts = (data: Json, name: 'buckets' | 'points'): readonly Json[] => {
  const found = items(data[name]).map(members)
  if (found.some(({ withheld }) => withheld === true)) {
    throw new NotJudged('Small groups are withheld from this caller.')
  }
  return found
}

interface Asked {
  readonly metric: Metric
  readonly field: Field | undefined
  readonly request: Json
}

/** COUNT, and all that is permitted of one measure. */
const metricsFor = ({ statistics }: Resource, { metrics }: Statistic): readonly Asked[] => {
  const measure = statistics.find(
    ({ modes, target, isStored }) =>
      modes.includes('METRIC_FIELD') && target?.kind === 'number' && !isStored,
  )
  const permitted = metricNames.filter(
    (name) => metrics.includes(name) && measure?.metrics.includes(name),
  )
  const count: Asked = {
    metric: 'COUNT',
    field: undefined,
    request: { operation: 'COUNT', alias: 'COUNT' },
  }
  const others = permitted.filter((metric) => metric !== 'COUNT')
  return [
    count,
    ...others.map((metric) => ({
      metric,
      field: measure!.target,
      request: { operation: metric, field: measure!.name, alias: metric },
    })),
  ]
}

const demandMetrics = (
  where: string,
  part: Json,
  metrics: readonly Asked[],
  rows: readonly Row[],
): void => {
  demandEqual(`${where}: count`, part['count'], rows.length)
  const values = members(part['values'])
  for (const { metric, field } of metrics) {
    const actual = metrics.length === 1 ? part['value'] : values[metric]
    demandMetric(where, metric, field, rows, actual)
  }
}

const grouped = (
  rows: readonly Row[],
  keyOf: (row: Row) => unknown,
): ReadonlyMap<string, readonly Row[]> => {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row))
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

// ---------- groups ----------

const demandBuckets = (
  buckets: readonly Json[],
  groups: ReadonlyMap<string, readonly Row[]>,
  metrics: readonly Asked[],
): void => {
  const keys = new Set<string>()
  for (const bucket of buckets) {
    const key = JSON.stringify(bucket['key'])
    demand(!keys.has(key), `The bucket ${key} is there twice.`)
    keys.add(key)
    demand(typeof bucket['label'] === 'string', `The bucket ${key} must have a text as label.`)
    demandMetrics(`The bucket ${key}`, bucket, metrics, groups.get(key) ?? [])
  }
}

const demandDescending = (buckets: readonly Json[]): void => {
  for (const [index, { count }] of buckets.entries()) {
    const previous = buckets[index - 1]?.['count'] ?? Number.POSITIVE_INFINITY
    demand(
      Number(previous) >= Number(count),
      `VALUE_DESC: bucket ${index} must not have more rows.`,
    )
  }
}

const groupCases = (statistic: Dimension): readonly Case[] => {
  const { name: field, target } = statistic
  return [
    statisticsCase(
      `groups by '${field}' are those of the rows that the filter selects`,
      async (subject) => {
        const { filter, rows } = filteredRows(subject)
        const metrics = metricsFor(subject.resource, statistic)
        const body = { filter, field, metrics: metrics.map(({ request }) => request) }
        const data = await readStatistics(subject, 'group-by', body)
        const groups = grouped(rows, (row) => row[target.name])
        const buckets = parts(data, 'buckets')
        demandBuckets(buckets, groups, metrics)
        demandDescending(buckets)
        demandEqual('totalBuckets', data['totalBuckets'], groups.size)
        const counted = buckets.reduce((sum, { count }) => sum + Number(count), 0)
        demandEqual('otherCount', data['otherCount'], rows.length - counted)
        demandEqual('truncated', data['truncated'], buckets.length < groups.size)
      },
    ),
    statisticsCase(
      `a limit of groups by '${field}' counts the rows that were cut`,
      async (subject) => {
        const { base: filter, rows } = subject
        const body = { filter, field, metric: { operation: 'COUNT' }, limit: 1, orderBy: 'KEY_ASC' }
        const data = await readStatistics(subject, 'group-by', body)
        const groups = grouped(rows, (row) => row[target.name])
        const buckets = parts(data, 'buckets')
        demandEqual('The number of buckets', buckets.length, Math.min(1, groups.size))
        demandEqual('totalBuckets', data['totalBuckets'], groups.size)
        demandEqual(
          'otherCount',
          data['otherCount'],
          rows.length - Number(buckets[0]?.['count'] ?? 0),
        )
        const values = rows.map((row) => row[target.name]).filter((value) => value !== null)
        if (!isOrdered(target.kind) || values.length === 0) return
        const scalars = values.map((value) => scalar(target.kind, value)).sort(compare)
        const first = scalar(target.kind, buckets[0]!['key'])
        demand(first === scalars[0], `KEY_ASC: the first key must be the least one; got ${first}.`)
      },
    ),
  ]
}

const termsCase = ({ name: field, target }: Dimension): Case =>
  statisticsCase(
    `terms of '${field}' are those of the rows that the filter selects`,
    async (subject) => {
      const { filter, rows } = filteredRows(subject)
      const body = { filter, field, mode: 'TERMS', metric: { operation: 'COUNT' } }
      const data = await readStatistics(subject, 'distribution', body)
      const groups = grouped(rows, (row) => row[target.name])
      const buckets = parts(data, 'buckets')
      demandBuckets(buckets, groups, [{ metric: 'COUNT', field: undefined, request: {} }])
      const isCut = data['truncated'] === true
      demand(isCut || buckets.length === groups.size, `There must be ${groups.size} buckets.`)
    },
  )

// ---------- histograms ----------

/** Buckets touch each other, and each counts the rows between its boundaries. */
const demandHistogram = (
  buckets: readonly Json[],
  kind: Kind,
  values: readonly Scalar[],
  isLastClosed: boolean,
): void => {
  let covered = 0
  for (const [index, { from, to, key, count }] of buckets.entries()) {
    const [low, high] = [scalar(kind, from), scalar(kind, to)]
    const isClosed = isLastClosed && index === buckets.length - 1
    const inside = values.filter(
      (value) => value >= low && (value < high || (isClosed && value === high)),
    ).length
    demandEqual(`The count of the bucket from ${from} to ${to}`, count, inside)
    demandEqual('The key of a bucket', key, from)
    const previous = buckets[index - 1]?.['to']
    if (previous !== undefined) demandEqual('The start of a bucket', from, previous)
    covered += inside
  }
  demandEqual('The number of rows in all buckets', covered, values.length)
}

/** About eight buckets over the values: a width in numbers, or in days. */
const widthOf = (kind: Kind, values: readonly Scalar[]): number => {
  const numbers = values.map((value) =>
    kind === 'number' ? approximate(value as bigint) : Date.parse(String(value)) / dayMs,
  )
  const range = Math.max(...numbers) - Math.min(...numbers)
  return Math.max(1, Math.ceil(range / 8))
}

const histogramCases = ({ name: field, target }: Dimension): readonly Case[] => {
  const { kind } = target
  const read = async (subject: Subject, sizes: (values: readonly Scalar[]) => Json) => {
    const { filter, rows } = filteredRows(subject)
    const wires = rows.map((row) => row[target.name]).filter((value) => value !== null)
    const values = wires.map((value) => scalar(kind, value))
    if (values.length === 0) throw new NotJudged('The rows have no value of this field.')
    const metric = { operation: 'COUNT' }
    const body = { filter, field, mode: 'HISTOGRAM', metric, ...sizes(values) }
    const data = await readStatistics(subject, 'distribution', body)
    if (data['truncated'] === true) throw new NotJudged('The histogram is truncated.')
    return { buckets: parts(data, 'buckets'), values }
  }
  return [
    statisticsCase(
      `a histogram of '${field}' by number of buckets counts every value`,
      async (subject) => {
        const { buckets, values } = await read(subject, () => ({ bucketCount: 5 }))
        demand(buckets.length <= 5, `There must be at most 5 buckets; got ${buckets.length}.`)
        demandHistogram(buckets, kind, values, true)
      },
    ),
    ...(kind === 'number' || kind === 'date'
      ? [
          statisticsCase(
            `a histogram of '${field}' by bucket size counts every value`,
            async (subject) => {
              const { buckets, values } = await read(subject, (all) => ({
                bucketSize: widthOf(kind, all),
              }))
              demandHistogram(buckets, kind, values, false)
            },
          ),
        ]
      : []),
  ]
}

// ---------- series ----------

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

interface Period {
  /** First day of the bucket of a day. */
  readonly start: (day: string) => string
  readonly next: (start: string) => string
  readonly label: (start: string) => string | undefined
}

const periods: Readonly<Record<string, Period>> = {
  DAY: {
    start: (date) => date,
    next: (date) => day(Date.parse(date) + dayMs),
    label: (date) => date,
  },
  WEEK: {
    start: (date) => {
      const weekday = (new Date(date).getUTCDay() + 6) % 7
      return day(Date.parse(date) - weekday * dayMs)
    },
    next: (start) => day(Date.parse(start) + 7 * dayMs),
    label: () => undefined,
  },
  MONTH: {
    start: (date) => `${date.slice(0, 7)}-01`,
    next: (start) => day(Date.UTC(Number(start.slice(0, 4)), Number(start.slice(5, 7)), 1)),
    label: (start) => start.slice(0, 7),
  },
}

const demandPoints = (
  points: readonly Json[],
  period: Period,
  groups: ReadonlyMap<string, readonly Row[]>,
  metrics: readonly Asked[],
): void => {
  for (const point of points) {
    const start = String(point['start'])
    const rows = groups.get(JSON.stringify(start)) ?? []
    demandMetrics(`The point ${start}`, point, metrics, rows)
    const last = day(Date.parse(period.next(start)) - dayMs)
    demandEqual(`The end of the point ${start}`, point['end'], last)
    const label = period.label(start)
    if (label !== undefined) demandEqual(`The label of ${start}`, point['label'], label)
  }
}

const seriesCases = (statistic: Dimension): readonly Case[] => {
  const { name: field, target } = statistic
  const read = async (subject: Subject, granularity: string, fillGaps: boolean) => {
    const period = periods[granularity]!
    const { filter, rows } = filteredRows(subject)
    const dated = rows.filter((row) => row[target.name] !== null)
    const groups = grouped(dated, (row) => period.start(String(row[target.name]).slice(0, 10)))
    const metrics = metricsFor(subject.resource, statistic)
    const request = { filter, field, granularity, fillGaps, timeZone: 'UTC' }
    const body = { ...request, metrics: metrics.map((metric) => metric.request) }
    const data = await readStatistics(subject, 'timeseries', body)
    if (data['truncated'] === true) throw new NotJudged('The series is truncated.')
    const points = parts(data, 'points')
    demandPoints(points, period, groups, metrics)
    return { starts: points.map(({ start }) => String(start)), period, groups }
  }
  return [
    ...Object.keys(periods).map((granularity) =>
      statisticsCase(
        `the series of '${field}' by ${granularity} has a point for each period with rows`,
        async (subject) => {
          const { starts, groups } = await read(subject, granularity, false)
          const expected = [...groups.keys()].map((key) => JSON.parse(key) as string).sort()
          demandEqual('The starts of the points', starts, expected)
        },
      ),
    ),
    statisticsCase(`the series of '${field}' fills gaps`, async (subject) => {
      const { starts, period, groups } = await read(subject, 'MONTH', true)
      const found = [...groups.keys()].map((key) => JSON.parse(key) as string).sort()
      const expected: string[] = []
      const last = found.at(-1) ?? ''
      for (let start = found[0] ?? '9999'; start <= last; start = period.next(start)) {
        expected.push(start)
      }
      demandEqual('The starts of the points', starts, expected)
    }),
  ]
}

// ---------- cases ----------

const byMode: Readonly<Record<string, (dimension: Dimension) => readonly Case[]>> = {
  GROUP_BY: groupCases,
  DISTRIBUTION_TERMS: (dimension) => [termsCase(dimension)],
  DISTRIBUTION_HISTOGRAM: histogramCases,
  TIME_SERIES: seriesCases,
}

const skippedCase = ({ name, isStored }: Statistic): Case =>
  statisticsCase(`statistics of '${name}' are those of the rows`, async () => {
    throw new NotJudged(
      isStored
        ? 'Stored statistics may be older than the rows.'
        : 'No response field has the values of a statistics field.',
    )
  })

export const deriveStatistics: Derive = ({ resource: { statistics } }) =>
  statistics.flatMap((statistic) =>
    isJudged(statistic)
      ? statistic.modes.flatMap((mode) => byMode[mode]?.(statistic) ?? [])
      : [skippedCase(statistic)],
  )
