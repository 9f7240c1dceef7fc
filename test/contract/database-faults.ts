/** Contracts that are valid in themselves and do not match the live database. */
import {
  asText,
  belongsTo,
  bigint,
  boolean,
  byteLength,
  date,
  decimal,
  duration,
  enumOf,
  hasMany,
  instant,
  integer,
  json,
  manyToMany,
  text,
  time,
  uuid,
  version,
} from 'corollary'
import type { FaultCase } from './board.js'

export interface DatabaseCase extends FaultCase {
  /** SQL that runs on the valid tables first. */
  readonly sql?: string
}

/** One column of the tasks that does not match. */
export const column = (
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

const kind = (declared: string, found: string, fits: string, declaredAs: string): string =>
  `The kind ${declared} does not fit the column's type ${found}; it fits ${fits}. Declare the column as ${declaredAs}.`

const noKind = (found: string): string =>
  `The column is of type ${found}, and no column type of a contract fits it. Declare it with asText() to read it as text, or leave it out of the entity.`

/** Every column type over a column of another type. */
const misfits: readonly (readonly [
  field: string,
  column: object,
  found: string,
  fits: string,
  declaredAs: string,
])[] = [
  ['effort', text(), 'numeric', 'text, character varying, character, citext', 'decimal'],
  ['effort', integer(), 'numeric', 'smallint, integer, bigint', 'decimal'],
  ['version', bigint(), 'integer', 'bigint', 'integer or version'],
  ['title', decimal({ precision: 6, scale: 2 }), 'character varying', 'numeric', 'text or enum'],
  ['title', boolean(), 'character varying', 'boolean', 'text or enum'],
  ['closedAt', date({ nullable: true }), 'timestamp with time zone', 'date', 'instant'],
  ['dueOn', instant({ nullable: true }), 'date', 'timestamp with time zone', 'date'],
  ['title', uuid(), 'character varying', 'uuid', 'text or enum'],
  ['effort', enumOf(['LOW', 'HIGH']), 'numeric', 'text, character varying, character', 'decimal'],
  ['ticket', json({ nullable: true }), 'uuid', 'json, jsonb', 'uuid'],
  ['effort', version(), 'numeric', 'integer, bigint', 'decimal'],
]

const kindOf = (declared: object): string => (declared as { kind: string }).kind

export const kindFaults: readonly DatabaseCase[] = [
  ...misfits.map(([field, declared, found, fits, declaredAs]): DatabaseCase => {
    const says = `the kind ${kindOf(declared)} over a column of type ${found} is reported, with those that fit`
    // Only diagnostics of the database matter here.
    const tasks = { create: undefined, update: undefined, filter: {} }
    const idColumn = column(
      says,
      { [field]: declared },
      'KIND_MISMATCH',
      kind(kindOf(declared), found, fits, declaredAs),
    )
    return { ...idColumn, broken: { ...idColumn.broken, tasks } }
  }),
  {
    says: 'a foreign key that is not of the kind of its target is reported',
    sql: "alter table tasks add squad_id text not null default '7'",
    broken: {
      entities: { tasks: { fields: { team: belongsTo('teams', { column: 'squad_id' }) } } },
      tasks: { create: undefined },
    },
    faults: [
      [
        'KIND_MISMATCH',
        'entities.tasks.team',
        kind('integer', 'text', 'smallint, integer, bigint', 'text or enum'),
      ],
    ],
  },
  {
    says: 'so is one whose column is a field of its own, which is reported too',
    broken: {
      entities: { tasks: { fields: { team: belongsTo('teams', { column: 'ticket' }) } } },
      tasks: { create: undefined },
    },
    faults: [
      [
        'DUPLICATE',
        'entities.tasks.team',
        "The column 'ticket' already belongs to the field 'ticket'.",
      ],
      [
        'KIND_MISMATCH',
        'entities.tasks.team',
        kind('integer', 'uuid', 'smallint, integer, bigint', 'uuid'),
      ],
    ],
  },
  column(
    'an instant over a timestamp without time zone is reported',
    { closedAt: instant({ nullable: true }) },
    'KIND_MISMATCH',
    kind('instant', 'timestamp without time zone', 'timestamp with time zone', 'localDateTime'),
    'alter table tasks alter closed_at type timestamp',
  ),
  column(
    'a column of a type that nothing fits is reported with what is possible',
    { words: text({ column: 'Words', nullable: true }) },
    'KIND_MISMATCH',
    noKind('tsvector'),
    `alter table tasks add "Words" tsvector`,
  ),
  column(
    'a type whose operators the search path does not find is reported',
    { mail: text({ nullable: true }) },
    'KIND_MISMATCH',
    'The column is of type ext.citext, whose operators the search path does not find. Add the schema ext to it: alter role … set search_path = …, ext.',
    'create schema ext; create extension citext schema ext; alter table tasks add mail ext.citext',
  ),
  column(
    'a duration over an interval of some parts is reported',
    { lasts: duration({ nullable: true }) },
    'SIZE_MISMATCH',
    'The column is interval day to hour and drops other parts of a duration; make it interval.',
    'alter table tasks add lasts interval day to hour',
  ),
  column(
    'times over columns that keep fewer digits are reported',
    { opens: time({ nullable: true }) },
    'SIZE_MISMATCH',
    'The column keeps 0 digits behind the second and rounds the others; declare precision: 0 or less.',
    'alter table tasks add opens time(0)',
  ),
  column(
    'bytes cannot be read as text',
    { picture: asText({ nullable: true }) },
    'KIND_MISMATCH',
    'The column is of type bytea, whose values are not sent. Declare it with byteLength() to show their size, or leave it out of the entity.',
    'alter table tasks add picture bytea',
  ),
  column(
    'only bytes have a length',
    { madeOn: byteLength({ nullable: true }) },
    'KIND_MISMATCH',
    'The column is of type date; byteLength() fits bytea.',
    'alter table tasks add made_on date',
  ),
  {
    says: 'a column that is read as text must be filled by the database, or records cannot be created',
    sql: "alter table tasks add host inet not null default '::1'; alter table tasks alter host drop default",
    broken: { entities: { tasks: { fields: { host: asText() } } } },
    faults: [
      [
        'REQUIRED_MISSING',
        'tasks.create',
        "The column 'host' is NOT NULL without default, and no field of the entity writes it; declare one, or name the column in filledByDatabase if a trigger fills it.",
      ],
    ],
  },
  {
    says: 'columns that the database is said to fill, and that nothing fills, are reported',
    sql: 'alter table tasks add words tsvector not null',
    broken: { entities: { tasks: { options: { filledByDatabase: ['words', 'wrods'] } } } },
    faults: [
      [
        'DEFAULT_MISSING',
        'entities.tasks.filledByDatabase',
        "Nothing fills the column 'words': it has neither default nor identity, and the table has no trigger before an insert.",
      ],
      [
        'COLUMN_UNKNOWN',
        'entities.tasks.filledByDatabase',
        "'tasks' has no column 'wrods'; did you mean 'words'?",
      ],
    ],
  },
  {
    says: 'a trigger before an insert fills columns',
    sql: `alter table tasks add words tsvector not null;
      create function fill() returns trigger language plpgsql as 'begin return new; end';
      create trigger fill before insert on tasks for each row execute function fill()`,
    broken: { entities: { tasks: { options: { filledByDatabase: ['words'] } } } },
    faults: [],
  },
  {
    says: 'a trigger after an insert fills none',
    sql: `alter table tasks add host inet not null;
      create function fill() returns trigger language plpgsql as 'begin return new; end';
      create trigger fill after insert on tasks for each row execute function fill()`,
    broken: { entities: { tasks: { fields: { host: asText({ generated: true }) } } } },
    faults: [
      [
        'DEFAULT_MISSING',
        'entities.tasks.host',
        'The contract says that the database fills the column, but it has neither default nor identity, and the table has no trigger before an insert.',
      ],
    ],
  },
]

export const tableFaults: readonly DatabaseCase[] = [
  {
    says: 'a table that does not exist is reported, and what is linked through another is not',
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
    says: 'tables that the role may not use are reported with the rights that operations need',
    sql: `create role board_reader; grant select on teams, tags to board_reader;
      grant insert on task_tags to board_reader; set local role board_reader`,
    broken: {},
    faults: [
      [
        'PRIVILEGE_MISSING',
        'tasks',
        "The database role 'board_reader' lacks rights on 'tasks': GRANT SELECT, INSERT, UPDATE, DELETE ON tasks TO board_reader;",
      ],
      [
        'PRIVILEGE_MISSING',
        'tasks',
        "The database role 'board_reader' lacks rights on 'task_tags': GRANT SELECT, DELETE ON task_tags TO board_reader;",
      ],
    ],
  },
  {
    says: 'a table in another schema is reported with the schemas that have one of its name',
    sql: `create schema sales; create schema "Odd"; create table sales.tags (id integer);
      create table "Odd".tags (id integer); alter table tags rename to words`,
    broken: {},
    faults: [
      [
        'TABLE_UNKNOWN',
        'entities.tags',
        `The database has no table 'tags' that this role can see; one of this name is in another schema, declare it with { schema: "Odd" } or { schema: "sales" }.`,
      ],
    ],
  },
  {
    says: 'a table in a schema that does not exist is reported with its schema',
    broken: { entities: { teamLoads: { options: { schema: 'Reports' } } } },
    faults: [
      [
        'TABLE_UNKNOWN',
        'entities.teamLoads',
        `The database has no view 'Reports.team_loads' that this role can see; one of this name is in another schema, declare it with { schema: "public" }.`,
      ],
    ],
  },
  {
    says: 'a view that is declared as a table is reported',
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
    says: 'a join table that does not exist is reported',
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
    says: 'columns that a relation names and no table has are reported with the nearest ones',
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
    says: 'columns that the table does not have are reported with the nearest ones',
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
    says: 'a check constraint that the table does not have is reported, with the nearest one',
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
    says: 'a primary key that is not unique in the table is reported',
    sql: 'alter table tags drop constraint tags_pkey cascade',
    broken: {},
    faults: [
      ['PRIMARY_KEY', 'entities.tags.id', "'id' is neither the primary key nor unique in 'tags'."],
    ],
  },
]
