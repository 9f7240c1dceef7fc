/** Imports: what became of the rows of a file. */
import Type from 'typebox'
import { count, flag, mapOf, nullable, oneOf, text, type Wire } from './forms.js'

export const importModes = ['create', 'update', 'upsert'] as const
export type ImportMode = (typeof importModes)[number]

/** Why a row was not written. */
export const ImportRowError = Type.Object(
  {
    /** The row in the file; the header is row 1. */
    row: count,
    /** The header of the column, or the field that the file lacks; null for the whole row. */
    column: nullable(text),
    code: text,
    message: text,
    /** What the cell contains. */
    value: Type.Optional(text),
  },
  { $id: 'ImportRowError' },
)
export type ImportRowError = Wire<typeof ImportRowError>

/** How a column of the file was read. */
export const ImportColumn = Type.Object(
  {
    header: text,
    /** The field that its cells are; null if the column is ignored. */
    field: nullable(text),
  },
  { $id: 'ImportColumn' },
)
export type ImportColumn = Wire<typeof ImportColumn>

/** What became of a row. */
export const ImportRow = Type.Object(
  {
    /** The row in the file; the header is row 1. */
    row: count,
    result: oneOf(['created', 'updated', 'unchanged', 'failed']),
    /**
     * What a CSV file has in the cells of the row, below the columns with a header. Null for a cell
     * without anything; cells are missing at the end if the file has none.
     */
    cells: Type.Array(nullable(text)),
    /** What an export had for the fields that the row changes; for updates only. */
    before: Type.Optional(mapOf(nullable(text))),
  },
  { $id: 'ImportRow' },
)
export type ImportRow = Wire<typeof ImportRow>

export const ImportOutcome = Type.Object(
  {
    total: count,
    created: count,
    updated: count,
    /** Rows that have the values of their records already. */
    unchanged: count,
    failed: count,
    /** The columns of the file that have a header, in their order. */
    columns: Type.Array(ImportColumn),
    /** The first errors, in the order of the rows. */
    errors: Type.Array(ImportRowError),
    /** There are more errors. */
    truncated: flag,
    /** Nothing was written. */
    dryRun: flag,
    /** Only with `listRows=true`: the first 5 000 rows that failed, and the first 5 000 others. */
    rows: Type.Optional(Type.Array(ImportRow)),
  },
  { $id: 'ImportOutcome' },
)
export type ImportOutcome = Wire<typeof ImportOutcome>

/** How much of a file is done: an event of a stream. */
export interface ImportProgress {
  readonly done: number
  readonly total: number
}
