/**
 * More paths to guarded rows than the sample has: collections that are counted, listed, filtered
 * and linked, and paths of several hops. Uses the sample's tables and entity names.
 */
import {
  belongsTo,
  category,
  count,
  date,
  defineEntity,
  defineSchema,
  EQUAL,
  enumOf,
  every,
  GREATER_THAN,
  hasMany,
  IN,
  IS_NOT_NULL,
  IS_NULL,
  ids,
  integer,
  LIKE,
  list,
  manyToMany,
  measure,
  money,
  NOT_EQUAL,
  NOT_LIKE,
  none,
  reference,
  SIZE_EQ,
  SIZE_GT,
  SIZE_LT,
  series,
  some,
  text,
  version,
} from 'corollary'
import { byDepartment } from '../../../examples/people/access.js'

const departments = defineEntity('departments', {
  id: integer({ primaryKey: true, generated: true }),
  name: text({ minLength: 1, maxLength: 120, collation: 'und-x-icu' }),
  staff: hasMany('employees', { column: 'department_id' }),
})

const skills = defineEntity('skills', {
  id: integer({ primaryKey: true, generated: true }),
  name: text({ minLength: 1, maxLength: 120, collation: 'und-x-icu' }),
  holders: manyToMany('employees', {
    through: 'employee_skills',
    from: 'skill_id',
    target: 'employee_id',
  }),
})

const employees = defineEntity(
  'employees',
  {
    id: integer({ primaryKey: true, generated: true }),
    code: text({ minLength: 1, maxLength: 20 }),
    fullName: text({ minLength: 1, maxLength: 120, collation: 'und-x-icu' }),
    email: text({ maxLength: 200 }),
    status: enumOf(['ACTIVE', 'ON_LEAVE', 'SUSPENDED', 'TERMINATED'], { default: 'ACTIVE' }),
    salary: money({ precision: 12, scale: 2, currency: 'USD' }),
    hiredOn: date(),
    rating: integer({ nullable: true }),
    department: belongsTo('departments', { column: 'department_id' }),
    manager: belongsTo('employees', { column: 'manager_id', nullable: true }),
    reports: hasMany('employees', { column: 'manager_id' }),
    version: version(),
  },
  { rowAccess: byDepartment('department.id') },
)

export const wideSchema = defineSchema({ departments, skills, employees })

export const wideDepartments = wideSchema.resource('departments', {
  key: 'wide.departments',
  delete: true,
  title: 'Departments',
  response: {
    id: '.',
    name: '.',
    headcount: count('staff'),
    staffIds: ids('staff'),
    staff: list('staff', { fullName: '.', salary: '.', managerName: 'manager.fullName' }),
  },
  update: { name: '.' },
  filter: {
    name: LIKE(),
    headcount: SIZE_EQ('staff'),
    headcountOver: SIZE_GT('staff'),
    headcountUnder: SIZE_LT('staff'),
    someStaff: some('staff', { name: LIKE('fullName'), manager: LIKE('manager.fullName') }),
    noStaff: none('staff', { name: LIKE('fullName'), salary: GREATER_THAN() }),
    everyStaff: every('staff', { salary: GREATER_THAN(), managerId: EQUAL('manager.id') }),
    staffName: LIKE('staff.fullName'),
    staffNameNot: NOT_LIKE('staff.fullName'),
    staffId: EQUAL('staff.id'),
    staffIdNot: NOT_EQUAL('staff.id'),
    staffSalary: GREATER_THAN('staff.salary'),
    staffStatus: IN('staff.status'),
    staffRatingMissing: IS_NULL('staff.rating'),
    staffManaged: IS_NOT_NULL('staff.manager'),
    staffManagerName: LIKE('staff.manager.fullName'),
  },
  expressions: true,
  defaultSort: ['-headcount', 'name'],
  stats: { name: category() },
})

export const wideSkills = wideSchema.resource('skills', {
  key: 'wide.skills',
  delete: true,
  title: 'Skills',
  response: {
    id: '.',
    name: '.',
    holderCount: count('holders'),
    holderIds: ids('holders'),
    holders: list('holders', { fullName: '.', departmentName: 'department.name' }),
  },
  update: { name: '.', holderIds: 'holders.id' },
  intents: { hold: { title: 'Hold', fields: { holderIds: 'holders.id' } } },
  filter: {
    holderCount: SIZE_EQ('holders'),
    holderCountOver: SIZE_GT('holders'),
    holder: some('holders', { name: LIKE('fullName'), reports: SIZE_GT() }),
    holderName: LIKE('holders.fullName'),
    holderId: IN('holders.id'),
    holderIdNot: NOT_EQUAL('holders.id'),
    holderDepartment: EQUAL('holders.department.id'),
    holderReports: SIZE_GT('holders.reports'),
  },
  expressions: true,
  defaultSort: ['-holderCount'],
})

export const wideEmployees = wideSchema.resource('employees', {
  key: 'wide.employees',
  delete: true,
  title: 'Employees',
  response: {
    id: '.',
    fullName: '.',
    managerId: 'manager.id',
    managerName: 'manager.fullName',
    managerSalary: 'manager.salary',
    managerDepartmentName: 'manager.department.name',
    topName: 'manager.manager.fullName',
    topId: 'manager.manager.id',
    reportCount: count('reports'),
    reportIds: ids('reports'),
    reports: list('reports', { fullName: '.' }),
    peerCount: count('manager.reports'),
    peerIds: ids('manager.reports'),
    version: '.',
  },
  filter: {
    managerName: LIKE('manager.fullName'),
    managerNameNot: NOT_LIKE('manager.fullName'),
    managerSalary: GREATER_THAN('manager.salary'),
    managerRatingMissing: IS_NULL('manager.rating'),
    topMissing: IS_NULL('manager.manager'),
    topName: LIKE('manager.manager.fullName'),
    topId: EQUAL('manager.manager.id'),
    reportCount: SIZE_EQ('reports'),
    peerCount: SIZE_GT('manager.reports'),
    reportName: LIKE('reports.fullName'),
    reportReportName: LIKE('reports.reports.fullName'),
  },
  expressions: true,
  defaultSort: ['managerSalary', '-peerCount'],
  optionLabel: 'managerName',
  optionSources: {
    managers: {
      type: 'LIGHT_LOOKUP',
      id: 'manager.id',
      label: 'manager.fullName',
      sorts: { pay: 'manager.salary' },
    },
    tops: { type: 'LIGHT_LOOKUP', id: 'manager.manager.id', label: 'manager.manager.fullName' },
    managerNames: { type: 'DISTINCT_DIMENSION', path: 'manager.fullName' },
    managerIds: { type: 'DISTINCT_DIMENSION', path: 'manager.id' },
    managerBuckets: {
      type: 'CATEGORICAL_BUCKET',
      path: 'manager.department.id',
      label: 'manager.fullName',
    },
    colleagues: { type: 'RESOURCE_ENTITY', resource: 'wide.staff', path: 'manager' },
  },
  stats: {
    manager: reference({ path: 'manager.id', labelPath: 'manager.fullName' }),
    managerName: category({ path: 'manager.fullName' }),
    top: reference({ path: 'manager.manager.id', labelPath: 'manager.manager.fullName' }),
    managerSalary: measure({ path: 'manager.salary', histogram: true }),
    managerHiredOn: series({ path: 'manager.hiredOn', histogram: true }),
    managerStatus: category({ path: 'manager.status' }),
  },
})

export const wideStaff = wideSchema.resource('employees', {
  key: 'wide.staff',
  delete: true,
  title: 'Staff',
  response: { id: '.', fullName: '.', salary: '.' },
  filter: { fullName: LIKE() },
  defaultSort: ['-salary'],
  optionLabel: 'fullName',
})

export const wideResources = [wideDepartments, wideSkills, wideEmployees, wideStaff]
