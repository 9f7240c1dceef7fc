/** Cases of statistics and options. */
import type { HttpRequest } from '../load.js'
import { base, type Case, counted, cycle, post } from './case.js'

/** Nearly all rows; each index is another filter. */
const filterOf = (index: number): object => ({ salaryBetween: [1_000 + index / 100, 40_000] })

const groupBy = (index: number): HttpRequest =>
  post(`${base}/stats/group-by`, {
    filter: filterOf(index),
    field: 'department',
    metrics: [{ operation: 'COUNT' }, { operation: 'AVG', field: 'salary' }],
  })

const series = (index: number): HttpRequest =>
  post(`${base}/stats/timeseries`, {
    filter: filterOf(index),
    field: 'hiredOn',
    granularity: 'MONTH',
    metric: { operation: 'COUNT' },
  })

const histogram = (index: number): HttpRequest =>
  post(`${base}/stats/distribution`, {
    filter: filterOf(index),
    field: 'salary',
    mode: 'HISTOGRAM',
    metric: { operation: 'COUNT' },
    bucketSize: 500,
  })

const statistics = [
  { id: 'e', name: 'group-by with two metrics', make: groupBy, goal: 1.1 },
  { id: 'f', name: 'monthly series', make: series, goal: 1.1 },
  { id: 'g', name: 'histogram', make: histogram, goal: 2 },
]

const repeatedIndexes = [0, 1, 2, 3]

/** Parts of names, each of which many names contain. */
const searches = 'an el ar in on er il ra or li na al ei so ir es ve as ma us la re en'.split(' ')

export const statsCases: readonly Case[] = [
  ...statistics.flatMap(({ id, name, make, goal }): readonly Case[] => [
    {
      id,
      name: `${name}, each with another filter`,
      servers: ['bare', 'service'],
      goals: { bare: goal },
      requests: () => counted(make),
    },
    {
      id: `${id}-repeated`,
      name: `${name}, repeated while nothing is written`,
      servers: ['bare', 'service'],
      goals: {},
      requests: () => cycle(repeatedIndexes.map(make)),
    },
  ]),
  {
    id: 'e-written',
    name: 'group-by with two metrics, repeated, a write a second to the same table',
    servers: ['bare', 'service'],
    goals: {},
    requests: () => cycle(repeatedIndexes.map(groupBy)),
    like: 'e-repeated',
    everySecond: 'update employees set nickname = nickname where id = 1',
  },
  {
    id: "e'",
    name: 'dashboard: eight statistics, twenty callers',
    servers: ['equal', 'secured'],
    goals: { equal: 10 },
    requests: ({ colleagues }) => {
      const requests = [groupBy, series, histogram]
        .flatMap((make) => [make(0), make(1), make(2)])
        .slice(0, 8)
      return cycle(
        colleagues.flatMap((headers) => requests.map((request) => ({ ...request, headers }))),
      )
    },
  },
  {
    id: 'j',
    name: 'options, searched',
    servers: ['bare', 'service'],
    goals: { bare: 0.95 },
    requests: () =>
      counted((index) => {
        const search = searches[index % searches.length]!
        // The range matches every row, and makes each request a new one.
        const body = { salaryBetween: [-index / 100, null] }
        return post(`${base}/options/filter?search=${search}&size=20`, body)
      }),
  },
  {
    id: "j'",
    name: 'option source, searched',
    servers: ['bare', 'service'],
    goals: {},
    requests: () =>
      counted((index) => {
        const round = Math.floor(index / searches.length)
        const body = {
          filter: { departmentId: 1 + (round % 24) },
          search: searches[index % searches.length],
        }
        const path = `${base}/option-sources/managers/options/filter`
        return post(`${path}?page=${Math.floor(round / 24)}&size=20`, body)
      }),
  },
  {
    id: "j''",
    name: 'option source of a small table, repeated while nothing is written',
    servers: ['service'],
    goals: {},
    requests: () =>
      counted((index) => {
        const path = `${base}/option-sources/departments/options/filter`
        return post(`${path}?page=${index % 3}&size=${1 + (index % 50)}`, {})
      }),
  },
]
