/**
 * The requests to both servers: the cases that are measured, and the requests whose responses must
 * agree.
 */
import type { HttpRequest } from './load.js'

const base = '/api/human-resources/employees'

const filter = (query: string, body: unknown): HttpRequest => ({
  method: 'POST',
  path: `${base}/filter${query}`,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const read = (id: number | string): HttpRequest => ({ method: 'GET', path: `${base}/${id}` })

/** The same numbers in every run. (mulberry32) */
export const createRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Case {
  readonly name: string
  /** The goal for the ratio of the service's throughput to that of the hand-written server. */
  readonly target: number
  /** The same sequence of requests in every run. */
  readonly requests: (employees: number) => () => HttpRequest
}

const page3 = '?sort=salary,desc&sort=fullName&page=3&size=20'
/** A filter, a filter over a to-one relation and one over a to-many relation. */
const measuredFilters = [
  { departmentName: 'engineer', skillName: 'sql', salaryBetween: [5000, null] },
  { departmentName: 'sales', skillName: 'script', salaryBetween: [3000, 12000] },
  { departmentName: 'OPERATIONS', skillName: 'english', salaryBetween: [2000, 14000] },
  { departmentName: 'customer', skillName: 'an', salaryBetween: [null, 9000] },
].map((body) => filter(page3, body))

export const cases: readonly Case[] = [
  {
    name: 'filter + relation filter + sort + page 3 + total',
    target: 0.85,
    requests: () => {
      let next = 0
      return () => measuredFilters[next++ % measuredFilters.length]!
    },
  },
  {
    name: 'read by id',
    target: 0.45,
    requests: (employees) => {
      const random = createRandom(7)
      return () => read(1 + Math.floor(random() * employees))
    },
  },
]

const ids = (employees: number): readonly number[] => {
  const random = createRandom(11)
  return [
    1,
    2,
    employees,
    ...Array.from({ length: 60 }, () => 1 + Math.floor(random() * employees)),
  ]
}

/** Requests whose whole responses must agree: records, ids, totals, page and links. */
export const comparedRequests = (employees: number): readonly HttpRequest[] => [
  ...measuredFilters,
  ...ids(employees).map(read),
  filter('', {}),
  filter('?page=4&size=200', { departmentName: null, skillName: '' }),
  filter('?page=9999999', {}),
  filter('?page=9999', { departmentName: 'engineer' }),
  filter('?size=7', { departmentName: 'no such department' }),
  filter('?sort=salary,DESC&sort=salary&sort=id,desc', { skillName: '%_%' }),
  filter('?sort=lastReviewAt,desc&size=100', { skillName: 'ÇA', _links: {} }),
  filter('?sort=managerName&sort=contractEndsAt,desc', { departmentName: 'são' }),
  filter('?sort=skillCount,desc&sort=birthDate&page=2', { departmentName: 'z' }),
  filter('?sort=fullName', { salaryBetween: ['99999999.99', null] }),
  filter('?sort=salary', { salaryBetween: { max: '0.10', currency: 'USD' } }),
  filter('', { salaryBetween: [9000, 4000.5], departmentName: '<b>' }),
  filter('', { salaryBetween: [4200], skillName: "workers' rights" }),
]

/** Invalid requests, whose errors must have the same status, codes and targets. */
export const refusedRequests: readonly HttpRequest[] = [
  read(999_999_999_999),
  read('abc'),
  read('9007199254740993'),
  read('1.5'),
  filter('', '{"departmentName":'),
  filter('', ''),
  filter('', []),
  filter('', { departmentNaem: 'x' }),
  filter('', { departmentName: 5 }),
  filter('', { skillName: ['sql'] }),
  filter('', { skillName: '\u0000' }),
  filter('', { skillName: '\ud800' }),
  filter('', { skillName: 'x'.repeat(1_001) }),
  filter('', { salaryBetween: 5000 }),
  filter('', { salaryBetween: [] }),
  filter('', { salaryBetween: [1, 2, 3] }),
  filter('', { salaryBetween: ['12,50'] }),
  filter('', { salaryBetween: [true] }),
  filter('', { salaryBetween: { above: 1 } }),
  filter('', { salaryBetween: { min: 1, from: 2 } }),
  filter('', '{"salaryBetween":[12345678901234567.89]}'),
  filter('?page=-1', {}),
  filter('?page=1&page=2', {}),
  filter('?size=0', {}),
  filter('?size=1000', {}),
  filter('?page=x', {}),
  filter('?sort=nothing', {}),
  filter('?sort=salary,down', {}),
  filter('?sort=skillIds', {}),
]
