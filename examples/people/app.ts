/** The sample company: the application of `npm start`. */
import { defineApplication } from 'corollary'
import { callers } from './callers.js'
import { prepareDatabase } from './database/seed.js'
import { messages } from './messages.js'
import { absenceRequests } from './resources/absence-requests.js'
import { departments } from './resources/departments.js'
import { employees } from './resources/employees.js'
import { monthlyCosts, payslips } from './resources/payroll.js'
import { skills } from './resources/skills.js'

export default defineApplication({
  title: 'People',
  info: {
    description: 'Employees, departments, skills, absences and payroll of a sample company.',
    contact: { name: 'The sample company' },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  resources: [employees, departments, skills, absenceRequests, payslips, monthlyCosts],
  messages,
  callers,
  prepare: prepareDatabase,
})
