/**
 * A pooler prepares a statement anew on another session of the server, where its columns may have
 * changed without an error. SQL does here what PgBouncer does from 1.21 on.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from '../../src/database/access/database.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let fresh: FreshDatabase
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  await fresh.client.query(`create table codes (code char(4)); insert into codes values ('ab')`)
  database = new Database({ connection: fresh.connection, poolSize: 1, isPooled: true })
})
afterAll(async () => {
  await database?.close()
  await fresh?.close()
})

test('values of char(n) have no padding after their column has changed its type', async () => {
  const text = 'select code from codes'
  const read = async () => (await database.query({ name: 'codes', text, values: [] }))[0]![0]
  const run = (sql: string) => database.query({ text: sql, values: [] })
  expect(await read()).toBe('ab')
  for (const type of ['text', 'char(6)', 'varchar(9)', 'char(3)']) {
    await run('deallocate codes')
    await run(`alter table codes alter column code type ${type}`)
    await run(`prepare codes as ${text}`)
    expect(await read(), type).toBe('ab')
  }
  // Trailing spaces belong to a value of any other type.
  await run('deallocate codes')
  await run('alter table codes alter column code type text')
  await run(`update codes set code = 'ab '`)
  await run(`prepare codes as ${text}`)
  expect(await read()).toBe('ab ')
})
