/** Contracts that are sound in themselves and do not fit the live database. */
import {
  belongsTo,
  bigint,
  boolean,
  date,
  decimal,
  enumOf,
  hasMany,
  instant,
  integer,
  json,
  manyToMany,
  money,
  text,
  uuid,
  version,
} from 'corollary'
import type { Fault, FaultCase } from './board.js'

export interface DatabaseCase extends FaultCase {
  /** Run on the sound tables first. */
  readonly sql?: string
}

/** One column of the tasks that does not fit. */
const column = (
  says: string,
  fields: object,
  code: string,
  message: string,
  sql?: string,
): DatabaseCase => ({
  says,
  broken: { entities: { tasks: { fields } } },
  faults: [[code, `entities.tasks.${Object.keys(fields)[0]}`, message]],
  ...(sql === undefined ? {} : { sql }),
})

const kind = (declared: string, found: string, fits: string): string =>
  `The kind ${declared} does not fit the column's type ${found}; it fits ${fits}.`

/** Every kind over a column of another type. */
const misfits: readonly (readonly [field: string, column: object, found: string, fits: string])[] =
  [
    ['effort', text(), 'numeric', 'text, character varying, character'],
    ['effort', integer(), 'numeric', 'smallint, integer, bigint'],
    ['version', bigint(), 'integer', 'bigint'],
    ['title', decimal({ precision: 6, scale: 2 }), 'character varying', 'numeric'],
    ['title', boolean(), 'character varying', 'boolean'],
    ['closedAt', date({ nullable: true }), 'timestamp with time zone', 'date'],
    ['dueOn', instant({ nullable: true }), 'date', 'timestamp with time zone'],
    ['title', uuid(), 'character varying', 'uuid'],
    ['effort', enumOf(['LOW', 'HIGH']), 'numeric', 'text, character varying'],
    ['ticket', json({ nullable: true }), 'uuid', 'json, jsonb'],
    ['effort', version(), 'numeric', 'integer, bigint'],
  ]

const kindOf = (declared: object): string => (declared as { kind: string }).kind

export const kindFaults: readonly DatabaseCase[] = [
  ...misfits.map(([field, declared, found, fits]): DatabaseCase => {
    const says = `the kind ${kindOf(declared)} over a column of type ${found} is told with what fits`
    // Only what the database says matters here.
    const tasks = { create: undefined, update: undefined, filter: {} }
    const one = column(
      says,
      { [field]: declared },
      'KIND_MISMATCH',
      kind(kindOf(declared), found, fits),
    )
    return { ...one, broken: { ...one.broken, tasks } }
  }),
  {
    says: 'a foreign key that is not of the kind of its target is told',
    sql: "alter table tasks add squad_id text not null default '7'",
    broken: {
      entities: { tasks: { fields: { team: belongsTo('teams', { column: 'squad_id' }) } } },
      tasks: { create: undefined },
    },
    faults: [
      [
        'KIND_MISMATCH',
        'entities.tasks.team',
        kind('integer', 'text', 'smallint, integer, bigint'),
      ],
    ],
  },
  {
    says: 'so is one whose column is a field of its own, too',
    broken: {
      entities: { tasks: { fields: { team: belongsTo('teams', { column: 'ticket' }) } } },
      tasks: { create: undefined },
    },
    faults: [
      [
        'KIND_MISMATCH',
        'entities.tasks.team',
        kind('integer', 'uuid', 'smallint, integer, bigint'),
      ],
    ],
  },
  column(
    'an instant over a timestamp without time zone is told',
    { closedAt: instant({ nullable: true }) },
    'KIND_MISMATCH',
    kind('instant', 'timestamp without time zone', 'timestamp with time zone'),
    'alter table tasks alter closed_at type timestamp',
  ),
]

export const tableFaults: readonly DatabaseCase[] = [
  {
    says: 'a table that does not exist is told, and what is linked through another is not',
    broken: { entities: { teamLoads: { table: 'team_load' }, tags: { table: 'tagz' } } },
    faults: [
      [
        'TABLE_UNKNOWN',
        'entities.tags',
        "The database has no table 'tagz' that this role can see; create it, or name its schema in the entity's options.",
      ],
      [
        'TABLE_UNKNOWN',
        'entities.teamLoads',
        "The database has no view 'team_load' that this role can see; create it, or name its schema in the entity's options.",
      ],
    ],
  },
  {
    says: 'a table in a schema that does not exist is told with its schema',
    broken: { entities: { teamLoads: { options: { schema: 'Reports' } } } },
    faults: [
      [
        'TABLE_UNKNOWN',
        'entities.teamLoads',
        "The database has no view 'Reports.team_loads' that this role can see; create it, or name its schema in the entity's options.",
      ],
    ],
  },
  {
    says: 'a view that is declared as a table is told',
    broken: { entities: { teamLoads: { options: { view: false } } } },
    faults: [
      [
        'TABLE_UNKNOWN',
        'entities.teamLoads',
        "'team_loads' is a view; declare the entity with { view: true }.",
      ],
    ],
  },
  {
    says: 'a join table that does not exist is told',
    broken: {
      entities: {
        tags: {
          fields: {
            tasks: manyToMany('tasks', { through: 'tag_tasks', from: 'tag_id', target: 'task_id' }),
          },
        },
      },
    },
    faults: [
      [
        'TABLE_UNKNOWN',
        'entities.tags.tasks',
        "The database has no table 'tag_tasks' that this role can see.",
      ],
    ],
  },
  {
    says: 'columns that a relation names and no table has are told with the nearest ones',
    broken: {
      entities: {
        tags: {
          fields: {
            tasks: manyToMany('tasks', { through: 'task_tags', from: 'tags_id', target: 'job' }),
          },
        },
        teams: { fields: { tasks: hasMany('tasks', { column: 'taem_id' }) } },
      },
    },
    faults: [
      [
        'COLUMN_UNKNOWN',
        'entities.teams.tasks',
        "'tasks' has no column 'taem_id'; did you mean 'team_id'?",
      ],
      [
        'COLUMN_UNKNOWN',
        'entities.tags.tasks',
        "'task_tags' has no column 'tags_id'; did you mean 'tag_id'?",
      ],
      ['COLUMN_UNKNOWN', 'entities.tags.tasks', "'task_tags' has no column 'job'"],
    ],
  },
  {
    says: 'columns that the table does not have are told with the nearest ones',
    broken: {
      entities: {
        tasks: {
          fields: {
            dueDate: date({ nullable: true }),
            ticket: uuid({ column: 'tiket', nullable: true }),
            parent: belongsTo('tasks', { column: 'parentId', nullable: true }),
          },
        },
      },
    },
    faults: [
      [
        'COLUMN_UNKNOWN',
        'entities.tasks.ticket',
        "'tasks' has no column 'tiket'; did you mean 'ticket'?",
      ],
      ['COLUMN_UNKNOWN', 'entities.tasks.dueDate', "'tasks' has no column 'due_date'"],
      [
        'COLUMN_UNKNOWN',
        'entities.tasks.parent',
        "'tasks' has no column 'parentId'; did you mean 'parent_id'?",
      ],
    ],
  },
  {
    says: 'a check constraint that the table does not have is told with the nearest one',
    broken: {
      entities: {
        tasks: {
          options: { checks: { task_effort_check: { field: 'effort', message: 'At least 0.' } } },
        },
      },
    },
    faults: [
      [
        'CHECK_UNKNOWN',
        'entities.tasks.checks',
        "'tasks' has no check constraint 'task_effort_check'; did you mean 'tasks_effort_check'?",
      ],
    ],
  },
  {
    says: 'a primary key that is not unique in the table is told',
    sql: 'alter table tags drop constraint tags_pkey cascade',
    broken: {},
    faults: [
      ['PRIMARY_KEY', 'entities.tags.id', "'id' is neither the primary key nor unique in 'tags'."],
    ],
  },
]

const mayBeNull =
  'The column may be null, the contract says it is not; add nullable: true, or NOT NULL to the column.'
const notNull = 'The column is NOT NULL, the contract says it may be null; remove nullable: true.'

export const columnFaults: readonly DatabaseCase[] = [
  column(
    'a column that may be null where the contract says no',
    { dueOn: date() },
    'NULLABLE_MISMATCH',
    mayBeNull,
  ),
  column(
    'a foreign key that may be null where the contract says no',
    { parent: belongsTo('tasks', { column: 'parent_id' }) },
    'NULLABLE_MISMATCH',
    mayBeNull,
  ),
  column(
    'a column that is NOT NULL where the contract says it may be null',
    { title: text({ maxLength: 80, nullable: true }) },
    'NULLABLE_MISMATCH',
    notNull,
  ),
  column(
    'a text that may be longer than the column',
    { title: text({ maxLength: 81 }) },
    'SIZE_MISMATCH',
    'The column holds 80 characters; declare maxLength: 80 or less.',
  ),
  column(
    'a text without length over a column with one',
    { title: text() },
    'SIZE_MISMATCH',
    'The column holds 80 characters; declare maxLength: 80 or less.',
  ),
  column(
    'more digits before the point than the column holds',
    { effort: decimal({ precision: 7, scale: 2 }) },
    'SIZE_MISMATCH',
    'The column is numeric(6,2); the contract allows more digits.',
  ),
  column(
    'more decimal places than the column holds, which would round',
    { effort: money({ precision: 6, scale: 3, currency: 'EUR' }) },
    'SIZE_MISMATCH',
    'The column is numeric(6,2); the contract allows more digits.',
  ),
  {
    says: 'a collation that the contract does not know',
    broken: { entities: { teams: { fields: { name: text({ maxLength: 60 }) } } } },
    faults: [
      [
        'COLLATION_MISMATCH',
        'entities.teams.name',
        "The column has the collation 'und-x-icu'; declare collation: 'und-x-icu'.",
      ],
    ],
  },
  {
    says: 'a collation that is another one in the contract',
    broken: { entities: { teams: { fields: { name: text({ maxLength: 60, collation: 'C' }) } } } },
    faults: [
      [
        'COLLATION_MISMATCH',
        'entities.teams.name',
        "The column has the collation 'und-x-icu'; declare collation: 'und-x-icu'.",
      ],
    ],
  },
  {
    says: 'a column that the database shall fill and does not',
    sql: 'alter table tags alter id drop identity',
    broken: {},
    faults: [
      [
        'DEFAULT_MISSING',
        'entities.tags.id',
        'The contract says that the database fills the column, but it has neither default nor identity.',
      ],
    ],
  },
]

const always = 'The column is generated always; nothing can be written to it.'

export const writeFaults: readonly DatabaseCase[] = [
  {
    says: 'a NOT NULL column without default that no field of the entity writes is told',
    sql: 'alter table tasks add budget integer not null, add hint text not null default 1',
    broken: {},
    faults: [
      [
        'REQUIRED_MISSING',
        'tasks.create',
        "The column 'budget' is NOT NULL without default, and no field of the entity writes it.",
      ],
    ],
  },
  {
    says: 'such a column stops nobody who creates nothing',
    sql: 'alter table tasks add budget integer not null',
    broken: { tasks: { create: undefined } },
    faults: [],
  },
  {
    says: 'a column that the database computes is written by no shape',
    sql: 'alter table tasks add points numeric(6,2) generated always as (effort * 2) stored',
    broken: {
      entities: {
        tasks: { fields: { points: decimal({ precision: 6, scale: 2, nullable: true }) } },
      },
      tasks: {
        create: { title: '.', effort: '.', teamId: 'team.id', points: '.' },
        update: { points: '.' },
        intents: { rate: { title: 'Rate', fields: { points: '.' } } },
      },
    },
    faults: (['create', 'update', 'intents.rate.fields'] as const).map(
      (shape): Fault => ['PATH_INVALID', `tasks.${shape}.points`, always],
    ),
  },
]
