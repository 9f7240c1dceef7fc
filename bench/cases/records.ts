/** Cases that read records. */
import { fetchOnce } from '../load.js'
import { base, type Case, counted, createRandom, cycle, post } from './case.js'

export const page3 = `${base}/filter?sort=salary,desc&sort=fullName&page=3&size=20`

/** A filter, a filter over a to-one relation and one over a to-many relation. */
const filters: readonly ((cents: number) => object)[] = [
  (cents) => ({
    departmentName: 'engineer',
    skillName: 'sql',
    salaryBetween: [5_000 + cents, null],
  }),
  (cents) => ({
    departmentName: 'sales',
    skillName: 'script',
    salaryBetween: [3_000 + cents, 12_000],
  }),
  (cents) => ({
    departmentName: 'OPERATIONS',
    skillName: 'english',
    salaryBetween: [2_000 + cents, 14_000],
  }),
  (cents) => ({
    departmentName: 'customer',
    skillName: 'an',
    salaryBetween: [null, 9_000 - cents],
  }),
]

const filterOf = (index: number): object =>
  filters[index % filters.length]!(Math.floor(index / filters.length) / 100)

const repeated = filters.map((make) => make(0))

const everyRow = ['bare', 'service'] as const
const all = ['bare', 'service', 'equal', 'secured'] as const

export const recordCases: readonly Case[] = [
  {
    id: 'a',
    name: 'filter by relations, two sort keys, page 3, total',
    servers: all,
    goals: { bare: 1.2 },
    requests: ({ everybody }) => counted((index) => post(page3, filterOf(index), everybody)),
  },
  {
    id: "a'",
    name: 'the same pages again while nothing is written: their totals are known',
    servers: everyRow,
    goals: {},
    requests: () => cycle(repeated.map((body) => post(page3, body))),
  },
  {
    id: 'b',
    name: 'broad text search',
    servers: everyRow,
    goals: { bare: 1 },
    // The range matches every row, and makes each request a new one.
    requests: () =>
      counted((index) =>
        post(`${base}/filter?size=20`, { fullName: 'an', salaryBetween: [-index / 100, null] }),
      ),
  },
  {
    id: 'c',
    name: 'read by id',
    servers: all,
    goals: { bare: 0.7, equal: 0.85 },
    requests: ({ employees, everybody: headers }) => {
      const random = createRandom(7)
      return counted(() => {
        const id = 1 + Math.floor(random() * employees)
        return { method: 'GET', path: `${base}/${id}`, headers }
      })
    },
  },
  {
    id: "c'",
    name: 'read by id, not modified',
    servers: ['equal', 'secured'],
    goals: { equal: 0.9 },
    status: 304,
    requests: async ({ url, employees, everybody }) => {
      const random = createRandom(13)
      const requests = Array.from({ length: 50 }, async () => {
        const path = `${base}/${1 + Math.floor(random() * employees)}`
        const { headers } = await fetchOnce(url, { method: 'GET', path, headers: everybody })
        const condition = { 'If-None-Match': headers.get('etag')! }
        return { method: 'GET', path, headers: { ...everybody, ...condition } } as const
      })
      return cycle(await Promise.all(requests))
    },
  },
  {
    id: 'i',
    name: 'capabilities of a record',
    servers: ['equal', 'secured'],
    goals: {},
    // The hand-written one describes operations only, without surfaces and statistics.
    isUnique: true,
    requests: ({ employees, everybody: headers }) => {
      const random = createRandom(19)
      return counted(() => {
        const id = 1 + Math.floor(random() * employees)
        return { method: 'GET', path: `${base}/${id}/capabilities`, headers }
      })
    },
  },
]
