/**
 * The entities of a payroll bureau: each of its clients is a tenant, whose rows no other client
 * reaches. Ids are unique within a tenant. Currencies are the same for all.
 */
import {
  belongsTo,
  date,
  defineEntity,
  defineSchema,
  enumOf,
  hasMany,
  instant,
  integer,
  manyToMany,
  money,
  text,
  version,
} from 'corollary'

/** The column of each table with the tenant. It is in no shape: the service fills it. */
const tenantId = text({ maxLength: 40 })
const ofTenant = { tenant: 'tenantId' } as const

const currencies = defineEntity(
  'currencies',
  {
    code: text({ primaryKey: true, maxLength: 3 }),
    name: text({ maxLength: 60 }),
  },
  { shared: true, immutable: true },
)

const departments = defineEntity(
  'departments',
  {
    tenantId,
    id: integer({ primaryKey: true, generated: true }),
    code: text({ minLength: 1, maxLength: 20 }),
    name: text({ minLength: 1, maxLength: 80 }),
    employees: hasMany('employees', { column: 'department_id' }),
  },
  ofTenant,
)

const skills = defineEntity(
  'skills',
  {
    tenantId,
    id: integer({ primaryKey: true, generated: true }),
    code: text({ minLength: 1, maxLength: 20 }),
    name: text({ minLength: 1, maxLength: 80 }),
  },
  ofTenant,
)

const employees = defineEntity(
  'employees',
  {
    tenantId,
    id: integer({ primaryKey: true, generated: true }),
    code: text({ minLength: 1, maxLength: 20 }),
    fullName: text({ minLength: 1, maxLength: 120 }),
    email: text({ maxLength: 200, format: 'email' }),
    salary: money({ precision: 12, scale: 2, minimum: '0', currency: 'EUR', audited: true }),
    hiredOn: date(),
    department: belongsTo('departments', { column: 'department_id' }),
    manager: belongsTo('employees', { column: 'manager_id', nullable: true }),
    currency: belongsTo('currencies', { column: 'currency_code' }),
    skills: manyToMany('skills', {
      through: 'employee_skills',
      from: 'employee_id',
      target: 'skill_id',
    }),
    payslips: hasMany('payslips', { column: 'employee_id' }),
    version: version(),
    updatedAt: instant({ generated: true, touchedOnUpdate: true }),
  },
  ofTenant,
)

const payslips = defineEntity(
  'payslips',
  {
    tenantId,
    id: integer({ primaryKey: true, generated: true }),
    employee: belongsTo('employees', { column: 'employee_id' }),
    currency: belongsTo('currencies', { column: 'currency_code' }),
    period: date(),
    gross: money({ precision: 12, scale: 2, minimum: '0', currency: 'EUR', audited: true }),
    net: money({ precision: 12, scale: 2, minimum: '0', currency: 'EUR', audited: true }),
    state: enumOf(['DRAFT', 'RELEASED'], { default: 'DRAFT', audited: true }),
    note: text({ maxLength: 200, nullable: true }),
    version: version(),
  },
  ofTenant,
)

export const bureau = defineSchema({ currencies, departments, skills, employees, payslips })

/** For editors: the targets of relations. */
declare module 'corollary' {
  interface EntityNames {
    currencies: true
    departments: true
    skills: true
    employees: true
    payslips: true
  }
}
