/** A password that changes while the service runs: new connections read its file again. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Database } from '../../src/database/access/database.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

const folder = mkdtempSync(join(tmpdir(), 'corollary-password-'))
const file = join(folder, 'pgpass')
let fresh: FreshDatabase
const role = `rotating_${process.pid}`
beforeAll(async () => {
  fresh = await freshDatabase()
})
beforeEach(() => {
  vi.stubEnv('PGPASSFILE', file)
})
afterAll(async () => {
  await fresh.client.query(`drop role ${role}`)
  await fresh.close()
  rmSync(folder, { recursive: true })
})

const setPassword = async (password: string, statement: string): Promise<void> => {
  await fresh.client.query(`${statement} role ${role} login password '${password}'`)
  writeFileSync(file, `*:*:*:${role}:${password}\n`, { mode: 0o600 })
}

test('the password of PGPASSFILE may change while the service runs', async () => {
  await setPassword('first', 'create')
  const { host, port, database: name } = fresh.connection
  const connection = { host, port, database: name, user: role }
  const database = new Database({ connection, poolSize: 1 })
  const read = () => database.query({ text: 'select session_user', values: [] })
  expect(await read()).toEqual([[role]])
  await setPassword('second', 'alter')
  // Open connections stay.
  expect(await read()).toEqual([[role]])
  await fresh.client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`,
  )
  await expect.poll(() => read().catch(() => undefined)).toEqual([[role]])
  await database.close()
})
