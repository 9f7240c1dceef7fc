/** Advice where a database and its contracts say different things without breaking a request. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adviseDrift } from '../../src/advice/advise-drift.js'
import { adviseIds } from '../../src/advice/advise-ids.js'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { checkAgainstDatabase } from '../../src/database/check/check-contract.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { type Broken, boardTables, unsound } from './board.js'
import { driftCases } from './drift-cases.js'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.client.query(boardTables)
})
afterAll(() => database.close())

/** The advice; the changes of `sql` are undone. */
const advise = async (broken: Broken, sql = '') => {
  const diagnostics = new Diagnostics()
  const model = compileModel(unsound(broken), diagnostics)
  try {
    await database.client.query(`begin; ${sql}`)
    const catalog = await readCatalog(database.client, tablesOf(model.entities))
    checkAgainstDatabase(model, catalog, diagnostics)
    expect(diagnostics.all).toEqual([])
    adviseDrift(model, catalog, diagnostics)
    await adviseIds(database.client, model, catalog, diagnostics)
    // A recommended statement runs, and then nothing more is recommended.
    const statements = diagnostics.all.flatMap(
      ({ message }) => /ALTER TABLE .*;$/.exec(message) ?? [],
    )
    if (statements.length > 0) {
      await database.client.query(statements.join(''))
      const after = new Diagnostics()
      adviseDrift(model, await readCatalog(database.client, tablesOf(model.entities)), after)
      expect(after.all.filter(({ code }) => code === 'FOREIGN_KEY_MISSING')).toEqual([])
    }
  } finally {
    await database.client.query('rollback')
  }
  expect(diagnostics.errors).toEqual([])
  return diagnostics.all.map(({ code, path, message }) => [code, path, message])
}

test.each(driftCases)('$says', async ({ sql, broken = {}, advice }) => {
  expect(await advise(broken, sql)).toEqual(advice)
})
