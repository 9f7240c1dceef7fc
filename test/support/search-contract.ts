/** A contract with search fields of every kind, over its own texts and those of related records. */
import {
  belongsTo,
  category,
  defineEntity,
  defineSchema,
  EQUAL,
  hasMany,
  integer,
  search,
  some,
  text,
} from 'corollary'
import type { Callers } from './use-service.js'

const id = integer({ primaryKey: true })

const companies = defineEntity(
  'companies',
  { id, name: text(), listed: integer() },
  {
    rowAccess: {
      filter: { listed: EQUAL() },
      visibleTo: (caller) => (caller.has('unlisted') ? 'all' : { listed: 1 }),
    },
  },
)
const people = defineEntity('people', {
  id,
  name: text(),
  nickname: text({ nullable: true, visibleTo: ['staff'] }),
  company: belongsTo('companies', { column: 'company_id', nullable: true }),
  notes: hasMany('notes', { column: 'person_id' }),
})
const notes = defineEntity('notes', {
  id,
  person: belongsTo('people', { column: 'person_id' }),
  body: text({ label: 'Note' }),
})

const schema = defineSchema({ companies, notes, people })

export const peopleApi = schema.resource('people', {
  key: 'search.people',
  response: { id: '.', name: '.', nickname: '.', companyName: 'company.name' },
  filter: {
    q: search(['name', 'nickname', 'company.name']),
    phrase: search(['name', 'nickname', 'company.name'], { match: 'phrase' }),
    plain: search(['name', 'nickname', 'company.name'], { accents: 'ignore' }),
    inNotes: search(['name', 'notes.body'], { label: 'Name or note' }),
    note: some('notes', { q: search(['body', 'person.nickname']) }),
    nicknames: search(['nickname']),
    ranked: search(['name', 'nickname', 'company.name'], {
      using: 'fullText',
      configuration: 'english',
    }),
    simple: search(['name', 'nickname', 'company.name'], {
      using: 'fullText',
      configuration: 'simple',
    }),
  },
  defaultSort: ['id'],
  optionLabel: 'name',
  optionSources: {
    companies: { type: 'LIGHT_LOOKUP', id: 'company.id', label: 'company.name' },
  },
  stats: { name: category() },
})

/** The tables, without rows. */
export const searchTables = `
    create extension unaccent;
    create table companies (id integer primary key, name text not null, listed integer not null);
    create table people (id integer primary key, name text not null, nickname text,
      company_id integer references companies);
    create table notes (id integer primary key, person_id integer not null references people,
      body text not null);`

export const searchRows = `
    insert into companies values (1, 'Northwind Sales', 1), (2, 'Straße & Söhne', 0);
    insert into people values
      (1, 'Ann Lee', null, 1), (2, 'Anna Ñusta', '100%', 2), (3, 'Joanna Reed', 'under_score', null),
      (4, 'Running Ann', 'the runner', null), (5, 'ΟΔΥΣΣΕΑΣ', 'back\\slash', 1);
    insert into notes values (1, 1, 'Called about the late invoice'), (2, 1, 'Paid'), (3, 3, 'Late');`

export const searchCallers = {
  /** Sees everything. */
  staff: { authorities: ['staff', 'unlisted'] },
  /** Does not see nicknames, nor companies that are not listed. */
  guest: {},
} satisfies Callers
