/** Response and filter shapes that do not match their entity. */
import {
  BETWEEN,
  count,
  DELETED,
  EQUAL,
  every,
  GREATER_THAN,
  IN_LAST_DAYS,
  IS_NULL,
  IS_TRUE,
  ids,
  LIKE,
  list,
  none,
  ON_DATE,
  SIZE_EQ,
  SIZE_GT,
  SIZE_LT,
  some,
} from 'corollary'
import { type Fault, type FaultCase, soundTasks } from './board.js'

type Shape = 'response' | 'filter'

const shape = (name: Shape, says: string, member: object, ...faults: Fault[]): FaultCase => ({
  says,
  broken: { tasks: { [name]: { ...soundTasks[name], ...member } } },
  faults,
})

const response = (says: string, entry: unknown, code: string, message: string): FaultCase =>
  shape('response', says, { shown: entry }, [code, 'tasks.response.shown', message])
const responseForm =
  'a response field must be a column, a to-one path, count(…), ids(…) or list(…).' as const

const filter = (says: string, field: unknown, code: string, message: string): FaultCase =>
  shape('filter', says, { sought: field }, [code, 'tasks.filter.sought', message])

const ranged =
  'integer, bigint, decimal, float, date, instant, localDateTime, time, duration, version'
const comparable = `${ranged}, text, boolean, uuid, enum, numberEnum, key`
const forBoolean = 'EQUAL, IN, IS_FALSE, IS_NOT_NULL, IS_NULL, IS_TRUE, NOT_EQUAL, NOT_IN'

export const responseFaults: readonly FaultCase[] = [
  response(
    'the error for an unknown column suggests the nearest one',
    'titel',
    'PATH_UNKNOWN',
    "There is no field 'titel' in tasks; did you mean 'title'?",
  ),
  response(
    'the error for an unknown relation suggests the nearest one',
    'taem.name',
    'PATH_UNKNOWN',
    "There is no relation 'taem' in tasks (path 'taem.name'); did you mean 'team'?",
  ),
  response(
    'the error for an unknown field of a relation names the entity',
    'parent.team.nmae',
    'PATH_UNKNOWN',
    "There is no field 'nmae' in teams (path 'parent.team.nmae'); did you mean 'name'?",
  ),
  response(
    'the error for a path through a column says so',
    'title.length',
    'PATH_UNKNOWN',
    "Path 'title.length': 'title' is a column of tasks, not a relation.",
  ),
  response(
    'a path through a to-many relation is refused',
    'tags.name',
    'PATH_INVALID',
    `The path leads through a collection; ${responseForm}`,
  ),
  response(
    'a collection itself is refused',
    'tags',
    'PATH_INVALID',
    `The path leads to a collection; ${responseForm}`,
  ),
  response(
    'a to-one relation itself is refused',
    'team',
    'PATH_INVALID',
    `The path leads to a to-one relation; ${responseForm}`,
  ),
  response(
    'the count of a to-one relation is refused',
    count('team'),
    'PATH_INVALID',
    "Path 'team' leads to a to-one relation; it must lead to a collection of this record.",
  ),
  response(
    'the ids of a column are refused',
    ids('title'),
    'PATH_INVALID',
    "Path 'title' leads to a column of type text; it must lead to a collection of this record.",
  ),
  response(
    'the count of a collection behind a collection is refused',
    count('tags.tasks'),
    'PATH_INVALID',
    "Path 'tags.tasks' leads to a collection behind a collection; it must lead to a collection of this record.",
  ),
  shape(
    'response',
    'the members of a list are followed from its entity',
    { shown: list('children', { title: '.', team: 'team', tag: 'tags.name', extra: 'extras' }) },
    [
      'PATH_INVALID',
      'tasks.response.shown.team',
      'The path leads to a to-one relation; a member of a list must be a column or a to-one path.',
    ],
    [
      'PATH_INVALID',
      'tasks.response.shown.tag',
      'The path leads through a collection; a member of a list must be a column or a to-one path.',
    ],
    [
      'PATH_UNKNOWN',
      'tasks.response.shown.extra',
      "There is no field 'extras' in tasks; did you mean 'extra'?",
    ],
  ),
  shape(
    'response',
    'names of members that every record has are refused',
    { _links: 'title', datasetVersion: 'version' },
    [
      'DUPLICATE',
      'tasks.response._links',
      "'_links' is reserved, because every record has it; choose another name.",
    ],
    [
      'DUPLICATE',
      'tasks.response.datasetVersion',
      "'datasetVersion' is reserved, because every record has it; choose another name.",
    ],
  ),
  shape('response', 'a response without the primary key is refused', { id: 'effort' }, [
    'PRIMARY_KEY',
    'tasks.response',
    `The response shape must contain the primary key, for example 'id: "."'.`,
  ]),
]

export const filterFaults: readonly FaultCase[] = [
  filter(
    'criteria of related rows need a collection',
    some('team', { name: LIKE() }),
    'PATH_INVALID',
    "Path 'team' is a to-one relation; it must lead to a collection, directly or through to-one relations.",
  ),
  filter(
    'the collection of criteria of related rows is not behind another one',
    every('children.tags', { name: LIKE() }),
    'PATH_INVALID',
    "Path 'children.tags' is behind another collection; it must lead to a collection, directly or through to-one relations.",
  ),
  filter(
    'related rows need criteria',
    none('tags', {}),
    'PATH_INVALID',
    "Criteria of related rows are missing, for example none('tags', { id: EQUAL() }).",
  ),
  shape(
    'filter',
    'the paths of criteria of related rows begin at the related row',
    { sought: some('children', { title: LIKE(), named: LIKE('taem.name') }) },
    [
      'PATH_UNKNOWN',
      'tasks.filter.sought.named',
      "There is no relation 'taem' in tasks (path 'taem.name'); did you mean 'team'?",
    ],
  ),
  shape(
    'filter',
    'criteria of related rows have a schema of their own',
    {
      part: some('children', { title: LIKE() }),
      tag: some('children', { row: some('tags', { name: LIKE() }) }),
      tagRow: some('tags', { name: LIKE() }),
    },
    [
      'DUPLICATE',
      'tasks.filter.part',
      'Its schema would have the name of that of the parts of expressions; choose another name.',
    ],
    [
      'DUPLICATE',
      'tasks.filter.tagRow',
      "Its schema would have the name of that of 'tag.row'; choose another name.",
    ],
  ),
  shape(
    'filter',
    'related rows that are deleted cannot be chosen',
    { sought: some('children', { gone: DELETED({ authorities: ['x'] }) }) },
    [
      'SOFT_DELETE_INVALID',
      'tasks.filter.sought.gone',
      'Related rows that are deleted cannot be included.',
    ],
  ),
  shape('filter', 'the names of expressions are reserved', { $or: LIKE('title') }, [
    'DUPLICATE',
    'tasks.filter.$or',
    "'$or' combines filters; choose another name.",
  ]),
  filter(
    'the error for an unknown path suggests the nearest field',
    LIKE('team.nam'),
    'PATH_UNKNOWN',
    "There is no field 'nam' in teams (path 'team.nam'); did you mean 'name'?",
  ),
  filter(
    'the default path is the name of the field',
    LIKE(),
    'PATH_UNKNOWN',
    "There is no field 'sought' in tasks; there are id, title, effort, done, state, dueOn, closedAt, ticket, extra, version, team, parent, children, tags.",
  ),
  filter(
    'the error for an unknown operation suggests the nearest one',
    { operation: 'BETWEN', path: 'effort' },
    'FILTER_OPERATION_UNKNOWN',
    "There is no filter operation 'BETWEN'; did you mean 'BETWEEN'?",
  ),
  ...(
    [
      [SIZE_EQ('title'), 'SIZE_EQ', 'a column of type text'],
      [SIZE_GT('done'), 'SIZE_GT', 'a column of type boolean'],
      [SIZE_LT('team'), 'SIZE_LT', 'a to-one relation'],
      [SIZE_EQ('children.team'), 'SIZE_EQ', 'a to-one relation'],
    ] as const
  ).map(([field, operation, what]): FaultCase => {
    const fitting = {
      'a column of type text':
        'ENDS_WITH, EQUAL, IN, IS_NOT_NULL, IS_NULL, LIKE, NOT_EQUAL, NOT_IN, NOT_LIKE, STARTS_WITH',
      'a column of type boolean': forBoolean,
      'a to-one relation': 'IS_NOT_NULL, IS_NULL',
    }[what]
    const message = `${operation} does not take ${what}; it takes collection, array. Operations that fit: ${fitting}.`
    const says = `${operation} on '${field.path}', which is not a collection, is refused`
    return filter(says, field, 'OPERATION_KIND', message)
  }),
  filter(
    'a range operation on a boolean is refused',
    BETWEEN('done'),
    'OPERATION_KIND',
    `BETWEEN does not take a column of type boolean; it takes ${ranged}. Operations that fit: ${forBoolean}.`,
  ),
  filter(
    'an order comparison of texts is refused',
    GREATER_THAN('state'),
    'OPERATION_KIND',
    `GREATER_THAN does not take a column of type enum; it takes ${ranged}. Operations that fit: EQUAL, IN, IS_NOT_NULL, IS_NULL, NOT_EQUAL, NOT_IN.`,
  ),
  filter(
    'a text search in a number is refused',
    LIKE('effort'),
    'OPERATION_KIND',
    'LIKE does not take a column of type decimal; it takes text. Operations that fit: BETWEEN, BETWEEN_EXCLUSIVE, EQUAL, GREATER_OR_EQUAL, GREATER_THAN, IN, IS_NOT_NULL, IS_NULL, LESS_OR_EQUAL, LESS_THAN, NOT_BETWEEN, NOT_EQUAL, NOT_IN, OUTSIDE_RANGE.',
  ),
  filter(
    'a comparison of json is refused',
    EQUAL('extra'),
    'OPERATION_KIND',
    `EQUAL does not take a column of type json; it takes ${comparable}. Operations that fit: IS_NOT_NULL, IS_NULL.`,
  ),
  filter(
    'a comparison of a relation is refused; its id can be compared',
    EQUAL('team'),
    'OPERATION_KIND',
    `EQUAL does not take a to-one relation; it takes ${comparable}. Operations that fit: IS_NOT_NULL, IS_NULL.`,
  ),
  filter(
    'a comparison of a collection is refused',
    IS_NULL('tags'),
    'OPERATION_KIND',
    `IS_NULL does not take a collection; it takes ${comparable}, array, file, json, reference. Operations that fit: SIZE_EQ, SIZE_GT, SIZE_LT.`,
  ),
  filter(
    'a flag on a text is refused',
    IS_TRUE('title'),
    'OPERATION_KIND',
    'IS_TRUE does not take a column of type text; it takes boolean. Operations that fit: ENDS_WITH, EQUAL, IN, IS_NOT_NULL, IS_NULL, LIKE, NOT_EQUAL, NOT_IN, NOT_LIKE, STARTS_WITH.',
  ),
  ...[ON_DATE('ticket'), IN_LAST_DAYS('ticket')].map(({ operation, path }): FaultCase => {
    const message = `${operation} does not take a column of type uuid; it takes date, instant, localDateTime. Operations that fit: EQUAL, IN, IS_NOT_NULL, IS_NULL, NOT_EQUAL, NOT_IN.`
    const says = `${operation} on what is neither date nor instant is refused`
    return filter(says, { operation, path }, 'OPERATION_KIND', message)
  }),
  shape('filter', 'a name that is ignored in every body is refused', { _links: LIKE('title') }, [
    'DUPLICATE',
    'tasks.filter._links',
    "'_links' is ignored in every body; choose another name.",
  ]),
]
