/** An application that `introspect` wrote from a database of its own. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Application } from 'corollary'
import { formatReport } from '../../src/introspection/report.js'
import { introspect, writeIntrospection } from '../../src/server/commands/introspect.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

export interface Introspected {
  readonly database: FreshDatabase
  readonly folder: string
  readonly report: string
  readonly application: Application
  close(): Promise<void>
}

/** Below the checkout, so that its imports of the package are found. */
const parent = join(import.meta.dirname, '.written-')

/** Without what is new in PostgreSQL 18. */
const withoutNews = (sql: string): string =>
  sql.replaceAll(' VIRTUAL', ' STORED').replaceAll('uuidv7()', 'gen_random_uuid()')

/** @param file below `test/databases` */
export const introspectFile = async (
  file: string,
  schemas: readonly string[] = ['public'],
): Promise<Introspected> => {
  const sql = await readFile(join('test/databases', file), 'utf8')
  return introspectDatabase(sql, file.replace('.sql', ''), schemas)
}

/** @param sql creates the tables */
export const introspectDatabase = async (
  sql: string,
  group: string | undefined,
  schemas: readonly string[] = ['public'],
): Promise<Introspected> => {
  const database = await freshDatabase()
  const { rows } = await database.client.query('show server_version_num')
  const isOlder = Number(rows[0].server_version_num) < 180_000
  await database.client.query(isOlder ? withoutNews(sql) : sql)
  await database.client.query('reset search_path')
  const folder = await mkdtemp(parent)
  const { connection } = database
  const introspection = await introspect({ connection, schemas, group })
  const report = writeIntrospection(introspection, folder, { update: false })
  const { default: application } = await import(join(folder, 'app.ts'))
  const close = async (): Promise<void> => {
    await rm(folder, { recursive: true })
    await database.close()
  }
  return { database, folder, report, application, close }
}

/** The files and the report for tables of these statements. */
export const introspectTables = async (sql: string, schemas: readonly string[] = ['public']) => {
  const { client, connection, close } = await freshDatabase()
  try {
    await client.query(sql)
    const { files, plan } = await introspect({ connection, schemas, group: 'own' })
    const textOf = (path: string) => files.find((file) => file.path === path)!.text
    return { textOf, plan, report: formatReport(plan, [], 0) }
  } finally {
    await close()
  }
}
