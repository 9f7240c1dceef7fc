/** Columns and writes that are sound in themselves and do not fit the live database. */
import { belongsTo, date, decimal, money, text } from 'corollary'
import type { Fault } from './board.js'
import { column, type DatabaseCase } from './database-faults.js'

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
