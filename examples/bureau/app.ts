/** A payroll bureau with tenants: the application of `npm run start:bureau`. */
import { defineApplication } from 'corollary'
import { callers } from './callers.js'
import { prepareDatabase } from './database/seed.js'
import { currencies, departments, employees, payslips, skills } from './resources.js'

export default defineApplication({
  title: 'Payroll bureau',
  info: {
    description: 'Employees and payslips of the clients of a payroll bureau, each a tenant.',
    contact: { name: 'The sample bureau' },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  resources: [employees, payslips, departments, skills, currencies],
  callers,
  prepare: prepareDatabase,
})
