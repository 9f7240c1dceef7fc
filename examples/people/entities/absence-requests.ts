import { belongsTo, date, defineEntity, enumOf, instant, integer, text, version } from 'corollary'
import { byDepartment } from '../access.js'

export const absenceRequests = defineEntity(
  'absence_requests',
  {
    id: integer({ primaryKey: true, generated: true }),
    employee: belongsTo('employees', { column: 'employee_id' }),
    kind: enumOf(['VACATION', 'SICK', 'PARENTAL', 'UNPAID', 'TRAINING', 'OTHER']),
    startsOn: date(),
    endsOn: date(),
    days: integer({ minimum: 0, maximum: 366 }),
    state: enumOf(['SUBMITTED', 'APPROVED', 'REJECTED', 'CANCELLED'], { default: 'SUBMITTED' }),
    reason: text({ maxLength: 1000, nullable: true }),
    decisionComment: text({ maxLength: 1000, nullable: true }),
    decidedAt: instant({ nullable: true }),
    decidedBy: text({ maxLength: 200, nullable: true }),
    createdAt: instant({ generated: true }),
    version: version(),
  },
  {
    rowAccess: byDepartment('employee.department.id'),
    checks: {
      absence_requests_ends_on_check: {
        field: 'endsOn',
        message: "'endsOn' must not be before 'startsOn'.",
      },
    },
  },
)
