/** Columns and write shapes that are valid in themselves and do not match the live database. */
import { belongsTo, date, decimal, enumOf, instant, integer, money, text } from 'corollary'
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
    'The column is numeric(6,2); the contract allows more digits. Declare precision: 6, scale: 2.',
  ),
  column(
    'more decimal places than the column holds, which would round',
    { effort: money({ precision: 6, scale: 3, currency: 'EUR' }) },
    'SIZE_MISMATCH',
    'The column is numeric(6,2); the contract allows more digits. Declare precision: 6, scale: 2.',
  ),
  column(
    'any number of digits in a column with a precision',
    { effort: decimal() },
    'SIZE_MISMATCH',
    'The column is numeric(6,2); the contract allows more digits. Declare precision: 6, scale: 2.',
  ),
  column(
    'a numeric without precision, which may hold more digits than the contract',
    { cost: decimal({ precision: 12, scale: 2, nullable: true }) },
    'SIZE_MISMATCH',
    'The column is numeric without precision and may hold values that do not fit (12,2); declare neither precision nor scale, or make it numeric(12,2).',
    'alter table tasks add cost numeric',
  ),
  column(
    'a numeric with more decimal places than the contract has',
    { cost: money({ precision: 12, scale: 2, currency: 'EUR', nullable: true }) },
    'SIZE_MISMATCH',
    'The column is numeric(14,4) and may hold values that do not fit (12,2); declare precision: 14, scale: 4.',
    'alter table tasks add cost numeric(14,4)',
  ),
  column(
    'an instant whose column rounds to whole seconds',
    { seenAt: instant({ nullable: true }) },
    'SIZE_MISMATCH',
    'The column keeps 0 digits behind the second and rounds the others; declare precision: 0 or less.',
    'alter table tasks add seen_at timestamptz(0)',
  ),
  column(
    'an instant with more digits than its column keeps',
    { seenAt: instant({ nullable: true, precision: 4 }) },
    'SIZE_MISMATCH',
    'The column keeps 3 digits behind the second and rounds the others; declare precision: 3 or less.',
    'alter table tasks add seen_at timestamptz(3)',
  ),
  column(
    'an enum type with values that the contract does not name',
    { mood: enumOf(['sad', 'ok'], { nullable: true }) },
    'KIND_MISMATCH',
    'The type mood also has happy; declare all its values.',
    "create type mood as enum ('sad', 'ok', 'happy'); alter table tasks add mood mood",
  ),
  column(
    'names of an enum with blanks that the column ignores',
    { mood: enumOf(['sad ', 'ok'], { nullable: true }) },
    'KIND_MISMATCH',
    "The column is char, which ignores blanks at the end of 'sad '; declare the values without them.",
    'alter table tasks add mood char(4)',
  ),
  column(
    'limits beyond those of the column',
    { rank: integer({ nullable: true, minimum: 0, maximum: 40_000 }) },
    'SIZE_MISMATCH',
    'The column is smallint; declare limits from -32768 to 32767, or none.',
    'alter table tasks add rank smallint',
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
        'The contract says that the database fills the column, but it has neither default nor identity, and the table has no trigger before an insert.',
      ],
    ],
  },
]

const always = 'The column is generated always; nothing can be written to it.'

export const writeFaults: readonly DatabaseCase[] = [
  {
    says: 'a NOT NULL column without default that no field of the entity writes is reported',
    sql: 'alter table tasks add budget integer not null, add hint text not null default 1',
    broken: {},
    faults: [
      [
        'REQUIRED_MISSING',
        'tasks.create',
        "The column 'budget' is NOT NULL without default, and no field of the entity writes it; declare one, or name the column in filledByDatabase if a trigger fills it.",
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
