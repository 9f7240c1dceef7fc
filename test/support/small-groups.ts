/** People with a team and a pay, whose small groups some callers do not see. */
import {
  category,
  date,
  decimal,
  defineEntity,
  defineSchema,
  EQUAL,
  IN,
  integer,
  measure,
  series,
  text,
} from 'corollary'

export const minimum = 3
const staff = defineEntity('staff', {
  id: integer({ primaryKey: true, generated: true }),
  batch: integer(),
  team: text({ nullable: true }),
  level: integer(),
  joined: date({ nullable: true }),
  pay: decimal({ precision: 12, scale: 2, nullable: true }),
})

export const staffApi = defineSchema({ staff }).resource('staff', {
  key: 'hr.staff',
  readOnly: true,
  response: { id: '.' },
  filter: { batch: EQUAL(), levels: IN('level') },
  defaultSort: ['id'],
  minimumGroupSize: { size: minimum, unless: ['finance'] },
  stats: {
    team: category(),
    level: measure({ histogram: true }),
    joined: series(),
    pay: measure(),
  },
})

export const staffCallers = { finance: { authorities: ['finance'] }, guest: {} } as const

export const staffTables = `
create table staff (
  id integer generated always as identity primary key, batch integer not null, team text,
  level integer not null, joined date, pay numeric(12,2));
create index on staff (level);`
