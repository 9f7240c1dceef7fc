/** Statistics over the filtered set. */
import { describe, expect, test } from 'vitest'
import { refused, succeeded, useClient } from './use-client.js'

const setup = useClient()
const employees = () => setup.client.resource('human-resources.employees')

describe('statistics', () => {
  test('group by values, with several metrics', async () => {
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
    const counted = data.buckets.reduce((sum, { count }) => sum + count, data.otherCount)
    const all = succeeded(await employees().filter({ departmentId: 1 })).data.totalElements
    expect(counted).toBe(all)
    expect(dataVersion).toMatch(/./)
    expect(links).toHaveProperty('filter')
  })

  test('take all records without a filter', async () => {
    const { data } = succeeded(await employees().stats.groupBy({ field: 'remote' }))
    expect(data.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(300)
    expect(data.buckets.map(({ key }) => key).sort()).toEqual([false, true])
  })

  test('draw over time', async () => {
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

  test('distribute by value and by width', async () => {
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

  test('are refused with the member to blame', async () => {
    const error = refused(await employees().stats.groupBy({ field: 'status', limit: 0 }))
    expect(error).toMatchObject({ code: 'STATS_REQUEST_INVALID', target: 'limit' })
    const skills = setup.client.resource('human-resources.skills')
    const none = refused(await skills.stats.groupBy({ field: 'code' as never }))
    expect(none).toMatchObject({ code: 'NOT_SUPPORTED', status: 501, isRetryable: false })
  })
})
