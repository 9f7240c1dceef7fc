/**
 * The process that owns the database: it starts the embedded PostgreSQL and fills it once for each
 * size. Other processes connect to it.
 */
import { join } from 'node:path'
import { createService } from 'corollary'
import people from '../../examples/people/app.js'
import { type Connection, serve } from '../messages.js'

type Prepare = Parameters<NonNullable<typeof people.prepare>>[0]

const tables = 'employees, departments, skills, employee_skills, dependents, absence_requests'

serve(async ({ employees }, tell) => {
  let connection: Connection | undefined
  const application = {
    ...people,
    prepare: async (context: Prepare) => {
      await people.prepare?.(context)
      tell('Tables without triggers')
      await createPlainTables(context.client)
      // As autovacuum does soon after a load; during a round it would favour one side.
      tell('Vacuum')
      await context.client.query(`vacuum analyze ${tables}`)
      // The disk would be measured, and hide what the servers do.
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
    args: ['--employees', String(employees)],
    log: tell,
    report: ({ label, done, total }) => tell(`${label}: ${done} of ${total}`),
  })
  return { url: '', connection: connection!, close: () => service.close() }
})

/**
 * The schema `plain` has the tables that are written, without the triggers of dataset versions:
 * servers that promise no versions write there. Keys and indexes are the same.
 */
const createPlainTables = async (client: Prepare['client']): Promise<void> => {
  const { rows } = await client.query(`select to_regclass('plain.employees') is not null as found`)
  if (rows[0].found) return
  await client.query(`begin;
    create schema plain;
    create table plain.employees (like employees including all);
    insert into plain.employees overriding system value select * from employees order by id;
    create table plain.employee_skills (like employee_skills including all);
    insert into plain.employee_skills select * from employee_skills order by employee_id, skill_id;
    alter table plain.employees
      add foreign key (department_id) references departments (id),
      add foreign key (manager_id) references plain.employees (id);
    alter table plain.employee_skills
      add foreign key (employee_id) references plain.employees (id) on delete cascade,
      add foreign key (skill_id) references skills (id);
    select setval(pg_get_serial_sequence('plain.employees', 'id'), (select max(id) from plain.employees));
    commit`)
  await client.query('vacuum analyze plain.employees, plain.employee_skills')
}

/** Every client of `pg` has these; the types declare them on `Client` only. */
const connectionOf = (client: object): Connection => {
  const { host, port, user, password, database } = client as Connection
  return { host, port, user, password, database }
}
