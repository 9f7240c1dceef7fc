/** Databases with the rows of the samples. Tests copy them: a copy costs less than the rows. */
import { createTestService, type TestConnection } from 'corollary/testing'
import pg from 'pg'
import { prepareDatabase as prepareMovies } from '../../examples/movies/database/load.js'
import peopleApp from '../../examples/people/app.js'
import { prepareDatabase as preparePeople } from '../../examples/people/database/seed.js'
import { migrate } from '../../src/platform/migrations.js'

const report = () => {}
const people = (employees: number) => (client: pg.Client) =>
  preparePeople({ client, args: ['--edge-cases', '--employees', String(employees)], report })
const movies = (client: pg.Client) => prepareMovies({ client, args: [], report, log: report })

type Fill = (client: pg.Client, connection: TestConnection) => Promise<void>

const startedPeople =
  (employees: number): Fill =>
  async (client, connection) => {
    await people(employees)(client)
    const service = await createTestService({ resources: peopleApp.resources, connection })
    await service.close()
  }

const templates = {
  /** The platform tables only: a service starts on it without migrations. */
  platform: async (client) => {
    await migrate(client, 'corollary')
  },
  /** Enough for every kind of row, few enough for a plain evaluator. */
  people: people(300),
  /** A smaller template for tests that often read whole tables. */
  few_people: people(100),
  /** After the first start of a service, which makes the platform tables and triggers. */
  started_people: startedPeople(100),
  /** With as many rows as `people`. */
  started_many_people: startedPeople(300),
  few_movies: async (client) => {
    await movies(client)
    await client.query('delete from movies where id > 100')
  },
} satisfies Readonly<Record<string, Fill>>
export type Template = keyof typeof templates

const prefix = 'corollary_template_'
/** Any number works, as long as all workers use the same one. */
const lock = 7_032_026_002

/**
 * Creates a template unless another worker has created it. It is renamed at the end, so that a
 * killed worker leaves no incomplete template.
 * @returns the name of the database
 */
export const createTemplate = async (
  server: TestConnection,
  template: Template,
): Promise<string> => {
  const name = prefix + template
  const admin = new pg.Client(server)
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [lock])
    const found = await admin.query('select from pg_database where datname = $1', [name])
    if (found.rowCount !== 0) return name
    const unfinished = `${name}_unfinished`
    const fill: Fill = templates[template]
    await admin.query(`drop database if exists ${unfinished}`)
    await admin.query(`create database ${unfinished} template template0 encoding 'UTF8'`)
    const connection = { ...server, database: unfinished }
    const client = new pg.Client(connection)
    await client.connect()
    await fill(client, connection).finally(() => client.end())
    await admin.query(`alter database ${unfinished} rename to ${name}`)
    return name
  } finally {
    await admin.end()
  }
}

/** Drops the templates of this run, or of one that was killed. */
export const dropTemplates = async (admin: pg.Client): Promise<void> => {
  for (const template of Object.keys(templates)) {
    for (const end of ['', '_unfinished']) {
      await admin.query(`drop database if exists ${prefix}${template}${end}`)
    }
  }
}
