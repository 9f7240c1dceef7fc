/** The process of the service: the sample company through the public entry of the package. */
import { join } from 'node:path'
import { createServer } from 'corollary'
import people from '../examples/people/app.js'
import { type Connection, serve } from './messages.js'

const tables = 'employees, departments, skills, employee_skills, dependents'

serve(async ({ employees }, tell) => {
  let connection: Connection | undefined
  const application = {
    ...people,
    // Receives a client of the database, embedded or not: the other server needs the same database.
    prepare: async (context: Parameters<NonNullable<typeof people.prepare>>[0]) => {
      await people.prepare?.(context)
      // As autovacuum does soon after a load; during a round it would favour one side.
      tell('Vacuum')
      await context.client.query(`vacuum analyze ${tables}`)
      connection = connectionOf(context.client)
    },
  }
  const server = await createServer(application, {
    environment: { ...process.env, PLATFORM_HTTP_PORT: '0', PLATFORM_LOG_LEVEL: 'silent' },
    // Each size has its own folder: a second run reuses the data of the first.
    projectFolder: join('.corollary', `bench-${employees}`),
    args: ['--employees', String(employees)],
    log: tell,
    report: ({ label, done, total }) => tell(`${label}: ${done} of ${total}`),
  })
  return { url: server.url, connection: connection!, close: () => server.close() }
})

/** Every client of `pg` has these; the types declare them on `Client` only. */
const connectionOf = (client: object): Connection => {
  const { host, port, user, password, database } = client as Connection
  return { host, port, user, password, database }
}
