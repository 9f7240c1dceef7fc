/** One real PostgreSQL for the whole run, with a seeded database to copy. */
import { startTestServer, type TestConnection } from 'corollary/testing'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '../../examples/people/database/seed.js'

declare module 'vitest' {
  interface ProvidedContext {
    readonly server: TestConnection
  }
}

/** `TEST_DATABASE_URL` runs the suite against another server; its role must be able to create databases. */
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

export const peopleTemplate = 'corollary_people_template'
/** Enough for every kind of row, few enough for a plain evaluator. */
const employees = '300'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL']
  const own = url ? undefined : await startTestServer()
  const connection = own?.connection ?? fromUrl(url!)
  const admin = new pg.Client(connection)
  await admin.connect()
  await admin.query(`drop database if exists ${peopleTemplate}`)
  await admin.query(`create database ${peopleTemplate} template template0 encoding 'UTF8'`)
  const client = new pg.Client({ ...connection, database: peopleTemplate })
  await client.connect()
  await prepareDatabase({ client, args: ['--employees', employees], report: () => {} })
  await client.end()
  project.provide('server', connection)
  return async () => {
    await admin.query(`drop database if exists ${peopleTemplate}`)
    await admin.end()
    await own?.close()
  }
}
