/** Databases for single tests, created and dropped on the server of the run. */
import { randomBytes } from 'node:crypto'
import type { TestConnection } from 'corollary/testing'
import pg from 'pg'
import { inject } from 'vitest'
import { prepareDatabase as prepareSales } from '../../examples/sales/database/seed.js'
import { createTemplate, type Template } from './templates.js'

export interface FreshDatabase {
  readonly connection: TestConnection
  /** A client that is connected to it. */
  readonly client: pg.Client
  close(): Promise<void>
}

let pool: pg.Pool | undefined

/** Connections that all test files of a worker share. A worker exits while they are idle. */
const administration = (): pg.Pool => {
  pool ??= new pg.Pool({ ...inject('server'), allowExitOnIdle: true }).on('error', () => undefined)
  return pool
}

/**
 * How a template is copied: file by file, which takes half of the processor time of logging each
 * page. PostgreSQL 14 has no choice, and copies files.
 */
const strategy = async (admin: pg.Pool): Promise<string> => {
  const { rows } = await admin.query('show server_version_num')
  return Number(rows[0].server_version_num) < 150_000 ? '' : 'strategy file_copy'
}

const createDatabase = async (template: string): Promise<FreshDatabase> => {
  const server = inject('server')
  const admin = administration()
  const database = `test_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${database} template ${template} ${await strategy(admin)}`)
  const connection = { ...server, database }
  // The clients are like connections for administration, which send statements together.
  const client = new pg.Client({ ...connection, pipeline: true })
  await client.connect()
  return {
    connection,
    client,
    close: async () => {
      await client.end()
      await admin.query(`drop database ${database} with (force)`)
    },
  }
}

/** Names of databases, by template. */
const templates = new Map<Template, Promise<string>>()

const copyOf = async (template: Template): Promise<FreshDatabase> => {
  const name = templates.get(template) ?? createTemplate(inject('server'), template)
  templates.set(template, name)
  return createDatabase(await name)
}

/** Returns a database without tables. */
export const freshDatabase = (): Promise<FreshDatabase> => createDatabase('template0')

/**
 * Returns a database with the platform tables and no others, for the tables of a contract: a
 * service starts on it without migrations, as it does on every start but the first.
 */
export const platformDatabase = (): Promise<FreshDatabase> => copyOf('platform')

/** The sample company with 300 employees. */
export const peopleDatabase = (): Promise<FreshDatabase> => copyOf('people')

/** The sample company with 100 employees, for tests that often read whole tables. */
export const fewPeopleDatabase = (): Promise<FreshDatabase> => copyOf('few_people')

/**
 * The sample company with 100 employees after the first start of a service, which creates the
 * platform tables and triggers.
 */
export const startedPeopleDatabase = (): Promise<FreshDatabase> => copyOf('started_people')

/** The same with 300 employees. A service starts on it with half of the work. */
export const startedManyPeopleDatabase = (): Promise<FreshDatabase> => copyOf('started_many_people')

/** The sample of movies with 100 films. */
export const fewMoviesDatabase = (): Promise<FreshDatabase> => copyOf('few_movies')

/** The sample of sales with 400 orders. */
export const fewSalesDatabase = async (): Promise<FreshDatabase> => {
  const database = await freshDatabase()
  const args = ['--edge-cases', '--orders', '400']
  await prepareSales({ client: database.client, args, report: () => undefined })
  return database
}

/**
 * Address in the form of `DATABASE_URL`. The server of the tests may listen on a Unix socket only.
 */
export const databaseUrl = (connection: TestConnection): string => {
  const { host, port, user, password, database } = connection
  const query = new URLSearchParams({ host, port: String(port), user, password })
  return `postgresql:///${database}?${query}`
}
