/**
 * A contract with search fields of every kind, over its own texts and those of related records; in
 * another form its people and notes belong to tenants, which share the companies.
 */
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
import { clusterDatabase, hasCluster } from './cluster.js'
import type { FreshDatabase } from './database.js'
import { type Callers, tablesOf } from './use-service.js'

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

const tablesWith = (column: string, key: string): string => `
    create extension unaccent;
    create table companies (id integer primary key, name text not null, listed integer not null);
    create table people (id integer, name text not null, nickname text,
      company_id integer references companies${column}, primary key (${key}id));
    create table notes (id integer, person_id integer not null,
      body text not null${column}, primary key (${key}id),
      foreign key (${key}person_id) references people (${key}id));`

/** The tables, without rows. */
export const searchTables = tablesWith('', '')

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

/** A form of the contract, with its tables. */
export interface SearchForm {
  readonly api: typeof peopleApi
  readonly callers: Callers
  /** Opens a database with the tables and these rows. */
  readonly open: (rows: string) => Promise<FreshDatabase>
  /** SQL that gives the rows of the callers to another tenant, too. */
  readonly copied: string
  /** The people of the callers, as a table in SQL. */
  readonly people: string
  /** How totals are counted that may be estimated: an estimate is about the rows of all tenants. */
  readonly count: 'estimated' | 'exact'
}

export const plainForm: SearchForm = {
  api: peopleApi,
  callers: searchCallers,
  open: (rows) => tablesOf(`${searchTables}${rows}`)(),
  copied: '',
  people: 'people',
  count: 'estimated',
}

const ofTenant = ({ table, fields, options }: typeof people | typeof notes) =>
  defineEntity(table, { ...fields, tenantId: text() }, { ...options, tenant: 'tenantId' })
const tenantSchema = defineSchema({
  companies: defineEntity('companies', companies.fields, { ...companies.options, shared: true }),
  people: ofTenant(people),
  notes: ofTenant(notes),
} as unknown as typeof schema.entities) as typeof schema

const copied = `
  insert into people select id, name, nickname, company_id, 'other' from people;
  insert into notes select id, person_id, body, 'other' from notes`

/** On a cluster: rows are on the shards of their tenants, companies on every node. */
export const tenantForm: SearchForm = {
  api: { ...peopleApi, schema: tenantSchema },
  callers: Object.fromEntries(
    Object.entries(searchCallers).map(([name, caller]) => [name, { ...caller, tenant: 'mine' }]),
  ),
  open: (rows) =>
    clusterDatabase([tenantForm.api], async (client) => {
      await client.query(tablesWith(`, tenant_id text not null default 'mine'`, 'tenant_id, '))
      await client.query(`${rows}${copied}`)
    }),
  copied,
  people: `(select * from people where tenant_id = 'mine')`,
  count: 'exact',
}

/** With tenants if there is a cluster. */
export const usualForm: SearchForm = hasCluster ? tenantForm : plainForm
