/** Guards, actions and row access that do not match their resource. */
import { IN, IN_LAST_DAYS, integer, text } from 'corollary'
import type { Broken, FaultCase } from './board.js'

const perform = () => undefined

const guard = (says: string, tasks: Broken['tasks'], path: string, message: string): FaultCase => ({
  says,
  broken: { tasks: { ...tasks } },
  faults: [['GUARD_INVALID', `tasks.${path}`, message]],
})
const action = (says: string, members: object, message: string, id = 'close'): FaultCase => ({
  says,
  broken: { tasks: { actions: { [id]: { title: 'Close', perform, ...members } } } },
  faults: [['ACTION_INVALID', `tasks.actions.${id}`, message]],
})
const rowAccess = (filter: object): Broken => ({
  entities: { tasks: { options: { rowAccess: { filter, visibleTo: () => 'all' } } } },
})

export const guardFaults: readonly FaultCase[] = [
  guard(
    'a guard of an unknown operation is reported',
    { guards: { updat: {} } },
    'guards.updat',
    "There is no operation 'updat'; did you mean 'update'?",
  ),
  guard(
    'a guard of an operation that the resource does not declare is reported',
    { changes: false, guards: { changes: {} } },
    'guards.changes',
    "The resource does not declare the operation 'changes'.",
  ),
  guard(
    'a state of the guard of delete is reported once',
    { stateField: 'state', delete: true, guards: { delete: { allowedStates: ['OPNE'] } } },
    'guards.delete',
    "There is no state 'OPNE'; did you mean 'OPEN'?",
  ),
  guard(
    'authorities that nobody could have',
    { guards: { update: { authorities: [] } } },
    'guards.update',
    "'authorities' is empty, so no caller would be allowed; remove it, or add an authority.",
  ),
  guard(
    'states without a state field',
    { guards: { update: { allowedStates: ['OPEN'] } } },
    'guards.update',
    "'allowedStates' needs 'stateField', the column that holds the state.",
  ),
  guard(
    'an unknown state',
    { stateField: 'state', guards: { plan: { allowedStates: ['OPNE'] } } },
    'guards.plan',
    "There is no state 'OPNE'; did you mean 'OPEN'?",
  ),
  guard(
    'states for an operation that changes no record',
    { stateField: 'state', guards: { filter: { allowedStates: ['OPEN'] } } },
    'guards.filter',
    "'allowedStates' applies only to operations that change a record.",
  ),
  guard(
    'a rule for a read operation',
    { guards: { all: { rule: { refuses: perform } } } },
    'guards.all',
    "A rule applies only to operations that write; use 'rowAccess' to restrict reads.",
  ),
  guard(
    'a rule that needs no column',
    { guards: { update: { rule: { needs: ['titel'], refuses: perform } } } },
    'guards.update',
    "There is no column 'titel', which the rule needs; did you mean 'title'?",
  ),
  guard(
    'a state field that is not an enum',
    { stateField: 'title' },
    'stateField',
    "'stateField' must name an enum column that every caller sees; 'title' is of type text.",
  ),
  guard(
    'authorities of a public operation',
    { public: ['filter'], guards: { filter: { authorities: ['x'] } } },
    'guards.filter',
    "'filter' is public, so its authorities have no effect; remove them, or remove it from 'public'.",
  ),
  guard(
    'an empty list of states',
    { stateField: 'state', guards: { update: { allowedStates: [] } } },
    'guards.update',
    "'allowedStates' is empty, so the operation would never be allowed; remove it, or add a state.",
  ),
  guard(
    'an unknown public operation',
    { public: ['fliter'] },
    'public',
    "There is no operation 'fliter'; did you mean 'filter'?",
  ),
]

export const actionFaults: readonly FaultCase[] = [
  action('an action without a title', { title: '' }, 'An action needs a title.'),
  action(
    'a bulk action on one record',
    { bulk: {}, scope: 'ITEM' },
    "Bulk actions always belong to the collection; remove 'scope'.",
  ),
  action(
    'a bulk action with ids of its own',
    { bulk: {}, request: { ids: text() } },
    "'ids' is reserved in the request of a bulk action; rename the member.",
  ),
  action(
    'a bulk action with its own response',
    { bulk: {}, response: { done: text() } },
    "A bulk action returns its outcome; remove 'response'.",
  ),
  action(
    'an invalid number of items',
    { bulk: { maxItems: 0 } },
    "'maxItems' must be an integer of at least 1.",
  ),
  action(
    'a version without a record',
    { scope: 'COLLECTION', resourceVersion: 'REQUIRED' },
    "'resourceVersion' applies only to an action on one record whose entity has a version.",
  ),
  {
    says: 'members that are not columns, or not visible to all',
    broken: {
      tasks: {
        actions: {
          close: {
            title: 'Close',
            perform,
            request: { why: '.' },
            response: { pay: text({ visibleTo: ['x'] }) },
          },
        },
      },
    },
    faults: [
      [
        'MEMBER_INVALID',
        'tasks.actions.close.request.why',
        'It must be a column, objectOf(…) or listOf(…); got a text.',
      ],
      [
        'ACTION_INVALID',
        'tasks.actions.close.response.pay',
        "Every caller who may perform an action sees its members; remove 'visibleTo' and 'editableBy'.",
      ],
    ],
  },
  {
    says: 'an intent with the name of an operation',
    broken: { tasks: { intents: { export: { title: 'x', fields: { dueOn: '.' } } } } },
    faults: [
      ['DUPLICATE', 'tasks.intents.export', "'export' is already an operation; choose another id."],
    ],
  },
  {
    says: 'an action with the name of an intent',
    broken: { tasks: { actions: { plan: { title: 'Plan', perform } } } },
    faults: [
      [
        'DUPLICATE',
        'tasks.actions.plan',
        "'plan' is already an operation or intent; choose another id.",
      ],
    ],
  },
  {
    says: 'a surface of an action',
    broken: {
      tasks: {
        actions: { close: { title: 'Close', perform } },
        surfaces: { close: { operation: 'close', title: 'Close' } },
      },
    },
    faults: [
      [
        'SURFACE_INVALID',
        'tasks.surfaces.close',
        "'close' is a workflow action; workflow actions cannot be surfaces.",
      ],
    ],
  },
  {
    says: 'a surface of an unknown resource',
    broken: {
      tasks: { surfaces: { x: { operation: 'filter', title: 'x', resource: 'board.task' } } },
    },
    faults: [
      [
        'SURFACE_INVALID',
        'tasks.surfaces.x',
        "There is no resource 'board.task'; did you mean 'board.tasks'?",
      ],
    ],
  },
]

export const rowAccessFaults: readonly FaultCase[] = [
  {
    says: 'row access by a path that does not exist',
    broken: rowAccess({ teamIds: IN('taem.id') }),
    faults: [
      [
        'PATH_UNKNOWN',
        'entities.tasks.rowAccess.filter.teamIds',
        "There is no relation 'taem' in tasks (path 'taem.id'); did you mean 'team'?",
      ],
    ],
  },
  {
    says: 'row access that depends on the current time',
    broken: rowAccess({ recent: IN_LAST_DAYS('closedAt') }),
    faults: [
      [
        'OPERATION_KIND',
        'entities.tasks.rowAccess.filter.recent',
        'IN_LAST_DAYS depends on the current time, so row access cannot use it; compare with a stored value.',
      ],
    ],
  },
  {
    says: 'a key that only some callers see',
    broken: {
      entities: {
        tags: { fields: { id: integer({ primaryKey: true, visibleTo: ['x'] }) } },
      },
    },
    faults: [
      [
        'CONSTRAINT_INVALID',
        'entities.tags.id',
        "Every caller sees the key and the version of a record; remove 'visibleTo'.",
      ],
    ],
  },
]
