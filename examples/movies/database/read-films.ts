/**
 * Converts the film file: unknown values in, rows of the table movies and findings out. No I/O.
 *
 * Nothing is guessed. A value that its column cannot hold, or that is impossible, becomes null; a
 * value that is only unusual is kept. Both are findings, with the value of the file.
 */

/** The problem of a value, and how it is stored. */
export const findings = {
  unreadable: 'of a wrong type, form or size; stored as null',
  // The file was created in 2010 and 2011. Its latest years (2046 for 1946) look like two-digit
  // years in the wrong century; the file does not reveal which other years are wrong.
  'impossible-year': 'a year outside 1888 to 2011, the years of this file; stored as null',
  'number-as-text': 'a number where text belongs; stored as its digits',
  'not-ascii': 'not plain ASCII, perhaps read in a wrong character set (È for é); stored as given',
  zero: 'zero, which may mean unknown; stored as given',
  'not-an-object': 'no film at all; NOT STORED',
  'unknown-member': 'a member that no column takes; NOT STORED',
} as const

export type FindingKind = keyof typeof findings

export interface Finding {
  /** Position in the file, from 1: the id of the film. */
  readonly film: number
  readonly title: string | null
  /** Member of the file, such as `Release Date`; empty for the film itself. */
  readonly member: string
  /** The value as JSON. */
  readonly value: string
  readonly kind: FindingKind
}

/** A value that a statement takes as parameter. */
export type Cell = string | number | null

export interface FilmFile {
  /** One row for each film, in the order of `columns`, the id first. */
  readonly rows: readonly (readonly Cell[])[]
  readonly findings: readonly Finding[]
  /** By member: how many films have null there, or no value. */
  readonly missing: ReadonlyMap<string, number>
}

type Read = { readonly value: Cell; readonly odd?: FindingKind }
type Reader = (value: unknown) => Read

const unreadable: Read = { value: null, odd: 'unreadable' }

/** Text of at most `max` characters, counted as PostgreSQL counts them. */
const text =
  (max: number): Reader =>
  (value) => {
    if (typeof value === 'number') return { value: String(value), odd: 'number-as-text' }
    // PostgreSQL stores neither NUL nor unpaired surrogates.
    if (typeof value !== 'string' || /\0|\p{Cs}/u.test(value)) return unreadable
    if ([...value].length > max) return unreadable
    return /^\p{ASCII}*$/u.test(value) ? { value } : { value, odd: 'not-ascii' }
  }

/** Whole numbers. No text: "12" might be a number, a year or a title. */
const whole =
  (min: number, max: number): Reader =>
  (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? { value: Number(value) }
      : unreadable

/** Whole dollars; the file has no cents. numeric(14,2) holds twelve digits before the point. */
const dollars: Reader = (value) => {
  const amount = whole(0, 999_999_999_999)(value)
  return amount.value === 0 ? { value: 0, odd: 'zero' } : amount
}

/** 0.0 to 10.0 with one decimal: the JSON text of the number has no more. */
const rating: Reader = (value) =>
  typeof value === 'number' && /^(\d(\.\d)?|10)$/.test(String(value)) ? { value } : unreadable

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Jun 12 1998`; a day that its month does not have is refused. The first film is from 1888. */
const releaseDate: Reader = (value) => {
  const match = typeof value === 'string' ? /^([A-Z][a-z]{2}) (\d\d) (\d{4})$/.exec(value) : null
  if (match === null) return unreadable
  const [, month = '', day = '', year = ''] = match
  const date = new Date(Date.UTC(Number(year), months.indexOf(month), Number(day)))
  if (!months.includes(month) || date.getUTCDate() !== Number(day)) return unreadable
  if (Number(year) < 1888 || Number(year) > 2011) return { value: null, odd: 'impossible-year' }
  return { value: date.toISOString().slice(0, 10) }
}

/** Member of the file, column of the table, and the conversion. */
const members: readonly (readonly [string, string, Reader])[] = [
  ['Title', 'title', text(200)],
  ['US Gross', 'us_gross', dollars],
  ['Worldwide Gross', 'worldwide_gross', dollars],
  ['US DVD Sales', 'us_dvd_sales', dollars],
  ['Production Budget', 'production_budget', dollars],
  ['Release Date', 'release_date', releaseDate],
  ['MPAA Rating', 'mpaa_rating', text(20)],
  ['Running Time min', 'running_time_min', whole(1, 2_147_483_647)],
  ['Distributor', 'distributor', text(100)],
  ['Source', 'source', text(100)],
  ['Major Genre', 'major_genre', text(100)],
  ['Creative Type', 'creative_type', text(100)],
  ['Director', 'director', text(120)],
  ['Rotten Tomatoes Rating', 'rotten_tomatoes_rating', whole(0, 100)],
  ['IMDB Rating', 'imdb_rating', rating],
  ['IMDB Votes', 'imdb_votes', whole(0, 2_147_483_647)],
]

export const columns: readonly string[] = ['id', ...members.map(([, column]) => column)]

export function readFilms(file: readonly unknown[]): FilmFile {
  const rows: Cell[][] = []
  const found: Finding[] = []
  const missing = new Map(members.map(([member]) => [member, 0]))
  const memberNames = new Set(missing.keys())

  for (const [index, film] of file.entries()) {
    const id = index + 1
    if (typeof film !== 'object' || film === null || Array.isArray(film)) {
      const value = JSON.stringify(film)
      found.push({ film: id, title: null, member: '', value, kind: 'not-an-object' })
      continue
    }
    const given = new Map<string, unknown>(Object.entries(film))
    const title = given.get('Title') == null ? null : String(given.get('Title'))
    const note = (member: string, value: unknown, kind: FindingKind) =>
      found.push({ film: id, title, member, value: JSON.stringify(value), kind })

    const row: Cell[] = [id]
    for (const [member, , read] of members) {
      const value = given.get(member) ?? null
      if (value === null) missing.set(member, (missing.get(member) ?? 0) + 1)
      const cell: Read = value === null ? { value: null } : read(value)
      if (cell.odd !== undefined) note(member, value, cell.odd)
      row.push(cell.value)
    }
    for (const [member, value] of given) {
      if (!memberNames.has(member)) note(member, value, 'unknown-member')
    }
    rows.push(row)
  }
  return { rows, findings: found, missing }
}

/** The report, one line for each member and finding, with up to `examples` values each. */
export function describeFilms(
  { rows, findings: found, missing }: FilmFile,
  examples = 3,
): string[] {
  const groups = new Map<string, [Finding, ...Finding[]]>()
  for (const finding of found) {
    const group = groups.get(`${finding.member}: ${finding.kind}`)
    if (group === undefined) groups.set(`${finding.member}: ${finding.kind}`, [finding])
    else group.push(finding)
  }
  const lost = found.filter(({ kind }) => kind === 'not-an-object').length
  const lines = [`movies: ${rows.length + lost} films in the file, ${rows.length} stored.`]
  for (const group of groups.values()) {
    const [{ member, kind }] = group
    // Values that are not stored are all listed; for the others, examples are enough.
    const all = findings[kind].endsWith('NOT STORED') || group.length <= examples
    const shown = (all ? group : group.slice(0, examples)).map(describeFinding).join(', ')
    lines.push(
      `${member || 'Film'}, ${group.length} ${group.length === 1 ? 'value' : 'values'}: ` +
        `${findings[kind]}${all ? '' : ', for example'}: ${shown}.`,
    )
  }
  const counts = [...missing].filter(([, count]) => count > 0)
  lines.push(`Missing in the file, null here: ${counts.map((c) => c.join(' ')).join(', ')}.`)
  return lines
}

function describeFinding({ film, title, member, value }: Finding): string {
  return `${value} (film ${film}${title === null || member === 'Title' ? '' : `, ${title}`})`
}
