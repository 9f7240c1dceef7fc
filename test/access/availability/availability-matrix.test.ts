/**
 * The availability that the sample reports to each caller, and the result of real calls, for every
 * operation.
 */
import people from '../../../examples/people/app.js'
import {
  departments,
  peopleCallers,
  putAbsence,
  usePeopleCallers,
} from '../../support/use-service.js'
import { walkMatrix } from './matrix.js'
import type { Variant } from './matrix-walk.js'

const workflow = usePeopleCallers({ 'platform.auth.public': 'health,schemas' })

const isOf = (name: string, department: number): boolean => {
  const { authorities = [] } =
    (peopleCallers as Record<string, { authorities?: readonly string[] }>)[name] ?? {}
  return authorities.some(
    (authority) => authority === 'hr:all' || authority === `hr:department:${department}`,
  )
}
let made = 0
const insert = async (sql: string, ...values: readonly unknown[]): Promise<number | string> => {
  const [row] = await workflow.rows(sql, [...values])
  return row.id
}
const tag = (): string => `w-${++made}`

const ofDepartment = (make: (department: number) => Promise<number | string>): readonly Variant[] =>
  (['seen', 'foreign'] as const).map((name) => ({
    name,
    make: () => make(departments[name]),
    seenBy: (caller) => isOf(caller, departments[name]),
    record: {},
  }))
const shared = (make: () => Promise<number | string>): readonly Variant[] => [
  { name: 'any', make, seenBy: () => true, record: {} },
]
const unknown = (id: number | string): Variant => ({
  name: 'unknown',
  make: async () => id,
  seenBy: () => false,
  record: undefined,
})

const absence = (name: keyof typeof departments, state: string): Variant => ({
  name: `${name} ${state}`,
  make: () => putAbsence(workflow, state, departments[name]),
  seenBy: (caller) => isOf(caller, departments[name]),
  record: { state },
})

const variants: Readonly<Record<string, readonly Variant[]>> = {
  'human-resources.absence-requests': [
    ...['SUBMITTED', 'APPROVED', 'REJECTED', 'CANCELLED'].map((state) => absence('seen', state)),
    absence('foreign', 'SUBMITTED'),
    unknown(99_999_999),
  ],
  'human-resources.employees': [
    ...ofDepartment((department) =>
      insert(
        `insert into employees (code, full_name, email, salary, hired_on, department_id)
         values ($1::text, $1::text, $1::text || '@example.org', 1, '2026-01-01', $2) returning id::int`,
        tag(),
        department,
      ),
    ),
    unknown(99_999_999),
  ],
  'human-resources.departments': [
    ...shared(() =>
      insert(
        'insert into departments (code, name) values ($1::text, $1::text) returning id::int',
        tag(),
      ),
    ),
    unknown(99_999_999),
  ],
  'human-resources.skills': [
    ...shared(() =>
      insert(
        'insert into skills (code, name, category) values ($1::text, $1::text, $1::text) returning id::int',
        tag(),
      ),
    ),
    unknown(99_999_999),
  ],
  'payroll.payslips': [
    ...ofDepartment((department) =>
      insert('select min(id)::int as id from payslips where department_id = $1', department),
    ),
    unknown(99_999_999),
  ],
  'payroll.monthly-costs': [
    ...ofDepartment((department) =>
      insert('select min(id) as id from monthly_costs where department_id = $1', department),
    ),
    unknown('1999-01-1'),
  ],
}

walkMatrix('the sample', {
  workflow,
  resources: people.resources,
  variantsOf: (key) => {
    const variant = variants[key]
    if (!variant) throw new Error(`no records of ${key}`)
    return variant
  },
  references: async () => ({
    employees: Number(
      await insert(
        'select min(id)::int as id from employees where department_id = $1',
        departments.seen,
      ),
    ),
    departments: departments.seen,
  }),
})
