/** Errors as the coordinator of a Citus cluster reports them (Citus 13.0.5). */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTables } from '../../examples/bureau/database/seed.js'
import { createPrincipal } from '../../src/access/principals.js'
import { createViews } from '../../src/access/views.js'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import {
  blameFields,
  createIntegrityFacts,
  type IntegrityFacts,
} from '../../src/database/catalog/integrity.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { citus } from '../../src/database/engines/citus/citus.js'
import { translateDatabaseError } from '../../src/database/errors/errors.js'
import { AppError } from '../../src/foundation/errors/app-error.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { resources } from './bureau.js'

const longName = `employees_${'x'.repeat(53)}`

let database: FreshDatabase
let integrity: IntegrityFacts
beforeAll(async () => {
  database = await freshDatabase()
  await createTables(database.client)
  await database.client.query(`create unique index ${longName} on employees (tenant_id, full_name)`)
  const catalog = await readCatalog(database.client, tablesOf(model.entities))
  integrity = createIntegrityFacts(catalog, citus.placesIn(catalog))
})
afterAll(() => database.close())

const model = compileModel(resources, new Diagnostics())
const settings = { zone: 'UTC', maxListLength: 9, maxTextLength: 9, allowScalarRange: false }
const caller = createPrincipal({ id: 'ann', tenant: 'aurora', authorities: [], claims: {} })
const resource = createViews(model, settings)(caller).resource('bureau.employees')

/** The response to an error of a single row, which has its code, or of many, which has not. */
const blamed = (message: string, code: string, shape = resource.create) => {
  const reports: readonly Partial<pg.DatabaseError>[] = [
    { code, routine: 'ReportResultError' },
    { code: 'XX000', routine: 'ReportCopyError' },
  ]
  return reports.map((report) => {
    const error = Object.assign(new pg.DatabaseError(message, 0, 'error'), report)
    const found = blameFields(translateDatabaseError(error), resource, shape, integrity)
    if (!(found instanceof AppError)) throw found
    return { status: found.status, targets: found.problems.map(({ target }) => target) }
  })
}

describe('an error of a node names the field', () => {
  test.each([
    [
      'code',
      '23505',
      'duplicate key value violates unique constraint "employees_tenant_id_code_key_102019"',
    ],
    [
      'fullName',
      '23505',
      `duplicate key value violates unique constraint "${longName.slice(0, 47)}_08dd196d_102019"`,
    ],
    [
      'skillIds',
      '23503',
      'insert or update on table "employee_skills_102115" violates foreign key constraint "employee_skills_tenant_id_skill_id_fkey_102115"',
    ],
    [
      'fullName',
      '23502',
      'null value in column "full_name" of relation "employees_102083" violates not-null constraint',
    ],
  ])('%s of a violation with code %s', (target, code, message) => {
    const expected = { status: code === '23502' ? 400 : 409, targets: [target] }
    expect(blamed(message, code)).toEqual([expected, expected])
  })
})

test('errors without fields have their status', () => {
  for (const [code, message, status] of [
    ['55P03', 'canceling statement due to lock timeout', 503],
    ['40P01', 'deadlock detected', 503],
    ['57014', 'canceling statement due to statement timeout', 504],
    ['XX000', 'could not open file', 500],
  ] as const)
    expect(blamed(message, code).map((each) => each.status)).toEqual([status, status])
})

test('a name that several constraints can have on a shard names no field', () => {
  const message = 'duplicate key value violates unique constraint "employees_08dd196d_102019"'
  expect(blamed(message, '23505')[0]!.targets).toEqual([undefined])
})
