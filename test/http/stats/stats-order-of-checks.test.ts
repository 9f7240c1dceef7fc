/** Statistics requests that are refused: by which check, in which order, and without any query. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Failure, type Json } from '../use-people.js'
import { countStatements, type Endpoint, endpoints, soundBodies, useStats } from './use-stats.js'

const stats = useStats()
const off = useStats({ 'platform.stats.enabled': false })
const muted = useStats({ 'platform.stats.default-mode': 'DISABLED' })

/** Each body has the error of its check, and those of all later ones. */
const faultyFilter = { filter: { batch: 'x', place: 1 } }
const faultyRequest = { ...faultyFilter, field: 'place.id', metric: { operation: 'x' } }
const faultyForm = { ...faultyRequest, filter: [], limit: 'x', fild: 'code' }
const invalid = (code: string, ...targets: string[]): Failure => ({ status: 400, code, targets })
const notSupported: Failure = { status: 501, code: 'NOT_SUPPORTED' }

const refuse = async (
  service: typeof stats,
  endpoint: Endpoint,
  body: unknown,
  failure: Failure,
  resource?: string,
) => {
  let items: readonly Json[] = []
  const statements = await countStatements(async () => {
    const answer = await service.ask(endpoint, body, resource)
    items = expectFailure(answer, failure)
    expect(answer.headers['x-data-version']).toBeUndefined()
  })
  expect(statements).toBe(0)
  return items
}

describe.each(endpoints)('%s', (endpoint) => {
  const sound = soundBodies[endpoint]
  // The errors of each endpoint for the body with all of them.
  const formTargets = ['filter', 'limit', 'fild']
  const requestTargets: Readonly<Record<Endpoint, readonly string[]>> = {
    'group-by': ['field', 'metric.operation'],
    timeseries: ['field', 'metric.operation', 'granularity'],
    distribution: ['field', 'metric.operation', 'mode'],
  }

  test('a valid request is one statement', async () => {
    const { batch } = await stats.put([{ code: 'a', day: '2024-01-01', price: '1.00' }])
    for (const filter of [{}, { batch }, { batch, note: 'x', code: 'a' }]) {
      const statements = await countStatements(async () => {
        expect((await stats.ask(endpoint, { ...sound, filter })).statusCode).toBe(200)
      })
      expect(statements).toBe(1)
    }
  })

  test('the JSON types of the body are checked first, even without statistics', async () => {
    const failure = invalid('REQUEST_PAYLOAD_INVALID', ...formTargets)
    for (const resource of ['items', 'places', 'muted']) {
      await refuse(stats, endpoint, faultyForm, failure, resource)
    }
    for (const service of [off, muted]) await refuse(service, endpoint, faultyForm, failure)
  })

  test('then whether the resource supports the statistics', async () => {
    for (const body of [{ filter: {} }, faultyRequest, { ...sound, ...faultyFilter }]) {
      for (const resource of ['places', 'muted']) {
        await refuse(stats, endpoint, body, notSupported, resource)
      }
      for (const service of [off, muted]) await refuse(service, endpoint, body, notSupported)
    }
  })

  test('then whether the request matches the registry', async () => {
    const failure = invalid('STATS_REQUEST_INVALID', ...requestTargets[endpoint])
    const items = await refuse(stats, endpoint, faultyRequest, failure)
    const accepted = { 'group-by': 'town', timeseries: 'day', distribution: 'price' }[endpoint]
    expect(items.find(({ target }) => target === 'field').message).toContain(accepted)
    const field = { ...sound, ...faultyFilter, field: 'place.id' }
    await refuse(stats, endpoint, field, invalid('STATS_REQUEST_INVALID', 'field'))
  })

  test('then the filter', async () => {
    const failure = invalid('FILTER_PAYLOAD_INVALID', 'filter.batch', 'filter.place')
    await refuse(stats, endpoint, { ...sound, ...faultyFilter }, failure)
  })

  test.each([undefined, null, [], 'x', 5, true])(
    'a filter that is %j is REQUEST_PAYLOAD_INVALID',
    async (filter) => {
      await refuse(
        stats,
        endpoint,
        { ...sound, filter },
        invalid('REQUEST_PAYLOAD_INVALID', 'filter'),
      )
    },
  )

  test.each(['[]', '"x"', '5', 'true', 'null', '{"filter":', ''])(
    'the body %j is REQUEST_PAYLOAD_INVALID',
    async (body) => {
      await refuse(stats, endpoint, body, { status: 400, code: 'REQUEST_PAYLOAD_INVALID' })
    },
  )

  test.each<[members: object, ...targets: string[]]>([
    [{ field: 5 }, 'field'],
    [{ metric: 'COUNT' }, 'metric'],
    [{ metric: { operation: 5 } }, 'metric.operation'],
    [{ metrics: { operation: 'COUNT' } }, 'metrics'],
    [{ metrics: ['COUNT'] }, 'metrics.0'],
    [{ metrics: [{ operation: 'COUNT', alias: 5 }] }, 'metrics.0.alias'],
    [{ filters: {} }, 'filters'],
  ])('a body with %j is REQUEST_PAYLOAD_INVALID', async (members, ...targets) => {
    await refuse(
      stats,
      endpoint,
      { ...sound, filter: {}, ...members },
      invalid('REQUEST_PAYLOAD_INVALID', ...targets),
    )
  })

  test('a member that is null counts as absent', async () => {
    const body = { ...sound, filter: {}, metric: null, metrics: null, _links: {} }
    expect((await stats.ask(endpoint, body)).statusCode).toBe(200)
  })

  test.each([
    'place.id',
    'place_id',
    'id',
    'batch',
    'nothing',
    'toString',
    '__proto__',
    '',
    'PRICE',
  ])('the field %j, which the registry lacks, is refused without a similar name', async (field) => {
    const metric = { operation: 'SUM', field }
    const body = {
      ...sound,
      filter: {},
      field,
      ...(endpoint === 'distribution' ? {} : { metric }),
    }
    const targets = endpoint === 'distribution' ? ['field'] : ['field', 'metric.field']
    const items = await refuse(stats, endpoint, body, invalid('STATS_REQUEST_INVALID', ...targets))
    const messages = items.map(({ message }) => message)
    for (const message of messages) expect(message).toContain(`'${field}'`)
    expect(messages.join().replaceAll(`'${field}'`, '')).not.toMatch(
      /place\.|_id\b|numeric|items\b/,
    )
  })
})

describe('modes of statistics', () => {
  const filter = {}
  test('the mode of the resource overrides the settings', async () => {
    const status = async (service: typeof stats, endpoint: Endpoint) =>
      (await service.ask(endpoint, { ...soundBodies[endpoint], filter }, 'partly')).statusCode
    const statuses = (service: typeof stats) =>
      Promise.all(endpoints.map((endpoint) => status(service, endpoint)))
    expect(await statuses(stats)).toEqual([200, 501, 200])
    expect(await statuses(muted)).toEqual([200, 501, 501])
    expect(await statuses(off)).toEqual([501, 501, 501])
  })

  test('the modes of a distribution need separate fields', async () => {
    const ask = async (body: object) =>
      (await stats.ask('distribution', { filter, ...body }, 'measured')).statusCode
    expect(await ask({ field: 'code', mode: 'TERMS' })).toBe(200)
    expect(await ask({ field: 'price', mode: 'HISTOGRAM', bucketSize: 1 })).toBe(501)
    expect(await ask({ field: 'price', mode: 'PIE' })).toBe(400)
    expect((await stats.ask('timeseries', { filter }, 'measured')).statusCode).toBe(501)
  })
})
