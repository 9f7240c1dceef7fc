/** One PostgreSQL server for the whole run, whatever the projects. */
import { startTestServer, type TestConnection } from 'corollary/testing'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { bundleWorkbench } from '../../tools/bundle-workbench.js'
import { keepFilesInMemory } from './files-in-memory.js'
import { dropTemplates } from './templates.js'

declare module 'vitest' {
  interface ProvidedContext {
    readonly server: TestConnection
  }
}

/**
 * `TEST_DATABASE_URL` runs the suite against another server; its role must be able to create
 * databases.
 */
const fromUrl = (url: string): TestConnection => {
  const client = new pg.Client({ connectionString: url })
  return {
    host: client.host,
    port: client.port,
    user: client.user ?? '',
    password: client.password ?? '',
    database: client.database ?? '',
  }
}

/** Connections of tests are many: a third of their processor time is for thousands of rounds. */
const hashOnce = async (admin: pg.Client, password: string): Promise<void> => {
  await admin.query('set scram_iterations = 1')
  await admin.query(`alter role current_user password ${admin.escapeLiteral(password)}`)
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await keepFilesInMemory()
  await bundleWorkbench('dist/workbench')
  const url = process.env['TEST_DATABASE_URL']
  const ownServer = url ? undefined : await startTestServer()
  const connection = ownServer?.connection ?? fromUrl(url!)
  const admin = new pg.Client(connection)
  await admin.connect()
  await dropTemplates(admin)
  if (ownServer) await hashOnce(admin, connection.password)
  project.provide('server', connection)
  return async () => {
    await dropTemplates(admin)
    await admin.end()
    await ownServer?.close()
  }
}
