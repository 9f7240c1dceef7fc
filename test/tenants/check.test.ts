/** What `corollary check` says of tables with tenants, and what a foreign key without one costs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTables } from '../../examples/bureau/database/seed.js'
import { createPrincipal } from '../../src/access/principals.js'
import { createViews } from '../../src/access/views.js'
import { tablesOf } from '../../src/database/catalog.js'
import { adviseDrift } from '../../src/database/check/advise-drift.js'
import { checkAgainstDatabase } from '../../src/database/check/check-contract.js'
import { adviseIndexes } from '../../src/database/check/index-proposal.js'
import { proposeIndexes } from '../../src/database/check/propose-indexes.js'
import { createIntegrityFacts } from '../../src/database/integrity.js'
import { readCatalog } from '../../src/database/read-catalog.js'
import { Diagnostics } from '../../src/foundation/diagnostics.js'
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
    adviseIndexes(proposeIndexes(model, catalog), diagnostics)
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
