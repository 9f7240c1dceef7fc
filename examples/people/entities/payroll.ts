import { belongsTo, date, defineEntity, instant, integer, money, text } from 'corollary'
import { byDepartment } from '../access.js'

export const payslips = defineEntity(
  'payslips',
  {
    id: integer({ primaryKey: true, generated: true }),
    employee: belongsTo('employees', { column: 'employee_id' }),
    department: belongsTo('departments', { column: 'department_id' }),
    period: date(),
    gross: money({ precision: 12, scale: 2, currency: 'USD' }),
    net: money({ precision: 12, scale: 2, currency: 'USD' }),
    currency: text({ maxLength: 3 }),
    issuedAt: instant(),
  },
  { immutable: true, rowAccess: byDepartment('department.id') },
)

export const monthlyCosts = defineEntity(
  'monthly_costs',
  {
    id: text({ primaryKey: true, collation: 'C' }),
    period: date(),
    department: belongsTo('departments', { column: 'department_id' }),
    departmentName: text({ collation: 'und-x-icu' }),
    headcount: integer(),
    grossTotal: money({ precision: 15, scale: 2, currency: 'USD' }),
    netTotal: money({ precision: 15, scale: 2, currency: 'USD' }),
  },
  { view: true, rowAccess: byDepartment('department.id') },
)
