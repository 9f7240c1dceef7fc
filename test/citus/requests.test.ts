/** Requests to a cluster: each statement of a tenant goes to one shard. */
import { describe, expect, test } from 'vitest'
import { tenantTables, useBureau } from '../tenants/bureau.js'
import { clusterDatabase, hasCluster } from './cluster.js'

const api = '/api/bureau'
const department = { code: 'NEW', name: 'New' }
const employee = {
  ...{ code: 'E-NEW', fullName: 'Newly Hired', email: 'new@example.com', salary: '3000.00' },
  ...{ hiredOn: '2026-01-01', departmentId: 1, currencyCode: 'EUR', skillIds: [1, 2] },
}

const requests = [
  ['GET', '/employees/1'],
  ['GET', '/employees/by-ids?ids=3,1'],
  ['GET', '/employees/all'],
  ['POST', '/employees/filter?size=5', { departmentName: 'a', salaryBetween: [3000, null] }],
  ['POST', '/employees/filter?size=5', { skillName: 's', managerDepartment: 'a' }],
  ['POST', '/employees/filter?size=5&includeIds=1,2&sort=departmentName', {}],
  ['POST', '/payslips/filter/cursor?size=5', { currencyName: 'o' }],
  ['POST', '/payslips/locate?id=3&size=5', {}],
  ['POST', '/employees/options/filter', { search: 'a' }],
  ['POST', '/employees/option-sources/managers/options/filter', { filter: {} }],
  [
    'POST',
    '/payslips/stats/group-by',
    { filter: {}, field: 'department', metric: { operation: 'SUM', field: 'net' } },
  ],
  ['POST', '/payslips/stats/timeseries', { filter: {}, field: 'period', granularity: 'MONTH' }],
  [
    'POST',
    '/payslips/stats/distribution',
    { filter: {}, field: 'net', mode: 'HISTOGRAM', bucketSize: 500 },
  ],
  ['POST', '/payslips/stats/distribution', { filter: {}, field: 'state', mode: 'TERMS' }],
  ['POST', '/payslips/export', { format: 'csv', scope: 'all' }],
  ['POST', '/departments', department],
  ['POST', '/employees', employee],
  ['PATCH', '/employees/2/raise', { salary: '4000.00' }],
  ['PUT', '/departments/1', { ...department, code: 'OTHER' }],
  ['POST', '/payslips/12/actions/release'],
  ['POST', '/payslips/actions/release-all', { ids: [11, 23] }],
  ['DELETE', '/payslips/24'],
  ['GET', '/employees/2/history'],
] as const

/** The numbers of shards that the parts of a plan read or write. */
const taskCounts = (plan: unknown): readonly number[] => {
  if (typeof plan !== 'object' || plan === null) return []
  return Object.entries(plan).flatMap(([name, member]) =>
    name === 'Task Count' ? [Number(member)] : taskCounts(member),
  )
}

describe.runIf(hasCluster)('a cluster', () => {
  const bureau = useBureau({ open: clusterDatabase })

  test('serves what a tenant requests', async () => {
    for (const [method, path, body] of requests) {
      const answer = await bureau.send({ method, url: `${api}${path}`, body }, 'aurora')
      expect(answer.statusCode, `${method} ${path} ${answer.body}`).toBeLessThan(400)
    }
  })

  test('sends each statement to one shard', async () => {
    const tables = new RegExp(`"(${tenantTables.join('|')})"`)
    const texts = new Map(bureau.statements.map((each) => [each.text, each]))
    // EXPLAIN does not take the parameters of an INSERT with a SELECT here.
    const planned = [...texts.values()].filter(
      ({ text }) => tables.test(text) && !/insert into [^;]* select/.test(text),
    )
    expect(planned.length).toBeGreaterThan(25)
    for (const { text, values } of planned) {
      const sql = { text: `explain (format json) ${text}`, values: [...values] }
      const { rows } = await bureau.database.client.query(sql)
      const counts = taskCounts(rows[0]['QUERY PLAN'])
      expect(counts.length, text).toBeGreaterThan(0)
      expect(new Set(counts), text).toEqual(new Set([1]))
    }
  })

  test('names the field of a violated constraint, also of links and batches', async () => {
    const send = async (method: 'POST' | 'PUT', path: string, body: object) =>
      (await bureau.send({ method, url: `${api}${path}`, body }, 'aurora')).json()
    const violation = { code: 'DATA_INTEGRITY_VIOLATION' }
    const { errors: taken } = await send('POST', '/employees', employee)
    expect(taken[0]).toMatchObject({ ...violation, target: 'code' })
    const unlinked = { ...employee, code: 'E-2', email: 'e-2@example.com', skillIds: [4711, 4712] }
    const { errors: missing } = await send('POST', '/employees', unlinked)
    expect(missing[0]).toMatchObject({ ...violation, target: 'skillIds' })
    const create = (data: object) => ({ operation: 'CREATE', data })
    const items = [create(department), create({ code: 'B', name: 'B' })]
    const { errors: inBatch } = await send('POST', '/departments/batch', {
      atomicity: 'ATOMIC',
      items,
    })
    expect(inBatch[0]).toMatchObject({ ...violation, target: 'items.0.data.code' })
  })
})
