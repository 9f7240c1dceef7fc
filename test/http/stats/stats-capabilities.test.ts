/**
 * The metrics that capabilities publish for a field are exactly those that requests accept: every
 * operation and measure of the samples is tried, and a contract with each form of declaration.
 */
import {
  category,
  date,
  decimal,
  defineEntity,
  defineSchema,
  integer,
  type MetricOperation,
  measure,
  reference,
  series,
  text,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resourcesIn, sampleNames, useSample } from '../../discovery/use-discovery.js'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { effort, isNightly } from '../../support/effort.js'
import type { Answer, Json } from '../use-people.js'

const operations = ['COUNT', 'SUM', 'AVG', 'MIN', 'MAX', 'DISTINCT_COUNT'] as const
type Send = (method: 'GET' | 'POST', url: string, body?: unknown) => Promise<Answer>

const routes: Readonly<Record<string, readonly [route: string, more: object]>> = {
  GROUP_BY: ['group-by', {}],
  TIME_SERIES: ['timeseries', { granularity: 'MONTH' }],
  DISTRIBUTION_TERMS: ['distribution', { mode: 'TERMS' }],
}
const endpoints: Readonly<Record<string, string>> = {
  GROUP_BY: 'statsGroupBy',
  TIME_SERIES: 'statsTimeSeries',
  DISTRIBUTION_TERMS: 'statsDistribution',
}

/** The nightly run tries every field, the usual run one of those that publish the same. */
const sampleOf = (fields: readonly Json[]): readonly Json[] => [
  ...new Map(
    fields.map((field) => [isNightly ? field.field : `${field.modes} ${field.metrics}`, field]),
  ).values(),
]

/** Tries every combination. @returns the number of requests */
const tryAll = async (send: Send, resource: string): Promise<number> => {
  const { stats, canonicalOperations } = (await send('GET', `${resource}/capabilities`)).json()
  const fields = sampleOf(stats.fields)
  let requests = 0
  const isAnswered = async (role: string, field: string, metric: object): Promise<boolean> => {
    const [route, more] = routes[role]!
    const body = { filter: {}, field, metric, ...more }
    const { statusCode, body: text } = await send('POST', `${resource}/stats/${route}`, body)
    requests++
    expect([200, 400], text).toContain(statusCode)
    return statusCode === 200
  }
  // The first role of a field that the endpoint supports; all roles share one reader of metrics.
  const dimensions = fields.flatMap((field) => {
    const isServed = (role: string) => routes[role] && canonicalOperations[endpoints[role]!]
    const role = field.modes.find(isServed)
    return role === undefined ? [] : [{ ...field, role }]
  })
  const names = fields.map(({ field }) => field)
  for (const { field, role, metrics } of dimensions) {
    expect(metrics, field).toContain('COUNT')
    for (const operation of operations) {
      const measured = operation === 'COUNT' ? [undefined] : names
      const answers = []
      for (const name of measured) {
        answers.push(await isAnswered(role, field, { operation, field: name }))
      }
      expect(answers.includes(true), `${operation} by ${field}`).toBe(metrics.includes(operation))
      if (operation === 'COUNT') continue
      for (const [index, { field: name, modes, metrics: ownMetrics }] of fields.entries()) {
        const isMeasure =
          modes.includes('METRIC_FIELD') && !modes.some((mode: string) => routes[mode])
        if (!isMeasure) continue
        const expected = metrics.includes(operation) && ownMetrics.includes(operation)
        expect(answers[index], `${operation} of ${name} by ${field}`).toBe(expected)
      }
    }
  }
  for (const { field, modes, metrics } of fields) {
    if (modes.includes('DISTRIBUTION_HISTOGRAM')) expect(metrics, field).toContain('COUNT')
  }
  return requests
}

describe.each(sampleNames)('capabilities of the sample %s', (name) => {
  const sample = useSample(name)

  test('the published metrics are those that requests accept', async () => {
    let requests = 0
    for (const resource of resourcesIn(sample.document)) {
      requests += await tryAll(sample.send, resource)
    }
    expect(requests).toBeGreaterThan(effort(20, 100))
  })
})

const nullable = { nullable: true } as const
const goods = defineEntity('goods', {
  id: integer({ primaryKey: true }),
  code: text(nullable),
  rank: integer(nullable),
  price: decimal({ precision: 12, scale: 2, nullable: true }),
  day: date(nullable),
})
const schema = defineSchema({ goods })

const metricLists: readonly (readonly MetricOperation[] | undefined)[] = [
  undefined,
  [],
  ['COUNT', 'SUM'],
  ['AVG', 'MAX'],
  ['MIN', 'DISTINCT_COUNT'],
]
const optional = (metrics: readonly MetricOperation[] | undefined) => (metrics ? { metrics } : {})

/** A declaration of each form, with each list of metrics. */
const forms = {
  text: (more: object) => category({ path: 'code', ...more }),
  labelled: (more: object) => reference({ path: 'rank', labelPath: 'code', ...more }),
  ranked: (more: object) => category({ path: 'rank', measure: true, histogram: true, ...more }),
  price: (more: object) => measure({ path: 'price', ...more }),
  cost: (more: object) => measure({ path: 'price', histogram: true, ...more }),
  drawn: (more: object) => series({ path: 'day', histogram: true, ...more }),
}
type FormName = keyof typeof forms

const statsOf = (names: readonly FormName[], lists: typeof metricLists) =>
  Object.fromEntries(
    names.flatMap((name) =>
      lists.map((metrics, index) => [`${name}${index}`, forms[name](optional(metrics))] as const),
    ),
  )
const contracts: Readonly<Record<string, object>> = {
  all: statsOf(Object.keys(forms) as FormName[], metricLists),
  unmeasured: statsOf(['text', 'drawn'], metricLists.slice(0, 4)),
  counted: statsOf(['text', 'drawn'], metricLists),
  summed: {
    ...statsOf(['text', 'drawn'], metricLists),
    sum: measure({ path: 'price', metrics: ['SUM'] }),
  },
  ranked: statsOf(['ranked'], metricLists),
}

describe('capabilities of a contract with each form of declaration', () => {
  let database: FreshDatabase
  let service: TestService
  beforeAll(async () => {
    database = await platformDatabase()
    await database.client.query(
      'create table goods (id integer primary key, code text, rank integer, price numeric(12,2), day date)',
    )
    const resources = Object.entries(contracts).map(([name, stats]) =>
      schema.resource('goods', {
        key: `tests.${name}`,
        response: { id: '.' },
        filter: {},
        defaultSort: ['id'],
        stats: stats as never,
      }),
    )
    service = await createTestService({ resources, connection: database.connection })
  })
  afterAll(async () => {
    await service.close()
    await database.close()
  })
  const send: Send = (method, url, body) =>
    service.app.inject({
      method,
      url,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      }),
    })

  test.each(Object.keys(contracts))(
    'the published metrics of %s are those that requests accept',
    async (name) => {
      expect(await tryAll(send, `/api/tests/${name}`)).toBeGreaterThan(effort(20, 50))
    },
  )
})
