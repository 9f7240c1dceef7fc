/** Which engine a server is; `test/citus` runs on the other one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseEngine } from '../../src/database/engines/choose-engine.js'
import { postgres } from '../../src/database/engines/postgres.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

test('a server without Citus is a single PostgreSQL server, whose tables have no placement', async () => {
  const engine = await chooseEngine(database.client)
  expect(engine).toBe(postgres)
  expect(await engine.readPlacements(database.client)).toEqual(new Map())
})
