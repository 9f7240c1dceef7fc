/**
 * People with a team and a pay, whose small groups some callers do not see; with tenants if there
 * is a cluster.
 */
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
import { clusterDatabase, hasCluster } from './cluster.js'
import { type Callers, tablesOf } from './use-service.js'

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

const tablesWith = (column: string, key: string): string => `
create table staff (
  id integer generated always as identity, batch integer not null, team text,
  level integer not null, joined date, pay numeric(12,2)${column}, primary key (${key}id));
create index on staff (${key}level);`

export const staffTables = tablesWith('', '')

const ofTenants = defineSchema({
  staff: defineEntity('staff', { ...staff.fields, tenantId: text() }, { tenant: 'tenantId' }),
}) as unknown as typeof staffApi.schema
const tenantApi: typeof staffApi = { ...staffApi, schema: ofTenants }
const tenantCallers: Callers = Object.fromEntries(
  Object.entries(staffCallers).map(([name, caller]) => [name, { ...caller, tenant: 'mine' }]),
)

export const usualStaff = hasCluster
  ? {
      ...{ api: tenantApi, callers: tenantCallers },
      open: () =>
        clusterDatabase([tenantApi], async (client) => {
          await client.query(tablesWith(`, tenant_id text not null default 'mine'`, 'tenant_id, '))
        }),
      /** SQL that gives the rows of a batch to another tenant, too. */
      copied: `insert into staff (batch, team, level, joined, pay, tenant_id)
        select batch, team, level, joined, pay, 'other' from staff where batch = $1`,
    }
  : { api: staffApi, callers: staffCallers, open: tablesOf(staffTables), copied: undefined }
