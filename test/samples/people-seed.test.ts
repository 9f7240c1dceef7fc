/** Seeding the sample company: once, completely, and never over existing rows. */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareDatabase } from '../../examples/people/database/seed.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

const report = () => undefined

let database: FreshDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

const seed = (...args: string[]) => prepareDatabase({ client: database.client, args, report })

async function value(sql: string): Promise<unknown> {
  const { rows } = await database.client.query<{ value: unknown }>(`select (${sql}) as value`)
  return rows[0]?.value
}
const employees = () => value('select count(*)::int from employees')
const tables = () =>
  value(`select count(*)::int from pg_class where relkind in ('r', 'v', 'S')
    and relnamespace = 'public'::regnamespace`)

/** Another connection to the same database. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client(database.connection)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

test.each([
  [['--employees'], 'got nothing'],
  [['--employees='], 'got nothing'],
  [['--employees', '0'], "got '0'"],
  [['--employees', '-5'], "got '-5'"],
  [['--employees', '2.5'], "got '2.5'"],
  [['--employees', '1e3'], "got '1e3'"],
  [['--employees', '1_000'], "got '1_000'"],
  [['--employees', '1000001'], "got '1000001'"],
  [['--employees', '99999999999'], "got '99999999999'"],
  [['--employees=many'], "got 'many'"],
  [['--employees', '--port'], "got '--port'"],
  [['--employees', '5', '--employees=5'], 'given twice'],
])('%j is refused before anything is created', async (args, message) => {
  const refusal = { name: 'StartError', message: expect.stringContaining(message) }
  await expect(seed(...args)).rejects.toMatchObject(refusal)
  expect(await tables()).toBe(0)
})

test('the smallest number is 1, and other arguments are ignored', async () => {
  await seed('--port', '8080', '--employees=1', '--verbose')
  expect(await employees()).toBe(1)
  expect(await value('select count(*)::int from payslips')).toBe(24)
})

test('progress counts employees, then keys and indexes, up to their totals', async () => {
  const steps: { label: string; done: number; total: number }[] = []
  await prepareDatabase({
    client: database.client,
    args: ['--employees', '5001'],
    report: (step) => steps.push(step),
  })
  expect(steps.slice(0, 3)).toEqual([
    { label: 'Employees', done: 0, total: 5_001 },
    { label: 'Employees', done: 5_000, total: 5_001 },
    { label: 'Employees', done: 5_001, total: 5_001 },
  ])
  const last = steps.at(-1)
  expect(last).toMatchObject({ label: 'Keys and indexes', done: last?.total })
  expect(await employees()).toBe(5_001)
})

test('a second run sends one query and changes nothing', async () => {
  await seed('--employees', '30')
  // Changes by users of the sample cause neither a new seed nor an error.
  await database.client.query(`delete from payslips; delete from absence_requests;
    delete from employees`)
  const query = vi.spyOn(database.client, 'query')
  await seed()
  await seed('--employees', '30')
  expect(query).toHaveBeenCalledTimes(2)
  query.mockRestore()
  expect(await employees()).toBe(0)
})

test('another number than the seeded one is refused, with both numbers, and nothing is lost', async () => {
  await seed('--employees', '30')
  await expect(seed('--employees', '31')).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(
      /seeded with 30 employees, but --employees is 31\. .* drop table pay/,
    ),
  })
  expect(await employees()).toBe(30)
})

test('edge cases are refused where the rows have none, and rows with them serve every start', async () => {
  await seed('--employees', '30')
  await expect(seed('--edge-cases')).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/seeded without --edge-cases\. .* Omit --edge-cases to use /),
  })
  expect(await value(`select count(*)::int from employees where strpos(full_name, '''') > 0`)).toBe(
    0,
  )

  const other = await freshDatabase()
  try {
    const prepare = (...args: string[]) => prepareDatabase({ client: other.client, args, report })
    await prepare('--employees', '30', '--edge-cases')
    const query = vi.spyOn(other.client, 'query')
    await prepare()
    await prepare('--edge-cases', '--employees=30')
    expect(query).toHaveBeenCalledTimes(2)
    query.mockRestore()
  } finally {
    await other.close()
  }
})

test('the command that the message suggests works', async () => {
  await seed('--employees', '30')
  const refusal = await seed('--employees', '31').catch((error: Error) => error.message)
  const advice = /\((drop view [^)]*)\)/.exec(String(refusal))?.[1]
  await database.client.query(String(advice))
  await seed('--employees', '31')
  expect(await employees()).toBe(31)
})

test('a failure during the seed leaves nothing, and the next run starts over', async () => {
  const failing = prepareDatabase({
    client: database.client,
    args: ['--employees', '30'],
    report: ({ done }) => {
      if (done === 30) throw new Error('the terminal is gone')
    },
  })
  await expect(failing).rejects.toThrow('the terminal is gone')
  expect(await tables()).toBe(0)
  await seed('--employees', '30')
  expect(await employees()).toBe(30)
})

test('a connection lost during the seed leaves nothing, and the next run starts over', async () => {
  const victim = await connect()
  const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid')
  let killed: Promise<unknown> | undefined
  const lost = prepareDatabase({
    client: victim,
    args: ['--employees', '5001'],
    report: ({ done }) => {
      if (done !== 5_000) return
      killed = database.client.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    },
  })
  await expect(lost).rejects.toThrow(/terminat/)
  await killed
  await victim.end().catch(() => undefined)
  // The client gets its error before the server has rolled back the transaction.
  await expect.poll(tables).toBe(0)
  await seed('--employees', '30')
  expect(await employees()).toBe(30)
})

test('two concurrent starts seed once', async () => {
  const other = await connect()
  try {
    await Promise.all([
      seed('--employees', '300'),
      prepareDatabase({ client: other, args: ['--employees', '300'], report }),
    ])
    expect(await employees()).toBe(300)
  } finally {
    await other.end()
  }
})

test('a statement timeout of the connection does not stop the seed, and is restored', async () => {
  // The first query is not part of the seed and has the timeout; the payslips take longer.
  await database.client.query(`set statement_timeout to '20ms'`)
  await vi.waitFor(() => seed('--employees', '600'), { timeout: 20_000 })
  const { rows } = await database.client.query('show statement_timeout')
  expect(rows).toEqual([{ statement_timeout: '20ms' }])
  await database.client.query('reset statement_timeout')
  expect(await employees()).toBe(600)
})

const schema = new URL('../../examples/people/database/schema.sql', import.meta.url)

test('tables that were created by hand are filled while they are empty', async () => {
  await database.client.query(await readFile(schema, 'utf8'))
  await seed('--employees', '30')
  expect(await employees()).toBe(30)
})

test('rows that were created by hand are kept', async () => {
  await database.client.query(await readFile(schema, 'utf8'))
  await database.client.query(`insert into departments (code, name) values ('OWN', 'My own')`)
  await seed()
  expect(await employees()).toBe(0)
  await expect(seed('--employees', '30')).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('rows that were not seeded'),
  })
  expect(await value('select count(*)::int from departments')).toBe(1)
})

test('an incomplete schema is refused, naming what is missing', async () => {
  await database.client.query('create table employees (id bigint)')
  await expect(seed()).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('not absence_requests, departments, dependents'),
  })
  expect(await tables()).toBe(1)
})
