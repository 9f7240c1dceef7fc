import { BETWEEN, category, EQUAL, IN, LIKE, measure, reference, series } from 'corollary'
import { people } from '../schema.js'

const writable = {
  employeeId: 'employee.id',
  kind: '.',
  startsOn: '.',
  endsOn: '.',
  days: '.',
  reason: '.',
} as const

export const absenceRequests = people.resource('absenceRequests', {
  key: 'human-resources.absence-requests',
  title: 'Absence requests',
  response: {
    id: '.',
    ...writable,
    state: '.',
    decisionComment: '.',
    decidedAt: '.',
    decidedBy: '.',
    createdAt: '.',
    version: '.',
    employeeName: 'employee.fullName',
    departmentName: 'employee.department.name',
  },
  create: writable,
  update: writable,
  filter: {
    employeeId: EQUAL('employee.id'),
    state: IN(),
    kind: IN(),
    startsOnBetween: BETWEEN('startsOn'),
    employeeName: LIKE('employee.fullName'),
    departmentName: LIKE('employee.department.name'),
  },
  defaultSort: ['-startsOn'],
  optionLabel: 'employeeName',
  stats: {
    kind: category(),
    state: category(),
    employee: reference({ path: 'employee.id', labelPath: 'employee.fullName' }),
    department: reference({
      path: 'employee.department.id',
      labelPath: 'employee.department.name',
    }),
    days: measure({ histogram: { bucketSize: 5 } }),
    startsOn: series({ histogram: { bucketSize: 'MONTH' } }),
    createdAt: series(),
    decidedAt: series(),
  },
  examples: {
    create: {
      vacation: {
        value: {
          employeeId: 1,
          kind: 'VACATION',
          startsOn: '2026-07-06',
          endsOn: '2026-07-17',
          days: 10,
          reason: 'Summer',
        },
      },
    },
    filter: { open: { value: { state: ['SUBMITTED'], startsOnBetween: ['2026-01-01', null] } } },
  },
})
