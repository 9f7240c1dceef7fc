/**
 * Entities over the sample's tables with fields that some callers cannot see. The names of these
 * fields, and all names derived from them, contain `zq`, so that every trace of them can be found.
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

const seen = { visibleTo: ['pay:read'] } as const

const departments = defineEntity('departments', {
  id: integer({ primaryKey: true, generated: true }),
  name: text({ minLength: 1, maxLength: 120, collation: 'und-x-icu' }),
  zqBadge: text({ column: 'code', maxLength: 20, ...seen }),
})

const skills = defineEntity('skills', {
  id: integer({ primaryKey: true, generated: true }),
  name: text({ minLength: 1, maxLength: 120, collation: 'und-x-icu' }),
})

const staff = defineEntity('employees', {
  id: integer({ primaryKey: true, generated: true }),
  code: text({ minLength: 1, maxLength: 20 }),
  fullName: text({ minLength: 1, maxLength: 120, collation: 'und-x-icu' }),
  email: text({ maxLength: 200 }),
  hiredOn: date(),
  status: enumOf(['ACTIVE', 'ON_LEAVE', 'SUSPENDED', 'TERMINATED'], { default: 'ACTIVE' }),
  rating: integer({ minimum: 1, maximum: 5, nullable: true, editableBy: ['pay:write'] }),
  zqWage: money({
    column: 'salary',
    precision: 12,
    scale: 2,
    currency: 'USD',
    editableBy: ['pay:write'],
    ...seen,
  }),
  zqNick: text({
    column: 'nickname',
    maxLength: 60,
    collation: 'und-x-icu',
    nullable: true,
    ...seen,
  }),
  zqBorn: date({ column: 'birth_date', nullable: true, ...seen }),
  zqReview: instant({ column: 'last_review_at', nullable: true, ...seen }),
  department: belongsTo('departments', { column: 'department_id' }),
  manager: belongsTo('staff', { column: 'manager_id', nullable: true, editableBy: ['pay:write'] }),
  kin: hasMany('kin', { column: 'employee_id' }),
  zqFamily: hasMany('kin', { column: 'employee_id', ...seen }),
  zqSkills: manyToMany('skills', {
    through: 'employee_skills',
    from: 'employee_id',
    target: 'skill_id',
    ...seen,
  }),
  version: version(),
})

const kin = defineEntity('dependents', {
  id: integer({ primaryKey: true, generated: true }),
  fullName: text({ maxLength: 120, collation: 'und-x-icu' }),
  birthDate: date(),
  zqKinship: enumOf(['CHILD', 'SPOUSE', 'PARENT'], {
    column: 'kinship',
    default: 'PARENT',
    labels: { CHILD: 'Zq child', SPOUSE: 'Zq spouse', PARENT: 'Zq parent' },
    ...seen,
  }),
  employee: belongsTo('staff', { column: 'employee_id' }),
})

const absences = defineEntity(
  'absence_requests',
  {
    id: integer({ primaryKey: true, generated: true }),
    employee: belongsTo('staff', { column: 'employee_id' }),
    kind: enumOf(['VACATION', 'SICK', 'PARENTAL', 'UNPAID', 'TRAINING', 'OTHER']),
    startsOn: date(),
    zqEnds: date({ column: 'ends_on', ...seen }),
    days: integer(),
    zqState: enumOf(['SUBMITTED', 'APPROVED', 'REJECTED', 'CANCELLED'], {
      column: 'state',
      default: 'SUBMITTED',
      ...seen,
    }),
    reason: text({ maxLength: 1000, nullable: true }),
  },
  {
    checks: {
      absence_requests_ends_on_check: {
        field: 'zqEnds',
        message: "'zqEnds' is before 'startsOn'.",
      },
    },
  },
)

const slips = defineEntity(
  'payslips',
  {
    id: integer({ primaryKey: true, generated: true }),
    employee: belongsTo('staff', { column: 'employee_id' }),
    zqUnit: belongsTo('departments', { column: 'department_id', ...seen }),
    period: date(),
    net: money({ precision: 12, scale: 2, currency: 'USD' }),
  },
  { immutable: true },
)

export const schema = defineSchema({ departments, skills, staff, kin, absences, slips })

/** Values of hidden fields that are recognizable wherever they appear. */
export const secretRows = `
  update employees set salary = 7654000 + id * 0.01, nickname = 'Zqnick ' || id,
    birth_date = date '1901-01-01' + id::integer, last_review_at = timestamptz '1902-02-02Z' + id * interval '1 hour';
  update departments set code = 'ZQ-' || id;
  update absence_requests set ends_on = greatest(starts_on, date '2103-03-03');
`
/**
 * Matches the names, and these values in a response, but not the same digits inside a longer
 * number.
 */
export const trace = /zq|(?<![\w.])7654\d{3}(?!\w)|190[12]-\d\d-\d\d|2103-03-03/i
