/** Databases and contracts that say different things, with the advice of `corollary check`. */
import { belongsTo, integer, manyToMany, text } from 'corollary'
import type { Broken } from './board.js'

const squad = { squad: belongsTo('teams', { column: 'squad_id', nullable: true }) }
const missing = (column: string, table: string, target: string, statement: string): string =>
  `No foreign key makes '${column}' of '${table}' refer to ${target}: values without a record count as missing, and whether they are keys of this table is not checked. ${statement};`

export interface DriftCase {
  readonly says: string
  readonly sql?: string
  readonly broken?: Broken
  readonly advice: readonly (readonly [code: string, path: string, message: string])[]
}

export const driftCases: readonly DriftCase[] = [
  { says: 'a contract of all columns, relations and constraints has no advice', advice: [] },
  {
    says: 'a key of type bigint that no sequence fills and that is declared as a number',
    sql: 'alter table tags alter id drop identity, alter id set default 5',
    advice: [
      [
        'ID_ROUNDED',
        'entities.tags.id',
        "'id' is a bigint that no sequence fills. If it may have values beyond 2^53 − 1, which clients in JavaScript round, declare it with bigint().",
      ],
    ],
  },
  {
    says: 'a key with values that JSON clients round',
    sql: "insert into tags values (-9007199254740993, 'low')",
    advice: [
      [
        'ID_ROUNDED',
        'entities.tags.id',
        "'id' has values beyond 2^53 − 1, which clients in JavaScript round: their links, filters and writes name other records. Declare it with bigint().",
      ],
    ],
  },
  {
    says: 'a relation without any foreign key',
    sql: 'alter table tasks add squad_id bigint',
    broken: { entities: { tasks: { fields: squad } } },
    advice: [
      [
        'FOREIGN_KEY_MISSING',
        'entities.tasks.squad',
        missing(
          'squad_id',
          'tasks',
          'teams',
          'ALTER TABLE tasks ADD FOREIGN KEY (squad_id) REFERENCES teams (id)',
        ),
      ],
    ],
  },
  {
    says: 'a relation and its other side, which are reported once, in another schema',
    sql: `create schema "Plan"; alter table teams set schema "Plan";
      alter table tasks drop constraint tasks_team_id_fkey`,
    broken: { entities: { teams: { options: { schema: 'Plan' } } } },
    advice: [
      [
        'FOREIGN_KEY_MISSING',
        'entities.teams.tasks',
        missing(
          'team_id',
          'tasks',
          'teams',
          'ALTER TABLE tasks ADD FOREIGN KEY (team_id) REFERENCES "Plan".teams (id)',
        ),
      ],
    ],
  },
  {
    says: 'a join table without foreign keys',
    sql: 'create table links (task_id bigint, tag_id bigint)',
    broken: {
      entities: {
        tags: {
          fields: {
            linked: manyToMany('tasks', { through: 'links', from: 'tag_id', target: 'task_id' }),
          },
        },
      },
    },
    advice: [
      [
        'FOREIGN_KEY_MISSING',
        'entities.tags.linked',
        missing(
          'tag_id',
          'links',
          'tags',
          'ALTER TABLE links ADD FOREIGN KEY (tag_id) REFERENCES tags (id)',
        ),
      ],
      [
        'FOREIGN_KEY_MISSING',
        'entities.tags.linked',
        missing(
          'task_id',
          'links',
          'tasks',
          'ALTER TABLE links ADD FOREIGN KEY (task_id) REFERENCES tasks (id)',
        ),
      ],
    ],
  },
  {
    says: 'columns that the entity lacks, in one line',
    sql: 'alter table tasks add place text, add "Weather" text; alter table tags add shade text',
    advice: [
      [
        'COLUMN_UNDECLARED',
        'entities.tasks',
        "'tasks' has 2 columns that the entity lacks: place, Weather.",
      ],
      ['COLUMN_UNDECLARED', 'entities.tags', "'tags' has a column that the entity lacks: shade."],
    ],
  },
  {
    says: 'a foreign key whose column is a plain field',
    sql: 'alter table tasks add squad_id bigint references teams',
    broken: { entities: { tasks: { fields: { squadId: integer({ nullable: true }) } } } },
    advice: [
      [
        'FOREIGN_KEY_UNDECLARED',
        'entities.tasks.squadId',
        "The column 'squad_id' refers to teams; declare belongsTo('teams', { column: 'squad_id' }) to read, filter and offer its records.",
      ],
    ],
  },
  {
    says: 'CHECK constraints on several columns that the entity does not declare, in one line',
    sql: `alter table tasks add constraint "short title" check (length(title) < 60 and done is not null),
      add constraint closed check (closed_at is null or done)`,
    advice: [
      [
        'CHECK_UNDECLARED',
        'entities.tasks.checks',
        `The errors of constraints on several columns name no field. Declare them: checks: { "short title": { field: 'title', message: '…' }, "closed": { field: 'done', message: '…' } }.`,
      ],
    ],
  },
  {
    says: 'a CHECK constraint of one column is not reported: its error names the field',
    sql: `alter table tasks add constraint graded check (effort > 0), add check (state in ('OPEN', 'CLOSED'))`,
    advice: [],
  },
  {
    says: 'a CHECK constraint of a table that no resource writes is not reported',
    sql: `alter table tags add constraint named check (name <> '')`,
    broken: { entities: { tags: { fields: { name: text() } } } },
    advice: [],
  },
]
