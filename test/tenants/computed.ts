/** Computed fields of tenants: they read rows of the caller's tenant only. */
import {
  BETWEEN,
  boolean,
  category,
  computed,
  EQUAL,
  GREATER_THAN,
  IS_TRUE,
  measure,
  money,
  sql,
  text,
  today,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTenants } from '../../examples/bureau/database/seed.js'
import { bureau } from '../../examples/bureau/entities.js'
import type { FreshDatabase } from '../support/database.js'
import { type OpenDatabase, openTables } from './bureau.js'

const euros = { precision: 12, scale: 2, currency: 'EUR' } as const

const schema = bureau
  .computed('payslips', ({ gross, net }) => ({
    deductions: computed(money(euros), sql`${gross} - ${net}`),
  }))
  .computed('employees', ({ payslips, skills, department, currency, fullName, hiredOn }) => ({
    paid: payslips.sum('net', { state: 'RELEASED' }),
    deducted: payslips.sum('deductions'),
    lastPeriod: payslips.max('period'),
    skillCount: skills.count(),
    isSkilled: skills.exists({ code: 'SQL' }),
    label: computed(
      text({ maxLength: 200 }),
      sql`${fullName} || ', ' || ${department.name} || ', ' || ${currency.name}`,
    ),
    isNew: computed(boolean(), sql`${hiredOn} > ${today} - 365`),
  }))
  .computed('departments', ({ employees }) => ({
    payroll: employees.sum('paid'),
    headcount: employees.count(),
  }))

export const computedResources = [
  schema.resource('employees', {
    key: 'bureau.employees',
    response: {
      id: '.',
      fullName: '.',
      paid: '.',
      deducted: '.',
      lastPeriod: '.',
      skillCount: '.',
      isSkilled: '.',
      label: '.',
      isNew: '.',
      payroll: 'department.payroll',
    },
    update: { fullName: '.' },
    filter: {
      paidBetween: BETWEEN('paid'),
      skillsOver: GREATER_THAN('skillCount'),
      isSkilled: IS_TRUE('isSkilled'),
      label: EQUAL('label'),
      isNew: IS_TRUE('isNew'),
      payrollBetween: BETWEEN('department.payroll'),
      deductions: BETWEEN('payslips.deductions'),
    },
    defaultSort: ['id'],
    stats: { isSkilled: category(), paid: measure({ histogram: { bucketSize: 5_000 } }) },
  }),
  schema.resource('departments', {
    key: 'bureau.departments',
    response: { id: '.', payroll: '.', headcount: '.' },
    filter: { payroll: BETWEEN('payroll') },
    defaultSort: ['id'],
  }),
] as const

const api = '/api/bureau'

interface Row {
  readonly id: number
  readonly [field: string]: unknown
}

/** What the fields are, in plain SQL over tables without a contract. */
const expectedRows = `
  select e.id::int, e.full_name as "fullName",
    coalesce((select sum(net) from payslips p where p.tenant_id = e.tenant_id
      and p.employee_id = e.id and state = 'RELEASED'), 0)::float8 as paid,
    coalesce((select sum(gross - net) from payslips p where p.tenant_id = e.tenant_id
      and p.employee_id = e.id), 0)::float8 as deducted,
    (select max(period)::text from payslips p where p.tenant_id = e.tenant_id
      and p.employee_id = e.id) as "lastPeriod",
    (select count(*)::int from employee_skills s where s.tenant_id = e.tenant_id
      and s.employee_id = e.id) as "skillCount",
    e.full_name || ', ' || d.name || ', ' || c.name as label,
    e.hired_on > date '2026-03-10' - 365 as "isNew"
  from employees e
  join departments d on d.tenant_id = e.tenant_id and d.id = e.department_id
  join currencies c on c.code = e.currency_code
  where e.tenant_id = 'aurora' order by e.id`

export const describeComputed = (title: string, open: OpenDatabase = openTables): void => {
  describe(title, () => {
    let database: FreshDatabase
    let service: TestService
    let expected: readonly Row[]
    beforeAll(async () => {
      database = await open()
      await addTenants(database.client, ['aurora', 'borealis'], 20)
      service = await createTestService({
        resources: computedResources,
        connection: database.connection,
        now: () => new Date('2026-03-10T12:00:00Z'),
        callers: { aurora: { tenant: 'aurora' }, newcomer: { tenant: 'newcomer' } },
      })
      expected = (await database.client.query<Row>(expectedRows)).rows
    })
    afterAll(async () => {
      await service.close()
      await database.close()
    })

    const send = async (path: string, payload?: object, caller = 'aurora') => {
      const answer = await service.app.inject({
        method: payload ? 'POST' : 'GET',
        url: `${api}/${path}`,
        headers: { authorization: `Bearer ${caller}` },
        ...(payload ? { payload } : {}),
      })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().data
    }
    const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
    const find = async (filter: object, sort = 'id') =>
      idsOf((await send(`employees/filter?size=100&sort=${sort}`, filter)).content)

    test('records have the values of their tenant', async () => {
      const { content } = await send('employees/filter?size=100', {})
      expect(content).toMatchObject(expected)
      expect(await send(`employees/${expected[0]!.id}`)).toMatchObject(expected[0]!)
      const departments = await send('departments/filter', {})
      const payroll = departments.content.reduce(
        (sum: number, row: Row) => sum + Number(row['payroll']),
        0,
      )
      const paid = expected.reduce((sum, row) => sum + Number(row['paid']), 0)
      expect(payroll).toBeCloseTo(paid, 2)
    })

    test('filters and sorts by them', async () => {
      const amounts = expected.map((row) => Number(row['paid'])).sort((a, b) => a - b)
      const [from, to] = [amounts[5]!, amounts[15]!]
      const isWithin = (row: Row) => Number(row['paid']) >= from && Number(row['paid']) <= to
      expect(await find({ paidBetween: [from, to] })).toEqual(idsOf(expected.filter(isWithin)))
      const isLearned = (row: Row) => Number(row['skillCount']) > 1
      expect(await find({ skillsOver: 1 })).toEqual(idsOf(expected.filter(isLearned)))
      expect(await find({ isNew: true })).toEqual(idsOf(expected.filter((row) => row['isNew'])))
      expect(await find({ label: expected[3]!['label'] })).toEqual([expected[3]!.id])
      expect(await find({ payrollBetween: [0, 1e9] })).toEqual(idsOf(expected))
      const byPaid = [...expected].sort(
        (a, b) => Number(b['paid']) - Number(a['paid']) || a.id - b.id,
      )
      expect(await find({}, 'paid,desc&sort=id')).toEqual(idsOf(byPaid))
      const first = await send('employees/filter/cursor?size=7&sort=paid,desc&sort=id', {})
      const after = encodeURIComponent(first.next)
      const second = await send(
        `employees/filter/cursor?size=7&sort=paid,desc&sort=id&after=${after}`,
        {},
      )
      expect(idsOf([...first.content, ...second.content])).toEqual(idsOf(byPaid).slice(0, 14))
    })

    test('measures and groups by them', async () => {
      const { buckets } = await send('employees/stats/group-by', {
        filter: {},
        field: 'isSkilled',
        metrics: [{ operation: 'SUM', field: 'paid' }],
      })
      const count = buckets.reduce((sum: number, each: { count: number }) => sum + each.count, 0)
      expect(count).toBe(expected.length)
      await send('employees/stats/distribution', { filter: {}, field: 'paid', mode: 'HISTOGRAM' })
    })

    test('another tenant has none of the rows', async () => {
      expect((await send('employees/filter', {}, 'newcomer')).content).toEqual([])
      expect((await send('departments/filter', {}, 'newcomer')).content).toEqual([])
    })
  })
}
