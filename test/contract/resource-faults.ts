/** Members of a resource besides its shapes: names, sort, label, hints, examples, write access. */
import { count, EQUAL, list } from 'corollary'
import { type Broken, type Fault, type FaultCase, soundTasks } from './board.js'

const tasks = (
  says: string,
  changes: NonNullable<Broken['tasks']>,
  ...faults: Fault[]
): FaultCase => ({ says, broken: { tasks: changes }, faults })

/** A read-only resource of another table. */
const teamsResource = {
  entity: 'teams',
  key: 'board.teams',
  readOnly: true,
  response: { id: '.', name: '.' },
  filter: {},
  defaultSort: ['name'],
}
const more = (says: string, changes: object, ...faults: Fault[]): FaultCase => ({
  says,
  broken: { more: [{ ...teamsResource, ...changes }] },
  faults,
})

const keyFault = (key: string): Fault => [
  'KEY_INVALID',
  `${key.slice(key.lastIndexOf('.') + 1)}.key`,
  `The key '${key}' must be 'group.resource' in lower case, such as 'human-resources.employees'.`,
]

export const nameFaults: readonly FaultCase[] = [
  ...['tasks', 'Board.tasks', 'board.open_tasks', 'board..tasks', 'board.tasks-'].map((key) =>
    tasks(`the key '${key}' is refused`, { key }, keyFault(key)),
  ),
  ...['api/tasks', '/api/tasks/', '/api/{id}', '/api//tasks', '/api/tasks?x'].map((path) =>
    tasks(`the path '${path}' is refused`, { path }, [
      'KEY_INVALID',
      'tasks.path',
      `The path '${path}' must be absolute and consist of plain segments, such as '/api/human-resources/employees'.`,
    ]),
  ),
  more('the error for an unknown entity suggests the nearest one', { entity: 'team' }, [
    'RELATION_TARGET',
    'teams',
    "There is no usable entity 'team'; did you mean 'teams'?",
  ]),
  more(
    'a key that another resource has is reported, and so is the derived path',
    { key: 'board.tasks' },
    ['DUPLICATE', 'tasks.key', "Another resource already has the key 'board.tasks'."],
    ['DUPLICATE', 'tasks.path', "Another resource already has the path '/api/board/tasks'."],
  ),
  more('a path that another resource has is reported', { path: '/api/board/tasks' }, [
    'DUPLICATE',
    'teams.path',
    "Another resource already has the path '/api/board/tasks'.",
  ]),
  ...(
    [
      ['/api/board/tasks/filter', '/api/board/tasks/filter'],
      ['/api/board/tasks/7', '/api/board/tasks/7'],
    ] as const
  ).map(([path, taken]) =>
    more(`the path '${path}' collides with a path of another resource`, { path }, [
      'DUPLICATE',
      'teams.path',
      `'${taken}' is already a path of 'board.tasks'; choose another path.`,
    ]),
  ),
  ...['schemas', 'docs', 'v3', 'health', 'metrics', 'workbench'].map((first) =>
    more(`a path below '/${first}' is the platform's`, { path: `/${first}/teams` }, [
      'DUPLICATE',
      'teams.path',
      `Paths below '/${first}' belong to the platform; choose another path.`,
    ]),
  ),
  more('the group of the platform is taken', { group: 'platform-discovery' }, [
    'DUPLICATE',
    'teams.group',
    "The API document 'platform-discovery' already belongs to the platform; choose another group.",
  ]),
  more('a group is not named like the document of a resource', { group: 'api-board-tasks' }, [
    'DUPLICATE',
    'teams.group',
    "The API document 'api-board-tasks' already belongs to the resource 'board.tasks'; choose another group.",
  ]),
  ...['Plan', 'plan it', 'surfaces', 'actions', 'capabilities'].map((id) =>
    tasks(
      `an intent of the name '${id}' is refused`,
      { intents: { [id]: { title: 'Plan', fields: { dueOn: '.' } } } },
      [
        'KEY_INVALID',
        `tasks.intents.${id}`,
        'An intent id must be lower case, with dashes between words, and none of surfaces, actions, capabilities, files, history.',
      ],
    ),
  ),
]

export const orderFaults: readonly FaultCase[] = [
  tasks(
    'a default sort by a field that the response lacks is reported, with the nearest one',
    { defaultSort: ['titel', '-dueon'] },
    [
      'SORT_INVALID',
      'tasks.defaultSort[0]',
      "There is no field 'titel' in the response shape; did you mean 'title'?",
    ],
    [
      'SORT_INVALID',
      'tasks.defaultSort[1]',
      "There is no field 'dueon' in the response shape; did you mean 'dueOn'?",
    ],
  ),
  tasks(
    'the error for an unsortable default sort lists the sortable fields',
    { defaultSort: ['-dueOn', 'extra', '-tagIds'] },
    ...(['extra', 'tagIds'] as const).map(
      (field, index): Fault => [
        'SORT_INVALID',
        `tasks.defaultSort[${index + 1}]`,
        `'${field}' is not sortable; sortable fields are id, title, effort, state, dueOn, teamName, tagCount.`,
      ],
    ),
  ),
  tasks(
    'a default sort by a list is refused',
    {
      response: { id: '.', title: '.', children: list('children', { title: '.' }) },
      defaultSort: ['children'],
    },
    [
      'SORT_INVALID',
      'tasks.defaultSort[0]',
      "'children' is not sortable; sortable fields are id, title.",
    ],
  ),
  tasks('a default sort by a field of the filter only is refused', { defaultSort: ['teamId'] }, [
    'SORT_INVALID',
    'tasks.defaultSort[0]',
    "There is no field 'teamId' in the response shape; there are id, title, effort, state, dueOn, teamName, tagCount.",
  ]),
]

export const labelAndHintFaults: readonly FaultCase[] = [
  tasks(
    'an option label that the response lacks is reported, with the nearest one',
    { optionLabel: 'teamname' },
    [
      'FIELD_UNKNOWN',
      'tasks.optionLabel',
      "There is no field 'teamname' in the response shape; did you mean 'teamName'?",
    ],
  ),
  tasks('an option label that is a collection is refused', { optionLabel: 'tagCount' }, [
    'FIELD_UNKNOWN',
    'tasks.optionLabel',
    "'tagCount' is a collection; an option label must be a column other than json and arrays, or a to-one path.",
  ]),
  tasks(
    'a label that was found by its name is checked too',
    { response: { ...soundTasks.response, name: count('tags') }, optionLabel: undefined },
    [
      'FIELD_UNKNOWN',
      'tasks.optionLabel',
      "'name' is a collection; an option label must be a column other than json and arrays, or a to-one path.",
    ],
  ),
  tasks(
    'a hint that depends on an unknown field is refused',
    { hints: { title: { dependentField: 'teamld' } } },
    [
      'FIELD_UNKNOWN',
      'tasks.hints.title.dependentField',
      "There is no field 'teamld' in any shape; did you mean 'teamId'?",
    ],
  ),
  tasks(
    'a hint for a field that no shape has is reported, with the nearest one',
    { hints: { title: { label: 'Title' }, teamld: { label: 'Team' }, plan: { group: 'Plan' } } },
    [
      'FIELD_UNKNOWN',
      'tasks.hints.teamld',
      "There is no field 'teamld' in any shape; did you mean 'teamId'?",
    ],
    [
      'FIELD_UNKNOWN',
      'tasks.hints.plan',
      "There is no field 'plan' in any shape; there are id, title, effort, state, dueOn, extra, teamName, tagCount, tagIds, teamId, taggedOver, done, parentId.",
    ],
  ),
]

const example = (
  says: string,
  operation: string,
  value: unknown,
  ...messages: string[]
): FaultCase =>
  tasks(
    says,
    { examples: { [operation]: { one: { value } } } },
    ...messages.map(
      (message): Fault => ['EXAMPLE_INVALID', `tasks.examples.${operation}.one`, message],
    ),
  )

const task = { title: 'Paint', effort: '2.50', teamId: 1 }

export const exampleFaults: readonly FaultCase[] = [
  example(
    'a member of an example that the shape lacks is reported, with the nearest one',
    'create',
    { ...task, tilte: 'x' },
    "There is no field 'tilte' in the shape; did you mean 'title'?",
  ),
  example(
    'required members that an example lacks are reported one by one',
    'create',
    { title: 'Paint', effort: null },
    "'effort' is missing.",
    "'teamId' is missing.",
  ),
  example(
    'invalid values in an example are reported one by one',
    'create',
    { ...task, title: '', effort: 2.505, dueOn: '2026-02-30', tagIds: [1, 'two'] },
    "'title' must not have fewer than 1 characters.",
    "'effort' must have at most 2 decimal places.",
    "'dueOn' must be a date, yyyy-MM-dd; got a day that does not exist.",
    "'tagIds' must be an integer; got a text.",
  ),
  example(
    'an example that is not an object is reported',
    'update',
    [task],
    'The value is not an object.',
  ),
  example(
    'a member of a filter example that the shape lacks is reported',
    'filter',
    { titel: 'x' },
    "There is no filter field 'titel'; did you mean 'title'?",
  ),
  example(
    'a member of a response example that the shape lacks is reported',
    'response',
    { id: 1, teamNam: 'x' },
    "There is no field 'teamNam' in the shape; did you mean 'teamName'?",
  ),
  {
    says: 'an example for an operation without shape is reported',
    broken: { more: [{ ...teamsResource, examples: { create: { one: { value: {} } } } }] },
    faults: [['EXAMPLE_INVALID', 'teams.examples.create.one', 'The resource has no create shape.']],
  },
]

const readOnlyShape = (name: string): Fault => [
  'READ_ONLY',
  `tasks.${name}`,
  `A read-only resource cannot have '${name}'; remove it, or make the resource writable.`,
]
const readOnlyDelete: Fault = [
  'READ_ONLY',
  'tasks.delete',
  "A read-only resource cannot have 'delete'; remove it, or make the resource writable.",
]
const forced = (name: string, entity: string): Fault => [
  'READ_ONLY',
  `${name}.readOnly`,
  `The entity '${entity}' is immutable or a view; remove 'readOnly'.`,
]

export const readOnlyFaults: readonly FaultCase[] = [
  tasks(
    'write shapes of a read-only resource are reported one by one',
    { readOnly: true },
    ...['create', 'update', 'intents'].map(readOnlyShape),
    readOnlyDelete,
  ),
  {
    says: 'write shapes on an immutable entity are reported',
    broken: {
      entities: { tasks: { options: { immutable: true } } },
      tasks: { intents: undefined },
    },
    faults: [...['create', 'update'].map(readOnlyShape), readOnlyDelete],
  },
  {
    says: 'a view and an immutable entity cannot be made writable',
    broken: {
      entities: { teams: { options: { immutable: true } } },
      more: [
        { ...teamsResource, readOnly: false },
        {
          ...{ entity: 'teamLoads', key: 'board.team-loads', readOnly: false },
          ...{ response: { id: '.', effort: '.' }, filter: { id: EQUAL() }, defaultSort: ['id'] },
        },
      ],
    },
    faults: [forced('teams', 'teams'), forced('team-loads', 'teamLoads')],
  },
]
