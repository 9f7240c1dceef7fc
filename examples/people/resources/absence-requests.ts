import {
  type ActionCallOf,
  ApiResource,
  BETWEEN,
  type BulkCallOf,
  category,
  EQUAL,
  IN,
  LIKE,
  measure,
  reference,
  series,
  text,
  WorkflowAction,
} from 'corollary'
import { people } from '../schema.js'

const writable = {
  employeeId: 'employee.id',
  kind: '.',
  startsOn: '.',
  endsOn: '.',
  days: '.',
  reason: '.',
} as const

const Base = people.resourceClass('absenceRequests', {
  key: 'human-resources.absence-requests',
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
  delete: true,
  changes: true,
  filter: {
    employeeId: EQUAL('employee.id'),
    state: IN(),
    kind: IN(),
    startsOnBetween: BETWEEN('startsOn'),
    employeeName: LIKE('employee.fullName'),
    departmentName: LIKE('employee.department.name'),
  },
  stateField: 'state',
  guards: {
    update: { allowedStates: ['SUBMITTED', 'REJECTED'] },
    delete: { allowedStates: ['SUBMITTED', 'REJECTED'] },
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

const Approval = { comment: text({ maxLength: 1000, nullable: true, label: 'Comment' }) }
const Rejection = { comment: text({ minLength: 1, maxLength: 1000, label: 'Comment' }) }
const decider = { authorities: ['absence:decide'], allowedStates: ['SUBMITTED'] } as const

@ApiResource({ title: 'Absence requests' })
class AbsenceRequests extends Base {
  @WorkflowAction({
    ...decider,
    title: 'Approve',
    request: Approval,
    order: 10,
    successMessage: 'The absence request was approved.',
  })
  approve(call: ActionCallOf<typeof Base, typeof Approval>) {
    return this.#decide(call, 'APPROVED')
  }

  @WorkflowAction({
    ...decider,
    title: 'Reject',
    request: Rejection,
    interaction: { riskLevel: 'MEDIUM', confirmationRequired: true, reversible: true },
    order: 20,
    successMessage: 'The absence request was rejected.',
  })
  reject(call: ActionCallOf<typeof Base, typeof Rejection>) {
    return this.#decide(call, 'REJECTED')
  }

  @WorkflowAction({
    title: 'Resubmit',
    description: 'Submits a rejected absence request again.',
    allowedStates: ['REJECTED'],
    interaction: { confirmationRequired: true },
    order: 30,
    successMessage: 'The absence request was submitted again.',
  })
  resubmit(call: ActionCallOf<typeof Base>) {
    return call.update({
      state: 'SUBMITTED',
      decisionComment: null,
      decidedAt: null,
      decidedBy: null,
    })
  }

  @WorkflowAction({
    ...decider,
    title: 'Approve all',
    request: Approval,
    bulk: { atomicity: 'ATOMIC', maxItems: 200 },
    order: 40,
  })
  bulkApprove(call: BulkCallOf<typeof Base, typeof Approval>) {
    return this.#decide(call, 'APPROVED')
  }

  @WorkflowAction({
    ...decider,
    title: 'Reject all',
    request: Rejection,
    bulk: { atomicity: 'PER_ITEM', maxItems: 200 },
    interaction: { riskLevel: 'MEDIUM', confirmationRequired: true, reversible: true },
    order: 50,
  })
  bulkReject(call: BulkCallOf<typeof Base, typeof Rejection>) {
    return this.#decide(call, 'REJECTED')
  }

  /** One decision, for a single request or for many. */
  #decide(
    { update, request, now, principal }: Decision,
    state: 'APPROVED' | 'REJECTED',
  ): Promise<void> {
    const decidedAt = now.toISOString()
    return update({
      state,
      decisionComment: request.comment,
      decidedAt,
      decidedBy: principal.id,
    })
  }
}

type Decision = Pick<
  ActionCallOf<typeof Base, typeof Approval>,
  'update' | 'request' | 'now' | 'principal'
>

export const absenceRequests = new AbsenceRequests()
