/** Statistics over the filtered set. */
import { describe, expect, test } from 'vitest'
import { createClient } from '../../src/client.js'
import { refused, type resources, succeeded, useClient } from './use-client.js'

const setup = useClient()
const employees = () => setup.client.resource('human-resources.employees')

describe('statistics', () => {
  test('group-by returns values by key, with several metrics', async () => {
    const { data, dataVersion, links } = succeeded(
      await employees().stats.groupBy({
        filter: { departmentId: 1 },
        field: 'status',
        metrics: [{ operation: 'COUNT' }, { operation: 'AVG', field: 'salary', alias: 'pay' }],
        orderBy: 'KEY_ASC',
        limit: 2,
      }),
    )
    expect(data).toMatchObject({ field: 'status', metric: { operation: 'COUNT' } })
    expect(data.buckets[0]).toMatchObject({
      key: 'ACTIVE',
      label: 'Active',
      values: { COUNT: expect.any(Number), pay: expect.any(Number) },
    })
    const counted = data.buckets.reduce((sum, { count }) => sum + count!, data.otherCount!)
    const all = succeeded(await employees().filter({ departmentId: 1 })).data.totalElements
    expect(counted).toBe(all)
    expect(dataVersion).toMatch(/./)
    expect(links).toHaveProperty('filter')
  })

  test('statistics without a filter use all records', async () => {
    const { data } = succeeded(await employees().stats.groupBy({ field: 'remote' }))
    expect(data.buckets.reduce((sum, { count }) => sum + count!, 0)).toBe(300)
    expect(data.buckets.map(({ key }) => key).sort()).toEqual([false, true])
  })

  test('a time series returns points', async () => {
    const { data } = succeeded(
      await employees().stats.timeSeries({
        field: 'hiredOn',
        granularity: 'MONTH',
        from: '2022-11-01',
        to: '2023-01-31',
        fillGaps: true,
      }),
    )
    expect(data.points.map(({ start, end }) => [start, end])).toEqual([
      ['2022-11-01', '2022-11-30'],
      ['2022-12-01', '2022-12-31'],
      ['2023-01-01', '2023-01-31'],
    ])
  })

  test('distributions return terms and buckets of equal width', async () => {
    const terms = await employees().stats.distribution({ field: 'rating', mode: 'TERMS' })
    expect(succeeded(terms).data).toMatchObject({ mode: 'TERMS', field: 'rating' })
    const { data } = succeeded(
      await employees().stats.distribution({
        filter: { salaryAtMost: 10_000 },
        field: 'salary',
        mode: 'HISTOGRAM',
        bucketSize: 1000,
      }),
    )
    expect(data.buckets[0]).toMatchObject({ from: 0, to: 1000 })
  })

  test('a refused request names the member', async () => {
    const error = refused(await employees().stats.groupBy({ field: 'status', limit: 0 }))
    expect(error).toMatchObject({ code: 'STATS_REQUEST_INVALID', target: 'limit' })
    const skills = setup.client.resource('human-resources.skills')
    const none = refused(await skills.stats.groupBy({ field: 'code' as never }))
    expect(none).toMatchObject({ code: 'NOT_SUPPORTED', status: 501, isRetryable: false })
  })
})

test.each<[sent: string, read: unknown]>([
  ['9007199254740993', '9007199254740993'],
  ['-9007199254740993', '-9007199254740993'],
  ['18446744073709551614', '18446744073709551614'],
  ['111111110111111111010.0000000009', '111111110111111111010.0000000009'],
  ['10009999999989.99', 10009999999989.99],
  ['9'.repeat(400), '9'.repeat(400)],
  [`0.${'0'.repeat(400)}1`, `0.${'0'.repeat(400)}1`],
  ['9007199254740992', 9007199254740992],
  ['0.6666666666666666', 0.6666666666666666],
  ['0.0000001', 0.0000001],
  ['1e-7', 1e-7],
  ['1.7976931348623157e+308', 1.7976931348623157e308],
  ['999999999999.99', 999999999999.99],
  ['0', 0],
  ['-1.5', -1.5],
  ['null', null],
])('the value %s is read without losing digits', async (sent, read) => {
  const label = 'a "9007199254740993" \\ 1'
  const bucket = `{"key":"x","label":${JSON.stringify(label)},"value":${sent},"count":2,"values":{"a":${sent}}}`
  const body = `{"status":"success","data":{"field":"status","buckets":[${bucket}]},"_links":{}}`
  const fetch = () =>
    Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }))
  const client = createClient<typeof resources>({ baseUrl: 'http://localhost', fetch })
  const statistics = client.resource('human-resources.employees').stats
  const { data } = succeeded(await statistics.groupBy({ field: 'status' }))
  const expected = { key: 'x', label, value: read, count: 2, values: { a: read } }
  expect(data.buckets).toEqual([expected])
})
