/** The statements that change dataset versions: plain SQL, without the service. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DatasetDatabase,
  datasetDatabase,
  insertSkill,
  type Name,
  names,
  schema,
} from './dataset-database.js'

let dataset: DatasetDatabase
beforeAll(async () => {
  dataset = await datasetDatabase()
  // A separate department for a row of each table, so that deletes are not blocked.
  await run(`insert into departments (id, code, name) values (900, 'D-900', 'Probe')`)
  await run(`insert into employees (id, code, full_name, email, salary, hired_on, department_id)
    select id, 'P-' || id, 'Probe ' || id, id || '@example.com', 1, '2026-01-01', 900
    from generate_series(901, 909) as id`)
  await run(`insert into dependents (employee_id, full_name, birth_date, kinship)
    select id, 'Child', '2020-01-01', 'CHILD' from generate_series(901, 909) as id`)
})
afterAll(() => dataset.close())

const run = async (sql: string): Promise<void> => void (await dataset.fresh.client.query(sql))
const versions = async (): Promise<Readonly<Record<string, string>>> => {
  const read: Record<string, string> = {}
  for (const name of names) read[name] = await dataset.versionOf(name)
  return read
}
/** The resources whose version has changed afterwards. */
const movedBy = async (work: () => Promise<void>): Promise<readonly Name[]> => {
  const before = await versions()
  await work()
  const after = await versions()
  return names.filter((name) => before[name] !== after[name])
}

/** Resources that reach the table, in the order of `names`. */
const reached = {
  departments: ['employees', 'departments', 'absences', 'payslips', 'costs'],
  employees: ['employees', 'absences', 'payslips'],
  skills: ['employees', 'skills'],
  employee_skills: ['employees'],
  dependents: ['employees'],
  absence_requests: ['absences'],
  payslips: ['payslips', 'costs'],
} as const satisfies Record<string, readonly Name[]>
const tables = Object.keys(reached) as readonly (keyof typeof reached)[]

/** `pg` does not support COPY from the client; this uses the protocol of its own connection. */
const copyIn = (client: pg.Client, text: string, lines: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const copy = Object.assign(new pg.Query(text), {
      handleCopyInResponse: (connection: CopyConnection) => {
        for (const line of lines) connection.sendCopyFromChunk(Buffer.from(line))
        connection.endCopyFrom()
      },
    })
    copy.once('end', () => resolve())
    copy.once('error', reject)
    client.query(copy)
  })

interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

describe('statements that change versions', () => {
  test('a write of a session that quotes all names changes the version', async () => {
    const update = 'update departments set name = name where id = 900'
    const quoting = () =>
      run(`set quote_all_identifiers = on; ${update}; reset quote_all_identifiers`)
    expect(await movedBy(quoting)).toEqual(reached.departments)
    const touching = () =>
      run(`set quote_all_identifiers = on; select ${schema}.touch('departments');
        reset quote_all_identifiers`)
    expect(await movedBy(touching)).toEqual(reached.departments)
  })

  test.each(tables)(
    'an update of %s changes the version where the resource reaches it',
    async (table) => {
      const column = table === 'employee_skills' ? 'skill_id' : 'id'
      const update = `update ${table} set ${column} = ${column}
      where ctid = (select min(ctid) from ${table})`
      expect(await movedBy(() => run(update))).toEqual(reached[table])
    },
  )

  const employee = 'employee_id = 902'
  const statements: readonly (readonly [string, string, readonly Name[]])[] = [
    ['an insert', insertSkill(), reached.skills],
    ['a delete', `delete from skills where code like 'D-%'`, reached.skills],
    ['the name of a department', `update departments set name = name || '!'`, reached.departments],
    ['a new link', 'insert into employee_skills values (902, 1)', ['employees']],
    ['a deleted link', `delete from employee_skills where ${employee}`, ['employees']],
    [
      'a payslip, from which monthly costs are computed',
      `insert into payslips (employee_id, department_id, period, gross, net)
       values (902, 900, '2026-01-01', 2, 1)`,
      reached.payslips,
    ],
    [
      'a new department, which monthly costs are joined with',
      `insert into departments (code, name) values ('D-901', 'New')`,
      reached.departments,
    ],
    [
      'an insert that becomes an update',
      `insert into skills (id, code, name, category) values (1, 'x', 'x', 'x')
       on conflict (id) do update set category = 'Other'`,
      reached.skills,
    ],
    [
      'a statement with several writes',
      `with gone as (delete from dependents where employee_id = 903 returning employee_id)
       insert into absence_requests (employee_id, kind, starts_on, ends_on, days)
       select employee_id, 'OTHER', '2026-01-01', '2026-01-01', 1 from gone`,
      ['employees', 'absences'],
    ],
    ['a manual touch', `select corollary.touch('skills')`, reached.skills],
    [
      'a write inside a function',
      `do $$ begin ${insertSkill()}; perform pg_sleep(0); end $$`,
      reached.skills,
    ],
    ['a truncate', 'truncate payslips', reached.payslips],
  ]
  test.each(statements)('the version is changed by %s', async (_name, sql, moved) => {
    expect(await movedBy(() => run(sql))).toEqual(moved)
  })

  test('a cascading delete changes the versions of all its tables', async () => {
    const reader = await dataset.connect()
    const probe = `select weight from corollary.dataset_change where dataset = 'public.dependents'
      and transaction_id = pg_current_xact_id()`
    await reader.query('begin; delete from employees where id = 904')
    expect((await reader.query(probe)).rowCount).toBe(1)
    expect(await movedBy(async () => void (await reader.query('commit')))).toEqual(
      reached.employees,
    )
  })

  test('COPY changes the version', async () => {
    const client = await dataset.connect()
    const rows = ['C-1\tCopied\tTest\n', 'C-2\tCopied\tTest\n']
    const copy = (lines: readonly string[]) => () =>
      copyIn(client, 'copy skills (code, name, category) from stdin', lines)
    expect(await movedBy(copy(rows))).toEqual(reached.skills)
    expect(await movedBy(copy([]))).toEqual([])
  })

  test('MERGE changes the version, on servers that have it', async () => {
    const { rows } = await dataset.fresh.client.query('show server_version_num')
    if (Number(rows[0].server_version_num) < 150_000) return
    const merge = (name: string) => `merge into skills as s
      using (values ('M-1', '${name}')) as n(code, name) on s.code = n.code
      when matched then update set name = n.name
      when not matched then insert (code, name, category) values (n.code, n.name, 'Test')`
    expect(await movedBy(() => run(merge('one')))).toEqual(reached.skills)
    expect(await movedBy(() => run(merge('two')))).toEqual(reached.skills)
    const removal = merge('two').replace('update set name = n.name', 'delete')
    expect(await movedBy(() => run(removal))).toEqual(reached.skills)
  })

  test('two transactions change the version twice, and a transaction with two statements once', async () => {
    const [first, second] = [await dataset.connect(), await dataset.connect()]
    const seen = [await dataset.versionOf('skills')]
    await first.query(`begin; ${insertSkill()}; ${insertSkill()}`)
    await second.query(`begin; ${insertSkill()}`)
    expect(await dataset.versionOf('skills')).toBe(seen[0])
    for (const client of [first, second]) {
      await client.query('commit')
      seen.push(await dataset.versionOf('skills'))
    }
    expect(new Set(seen).size).toBe(3)
  })

  test('a transaction with a partial rollback to a savepoint changes the version', async () => {
    const sql = `begin; ${insertSkill()}; savepoint a; ${insertSkill()}; rollback to a; commit`
    expect(await movedBy(() => run(sql))).toEqual(reached.skills)
    const after = `begin; savepoint a; ${insertSkill()}; rollback to a; ${insertSkill()}; commit`
    expect(await movedBy(() => run(after))).toEqual(reached.skills)
  })

  test('a cascading truncate changes the version', async () => {
    const moved = [...reached.employees, 'costs']
    expect(await movedBy(() => run('truncate employees cascade'))).toEqual(moved)
  })
})

describe('statements that change no version', () => {
  const statements: readonly (readonly [string, string])[] = [
    ['an insert of no row', 'insert into skills select * from skills where false'],
    ['an update of no row', `update skills set name = name where code = 'none'`],
    ['a delete of no row', `delete from skills where code = 'none'`],
    [
      'on conflict do nothing',
      `insert into skills (id, code, name, category) values (1, 'x', 'x', 'x') on conflict do nothing`,
    ],
    ['a transaction that was rolled back', `begin; ${insertSkill()}; rollback`],
    [
      'a savepoint that was rolled back, alone',
      `begin; savepoint a; ${insertSkill()}; rollback to a; commit`,
    ],
    ['a lock', 'begin; select from skills for update; commit'],
    ['maintenance of the server', 'analyze skills'],
    [
      'a write to a table that no resource reaches',
      'create table others (id int); insert into others values (1); truncate others; drop table others',
    ],
  ]
  test.each(statements)('no version is changed by %s', async (_name, sql) => {
    expect(await movedBy(() => run(sql))).toEqual([])
  })

  test('a failing statement changes no version', async () => {
    const fails = `insert into skills (id, code, name, category) values (9000, 'F', 'F', 'F'), (1, '1', '1', '1')`
    expect(await movedBy(() => expect(run(fails)).rejects.toThrow(/duplicate key/))).toEqual([])
  })
})
