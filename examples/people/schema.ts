/** The schema of the sample company, which resolves the targets of relations. */
import { defineSchema } from 'corollary'
import { absenceRequests } from './entities/absence-requests.js'
import { departments } from './entities/departments.js'
import { dependents, employees } from './entities/employees.js'
import { monthlyCosts, payslips } from './entities/payroll.js'
import { skills } from './entities/skills.js'

export const people = defineSchema({
  absenceRequests,
  departments,
  dependents,
  employees,
  monthlyCosts,
  payslips,
  skills,
})

/** For editors: the targets of relations. */
declare module 'corollary' {
  interface EntityNames {
    absenceRequests: true
    departments: true
    dependents: true
    employees: true
    monthlyCosts: true
    payslips: true
    skills: true
  }
}
