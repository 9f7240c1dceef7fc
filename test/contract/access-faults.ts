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

const operations =
  'read, create, byId, all, byIds, update, delete, filter, cursor, locate, options, optionsByIds, optionSource, optionSourceByIds, optionSourceByIdsPost, statsGroupBy, statsTimeSeries, statsDistribution, export, schemas, itemSurfaces, actions, itemActions, capabilities, itemCapabilities, plan'

export const guardFaults: readonly FaultCase[] = [
  guard(
    'a guard of an unknown operation is reported',
    { guards: { updat: {} } },
    'guards.updat',
    `no operation 'updat'; did you mean 'update'?; there are ${operations}.`,
  ),
  guard(
    'authorities that nobody could have',
    { guards: { update: { authorities: [] } } },
    'guards.update',
    "'authorities' names none, so nobody could have one; leave it out.",
  ),
  guard(
    'states without a state field',
    { guards: { update: { allowedStates: ['OPEN'] } } },
    'guards.update',
    "'allowedStates' needs 'stateField', the column of the state.",
  ),
  guard(
    'an unknown state',
    { stateField: 'state', guards: { plan: { allowedStates: ['OPNE'] } } },
    'guards.plan',
    "no state 'OPNE'; did you mean 'OPEN'?",
  ),
  guard(
    'states for an operation that changes no record',
    { stateField: 'state', guards: { filter: { allowedStates: ['OPEN'] } } },
    'guards.filter',
    "'allowedStates' fits what changes a record.",
  ),
  guard(
    'a rule for a read operation',
    { guards: { all: { rule: { refuses: perform } } } },
    'guards.all',
    "A rule fits what writes; rows to read are chosen by 'rowAccess'.",
  ),
  guard(
    'a rule that needs no column',
    { guards: { update: { rule: { needs: ['titel'], refuses: perform } } } },
    'guards.update',
    "The rule needs 'titel', which is no column; did you mean 'title'?",
  ),
  guard(
    'a state field that is not an enum',
    { stateField: 'title' },
    'stateField',
    "The state is an enum that everybody sees; 'title' is of kind text.",
  ),
  guard(
    'authorities of a public operation',
    { public: ['filter'], guards: { filter: { authorities: ['x'] } } },
    'guards.filter',
    "'filter' is public, so its authorities would never count; leave one of them out.",
  ),
  guard(
    'an empty list of states',
    { stateField: 'state', guards: { update: { allowedStates: [] } } },
    'guards.update',
    "'allowedStates' names none, so it would never work; leave it out.",
  ),
  guard(
    'an unknown public operation',
    { public: ['fliter'] },
    'public',
    "no operation 'fliter'; did you mean 'filter'?",
  ),
]

export const actionFaults: readonly FaultCase[] = [
  action('an action without a title', { title: '' }, 'An action needs a title.'),
  action(
    'a bulk action on one record',
    { bulk: {}, scope: 'ITEM' },
    "An action with 'bulk' is of the collection; leave 'scope' out.",
  ),
  action(
    'a bulk action with ids of its own',
    { bulk: {}, request: { ids: text() } },
    "'ids' is the member that a bulk action has already.",
  ),
  action(
    'a bulk action with its own response',
    { bulk: {}, response: { done: text() } },
    'A bulk action answers its outcome; leave the response out.',
  ),
  action(
    'an invalid number of items',
    { bulk: { maxItems: 0 } },
    "'maxItems' takes an integer of at least 1.",
  ),
  action(
    'a version without a record',
    { scope: 'COLLECTION', resourceVersion: 'REQUIRED' },
    "'resourceVersion' fits an action on one record whose entity has a version.",
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
        'It takes a column, for example text({ maxLength: 80 }); got a text.',
      ],
      [
        'ACTION_INVALID',
        'tasks.actions.close.response.pay',
        'Whoever may perform the action sees its members; leave visibleTo and editableBy out.',
      ],
    ],
  },
  {
    says: 'an intent with the name of an operation',
    broken: { tasks: { intents: { export: { title: 'x', fields: { dueOn: '.' } } } } },
    faults: [
      [
        'DUPLICATE',
        'tasks.intents.export',
        "'export' is the name of an operation already; give the intent one of its own.",
      ],
    ],
  },
  {
    says: 'an action with the name of an intent',
    broken: { tasks: { actions: { plan: { title: 'Plan', perform } } } },
    faults: [
      [
        'DUPLICATE',
        'tasks.actions.plan',
        "'plan' is the name of an operation or intent already; an action is neither.",
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
        "'close' is a workflow action, which never is a surface.",
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
        "No resource 'board.task'; did you mean 'board.tasks'?",
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
        "Path 'taem.id': no relation 'taem' in tasks; did you mean 'team'?",
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
        'IN_LAST_DAYS follows the clock, which row access does not; compare with a column that says so.',
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
        'Every caller sees the key and the version of a record; leave visibleTo out.',
      ],
    ],
  },
]
