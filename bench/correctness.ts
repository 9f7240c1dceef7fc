/** Requests whose responses must agree beside those of the cases: edges, and what is refused. */
import { base, createRandom, post } from './cases/case.js'
import type { HttpRequest } from './load.js'

const filter = (query: string, body: unknown): HttpRequest => post(`${base}/filter${query}`, body)

const read = (id: number | string): HttpRequest => ({ method: 'GET', path: `${base}/${id}` })

const ids = (employees: number): readonly number[] => {
  const random = createRandom(11)
  const some = Array.from({ length: 60 }, () => 1 + Math.floor(random() * employees))
  return [1, 2, employees, ...some]
}

/** Requests whose whole responses must agree: records, ids, totals and pages. */
export const comparedRequests = (employees: number): readonly HttpRequest[] => [
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
  filter('', { fullName: 'É', salaryBetween: [] }),
  post(`${base}/export`, { format: 'csv', filters: { fullName: 'weiß' } }),
  post(`${base}/export`, { format: 'csv', filters: { fullName: '"' } }),
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
