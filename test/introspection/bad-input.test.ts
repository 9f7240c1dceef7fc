/** Databases and names that introspection cannot use, or only with care. */
import { StartError } from 'corollary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type IntrospectOptions, introspect } from '../../src/server/commands/introspect.js'
import { readNames } from '../../src/server/commands/name-lists.js'
import { openUrl } from '../../src/server/compose/open-database.js'
import { readSettings } from '../../src/server/compose/read-settings.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let database: FreshDatabase
const role = () => `reader_${database.connection.database}`
beforeAll(async () => {
  database = await freshDatabase()
  await database.client.query(`
    create schema "Odd ""Schema"", here"; create schema empty; create schema sales; create schema keyless;
    create table "Odd ""Schema"", here"."a ""b""" (id int primary key, "select" text);
    create table sales.orders (id int primary key);
    create table orders (id int primary key, sale int references sales.orders);
    create table hidden (id int primary key);
    create role ${role()} login password 'reads';
    grant select on orders to ${role()}`)
})
afterAll(async () => {
  await database.client.query(`drop owned by ${role()}; drop role ${role()}`)
  await database.close()
})

const plan = (options: Partial<IntrospectOptions>) => {
  const { connection } = database
  return introspect({ connection, schemas: ['public'], ...options })
}
const tablesOf = async (options: Partial<IntrospectOptions>) =>
  (await plan(options)).plan.entities.map(({ name, table }) => [name, table.schema, table.name])

test('a database of which nothing can become a resource is reported, with the reasons', async () => {
  await database.client.query(`
    create table keyless."log\u001b[31m" (line text);
    create table keyless.hashes (digest bytea primary key)`)
  const failure = await plan({ schemas: ['keyless'] }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartError)
  expect((failure as Error).message.split('\n')).toEqual([
    'No table or view can become a resource:',
    'keyless.hashes.digest: its bytes are not sent; byteLength() shows their number.',
    "keyless.hashes: its key 'digest' cannot be declared.",
    'keyless.log\\u001b[31m: it has neither a primary key nor unique columns that are not null.',
  ])
})

describe('names', () => {
  test.each([
    ['public', ['public']],
    [' public , sales ', ['public', 'sales']],
    ['"Odd ""Schema"", here",sales', ['Odd "Schema", here', 'sales']],
    ['Größe,日本,', ['Größe', '日本']],
    ['', []],
  ])('%j is %j', (text, names) => {
    expect(readNames(text)).toEqual(names)
  })

  test('tables of one name in two schemas get different names', async () => {
    expect(await tablesOf({ schemas: ['public', 'sales'], tables: ['orders'] })).toEqual([
      ['orders', 'public', 'orders'],
      ['salesOrders', 'sales', 'orders'],
    ])
  })

  test('a table can be selected with its schema', async () => {
    const options = { schemas: ['public', 'sales'], tables: ['sales.orders'] }
    expect(await tablesOf(options)).toEqual([['orders', 'sales', 'orders']])
  })

  test('names with quotes, commas and reserved words are used as they are', async () => {
    expect(await tablesOf({ schemas: ['Odd "Schema", here'] })).toEqual([
      ['aB', 'Odd "Schema", here', 'a "b"'],
    ])
  })
})

test('tables that the role may not read are named in the report', async () => {
  const connection = { ...database.connection, user: role(), password: 'reads' }
  const introspection = await plan({ connection, schemas: ['public', 'sales'] })
  expect(introspection.plan.entities.map(({ name }) => name)).toEqual(['orders'])
  expect(introspection.plan.leftOut).toEqual([
    { subject: 'hidden', reason: 'this role may not read it' },
    { subject: 'sales.orders', reason: 'this role may not read it' },
  ])
})

test('an unknown schema is reported with those that exist, in quotes', async () => {
  await expect(plan({ schemas: ['odd'] })).rejects.toThrow(
    `The database has no schema 'odd'; it has 'public', 'Odd "Schema", here', 'empty', 'sales', 'keyless'.`,
  )
})

describe('an address', () => {
  const cases: readonly (readonly [says: string, change: object, message: RegExp])[] = [
    ['of a server that does not run', { port: 1 }, /cannot be reached: .*Check --from, and/],
    ['of a database that does not exist', { database: 'no "one"' }, /"no "one"" does not exist/],
    [
      'of an unknown user with a password',
      { password: 'wrong', user: 'nobody' },
      /(user|role) "nobody"/,
    ],
  ]
  const urlOf = (change: object): string => {
    const { user, password, host, port, database: name } = { ...database.connection, ...change }
    const path = encodeURIComponent(name)
    return `postgresql://${user}:${password}@localhost:${port}/${path}?host=${encodeURIComponent(host)}`
  }

  test.each(cases)(
    '%s is reported with the option that it is from',
    async (_says, change, message) => {
      const { settings } = readSettings({ environment: {} })
      const failure = await openUrl(urlOf(change), settings, { source: '--from' }).catch(
        (error: unknown) => error,
      )
      expect(failure).toBeInstanceOf(StartError)
      expect((failure as Error).message).toMatch(message)
      expect((failure as Error).message).not.toContain('wrong')
    },
  )

  test('that is not one is reported', async () => {
    const { settings } = readSettings({ environment: {} })
    await expect(openUrl('db.example.com', settings, { source: '--database-url' })).rejects.toThrow(
      '--database-url is not a PostgreSQL address',
    )
  })
})
