/** Statistics that do not match their resource. */
import { category, measure, reference, series } from 'corollary'
import type { Fault, FaultCase } from './board.js'

/** The tasks with one field, `measured`; errors are under `tasks.stats`. */
const field = (says: string, measured: object, ...faults: readonly Fault[]): FaultCase => ({
  says,
  broken: { tasks: { stats: { measured } } },
  faults: faults.map(([code, path, message]) => [code, `tasks.stats.${path}`, message]),
})
const invalid = (says: string, measured: object, ...messages: readonly string[]): FaultCase =>
  field(says, measured, ...messages.map((message): Fault => ['STATS_INVALID', 'measured', message]))

const roles = 'GROUP_BY, TIME_SERIES, DISTRIBUTION_TERMS, DISTRIBUTION_HISTOGRAM, METRIC_FIELD'
const numbers = 'integer, bigint, decimal, float, version'
const columnOnly = (way: string): string =>
  `The path leads ${way}; statistics need a column, directly or through to-one relations.`

const pathFaults: readonly FaultCase[] = [
  field('an unknown path is reported', category({ path: 'titel' }), [
    'PATH_UNKNOWN',
    'measured',
    "There is no field 'titel' in tasks; did you mean 'title'?",
  ]),
  field('without a path it is the column of its own name', category(), [
    'PATH_UNKNOWN',
    'measured',
    "There is no field 'measured' in tasks; there are id, title, effort, done, state, dueOn, closedAt, ticket, extra, version, team, parent, children, tags.",
  ]),
  field(
    'errors in both paths of a reference are reported',
    reference({ path: 'taem.id', labelPath: 'team.nmae' }),
    [
      'PATH_UNKNOWN',
      'measured',
      "There is no relation 'taem' in tasks (path 'taem.id'); did you mean 'team'?",
    ],
    [
      'PATH_UNKNOWN',
      'measured.labelPath',
      "There is no field 'nmae' in teams (path 'team.nmae'); did you mean 'name'?",
    ],
  ),
  ...(
    [
      ['a to-one relation', 'team', 'to a to-one relation'],
      ['a collection', 'tags', 'to a collection'],
      ['a column behind a collection', 'tags.name', 'through a collection'],
      [
        'a column behind a collection behind a relation',
        'team.tasks.title',
        'through a collection',
      ],
    ] as const
  ).flatMap(([what, path, described]) => [
    field(`a path to ${what} is refused`, category({ path }), [
      'PATH_INVALID',
      'measured',
      columnOnly(described),
    ]),
    field(`a label path to ${what} is refused`, reference({ path: 'team.id', labelPath: path }), [
      'PATH_INVALID',
      'measured.labelPath',
      columnOnly(described),
    ]),
  ]),
  invalid(
    'a label that is not a text is refused',
    reference({ path: 'team.id', labelPath: 'team.id' }),
    'A label path must lead to a text column; this one is of type integer.',
  ),
]

const roleFaults: readonly FaultCase[] = [
  ...[0, 1, 2.5, 10_001].map((size) =>
    invalid(
      `a minimum size of groups of ${size} is refused`,
      category({ path: 'title', minimumGroupSize: { size } }),
      'minimumGroupSize.size must be a whole number from 2 to 10000.',
    ),
  ),
  invalid(
    'the error for a field without a role lists the roles',
    { path: 'title', operations: [] },
    `It has no role; possible roles are ${roles}.`,
  ),
  invalid(
    'the error for an unknown role suggests the nearest one',
    { path: 'title', operations: ['GRUOP_BY', 'NOTHING'] },
    "There is no role 'GRUOP_BY'; did you mean 'GROUP_BY'?",
    "There is no role 'NOTHING'; there are GROUP_BY, TIME_SERIES, DISTRIBUTION_TERMS, DISTRIBUTION_HISTOGRAM, METRIC_FIELD.",
  ),
  invalid(
    'a json column is refused',
    category({ path: 'extra' }),
    'A column of type json has no statistics.',
  ),
  ...(
    [
      ['title', 'text'],
      ['effort', 'decimal'],
      ['done', 'boolean'],
      ['ticket', 'uuid'],
    ] as const
  ).map(([path, kind]) =>
    invalid(
      `a series over a column of type ${kind} is refused`,
      series({ path }),
      `TIME_SERIES takes date, instant, localDateTime; the column is of type ${kind}.`,
    ),
  ),
  ...(
    [
      ['title', 'text'],
      ['dueOn', 'date'],
      ['closedAt', 'instant'],
      ['state', 'enum'],
    ] as const
  ).map(([path, kind]) =>
    invalid(
      `a measure of kind ${kind} is refused`,
      measure({ path }),
      `METRIC_FIELD takes ${numbers}; the column is of type ${kind}.`,
    ),
  ),
  ...(
    [
      ['title', 'text'],
      ['done', 'boolean'],
      ['team.name', 'text'],
    ] as const
  ).map(([path, kind]) =>
    invalid(
      `a histogram over ${path} is refused`,
      category({ path, histogram: true }),
      `DISTRIBUTION_HISTOGRAM takes ${numbers}, date, instant, localDateTime; the column is of type ${kind}.`,
    ),
  ),
  invalid(
    'every error of a field is reported',
    { ...category({ path: 'title', measure: true }), metrics: ['SMU'], type: 'DATE' },
    `METRIC_FIELD takes ${numbers}; the column is of type text.`,
    "There is no metric 'SMU'; did you mean 'SUM'?",
    'The type DATE does not fit a column of type text.',
  ),
]

const metricFaults: readonly FaultCase[] = [
  invalid(
    'the error for an unknown metric suggests the nearest one',
    { ...measure({ path: 'effort' }), metrics: ['SUM', 'AVGE', 'MEDIAN'] },
    "There is no metric 'AVGE'; did you mean 'AVG'?",
    "There is no metric 'MEDIAN'; there are COUNT, SUM, AVG, MIN, MAX, DISTINCT_COUNT.",
  ),
]

const typeFaults: readonly FaultCase[] = (
  [
    ['NUMBER', 'title', 'text'],
    ['MONEY', 'dueOn', 'date'],
    ['DATE', 'closedAt', 'instant'],
    ['INSTANT', 'dueOn', 'date'],
    ['DATE', 'effort', 'decimal'],
  ] as const
).map(([type, path, kind]) =>
  invalid(
    `the type ${type} of a column of type ${kind} is refused`,
    { ...category({ path }), type },
    `The type ${type} does not fit a column of type ${kind}.`,
  ),
)

const histogramFaults: readonly FaultCase[] = [
  { bucketSize: 0 },
  { bucketSize: -1 },
  { bucketSize: '-0.5' },
  { bucketSize: 'YEAR' },
  { bucketCount: 0 },
  { bucketSize: 1, bucketCount: 2 },
  {},
].map((histogram) =>
  invalid(
    `the default cut ${JSON.stringify(histogram)} is refused`,
    measure({ path: 'effort', histogram: histogram as { bucketSize: number } }),
    'The default of a histogram is { bucketSize }, a width that requests may send, or { bucketCount }, from 1 to 10000.',
  ),
)

const ageFaults: readonly FaultCase[] = [
  ...['1', '0 s', '1min', '1.5 h', '25 h', '86401 s', 'a day'].map((every) =>
    invalid(
      `results that are stored for '${every}' are refused`,
      category({ path: 'title', materialized: { every: every as '1 h' } }),
      "materialized.every is '<number> s', '<number> min' or '<number> h', up to 24 h.",
    ),
  ),
  invalid(
    'stored results of a field that is only a measure are refused',
    measure({ path: 'effort', materialized: { every: '24 h' } }),
    'Statistics are stored by the field that they are grouped by; this one is only a measure.',
  ),
]

const modeFaults: readonly FaultCase[] = [
  {
    says: 'a mode that does not exist is reported',
    broken: { tasks: { statsModes: { groupBy: 'OFF', timeSeries: 'auto', distribution: 'AUTO' } } },
    faults: ['groupBy', 'timeSeries'].map((endpoint) => [
      'MEMBER_INVALID',
      `tasks.statsModes.${endpoint}`,
      'It must be one of AUTO, DISABLED; got a text.',
    ]),
  },
]

const soundStats: readonly FaultCase[] = [
  {
    says: 'nothing is said of sound ones',
    broken: {
      tasks: {
        stats: {
          title: category({ metrics: ['DISTINCT_COUNT'] }),
          team: reference({ path: 'team.id', labelPath: 'team.name' }),
          effort: category({ histogram: { bucketSize: '0.5' }, measure: true }),
          above: measure({ path: 'parent.effort', histogram: { bucketCount: 5 } }),
          dueOn: series({ histogram: { bucketSize: 'MONTH' }, label: 'Due' }),
          closedAt: series({ histogram: true }),
          version: measure({ metrics: ['MAX'] }),
        },
        statsModes: { groupBy: 'AUTO', timeSeries: 'DISABLED' },
      },
    },
    faults: [],
  },
]

export const statsFaults: readonly FaultCase[] = [
  ...soundStats,
  ...pathFaults,
  ...roleFaults,
  ...metricFaults,
  ...typeFaults,
  ...histogramFaults,
  ...ageFaults,
  ...modeFaults,
]
