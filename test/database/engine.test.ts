/** What `corollary check` says about a server that has less than PostgreSQL. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireEngine } from '../../src/database/check/check-engine.js'
import type { Settings } from '../../src/foundation/settings/settings.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let database: FreshDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

const settings = {
  'platform.dataset-version.mode': 'triggers',
  'platform.audit.enabled': true,
} as unknown as Settings

/** Makes the server refuse a command, as an engine without it does. */
const refuse = (commandTag: string) =>
  database.client.query(`
    create function refuse() returns event_trigger language plpgsql as $$
    begin raise exception 'not supported yet' using errcode = 'feature_not_supported'; end $$;
    create event trigger refuse on ddl_command_start when tag in ('${commandTag}')
      execute function refuse()`)

const message = (over: object = {}) =>
  requireEngine(database.client, { ...settings, ...over }).then(
    () => 'nothing',
    (error: Error) => error.message,
  )

test('PostgreSQL lacks nothing, and keeps nothing of what was tried', async () => {
  const rows = `select (select count(*) from pg_class) as relations, (select count(*) from pg_proc) as functions`
  const before = (await database.client.query(rows)).rows
  expect(await message()).toBe('nothing')
  expect((await database.client.query(rows)).rows).toEqual(before)
})

test('triggers that the server does not have are named, with the setting that does without', async () => {
  await refuse('CREATE TRIGGER')
  expect(await message()).toMatch(
    /^This server lacks what the service needs \(PostgreSQL \d.*\):\n {2}statement triggers with transition tables, needed for dataset versions: set 'platform\.dataset-version\.mode' to off$/,
  )
  expect(await message({ 'platform.dataset-version.mode': 'off' })).toBe('nothing')
})

test('a server without temporary tables is refused: nothing else can be tried', async () => {
  await refuse('CREATE TABLE')
  expect(await message()).toMatch(/\n {2}temporary tables, needed to find out what else it lacks: /)
})

test('a missing right is not a missing feature', async () => {
  const { client, connection } = database
  await client.query(`revoke temporary on database "${connection.database}" from public;
    create role no_temp_${connection.database}; set role no_temp_${connection.database}`)
  expect(await message()).toBe('nothing')
  await client.query(`reset role; drop role no_temp_${connection.database}`)
})
