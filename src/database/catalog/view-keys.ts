/**
 * Finds the keys of views, which the catalog does not know: columns that could be one are read, and
 * those that are unique are it. The reading of each view is bounded by rows and by time.
 */
import pg from 'pg'
import { sqlStateOf } from '../errors/errors.js'
import { readWith } from '../transaction/read-transaction.js'
import type { SourceColumn, SourceTable, ViewKey } from './source-tables.js'

/** Maximum number of rows of a view that are read. */
const maxRows = 100_000
const limitMs = 5_000
/** Fewer rows do not show that a column is unique. */
const fewestRows = 2
/** Of so many rows, a column whose name does not say so may be unique by chance. */
const fewestForAnyName = 20

interface Candidate {
  readonly columns: readonly string[]
  /** Rows that show that it is unique. */
  readonly fewest: number
}

const keyTypes: ReadonlySet<string> = new Set([
  ...['text', 'character varying', 'character', 'citext', 'uuid', 'date'],
  ...['smallint', 'integer', 'bigint', 'numeric', 'timestamp with time zone'],
  ...['timestamp without time zone', 'time without time zone'],
])

const canBeKey = ({ type, isEnum }: SourceColumn): boolean => isEnum || keyTypes.has(type)

const isId = ({ name }: SourceColumn): boolean => /^id$/i.test(name)
const isLikeKey = ({ name }: SourceColumn): boolean => /(id|key|code|no|number|uuid)$/i.test(name)
/** Amounts and times are rarely meant to be unique. */
const isPlain = ({ type }: SourceColumn): boolean => !/^(numeric|timestamp|time)/.test(type)

/** PostgreSQL updates a view by itself if its rows are rows of one table. */
const isOneToOne = ({ accepts, isWrittenByTriggers }: SourceTable): boolean =>
  accepts.includes('UPDATE') && !isWrittenByTriggers

const maxCandidates = 24

/** The likeliest first. */
const candidatesOf = (view: SourceTable): readonly Candidate[] => {
  const { columns, indexes, origins } = view
  const fitting = columns.filter(canBeKey)
  const names = new Set(fitting.map(({ name }) => name))
  const unique = indexes
    .filter(({ unique, partial }) => unique && !partial)
    .map(({ keys }) => keys.map(({ column }) => column ?? ''))
  const keys = origins.flatMap((origin) =>
    origin.constraints
      .filter(({ type }) => type === 'p')
      .map((key) => key.columns.map((column) => origin.columns[column] ?? '')),
  )
  const named = (isLikely: (column: SourceColumn) => boolean) =>
    fitting.filter(isLikely).map(({ name }) => [name])
  const candidates = (lists: readonly (readonly string[])[], fewest: number) =>
    lists
      .filter((list) => list.length > 0 && list.every((name) => names.has(name)))
      .sort((first, second) => first.length - second.length)
      .map((list): Candidate => ({ columns: list, fewest }))
  const all = [
    ...candidates(unique, 0),
    ...candidates(keys, isOneToOne(view) ? 0 : fewestRows),
    ...candidates(named(isId), fewestRows),
    ...candidates(named(isLikeKey), fewestRows),
    ...candidates([[...new Set(keys.flat())]], fewestRows),
    ...candidates(named(isPlain), fewestForAnyName),
  ]
  return all.slice(0, maxCandidates)
}

/** One statement for all candidates. */
const readStatement = ({ schema, name }: SourceTable, candidates: readonly Candidate[]): string => {
  const quote = pg.escapeIdentifier
  const read = [...new Set(candidates.flatMap(({ columns }) => columns))].map(quote)
  const isKey = ({ columns }: Candidate): string => {
    const list = columns.map(quote)
    const value = list.length === 1 ? list[0] : `(${list.join(', ')})`
    const isNull = list.map((column) => `${column} is null`).join(' or ')
    return `count(distinct ${value}) = count(*) and not coalesce(bool_or(${isNull}), false)`
  }
  return `
    with found as materialized (
      select ${read.join(', ')} from ${quote(schema)}.${quote(name)} limit ${maxRows})
    select count(*)::int as rows, array[${candidates.map(isKey).join(', ')}] as "areKeys"
    from found`
}

const nameIt = 'name it with --key view=column'

/** @param given columns that the user names */
export const findViewKey = async (
  client: pg.ClientBase,
  view: SourceTable,
  given: readonly string[] | undefined,
): Promise<ViewKey> => {
  const candidates = given ? [{ columns: given, fewest: 0 }] : candidatesOf(view)
  if (candidates.length === 0) return { reason: `no column of the view can be a key; ${nameIt}` }
  try {
    const { rows: answer } = await readWith(
      client,
      `set local statement_timeout = ${limitMs}`,
      () => client.query(readStatement(view, candidates)),
    )
    const { rows, areKeys } = answer[0]
    const found = candidates.find(({ fewest }, index) => areKeys[index] && rows >= fewest)
    if (found) return { columns: found.columns, rows }
    if (given) return { reason: `its rows repeat '${given.join(', ')}', or lack it` }
    const reason =
      rows < fewestRows
        ? 'a view has no key, and its rows are too few to show one'
        : 'a view has no key, and no likely column of its rows is unique'
    return { reason: `${reason}; ${nameIt}` }
  } catch (error) {
    const state = sqlStateOf(error)
    if (state === undefined) throw error
    if (given) return { columns: given, rows: 0 }
    return { reason: `a view has no key, and reading it failed (SQLSTATE ${state}); ${nameIt}` }
  }
}
