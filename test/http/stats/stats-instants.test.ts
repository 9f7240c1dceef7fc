/** Time series over instants: the days are those of a time zone, also where its clocks change. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json } from '../use-people.js'
import { countsByLabel, ofColumn, useStats } from './use-stats.js'

const { ask, data, put, rows } = useStats()
const lisbon = useStats({ 'platform.filter.zone-id': 'Europe/Lisbon' })

const series = async (instants: readonly unknown[], body: object): Promise<Json> =>
  data('timeseries', { filter: await put(ofColumn('at', instants)), field: 'at', ...body })

const hoursAround = (day: string): readonly string[] =>
  Array.from({ length: 80 }, (_, index) =>
    new Date(Date.parse(day) + (index - 40) * 3_600_000 - (index % 3)).toISOString(),
  )
const hours = ['2024-01-15', '2024-07-15'].flatMap(hoursAround)

/** `2024-01-15:24`, in ascending order. */
const daysByIntl = (instants: readonly string[], timeZone: string): readonly string[] => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const counts = new Map<string, number>()
  for (const instant of instants) {
    const day = format.format(new Date(instant))
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return [...counts].map((entry) => entry.join(':')).sort()
}
const zones = [
  ...['America/Sao_Paulo', 'Europe/Lisbon', 'Pacific/Apia', 'Asia/Kathmandu'],
  ...['Australia/Lord_Howe', 'UTC'],
]

describe('days of a time zone', () => {
  test.each<[zone: string, says: string, days: Readonly<Record<string, string>>]>([
    [
      'UTC',
      'ends before midnight',
      {
        '2024-02-28T23:59:59.999999Z': '2024-02-28',
        '2024-02-29T00:00:00Z': '2024-02-29',
        '2024-02-29T23:59:59.999999Z': '2024-02-29',
        '2024-03-01T00:00:00Z': '2024-03-01',
        '1969-12-31T23:59:59.999999Z': '1969-12-31',
      },
    ],
    [
      'America/Sao_Paulo',
      'starts at one where midnight is skipped',
      {
        '2018-11-04T02:59:59.999999Z': '2018-11-03',
        '2018-11-04T03:00:00Z': '2018-11-04',
        '2018-11-05T01:59:59.999999Z': '2018-11-04',
        '2018-11-05T02:00:00Z': '2018-11-05',
      },
    ],
    [
      'America/Sao_Paulo',
      'has the hour that is repeated',
      {
        '2018-02-17T01:59:59.999999Z': '2018-02-16',
        '2018-02-17T02:00:00Z': '2018-02-17',
        '2018-02-18T01:30:00Z': '2018-02-17',
        '2018-02-18T02:30:00Z': '2018-02-17',
        '2018-02-18T02:59:59.999999Z': '2018-02-17',
        '2018-02-18T03:00:00Z': '2018-02-18',
      },
    ],
    [
      'Europe/Lisbon',
      'of 23 and of 25 hours',
      {
        '2024-03-31T00:00:00Z': '2024-03-31',
        '2024-03-31T22:59:59.999999Z': '2024-03-31',
        '2024-03-31T23:00:00Z': '2024-04-01',
        '2024-10-26T22:59:59.999999Z': '2024-10-26',
        '2024-10-26T23:00:00Z': '2024-10-27',
        '2024-10-27T23:59:59.999999Z': '2024-10-27',
        '2024-10-28T00:00:00Z': '2024-10-28',
      },
    ],
    [
      'Pacific/Apia',
      'is skipped',
      {
        '2011-12-30T09:59:59.999999Z': '2011-12-29',
        '2011-12-30T10:00:00Z': '2011-12-31',
      },
    ],
    [
      'Asia/Kathmandu',
      'has an offset of a quarter of an hour',
      {
        '2024-01-01T18:14:59.999999Z': '2024-01-01',
        '2024-01-01T18:15:00Z': '2024-01-02',
      },
    ],
  ])('a day of %s %s', async (timeZone, _, days) => {
    for (const [instant, day] of Object.entries(days)) {
      const body = { granularity: 'DAY', timeZone }
      expect(countsByLabel((await series([instant], body)).points), instant).toEqual([`${day}:1`])
      const bounded = { ...body, from: day, to: day, fillGaps: true }
      expect(countsByLabel((await series([instant], bounded)).points), instant).toEqual([
        `${day}:1`,
      ])
      const outside = Object.keys(days).filter((otherDay) => days[otherDay] !== day)
      expect(countsByLabel((await series(outside, bounded)).points), instant).toEqual([`${day}:0`])
    }
  })

  test('every zone has the days that Intl reports', async () => {
    const days = [
      '2018-02-18',
      '2018-11-04',
      '2011-12-30',
      '2024-03-31',
      '2024-10-27',
      '1999-12-31',
    ]
    const instants = days.flatMap(hoursAround)
    const filter = await put(ofColumn('at', instants))
    for (const timeZone of zones) {
      const body = { filter, field: 'at', granularity: 'DAY', timeZone }
      const { points } = await data('timeseries', body)
      expect(countsByLabel(points)).toEqual(daysByIntl(instants, timeZone))
    }
  })
})

describe('weeks and months of a time zone', () => {
  const instants = ['2021-01-03T23:59:59.999999Z', '2021-01-04T00:00:00Z', '2021-02-01T02:59:59Z']
  test.each([
    ['WEEK', 'UTC', ['2020-W53:1', '2021-W01:1', '2021-W05:1']],
    ['WEEK', 'Asia/Kathmandu', ['2021-W01:2', '2021-W05:1']],
    ['WEEK', 'America/Sao_Paulo', ['2020-W53:2', '2021-W04:1']],
    ['MONTH', 'UTC', ['2021-01:2', '2021-02:1']],
    ['MONTH', 'America/Sao_Paulo', ['2021-01:3']],
  ])('%s are those of %s', async (granularity, timeZone, expected) => {
    expect(countsByLabel((await series(instants, { granularity, timeZone })).points)).toEqual(
      expected,
    )
  })

  test('a skipped day is an empty point between its neighbours', async () => {
    const body = { granularity: 'DAY', timeZone: 'Pacific/Apia', fillGaps: true }
    const { points } = await series(['2011-12-30T09:00:00Z', '2011-12-30T11:00:00Z'], body)
    expect(countsByLabel(points)).toEqual(['2011-12-29:1', '2011-12-30:0', '2011-12-31:1'])
  })

  test('bounds are widened on the calendar of the zone', async () => {
    const body = {
      granularity: 'MONTH',
      timeZone: 'America/Sao_Paulo',
      from: '2021-01-31',
      to: '2021-01-31',
    }
    const edges = [
      '2021-01-01T02:59:59.999999Z',
      '2021-01-01T03:00:00Z',
      '2021-02-01T02:59:59.999999Z',
      '2021-02-01T03:00:00Z',
    ]
    expect(countsByLabel((await series(edges, body)).points)).toEqual(['2021-01:2'])
  })
})

describe('timeZone', () => {
  test('the default is that of the settings', async () => {
    const filter = await lisbon.put(ofColumn('at', ['2024-03-31T23:30:00Z']))
    const body = { filter, field: 'at', granularity: 'DAY' }
    expect(countsByLabel((await lisbon.data('timeseries', body)).points)).toEqual(['2024-04-01:1'])
    const utc = { ...body, timeZone: 'UTC' }
    expect(countsByLabel((await lisbon.data('timeseries', utc)).points)).toEqual(['2024-03-31:1'])
  })

  test('timeZone has no effect on dates', async () => {
    const filter = await put(ofColumn('day', ['2024-01-01']))
    const body = { filter, field: 'day', granularity: 'DAY', timeZone: 'Pacific/Apia' }
    expect(countsByLabel((await data('timeseries', body)).points)).toEqual(['2024-01-01:1'])
  })

  test.each(['utc', 'EUROPE/LISBON', 'asia/calcutta', 'Asia/Kolkata', 'Etc/GMT+3'])(
    '%s is accepted',
    async (timeZone) => {
      expect(
        (await series(['2024-01-01T12:00:00Z'], { granularity: 'DAY', timeZone })).points,
      ).toHaveLength(1)
    },
  )

  test('an abbreviation is refused, or has the meaning that Intl gives it', async () => {
    const names = await rows('select distinct abbrev from pg_timezone_abbrevs order by 1')
    const filter = await put(ofColumn('at', hours))
    const wrong: string[] = []
    for (const { abbrev: timeZone } of names) {
      const body = { filter, field: 'at', granularity: 'DAY', timeZone }
      const answer = await ask('timeseries', body)
      if (answer.statusCode === 400) continue
      const found = countsByLabel(answer.json().data.points)
      if (String(found) !== String(daysByIntl(hours, timeZone))) wrong.push(timeZone)
    }
    expect(wrong).toEqual([])
  })

  test.each([
    '',
    '+03:00',
    '-03',
    'Nope/Zone',
    'GMT+3',
    'UTC+1',
    ' UTC',
    'Europe/Lisbon;',
    "'",
    'Z',
    'localtime',
  ])('%j is refused, whatever the field', async (timeZone) => {
    for (const field of ['at', 'day']) {
      const answer = await ask('timeseries', { filter: {}, field, granularity: 'DAY', timeZone })
      expectFailure(answer, { status: 400, code: 'STATS_REQUEST_INVALID', targets: ['timeZone'] })
    }
  })
})

describe('the first and last possible instants', () => {
  const ends = [
    '-infinity',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999Z',
    'infinity',
    null,
  ]
  test.each(['DAY', 'WEEK', 'MONTH'])(
    'instants of every zone work with %s',
    async (granularity) => {
      const filter = await put(ofColumn('at', ends))
      for (const timeZone of ['UTC', 'America/Sao_Paulo', 'Asia/Kathmandu']) {
        const { points } = await data('timeseries', { filter, field: 'at', granularity, timeZone })
        for (const { count } of points) expect(count).toBe(1)
      }
      const { points } = await data('timeseries', { filter, field: 'at', granularity })
      expect(points.map(({ start }: Json) => start.slice(0, 4))).toEqual(['0001', '9999'])
    },
  )

  test('the last possible day is included', async () => {
    const body = { granularity: 'DAY', from: '9999-12-31', to: '9999-12-31' }
    expect(countsByLabel((await series(ends, body)).points)).toEqual(['9999-12-31:1'])
  })
})
