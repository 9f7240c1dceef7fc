/** Requests of a tenant to the sample bureau, by the name of their stored plans. */
import type { TestRequest } from '../access/leaks/twins.js'

export const api = '/api/bureau'
export const department = { code: 'NEW', name: 'New' }
export const employee = {
  ...{ code: 'E-NEW', fullName: 'Newly Hired', email: 'new@example.com', salary: '3000.00' },
  ...{ hiredOn: '2026-01-01', departmentId: 1, currencyCode: 'EUR', skillIds: [1, 2] },
}

type Line = readonly [method: TestRequest['method'], path: string, body?: object]

const lines: Readonly<Record<string, Line>> = {
  record: ['GET', '/employees/1'],
  'by-ids': ['GET', '/employees/by-ids?ids=3,1'],
  all: ['GET', '/employees/all'],
  page: ['POST', '/payslips/filter?size=5', {}],
  'page-paths': [
    'POST',
    '/employees/filter?size=5',
    { departmentName: 'a', salaryBetween: [3000, null] },
  ],
  'page-collections': [
    'POST',
    '/employees/filter?size=5',
    { skillName: 's', managerDepartment: 'a' },
  ],
  'page-included-ids': ['POST', '/employees/filter?size=5&includeIds=1,2&sort=departmentName', {}],
  cursor: ['POST', '/payslips/filter/cursor?size=5', { currencyName: 'o' }],
  locate: ['POST', '/payslips/locate?id=3&size=5', {}],
  options: ['POST', '/employees/options/filter', { search: 'a' }],
  'option-source': ['POST', '/employees/option-sources/managers/options/filter', { filter: {} }],
  'group-by': [
    'POST',
    '/payslips/stats/group-by',
    { filter: {}, field: 'department', metric: { operation: 'SUM', field: 'net' } },
  ],
  'time-series': [
    'POST',
    '/payslips/stats/timeseries',
    { filter: {}, field: 'period', granularity: 'MONTH' },
  ],
  histogram: [
    'POST',
    '/payslips/stats/distribution',
    { filter: {}, field: 'net', mode: 'HISTOGRAM', bucketSize: 500 },
  ],
  terms: ['POST', '/payslips/stats/distribution', { filter: {}, field: 'state', mode: 'TERMS' }],
  export: ['POST', '/payslips/export', { format: 'csv', scope: 'all' }],
  create: ['POST', '/departments', department],
  'create-references': ['POST', '/employees', employee],
  intent: ['PATCH', '/employees/2/raise', { salary: '4000.00' }],
  update: ['PUT', '/departments/1', { ...department, code: 'OTHER' }],
  action: ['POST', '/payslips/12/actions/release'],
  'action-bulk': ['POST', '/payslips/actions/release-all', { ids: [11, 23] }],
  delete: ['DELETE', '/payslips/24'],
  history: ['GET', '/employees/2/history'],
}

export const requests: readonly (readonly [name: string, request: TestRequest])[] = Object.entries(
  lines,
).map(([name, [method, path, body]]) => [name, { method, url: `${api}${path}`, body }])
