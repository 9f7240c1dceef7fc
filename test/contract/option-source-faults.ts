/** Option sources that do not match their resource. */
import { count } from 'corollary'
import { type Fault, type FaultCase, soundTasks } from './board.js'

const teamsResource = {
  entity: 'teams',
  key: 'board.teams',
  response: { id: '.', name: '.' },
  filter: {},
  defaultSort: ['name'],
}

/** The tasks with one source, `picked`; errors are under `tasks.optionSources`. */
const source = (says: string, picked: object, ...faults: readonly Fault[]): FaultCase => ({
  says,
  broken: { tasks: { optionSources: { picked } }, more: [teamsResource] },
  faults: faults.map(([code, path, message]) => [code, `tasks.optionSources.${path}`, message]),
})

const titles = { type: 'DISTINCT_DIMENSION', path: 'title' }
const columnOnly = (way: string): string =>
  `The path leads ${way}; it must lead to a column other than json and arrays, directly or through to-one relations.`
const noList =
  "It needs 'options' with unique ids, or a 'path' to an enum column, whose values become the options."

/** Every member that names a column, together with valid ones. */
const columnMembers: readonly (readonly [type: string, member: string])[] = [
  ['DISTINCT_DIMENSION', 'path'],
  ['CATEGORICAL_BUCKET', 'path'],
  ['CATEGORICAL_BUCKET', 'label'],
  ['LIGHT_LOOKUP', 'id'],
  ['LIGHT_LOOKUP', 'label'],
  ['STATIC_CANONICAL', 'path'],
]
const soundMembers: Readonly<Record<string, object>> = {
  DISTINCT_DIMENSION: {},
  CATEGORICAL_BUCKET: { path: 'title', label: 'team.name' },
  LIGHT_LOOKUP: { id: 'team.id', label: 'team.name' },
  STATIC_CANONICAL: { options: [{ id: 'A', label: 'a' }] },
}
const member = ([type, name]: readonly [string, string], path: string): object => ({
  ...{ type, ...soundMembers[type] },
  [name]: path,
})

const columnFaults: readonly FaultCase[] = [
  ...columnMembers.map((columnMember) =>
    source(
      `a ${columnMember[1]} of a ${columnMember[0]} that does not exist is reported`,
      member(columnMember, 'taem.name'),
      [
        'PATH_UNKNOWN',
        `picked.${columnMember[1]}`,
        "There is no relation 'taem' in tasks (path 'taem.name'); did you mean 'team'?",
      ],
    ),
  ),
  ...(
    [
      ['a json column', 'extra', 'to a column of type json'],
      ['a to-one relation', 'team', 'to a to-one relation'],
      ['a collection', 'tags', 'to a collection'],
      ['a collection behind a relation', 'team.tasks', 'to a collection'],
      ['a column behind a collection', 'tags.name', 'through a collection'],
      ['a collection behind a collection', 'children.tags', 'through a collection'],
    ] as const
  ).map(([what, path, described]) =>
    source(`a path to ${what} is refused`, { ...titles, path }, [
      'PATH_INVALID',
      'picked.path',
      columnOnly(described),
    ]),
  ),
  source(
    'both paths of a source are reported',
    { type: 'CATEGORICAL_BUCKET', path: 'titel', label: 'tags.name' },
    ['PATH_UNKNOWN', 'picked.path', "There is no field 'titel' in tasks; did you mean 'title'?"],
    ['PATH_INVALID', 'picked.label', columnOnly('through a collection')],
  ),
]

const entity = { type: 'RESOURCE_ENTITY', resource: 'board.teams' }
const entityFaults: readonly FaultCase[] = [
  source(
    'a resource that does not exist is reported, with the nearest one',
    { ...entity, resource: 'board.team' },
    [
      'OPTION_SOURCE_INVALID',
      'picked.resource',
      "There is no resource 'board.team'; did you mean 'board.teams'?",
    ],
  ),
  source(
    'a relation that does not exist is reported, with the nearest one',
    { ...entity, path: 'taem' },
    ['PATH_INVALID', 'picked.path', "There is no relation 'taem' in tasks; did you mean 'team'?"],
  ),
  source(
    'the error for an unknown nested relation names its entity',
    { ...entity, path: 'parent.tema' },
    ['PATH_INVALID', 'picked.path', "There is no relation 'tema' in tasks; did you mean 'team'?"],
  ),
  source('a way through a collection is refused', { ...entity, path: 'children.team' }, [
    'PATH_INVALID',
    'picked.path',
    "'children' is a collection of tasks, not a to-one relation.",
  ]),
  source('a column does not lead to a resource', { ...entity, path: 'title' }, [
    'PATH_INVALID',
    'picked.path',
    "There is no relation 'title' in tasks; there are team, parent, children, tags.",
  ]),
  source('the error for a path to another entity names both', { ...entity, path: 'parent' }, [
    'PATH_INVALID',
    'picked.path',
    "Path 'parent' leads to tasks, but 'board.teams' shows teams.",
  ]),
]

const policyFaults: readonly FaultCase[] = [
  source(
    'fields that the filter lacks are reported with the nearest one',
    { ...titles, dependsOn: ['state', 'teamid'], filterField: 'nothing' },
    ['FIELD_UNKNOWN', 'picked', "There is no filter field 'teamid'; did you mean 'teamId'?"],
    [
      'FIELD_UNKNOWN',
      'picked',
      "There is no filter field 'nothing'; there are title, state, teamId, taggedOver.",
    ],
  ),
  source('to require dependencies, a source names them', { ...titles, requireDependencies: true }, [
    'OPTION_SOURCE_INVALID',
    'picked',
    "'requireDependencies' needs 'dependsOn', the fields that a request must have.",
  ]),
  source('to leave itself out, a source names its field', { ...titles, excludeSelf: true }, [
    'OPTION_SOURCE_INVALID',
    'picked',
    "'excludeSelf' needs 'filterField', the field that it leaves out of the filter.",
  ]),
  ...[0, -1, 1.5, Number.NaN].map((maxSize) =>
    source(`a largest page of ${JSON.stringify(maxSize)} is refused`, { ...titles, maxSize }, [
      'OPTION_SOURCE_INVALID',
      'picked',
      "'maxSize' must be an integer of at least 1.",
    ]),
  ),
  ...[-1, 0.5].map((minSearchLength) =>
    source(`a shortest search of ${minSearchLength} is refused`, { ...titles, minSearchLength }, [
      'OPTION_SOURCE_INVALID',
      'picked',
      "'minSearchLength' must be an integer of at least 0.",
    ]),
  ),
  source(
    'every error of a policy is reported',
    { ...titles, maxSize: 0, minSearchLength: -1 },
    ['OPTION_SOURCE_INVALID', 'picked', "'maxSize' must be an integer of at least 1."],
    ['OPTION_SOURCE_INVALID', 'picked', "'minSearchLength' must be an integer of at least 0."],
  ),
  source(
    'a further sort key with an unknown path, or one that is not a column, is reported',
    { ...titles, sorts: { title: '.', by: 'team.nmae', tags: 'tags.name' } },
    [
      'PATH_UNKNOWN',
      'picked.sorts.by',
      "There is no field 'nmae' in teams (path 'team.nmae'); did you mean 'name'?",
    ],
    ['PATH_INVALID', 'picked.sorts.tags', columnOnly('through a collection')],
  ),
  source(
    'a further sort key needs a name that requests can send',
    { ...titles, sorts: { '': 'title', 'a,b': 'title', title: '.' } },
    ...['', 'a,b'].map(
      (name): Fault => [
        'OPTION_SOURCE_INVALID',
        `picked.sorts.${name}`,
        `'${name}' cannot be a sort key; use 1 to 63 letters, digits, '.', '_' and '-', starting with a letter or digit.`,
      ],
    ),
  ),
  source(
    'the path of a further sort key starts at the entity of the source',
    { ...entity, sorts: { name: '.', title: '.' } },
    [
      'PATH_UNKNOWN',
      'picked.sorts.title',
      "There is no field 'title' in teams; there are id, name, tasks.",
    ],
  ),
]

const listed = (says: string, members: object): FaultCase =>
  source(says, { type: 'STATIC_CANONICAL', ...members }, [
    'OPTION_SOURCE_INVALID',
    'picked',
    noList,
  ])
const listFaults: readonly FaultCase[] = [
  listed('a list without options is reported', {}),
  listed('an empty list of options is reported', { options: [] }),
  listed('a list over a column that is not an enum is refused', { path: 'title' }),
  listed('a repeated id in a list is refused', {
    options: [
      { id: 'A', label: 'a' },
      { id: 'B', label: 'b' },
      { id: 'A', label: 'c' },
    ],
  }),
  listed('a number and its text are one id', {
    options: [
      { id: 1, label: 'a' },
      { id: '1', label: 'b' },
    ],
  }),
]

const keyFaults: readonly FaultCase[] = [
  ...['', '-tags', '.tags', '_tags', 'my tags', 'tags/all', 'tägs'].map(
    (key): FaultCase => ({
      says: `the key '${key}' is refused`,
      broken: { tasks: { optionSources: { [key]: titles } } },
      faults: [
        [
          'KEY_INVALID',
          `tasks.optionSources.${key}`,
          `The key '${key}' may contain only letters, digits, '.', '_' and '-', and must start with a letter or digit.`,
        ],
      ],
    }),
  ),
]

const types =
  'RESOURCE_ENTITY, DISTINCT_DIMENSION, CATEGORICAL_BUCKET, LIGHT_LOOKUP, STATIC_CANONICAL'
const typeFaults: readonly FaultCase[] = [
  ['DISTINCT_DIMENSIONS', "; did you mean 'DISTINCT_DIMENSION'?"],
  ['TREE', `; there are ${types}.`],
].map(([type, hint]) =>
  source(`the type '${type}' is unknown`, { type, path: 'title' }, [
    'MEMBER_INVALID',
    'picked.type',
    `There is no type '${type}'${hint}`,
  ]),
)

const soundSources: readonly FaultCase[] = [
  {
    says: 'valid sources have no diagnostics',
    broken: {
      tasks: {
        response: { ...soundTasks.response, children: count('children') },
        optionSources: {
          'a.B_c-1': titles,
          9: { ...titles, dependsOn: ['state'], filterField: 'title', excludeSelf: true },
          teams: { ...entity, path: 'parent.parent.team', sorts: { name: '.', number: 'id' } },
          all: { ...entity, maxSize: 1, minSearchLength: 0, search: false },
          by: { type: 'CATEGORICAL_BUCKET', path: 'dueOn', label: 'parent.title' },
          who: { type: 'LIGHT_LOOKUP', id: 'team.id', label: 'team.id' },
          states: { type: 'STATIC_CANONICAL', path: 'state' },
          listed: { type: 'STATIC_CANONICAL', options: [{ id: 1, label: 'one' }] },
        },
      },
      more: [teamsResource],
    },
    faults: [],
  },
]

export const optionSourceFaults: readonly FaultCase[] = [
  ...soundSources,
  ...keyFaults,
  ...typeFaults,
  ...columnFaults,
  ...entityFaults,
  ...policyFaults,
  ...listFaults,
]
