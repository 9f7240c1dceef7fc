import {
  belongsTo,
  boolean,
  date,
  defineEntity,
  enumOf,
  hasMany,
  instant,
  integer,
  manyToMany,
  money,
  text,
  version,
} from 'corollary'
import { byDepartment } from '../access.js'

export const employees = defineEntity(
  'employees',
  {
    id: integer({ primaryKey: true, generated: true }),
    code: text({ minLength: 1, maxLength: 20 }),
    fullName: text({ minLength: 1, maxLength: 120, collation: 'und-x-icu' }),
    nickname: text({ maxLength: 60, collation: 'und-x-icu', nullable: true }),
    email: text({ maxLength: 200, format: 'email' }),
    phone: text({ maxLength: 40, nullable: true }),
    bio: text({ maxLength: 2000, nullable: true }),
    status: enumOf(['ACTIVE', 'ON_LEAVE', 'SUSPENDED', 'TERMINATED'], {
      default: 'ACTIVE',
      audited: true,
    }),
    salary: money({ precision: 12, scale: 2, minimum: '0', currency: 'USD', audited: true }),
    hiredOn: date(),
    birthDate: date({ nullable: true }),
    lastReviewAt: instant({ nullable: true }),
    contractEndsAt: instant({ nullable: true }),
    remote: boolean({ default: false }),
    rating: integer({ minimum: 1, maximum: 5, nullable: true }),
    department: belongsTo('departments', { column: 'department_id', audited: true }),
    manager: belongsTo('employees', { column: 'manager_id', nullable: true }),
    skills: manyToMany('skills', {
      through: 'employee_skills',
      from: 'employee_id',
      target: 'skill_id',
    }),
    dependents: hasMany('dependents', { column: 'employee_id' }),
    absenceRequests: hasMany('absenceRequests', { column: 'employee_id' }),
    version: version(),
    createdAt: instant({ generated: true }),
    updatedAt: instant({ generated: true, touchedOnUpdate: true }),
  },
  { rowAccess: byDepartment('department.id') },
)

export const dependents = defineEntity('dependents', {
  id: integer({ primaryKey: true, generated: true }),
  employee: belongsTo('employees', { column: 'employee_id' }),
  fullName: text({ maxLength: 120, collation: 'und-x-icu' }),
  birthDate: date(),
  kinship: enumOf(['CHILD', 'SPOUSE', 'PARENT']),
})
