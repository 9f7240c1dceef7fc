/** What `corollary check` says of tables with tenants, and what a foreign key without one costs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTables } from '../../examples/bureau/database/seed.js'
import { createPrincipal } from '../../src/access/principals.js'
import { createViews } from '../../src/access/views.js'
import { adviseDrift } from '../../src/advice/advise-drift.js'
import { adviseIndexes } from '../../src/advice/advise-indexes.js'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { datasetTriggers } from '../../src/database/catalog/change-triggers.js'
import { createIntegrityFacts } from '../../src/database/catalog/integrity.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { checkAgainstDatabase } from '../../src/database/check/check-contract.js'
import { adviseDistribution, adviseRecording } from '../../src/database/engines/citus/advise.js'
import { isRecorded } from '../../src/database/engines/citus/dataset-versions.js'
import { readRoleSettings } from '../../src/database/engines/citus/platform-tables.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { mayBeHidden, referencesOf } from '../../src/operations/write/references.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { resources } from './bureau.js'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await createTables(database.client)
})
afterAll(() => database.close())

const model = compileModel(resources, new Diagnostics())

/** Errors and advice, after changes that are undone. */
const check = async (sql = '') => {
  const diagnostics = new Diagnostics()
  try {
    await database.client.query(`begin; ${sql}`)
    const catalog = await readCatalog(database.client, tablesOf(model.entities))
    checkAgainstDatabase(model, catalog, diagnostics)
    adviseDrift(model, catalog, diagnostics)
    adviseIndexes(model, catalog, diagnostics)
    return {
      catalog,
      found: diagnostics.all.map(({ code, path, message }) => [code, path, message]),
    }
  } finally {
    await database.client.query('rollback')
  }
}

const says = (found: readonly (readonly string[])[], code: string): readonly string[] =>
  found.flatMap(([of, path, message]) => (of === code ? [`${path}: ${message}`] : []))

test('the tables of the sample have no errors and no drift', async () => {
  const { found } = await check()
  expect(found.filter(([code]) => code !== 'INDEX_MISSING')).toEqual([])
})

test('proposed indexes begin with the tenant, and end the advice', async () => {
  const { found } = await check()
  const statements = says(found, 'INDEX_MISSING').flatMap(
    (message) => /CREATE INDEX ON [^;]*/.exec(message) ?? [],
  )
  const ofKeys = statements.filter((statement) => !/currencies|lower/.test(statement))
  expect(ofKeys.length).toBeGreaterThan(0)
  for (const statement of ofKeys) expect(statement).toMatch(/\(tenant_id, /)
  const after = await check(ofKeys.join(';'))
  const left = says(after.found, 'INDEX_MISSING').join('\n')
  for (const statement of ofKeys) expect(left).not.toContain(statement)
})

test('a key that is unique beyond the tenant is sufficient, none is an error', async () => {
  const keyless = 'alter table payslips drop constraint payslips_pkey'
  expect(says((await check(keyless)).found, 'PRIMARY_KEY')).toHaveLength(1)
  const { found } = await check(`${keyless}; alter table payslips add unique (id)`)
  expect(says(found, 'PRIMARY_KEY')).toEqual([])
})

const narrow = `alter table employees drop constraint employees_tenant_id_department_id_fkey;
  alter table departments add unique (id);
  alter table employees add foreign key (department_id) references departments (id);`

test('on a cluster, what does not fit is named, and a distribution proposed', async () => {
  const sql = `alter table payslips add unique (id);
    alter table skills alter tenant_id type text;
    create trigger numbered before update on departments
      for each row execute function suppress_redundant_updates_trigger()`
  const { catalog } = await check(sql)
  const diagnostics = new Diagnostics()
  adviseDistribution(model, catalog, diagnostics)
  const messages = diagnostics.all.map(({ path, message }) => `${path}: ${message}`)
  expect(messages.slice(0, -1).sort()).toEqual([
    "database.public.departments: A cluster distributes no table with triggers, such as 'numbered'.",
    "database.public.payslips: A cluster refuses the unique index 'payslips_id_key', because it does not contain 'tenant_id'.",
    "database.public.skills: A cluster keeps tenants of one type on one node, but 'tenant_id' is text, and that of public.departments is character varying.",
  ])
  expect(messages.at(-1)).toContain(
    "SELECT create_distributed_table('public.skills', 'tenant_id', colocate_with => 'public.",
  )
})

test('advice for a cluster records the changes of its tables', async () => {
  const diagnostics = new Diagnostics()
  const { catalog } = await check()
  const base = (name: string) => catalog.tables.get(name)!.bases[0]!
  const cluster = { tenantChanges: 3, tenantKeys: 3, tenantOutbox: 3, hasSharedChanges: true }
  const ofTenants = { column: 'tenant_id', type: 'character varying', group: 3, parts: 32 }
  const tables = [
    { ...base('currencies'), placement: { ...ofTenants, column: undefined, type: undefined } },
    { ...base('skills'), placement: ofTenants },
  ]
  adviseRecording(
    'corollary',
    tables,
    { ...cluster, tenantChanges: undefined, hasSharedChanges: false },
    diagnostics,
  )
  const [first] = diagnostics.all
  const statements = first!.message.split('; ').map((statement) => statement.trim())
  expect(statements).toEqual(
    expect.arrayContaining([
      "select create_reference_table('corollary.shared_dataset_change')",
      "select create_distributed_table('corollary.tenant_dataset_change', 'tenant', colocate_with => 'public.skills')",
      "create trigger corollary_dataset_update after update on public.skills referencing new table as touched for each statement execute function corollary.record_tenant_change('public.skills', 'tenant_id')",
      "create trigger corollary_dataset_delete after delete on public.currencies referencing old table as touched for each statement execute function corollary.record_shared_change('public.currencies')",
    ]),
  )
  const triggers = datasetTriggers
  const [, skills] = tables
  const recorded = { ...skills!, members: [{ name: 'public.skills', triggers }] }
  expect(isRecorded(recorded, cluster)).toBe(true)
  expect(isRecorded(recorded, { ...cluster, tenantChanges: 4 })).toBe(false)
  expect(isRecorded(skills!, cluster)).toBe(false)
})

test('a foreign key without the tenant is advised against, with one that has it', async () => {
  const { found } = await check(narrow)
  expect(says(found, 'TENANT_INVALID')).toEqual([
    "entities.departments.employees: The foreign key of 'department_id' in 'employees' lacks the tenant, so each write that sets it looks for the row first. ALTER TABLE employees ADD FOREIGN KEY (tenant_id, department_id) REFERENCES departments (tenant_id, id);",
  ])
})

test('references are checked by the service where the database does not', async () => {
  const caller = createPrincipal({ id: 'ann', tenant: 'aurora', authorities: [], claims: {} })
  const settings = { zone: 'UTC', maxListLength: 9, maxTextLength: 9, allowScalarRange: false }
  const resource = createViews(model, settings)(caller).resource('bureau.employees')
  const fields = ['department', 'manager', 'currency'] as const
  const assignments = fields.map((field) => {
    const relation = resource.entity.relations.get(field)
    if (relation?.type !== 'toOne') throw new Error(field)
    return { column: relation.key, value: '1' }
  })
  const written = { shape: undefined, values: { assignments, links: [] }, previous: {} }
  const checked = async (sql: string) => {
    const integrity = createIntegrityFacts((await check(sql)).catalog)
    return referencesOf(resource, written)
      .filter((reference) => mayBeHidden({ resource, integrity }, reference))
      .map(({ name }) => name)
  }
  expect(await checked('')).toEqual([])
  expect(await checked(narrow)).toEqual(['department'])
})

test.each(['service', 'Service', 'a.service', 'a "quoted" service'])(
  'the lock timeout of the role %s is found',
  async (name) => {
    const { client } = database
    const { rows } = await client.query('select quote_ident($1) as role', [name])
    const { role } = rows[0]
    await client.query(`begin; create role ${role}; set local role ${role}`)
    const without = await readRoleSettings(client)
    await client.query(
      `reset role; alter role ${role} set lock_timeout = '5s'; set local role ${role}`,
    )
    const { hasLockTimeout } = await readRoleSettings(client)
    await client.query('rollback')
    expect([without, hasLockTimeout]).toMatchObject([{ role, hasLockTimeout: false }, true])
  },
)
