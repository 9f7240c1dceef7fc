import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { StartError } from 'corollary'
import type pg from 'pg'
import {
  type Cell,
  columns,
  describeFilms,
  type FilmFile,
  findings,
  readFilms,
} from './read-films.js'

/**
 * Creates the table movies and loads the film file of the npm package `vega-datasets`, once.
 * read-films.ts converts the values of the file.
 */
export interface PrepareContext {
  /** A connection outside a transaction, used by nobody else meanwhile. */
  readonly client: pg.ClientBase
  /** Arguments of the start command; none is used here. */
  readonly args: readonly string[]
  /** Called before the first batch and after each one; counted in films. */
  readonly report: (step: { label: string; done: number; total: number }) => void
  /** Receives the report: lines about values that could not be read, or are unusual. */
  readonly log: (line: string) => void
}

/** 300 films of 17 values: well under the 65 535 parameters that one statement may have. */
const BATCH_FILMS = 300
/** Any number works, as long as every node of this sample uses the same one. */
const LOAD_LOCK = 7_032_026_002
const tables = ['movies', 'movie_load_findings'] as const

/**
 * Makes sure that the database contains the films. If it does, this takes one query. Tables, films
 * and findings are created in one transaction under a lock: an interrupted load leaves nothing, and
 * of two nodes that start together one loads. Tables with films of another origin are kept. Throws
 * a StartError when the file does not exist or is not a list of films.
 *
 * `source` is the file to load; only tests use another one than the package's.
 */
export async function prepareDatabase(context: PrepareContext, source?: URL): Promise<void> {
  const { client } = context
  if ((await readState(client)).loaded) return
  // READ COMMITTED, whatever the role's default: after the wait for the lock, the second check must
  // see what the other node committed.
  await client.query('begin isolation level read committed')
  try {
    await client.query(`select set_config(name, '0', true)
      from unnest(array['statement_timeout', 'lock_timeout']) as name`)
    await client.query('select pg_advisory_xact_lock($1)', [LOAD_LOCK])
    const { loaded, missing } = await readState(client)
    if (!loaded) await load(context, missing, source ?? filmFile())
    await client.query('commit')
  } catch (error) {
    // When the connection is gone the server has rolled back already; the first error counts.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * The mark of a finished load is the comment on the table, because it is dropped together with the
 * table.
 *
 * Reads pg_class, not to_regclass(): after the wait for the lock, to_regclass() would still use
 * this session's cache, and the tables of the other node would be created again.
 */
async function readState(
  client: pg.ClientBase,
): Promise<{ loaded: boolean; missing: readonly string[] }> {
  const { rows } = await client.query<{ missing: string[]; remark: string | null }>(
    `select
      coalesce(array_agg(name order by name) filter (where c.oid is null), '{}') as missing,
      max(obj_description(c.oid, 'pg_class')) filter (where name = 'movies') as remark
    from unnest($1::text[]) as name
    left join pg_class c on c.relname = name and pg_table_is_visible(c.oid)`,
    [tables],
  )
  const [state] = rows
  return {
    loaded: /Loaded \d+ films/.test(state?.remark ?? ''),
    missing: state?.missing ?? tables,
  }
}

async function load(
  { client, report, log }: PrepareContext,
  missing: readonly string[],
  source: URL,
): Promise<void> {
  if (missing.length === tables.length) {
    await client.query(await readFile(new URL('./schema.sql', import.meta.url), 'utf8'))
  } else if (missing.length > 0) {
    throw new StartError(
      `The database has some tables of the sample, but not ${missing.join(', ')}. Nothing was ` +
        `changed. Use an empty database or schema, or drop the tables, and start again.`,
    )
  } else if ((await client.query('select from movies limit 1')).rowCount !== 0) {
    return
  }

  const films = readFilms(await readList(source))
  report({ label: 'Films', done: 0, total: films.rows.length })
  for (let from = 0; from < films.rows.length; from += BATCH_FILMS) {
    const batch = films.rows.slice(from, from + BATCH_FILMS)
    await insertFilms(client, batch)
    report({ label: 'Films', done: from + batch.length, total: films.rows.length })
  }
  await insertFindings(client, films)
  await client.query(
    `select setval(pg_get_serial_sequence('movies', 'id'), (select max(id) from movies))`,
  )
  await client.query(`analyze ${tables.join(', ')}`)
  await client.query(
    `comment on table movies is 'Films of vega-datasets. Loaded ${films.rows.length} films.'`,
  )
  for (const line of describeFilms(films)) log(line)
}

/** Means: insert into movies (id, title, …) values ($1, $2, …), ($18, $19, …), … */
async function insertFilms(
  client: pg.ClientBase,
  films: readonly (readonly Cell[])[],
): Promise<void> {
  const rows = films.map((film, row) => {
    const places = film.map((_, column) => `$${row * columns.length + column + 1}`)
    return `(${places.join(', ')})`
  })
  await client.query(
    `insert into movies (${columns.join(', ')}) values ${rows.join(', ')}`,
    films.flat(),
  )
}

async function insertFindings(client: pg.ClientBase, films: FilmFile): Promise<void> {
  await client.query(
    `insert into movie_load_findings (film, member, value, finding)
    select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[])`,
    [
      films.findings.map(({ film }) => film),
      films.findings.map(({ member }) => member),
      films.findings.map(({ value }) => value),
      films.findings.map(({ kind }) => findings[kind]),
    ],
  )
}

/** The package exports its entry only (`build/index.js`); the file is in `data/` beside it. */
function filmFile(): URL {
  try {
    const entry = createRequire(import.meta.url).resolve('vega-datasets')
    return new URL('../data/movies.json', pathToFileURL(entry))
  } catch (cause) {
    throw new StartError('The package vega-datasets is not installed. Run npm install.', { cause })
  }
}

async function readList(source: URL): Promise<readonly unknown[]> {
  try {
    const list: unknown = JSON.parse(await readFile(source, 'utf8'))
    if (Array.isArray(list)) return list
  } catch (cause) {
    throw new StartError(`The film file ${source.pathname} cannot be read.`, { cause })
  }
  throw new StartError(`The film file ${source.pathname} is not a list of films.`)
}
