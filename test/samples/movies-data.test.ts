/** The films of vega-datasets: all of them are loaded, with a report of unusual values. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { prepareDatabase } from '../../examples/movies/database/load.js'
import { describeFilms, readFilms } from '../../examples/movies/database/read-films.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

const quiet = { args: [], report: () => undefined, log: () => undefined }

async function value({ client }: FreshDatabase, sql: string): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(`select (${sql}) as value`)
  return rows[0]?.value
}

describe('the films of the package', () => {
  let database: FreshDatabase
  const lines: string[] = []
  const steps: { label: string; done: number; total: number }[] = []
  beforeAll(async () => {
    database = await freshDatabase()
    await prepareDatabase({
      client: database.client,
      args: [],
      report: (step) => steps.push(step),
      log: (line) => lines.push(line),
    })
  })
  afterAll(() => database.close())

  test('the report is exactly this', () => {
    expect(lines).toMatchInlineSnapshot(`
      [
        "movies: 3201 films in the file, 3201 stored.",
        "Release Date, 22 values: a year outside 1888 to 2011, the years of this file; stored as null, for example: "Dec 31 2046" (film 10, Duel in the Sun), "Sep 17 2020" (film 16, Over the Hill to the Poorhouse), "Aug 01 2044" (film 17, Wilson).",
        "US Gross, 66 values: zero, which may mean unknown; stored as given, for example: 0 (film 20, 12 Angry Men), 0 (film 22, 1776), 0 (film 30, Three Kingdoms: Resurrection of the Dragon).",
        "Worldwide Gross, 47 values: zero, which may mean unknown; stored as given, for example: 0 (film 20, 12 Angry Men), 0 (film 22, 1776), 0 (film 49, Alice in Wonderland).",
        "Title, 9 values: a number where text belongs; stored as its digits, for example: 1776 (film 22), 1941 (film 23), 1408 (film 1069).",
        "Title, 20 values: not plain ASCII, perhaps read in a wrong character set (È for é); stored as given, for example: "AstÈrix aux Jeux Olympiques" (film 41), "De battre mon coeur s'est arrÍtÈ" (film 114), "Les BronzÈs 3: amis pour la vie" (film 138).",
        "Missing in the file, null here: Title 1, US Gross 7, Worldwide Gross 7, US DVD Sales 2637, Production Budget 1, MPAA Rating 605, Running Time min 1992, Distributor 232, Source 365, Major Genre 275, Creative Type 446, Director 1331, Rotten Tomatoes Rating 880, IMDB Rating 213, IMDB Votes 213.",
      ]
    `)
  })

  test('progress counts films from 0 to all', () => {
    expect(steps[0]).toEqual({ label: 'Films', done: 0, total: 3201 })
    expect(steps.at(-1)).toEqual({ label: 'Films', done: 3201, total: 3201 })
  })

  test.each([
    ['movies', 3201, '1a8992c36c9abedb08b9bf6384ee560b'],
    ['movie_load_findings', 164, 'a6f7da35378243e246f11f7e670110f5'],
  ])('%s: the number of rows and their content are as expected', async (table, rows, md5) => {
    const digest = `select array[count(*)::text, md5(string_agg(t::text, E'\\n' order by id))]
      from ${table} t`
    expect(await value(database, digest)).toEqual([String(rows), md5])
  })

  test.each([
    ['sum(worldwide_gross)', '272586820052.00'],
    ['count(title)', '3200'],
    ['count(us_gross)', '3194'],
    ['count(us_dvd_sales)', '564'],
    ['count(production_budget)', '3200'],
    ['count(release_date)', '3179'],
    ['count(mpaa_rating)', '2596'],
    ['count(running_time_min)', '1209'],
    ['count(director)', '1870'],
    ['count(rotten_tomatoes_rating)', '2321'],
    ['count(imdb_rating)', '2988'],
    ['min(release_date)::text', '1928-12-31'],
    ['max(release_date)::text', '2011-12-23'],
    [
      `string_agg(title, ' ' order by id) filter (where title ~ '^[0-9]+$')`,
      '1776 1941 1408 2012 2046 21 300 9 54',
    ],
    [`count(*) filter (where title = 'Alien³')`, '1'],
  ])('%s is %s', async (expression, expected) => {
    expect(await value(database, `select ${expression} from movies`)).toBe(expected)
  })

  test('an impossible date is stored as null, and the report contains the original', async () => {
    const kept = `select f.value from movies m join movie_load_findings f on f.film = m.id
      where m.title = 'Duel in the Sun' and f.member = 'Release Date' and m.release_date is null`
    expect(await value(database, kept)).toBe('"Dec 31 2046"')
  })

  test('a second run sends one query, reports nothing and changes nothing', async () => {
    await database.client.query('begin; delete from movies where id > 10')
    const query = vi.spyOn(database.client, 'query')
    const log = vi.fn()
    await prepareDatabase({ ...quiet, client: database.client, log })
    expect(query).toHaveBeenCalledTimes(1)
    query.mockRestore()
    expect(log).not.toHaveBeenCalled()
    expect(await value(database, 'select count(*)::int from movies')).toBe(10)
    await database.client.query('rollback')
  })

  test('a new film gets the id after the last', async () => {
    const next = `select nextval(pg_get_serial_sequence('movies', 'id'))`
    expect(await value(database, next)).toBe('3202')
  })
})

const film = { Title: 'A', 'US Gross': 1 }

describe('films with unusual values', () => {
  const cases: readonly [string, unknown, string | null][] = [
    ['US Gross', '146083', 'unreadable'],
    ['US Gross', 1.5, 'unreadable'],
    ['US Gross', -1, 'unreadable'],
    ['US Gross', 1e12, 'unreadable'],
    ['US Gross', 999_999_999_999, null],
    ['US Gross', 0, 'zero'],
    ['US Gross', true, 'unreadable'],
    ['Title', { name: 'A' }, 'unreadable'],
    ['Title', ['A'], 'unreadable'],
    ['Title', false, 'unreadable'],
    ['Title', 1776, 'number-as-text'],
    ['Title', 'a\u0000b', 'unreadable'],
    ['Title', 'half \ud83e', 'unreadable'],
    ['Title', '🦊'.repeat(200), 'not-ascii'],
    ['Title', 'x'.repeat(201), 'unreadable'],
    ['Title', '', null],
    ['Release Date', 'Feb 29 2000', null],
    ['Release Date', 'Feb 29 1999', 'unreadable'],
    ['Release Date', 'Feb 30 2000', 'unreadable'],
    ['Release Date', 'Juin 12 1998', 'unreadable'],
    ['Release Date', 'Jux 12 1998', 'unreadable'],
    ['Release Date', '1998-06-12', 'unreadable'],
    ['Release Date', 'Jun 1998', 'unreadable'],
    ['Release Date', 'Jun 12 98', 'unreadable'],
    ['Release Date', 1998, 'unreadable'],
    ['Release Date', 'Jun 12 2012', 'impossible-year'],
    ['Release Date', 'Jun 12 1887', 'impossible-year'],
    ['Release Date', 'Jan 01 0099', 'impossible-year'],
    ['IMDB Rating', 10, null],
    ['IMDB Rating', 10.1, 'unreadable'],
    ['IMDB Rating', 6.15, 'unreadable'],
    ['IMDB Rating', '6.1', 'unreadable'],
    ['Rotten Tomatoes Rating', 101, 'unreadable'],
    ['Running Time min', 0, 'unreadable'],
    ['IMDB Votes', 2_147_483_648, 'unreadable'],
    ['Sequel', 'A 2', 'unknown-member'],
  ]

  test.each(cases)('%s %j: %s', (member, odd, kind) => {
    const { rows, findings } = readFilms([{ ...film, [member]: odd }])
    expect(rows).toHaveLength(1)
    expect(findings.map((finding) => finding.kind)).toEqual(kind === null ? [] : [kind])
  })

  test('every readable part is stored, and entries that are not films are reported', async () => {
    const database = await freshDatabase()
    const folder = await mkdtemp(path.join(tmpdir(), 'films-'))
    try {
      const films = [...cases.map(([member, odd]) => ({ ...film, [member]: odd })), 'no film', null]
      const file = path.join(folder, 'movies.json')
      await writeFile(file, JSON.stringify(films))
      const log = vi.fn<(line: string) => void>()
      await prepareDatabase({ ...quiet, client: database.client, log }, pathToFileURL(file))
      expect(await value(database, 'select count(*)::int from movies')).toBe(cases.length)
      const report = log.mock.calls.flat().join('\n')
      expect(report).toContain(`movies: ${films.length} films in the file, ${cases.length} stored.`)
      expect(report).toContain(
        `Film, 2 values: no film at all; NOT STORED: "no film" (film 37), null (film 38).`,
      )
      expect(report).toContain('Sequel, 1 value: a member that no column takes; NOT STORED')
    } finally {
      await rm(folder, { recursive: true })
      await database.close()
    }
  })

  test('an empty file has an empty report', () => {
    expect(describeFilms(readFilms([]))[0]).toBe('movies: 0 films in the file, 0 stored.')
  })
})

describe('loading the films', () => {
  let database: FreshDatabase
  beforeEach(async () => {
    database = await freshDatabase()
    return () => database.close()
  })
  const tables = () =>
    value(
      database,
      `select count(*)::int from pg_class where relkind = 'r'
      and relnamespace = 'public'::regnamespace`,
    )
  const films = () => value(database, 'select count(*)::int from movies')

  test('a failure during the load leaves nothing, and the next run starts over', async () => {
    const failing = prepareDatabase({
      ...quiet,
      client: database.client,
      report: ({ done }) => {
        if (done > 1000) throw new Error('the terminal is gone')
      },
    })
    await expect(failing).rejects.toThrow('the terminal is gone')
    expect(await tables()).toBe(0)
    await prepareDatabase({ ...quiet, client: database.client })
    expect(await films()).toBe(3201)
  })

  test('two nodes that start together load once', async () => {
    const other = new pg.Client(database.connection)
    await other.connect()
    try {
      const clients = [database.client, other]
      await Promise.all(clients.map((client) => prepareDatabase({ ...quiet, client })))
      expect(await films()).toBe(3201)
    } finally {
      await other.end()
    }
  })

  test('an incomplete schema, a missing file and a file without films are refused', async () => {
    const gone = pathToFileURL(path.join(tmpdir(), 'no-such-folder', 'movies.json'))
    const refused = (source?: URL) =>
      expect(prepareDatabase({ ...quiet, client: database.client }, source)).rejects
    await refused(gone).toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('cannot be read'),
    })
    expect(await tables()).toBe(0)
    await refused(new URL('../../tsconfig.build.json', import.meta.url)).toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('is not a list of films'),
    })
    await database.client.query('create table movies (id bigint)')
    await refused().toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('not movie_load_findings'),
    })
  })
})
