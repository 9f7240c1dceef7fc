/**
 * The process that owns the database: it starts the embedded PostgreSQL and fills it once for each
 * size. Other processes connect to it.
 */
import { join } from 'node:path'
import { createService } from 'corollary'
import people from '../../examples/people/app.js'
import { type Connection, serve } from '../messages.js'

type Prepare = Parameters<NonNullable<typeof people.prepare>>[0]

const tables =
  'employees, departments, skills, employee_skills, dependents, absence_requests, plain.employees'

serve(async ({ employees }, tell) => {
  let connection: Connection | undefined
  const application = {
    ...people,
    prepare: async (context: Prepare) => {
      await people.prepare?.(context)
      tell('Tables without triggers')
      await createPlainTables(context.client)
      // As autovacuum does soon after a load; during a round it would favour one side.
      // Of a run that was interrupted while it wrote.
      for (const schema of ['public', 'plain']) {
        await context.client.query(`delete from ${schema}.employees where id > $1`, [employees])
      }
      tell('Vacuum')
      await context.client.query(`vacuum analyze ${tables}`)
      // Otherwise the disk would be measured, and hide what the servers do.
      await context.client.query(`do $$ begin
        execute format('alter database %I set synchronous_commit = off', current_database());
      end $$`)
      connection = connectionOf(context.client)
    },
  }
  const service = await createService(application, {
    environment: { ...process.env, PLATFORM_LOG_LEVEL: 'silent' },
    // Each size has its own folder: a second run reuses the data of the first.
    projectFolder: join('.corollary', `bench-${employees}`),
    args: ['--edge-cases', '--employees', String(employees)],
    log: tell,
    report: ({ label, done, total }) => tell(`${label}: ${done} of ${total}`),
  })
  return { url: '', connection: connection!, close: () => service.close() }
})

/** Tables that are copied, with the columns of their primary keys. */
const copied = {
  departments: 'id',
  skills: 'id',
  employees: 'id',
  employee_skills: 'employee_id, skill_id',
  dependents: 'id',
} as const

/**
 * The schema `plain` has copies of the tables without the triggers of dataset versions: servers
 * that promise no versions use them. Keys and indexes are the same.
 */
const createPlainTables = async (client: Prepare['client']): Promise<void> => {
  const { rows } = await client.query(`select to_regclass('plain.dependents') is not null as found`)
  if (rows[0].found) return
  const copies = Object.entries(copied).map(
    ([table, key]) => `
      create table plain.${table} (like public.${table} including all);
      insert into plain.${table} overriding system value select * from public.${table} order by ${key};
      ${key === 'id' ? `select setval(pg_get_serial_sequence('plain.${table}', 'id'), (select max(id) from plain.${table}));` : ''}`,
  )
  await client.query(`begin;
    drop schema if exists plain cascade;
    create schema plain;
    ${copies.join('')}
    alter table plain.departments add foreign key (parent_id) references plain.departments (id);
    alter table plain.employees
      add foreign key (department_id) references plain.departments (id),
      add foreign key (manager_id) references plain.employees (id);
    alter table plain.employee_skills
      add foreign key (employee_id) references plain.employees (id) on delete cascade,
      add foreign key (skill_id) references plain.skills (id);
    alter table plain.dependents
      add foreign key (employee_id) references plain.employees (id) on delete cascade;
    commit`)
  const tables = Object.keys(copied).map((table) => `plain.${table}`)
  await client.query(`vacuum analyze ${tables.join(', ')}`)
}

/** Every client of `pg` has these; the types declare them on `Client` only. */
const connectionOf = (client: object): Connection => {
  const { host, port, user, password, database } = client as Connection
  return { host, port, user, password, database }
}
