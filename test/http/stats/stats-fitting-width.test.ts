/**
 * The bucket size that an error suggests when there are too many buckets: it is large enough, and
 * is found quickly.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json } from '../use-people.js'
import { ofColumn, useStats } from './use-stats.js'

const usual = useStats()
const three = useStats({ 'platform.stats.max-buckets': 3 })
const eleven = useStats({
  'platform.stats.max-buckets': 11,
  'platform.filter.zone-id': 'Asia/Kathmandu',
})

const sum = (buckets: readonly Json[]): number =>
  buckets.reduce((total: number, { count }: Json) => total + count, 0)

describe.each([
  ['200', usual, 200],
  ['3', three, 3],
  ['11', eleven, 11],
] as const)('at most %s buckets', (_, { ask, data, put }, limit) => {
  test.each<[column: string, values: readonly string[], bucketSize: unknown]>([
    ['rank', ['0', '200'], 1],
    ['rank', ['-1', '199'], 1],
    ['rank', ['-1000', '999'], 3],
    ['price', ['7.00', '2000.00'], '0.25'],
    ['serial', ['0', '9223372036854775807'], 1],
    ['price', ['0.01', '9999.99'], 0.01],
    ['price', ['-7.77', '99.99'], '0.1'],
    ['long', ['0.0000000001', '0.0000010001'], '0.0000000001'],
    ['day', ['1969-06-01', '2024-02-29'], 'DAY'],
    ['day', ['1969-06-01', '2024-02-29'], 'WEEK'],
    ['day', ['1960-06-01', '2024-02-29'], 'MONTH'],
    ['day', ['1950-06-01', '2024-02-29'], 7],
    ['day', ['0001-01-01', '9999-12-31'], 30],
    ['at', ['1969-06-01T00:00:00Z', '2024-02-29T23:00:00Z'], 'DAY'],
    ['at', ['1960-06-01T00:00:00Z', '2024-02-29T23:00:00Z'], 'MONTH'],
    ['at', ['1900-06-01T00:00:00Z', '2024-02-29T23:00:00Z'], 10],
  ])(
    'the suggested width for %s of %j by %j is large enough',
    async (column, values, bucketSize) => {
      const filter = await put(ofColumn(column, values))
      const body = { filter, field: column, mode: 'HISTOGRAM', bucketSize }
      const answer = await ask('distribution', body)
      const failure = { status: 422, code: 'LIMIT_EXCEEDED', targets: ['bucketSize'] }
      const [item] = expectFailure(answer, failure)
      expect(item.properties).toMatchObject({ limit, bucketSize: expect.any(String) })
      expect(item.message).toContain(`A 'bucketSize' of ${item.properties.bucketSize} fits.`)
      const { buckets, truncated } = await data('distribution', {
        ...body,
        ...(item.properties && { bucketSize: item.properties.bucketSize }),
      })
      expect(buckets.length).toBeLessThanOrEqual(limit)
      expect({ truncated, rows: sum(buckets) }).toEqual({ truncated: false, rows: values.length })
    },
  )

  test('exactly the maximum is accepted, and so is a larger number with a limit', async () => {
    const filter = await put(ofColumn('rank', ['0', String(limit - 1)]))
    const body = { filter, field: 'rank', mode: 'HISTOGRAM' }
    expect((await data('distribution', { ...body, bucketSize: 1 })).buckets).toHaveLength(limit)
    const capped = { ...body, bucketSize: 1, limit: limit - 1 }
    expect(await data('distribution', capped)).toMatchObject({ truncated: true })
  })
})

/** Runs in a child process, so that an endless search can be stopped. */
const fittingSize = async (size: string, first: string, last: string, limit: number) => {
  const program = `
    import { boundariesOf } from './src/stats/bucket-boundaries.ts'
    const field = { name: 'n', target: { hops: [], column: { kind: 'decimal', precision: 12, scale: 2 } } }
    const boundaries = boundariesOf({ field, zone: 'UTC' }, '${size}')
    console.log(boundaries.fittingSize(${first}n, ${last}n, ${limit}))`
  const args = [
    '--conditions=@corollary/source',
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    program,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 15_000 })
  return stdout.trim()
}

describe('the suggestion for extreme ranges', () => {
  test.each<[says: string, size: string, first: string, last: string, limit: number]>([
    [
      'a tiny width',
      '0.00000000000000000001',
      '99999999999999999999',
      '999999999999999999999999',
      200,
    ],
    ['a bigint on both sides of 0', '1', '-10', '9223372036854775807', 200],
    ['all integers in three buckets', '1', '-2147483648', '2147483647', 3],
  ])('the width is found quickly for %s', async (_, size, first, last, limit) => {
    expect(await fittingSize(size, first, last, limit)).toMatch(/^\d+(\.\d+)?$/)
  })
})
