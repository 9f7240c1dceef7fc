/** Distributions over dates and instants: days, weeks, months, and a number of buckets. */
import { describe, expect, test } from 'vitest'
import type { Json } from '../use-people.js'
import { countsByLabel, ofColumn, useStats } from './use-stats.js'

const utc = useStats()
const zoned = useStats({ 'platform.filter.zone-id': 'America/Sao_Paulo' })

const histogram = async (
  stats: typeof utc,
  column: string,
  values: readonly unknown[],
  body: object,
): Promise<Json> =>
  stats.data('distribution', {
    ...{ filter: await stats.put(ofColumn(column, values)), field: column, mode: 'HISTOGRAM' },
    ...body,
  })

describe('histograms over dates', () => {
  test.each<[days: readonly unknown[], body: object, expected: string[]]>([
    [
      ['2024-02-28', '2024-03-01'],
      { bucketSize: 'DAY' },
      ['2024-02-28 – 2024-02-29:1', '2024-02-29 – 2024-03-01:0', '2024-03-01 – 2024-03-02:1'],
    ],
    [
      ['2024-02-28', '2024-02-29'],
      { bucketSize: 1 },
      ['2024-02-28 – 2024-02-29:1', '2024-02-29 – 2024-03-01:1'],
    ],
    [
      ['2024-12-29', '2024-12-30'],
      { bucketSize: 'week' },
      ['2024-12-23 – 2024-12-30:1', '2024-12-30 – 2025-01-06:1'],
    ],
    [
      ['2024-01-31', '2024-03-01'],
      { bucketSize: 'MONTH' },
      ['2024-01-01 – 2024-02-01:1', '2024-02-01 – 2024-03-01:0', '2024-03-01 – 2024-04-01:1'],
    ],
    [['2024-01-31', '2024-02-29'], {}, ['2024-01-01 – 2024-02-01:1', '2024-02-01 – 2024-03-01:1']],
    [
      ['1970-01-01', '1970-01-30', '1969-12-31'],
      { bucketSize: 30 },
      ['1969-12-02 – 1970-01-01:1', '1970-01-01 – 1970-01-31:2'],
    ],
    [
      ['1970-01-01', '1969-12-31'],
      { bucketSize: 'MONTH' },
      ['1969-12-01 – 1970-01-01:1', '1970-01-01 – 1970-02-01:1'],
    ],
    [
      ['1970-01-07', '1970-01-08'],
      { bucketSize: '7' },
      ['1970-01-01 – 1970-01-08:1', '1970-01-08 – 1970-01-15:1'],
    ],
    [
      ['2024-01-01', null, 'infinity', '-infinity', '0044-03-15 BC'],
      { bucketSize: 'DAY' },
      ['2024-01-01 – 2024-01-02:1'],
    ],
    [
      ['2024-01-01', null, 'infinity', '-infinity', '0044-03-15 BC'],
      { bucketSize: 1 },
      ['2024-01-01 – 2024-01-02:1'],
    ],
    [['2024-01-01', 'infinity'], { bucketCount: 5 }, ['2024-01-01 – 2024-01-01:1']],
    [
      ['2024-01-01', '2024-01-11'],
      { bucketCount: 2 },
      ['2024-01-01 – 2024-01-06:1', '2024-01-06 – 2024-01-11:1'],
    ],
    [
      ['2024-01-01', '2024-01-11'],
      { bucketCount: 3 },
      ['2024-01-01 – 2024-01-05:1', '2024-01-05 – 2024-01-09:0', '2024-01-09 – 2024-01-11:1'],
    ],
    [
      ['1969-12-30', '1970-01-02'],
      { bucketCount: 200 },
      [
        ...['1969-12-30 – 1969-12-31:1', '1969-12-31 – 1970-01-01:0'],
        ...['1970-01-01 – 1970-01-02:0', '1970-01-02 – 1970-01-02:1'],
      ],
    ],
    [['0001-01-01', '9999-12-31'], { bucketCount: 1 }, ['0001-01-01 – 9999-12-31:2']],
    [
      ['9999-12-30', '9999-12-31'],
      { bucketSize: 'DAY' },
      ['9999-12-30 – 9999-12-31:1', '≥ 9999-12-31:1'],
    ],
    [['9999-11-30', '9999-12-31'], {}, ['9999-11-01 – 9999-12-01:1', '≥ 9999-12-01:1']],
    [
      ['2024-01-01', '2024-05-01'],
      { bucketSize: 'MONTH', bucketCount: 2 },
      ['2024-01-01 – 2024-02-01:1', '2024-02-01 – 2024-03-01:0'],
    ],
  ])('%j by %j', async (days, body, expected) => {
    for (const stats of [utc, zoned]) {
      expect(countsByLabel((await histogram(stats, 'day', days, body)).buckets)).toEqual(expected)
    }
  })

  test('the bucket that contains the last possible day has no end', async () => {
    const { buckets } = await histogram(utc, 'day', ['9999-12-31'], { bucketSize: 'MONTH' })
    expect(buckets).toEqual([
      { from: '9999-12-01', key: '9999-12-01', label: '≥ 9999-12-01', value: 1, count: 1 },
    ])
  })

  test('bucket boundaries are days', async () => {
    const { buckets } = await histogram(utc, 'day', ['2024-02-29'], { bucketSize: 'MONTH' })
    expect(buckets).toEqual([
      {
        ...{ from: '2024-02-01', to: '2024-03-01', key: '2024-02-01' },
        ...{ label: '2024-02-01 – 2024-03-01', value: 1, count: 1 },
      },
    ])
  })
})

describe('histograms over instants', () => {
  const edges = [
    '2018-11-03T02:59:59.999999Z',
    '2018-11-03T03:00:00Z',
    '2018-11-04T02:59:59.999999Z',
    '2018-11-04T03:00:00Z',
  ]
  test.each<
    [
      says: string,
      stats: typeof utc,
      instants: readonly unknown[],
      body: object,
      expected: string[],
    ]
  >([
    [
      'days of UTC',
      utc,
      edges,
      { bucketSize: 'DAY' },
      [
        '2018-11-03T00:00:00Z – 2018-11-04T00:00:00Z:2',
        '2018-11-04T00:00:00Z – 2018-11-05T00:00:00Z:2',
      ],
    ],
    [
      'days of a zone that skips a midnight',
      zoned,
      edges,
      { bucketSize: 'DAY' },
      [
        '2018-11-02T03:00:00Z – 2018-11-03T03:00:00Z:1',
        '2018-11-03T03:00:00Z – 2018-11-04T03:00:00Z:2',
        '2018-11-04T03:00:00Z – 2018-11-05T02:00:00Z:1',
      ],
    ],
    [
      'a day of 25 hours',
      zoned,
      ['2018-02-18T02:30:00Z', '2018-02-18T03:00:00Z'],
      { bucketSize: 1 },
      [
        '2018-02-17T02:00:00Z – 2018-02-18T03:00:00Z:1',
        '2018-02-18T03:00:00Z – 2018-02-19T03:00:00Z:1',
      ],
    ],
    [
      'two days from 1970 on',
      utc,
      ['1969-12-31T00:00:00Z', '1970-01-02T23:59:59.999999Z', '1970-01-03T00:00:00Z'],
      { bucketSize: 2 },
      [
        '1969-12-30T00:00:00Z – 1970-01-01T00:00:00Z:1',
        '1970-01-01T00:00:00Z – 1970-01-03T00:00:00Z:1',
        '1970-01-03T00:00:00Z – 1970-01-05T00:00:00Z:1',
      ],
    ],
    [
      'months of a zone',
      zoned,
      ['2024-02-01T02:59:59.999999Z', '2024-02-01T03:00:00Z'],
      { bucketSize: 'MONTH' },
      [
        '2024-01-01T03:00:00Z – 2024-02-01T03:00:00Z:1',
        '2024-02-01T03:00:00Z – 2024-03-01T03:00:00Z:1',
      ],
    ],
    [
      'weeks',
      utc,
      ['2024-12-29T23:59:59.999999Z', '2024-12-30T00:00:00Z'],
      { bucketSize: 'WEEK' },
      [
        '2024-12-23T00:00:00Z – 2024-12-30T00:00:00Z:1',
        '2024-12-30T00:00:00Z – 2025-01-06T00:00:00Z:1',
      ],
    ],
    [
      'a number of buckets, exact to the microsecond',
      utc,
      ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00.00001Z'],
      { bucketCount: 3 },
      [
        '2024-01-01T00:00:00Z – 2024-01-01T00:00:00.000004Z:1',
        '2024-01-01T00:00:00.000004Z – 2024-01-01T00:00:00.000008Z:0',
        '2024-01-01T00:00:00.000008Z – 2024-01-01T00:00:00.00001Z:1',
      ],
    ],
    [
      'a number of buckets before 1970',
      utc,
      ['1969-12-31T23:59:59.999998Z', '1970-01-01T00:00:00Z'],
      { bucketCount: 2 },
      [
        '1969-12-31T23:59:59.999998Z – 1969-12-31T23:59:59.999999Z:1',
        '1969-12-31T23:59:59.999999Z – 1970-01-01T00:00:00Z:1',
      ],
    ],
    [
      'one instant',
      utc,
      ['2024-01-01T12:30:00.5Z', null, 'infinity'],
      { bucketCount: 9 },
      ['2024-01-01T12:30:00.5Z – 2024-01-01T12:30:00.5Z:1'],
    ],
    [
      'without infinity',
      utc,
      ['2024-01-01T12:30:00.5Z', '-infinity', 'infinity', '10000-01-01T00:00:00Z'],
      { bucketSize: 'DAY' },
      ['2024-01-01T00:00:00Z – 2024-01-02T00:00:00Z:1'],
    ],
    [
      'without infinity, by days',
      utc,
      ['2024-01-01T12:30:00.5Z', '-infinity', 'infinity'],
      { bucketSize: 1 },
      ['2024-01-01T00:00:00Z – 2024-01-02T00:00:00Z:1'],
    ],
    [
      'the first and last possible instants',
      utc,
      ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z'],
      { bucketCount: 1 },
      ['0001-01-01T00:00:00Z – 9999-12-31T23:59:59.999999Z:2'],
    ],
  ])('a histogram has %s', async (_, stats, instants, body, expected) => {
    expect(countsByLabel((await histogram(stats, 'at', instants, body)).buckets)).toEqual(expected)
  })

  test('the first and last possible instants work with every step', async () => {
    const ends = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z']
    for (const stats of [utc, zoned]) {
      for (const bucketSize of ['DAY', 'WEEK', 'MONTH', 1, 10_000]) {
        const { buckets } = await histogram(stats, 'at', ends, { bucketSize, limit: 1 })
        expect(buckets).toHaveLength(1)
        expect(buckets[0].from).toMatch(/^\d{4}-\d\d-\d\dT/)
      }
    }
  })
})
