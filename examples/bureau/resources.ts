/** The API of the payroll bureau. Nothing here mentions tenants: the entities say whose rows. */
import {
  type ActionCallOf,
  ApiResource,
  BETWEEN,
  type BulkCallOf,
  category,
  count,
  EQUAL,
  IN,
  IS_NULL,
  ids,
  LIKE,
  list,
  measure,
  reference,
  SIZE_GT,
  series,
  WorkflowAction,
} from 'corollary'
import { bureau } from './entities.js'

export const currencies = bureau.resource('currencies', {
  key: 'bureau.currencies',
  title: 'Currencies',
  response: { code: '.', name: '.' },
  filter: { name: LIKE() },
  defaultSort: ['code'],
  optionLabel: 'name',
})

const named = { code: '.', name: '.' } as const

export const departments = bureau.resource('departments', {
  key: 'bureau.departments',
  title: 'Departments',
  response: { id: '.', ...named, headcount: count('employees') },
  create: named,
  update: named,
  delete: true,
  filter: { code: EQUAL(), name: LIKE(), headcountOver: SIZE_GT('employees') },
  defaultSort: ['name'],
  optionLabel: 'name',
})

export const skills = bureau.resource('skills', {
  key: 'bureau.skills',
  title: 'Skills',
  response: { id: '.', ...named },
  create: named,
  update: named,
  delete: true,
  filter: { name: LIKE() },
  defaultSort: ['name'],
  optionLabel: 'name',
})

const employed = {
  code: '.',
  fullName: '.',
  email: '.',
  salary: '.',
  hiredOn: '.',
  departmentId: 'department.id',
  managerId: 'manager.id',
  currencyCode: 'currency.code',
  skillIds: 'skills.id',
} as const

export const employees = bureau.resource('employees', {
  key: 'bureau.employees',
  title: 'Employees',
  response: {
    id: '.',
    code: '.',
    fullName: '.',
    email: '.',
    salary: '.',
    hiredOn: '.',
    departmentId: 'department.id',
    departmentName: 'department.name',
    managerId: 'manager.id',
    managerName: 'manager.fullName',
    currencyCode: 'currency.code',
    currencyName: 'currency.name',
    skillCount: count('skills'),
    skillIds: ids('skills'),
    payslips: list('payslips', { period: '.', net: '.' }),
    version: '.',
    updatedAt: '.',
  },
  create: employed,
  update: employed,
  delete: true,
  intents: { raise: { title: 'Change salary', fields: { salary: '.' } } },
  guards: { history: { authorities: ['payroll:audit'] } },
  changes: true,
  filter: {
    code: EQUAL(),
    fullName: LIKE(),
    salaryBetween: BETWEEN('salary'),
    departmentIds: IN('department.id'),
    departmentName: LIKE('department.name'),
    managerIsNull: IS_NULL('manager'),
    managerDepartment: LIKE('manager.department.name'),
    skillName: LIKE('skills.name'),
    skillsOver: SIZE_GT('skills'),
    paidOver: BETWEEN('payslips.net'),
  },
  defaultSort: ['fullName'],
  optionLabel: 'fullName',
  optionSources: {
    departments: {
      type: 'RESOURCE_ENTITY',
      resource: 'bureau.departments',
      path: 'department',
      filterField: 'departmentIds',
      excludeSelf: true,
    },
    codes: { type: 'DISTINCT_DIMENSION', path: 'code' },
    managers: { type: 'LIGHT_LOOKUP', id: 'manager.id', label: 'manager.fullName' },
  },
  stats: {
    department: reference({ path: 'department.id', labelPath: 'department.name' }),
    currency: category({ path: 'currency.code' }),
    salary: measure({ histogram: true }),
    hiredOn: series({ histogram: true }),
  },
})

/** Charts over all payslips may be as old as this. Those by state show what was just released. */
const materialized = { every: '10 min' } as const

const paid = {
  employeeId: 'employee.id',
  currencyCode: 'currency.code',
  period: '.',
  gross: '.',
  net: '.',
  note: '.',
} as const

const Base = bureau.resourceClass('payslips', {
  key: 'bureau.payslips',
  response: {
    id: '.',
    ...paid,
    state: '.',
    employeeName: 'employee.fullName',
    departmentName: 'employee.department.name',
    currencyName: 'currency.name',
    version: '.',
  },
  create: paid,
  update: paid,
  delete: true,
  stateField: 'state',
  guards: {
    update: { allowedStates: ['DRAFT'] },
    delete: { allowedStates: ['DRAFT'] },
    history: { authorities: ['payroll:audit'] },
  },
  changes: true,
  filter: {
    employeeId: EQUAL('employee.id'),
    employeeName: LIKE('employee.fullName'),
    departmentName: LIKE('employee.department.name'),
    currencyName: LIKE('currency.name'),
    state: IN(),
    periodBetween: BETWEEN('period'),
    netBetween: BETWEEN('net'),
  },
  defaultSort: ['-period'],
  optionLabel: 'employeeName',
  stats: {
    state: category(),
    department: reference({
      path: 'employee.department.id',
      labelPath: 'employee.department.name',
      materialized,
    }),
    gross: measure({ histogram: true, materialized }),
    net: measure({ histogram: true, materialized }),
    period: series({ histogram: { bucketSize: 'MONTH' }, materialized }),
  },
})

const releasing = { authorities: ['payroll:release'], allowedStates: ['DRAFT'] } as const

@ApiResource({ title: 'Payslips' })
class Payslips extends Base {
  @WorkflowAction({ ...releasing, title: 'Release', order: 10 })
  release({ update }: ActionCallOf<typeof Base>) {
    return update({ state: 'RELEASED' })
  }

  @WorkflowAction({
    ...releasing,
    title: 'Release all',
    bulk: { atomicity: 'PER_ITEM', maxItems: 200 },
    order: 20,
  })
  releaseAll({ update }: BulkCallOf<typeof Base>) {
    return update({ state: 'RELEASED' })
  }
}

export const payslips = new Payslips()
