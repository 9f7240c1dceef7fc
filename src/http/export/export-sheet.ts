/**
 * Writes XLSX: numbers, booleans, dates and instants have cells of their own type; others are text.
 */
import type { ColumnKind } from '../../contract/column.js'
import { defined } from '../../foundation/json/defined.js'
import { dayMs, parseDay, toWallClock } from '../../foundation/time/zoned-time.js'
import type { Cell } from '../../operations/import/import-file.js'
import { type ExportColumn, type ExportSource, exportColumns } from './export-source.js'

type SheetValue = string | number | boolean | Date | null

/** How a sheet shows the values of a column type. Other types are texts. */
interface SheetKind {
  readonly numFmt?: string
  readonly toValue: (text: string, zone: string) => SheetValue
}

/** Maximum number of digits that a cell keeps. */
const maxDigits = 15

const numberValue = (text: string): SheetValue =>
  text.replace(/[-.]/g, '').length <= maxDigits ? Number(text) : text

const sheetKinds: Partial<Record<ColumnKind, SheetKind>> = {
  integer: { toValue: numberValue },
  version: { toValue: numberValue },
  // Texts in JSON, but a spreadsheet adds up numbers only.
  bigint: { toValue: numberValue },
  decimal: { toValue: numberValue },
  boolean: { toValue: (text) => text === 'true' },
  date: { numFmt: 'yyyy-mm-dd', toValue: (text) => dateValue(parseDay(text), text) },
  /** A cell holds a double too. */
  float: { toValue: Number },
  localDateTime: {
    numFmt: 'yyyy-mm-dd hh:mm:ss',
    toValue: (text) => dateValue(Date.parse(`${text}Z`), text),
  },
  instant: {
    numFmt: 'yyyy-mm-dd hh:mm:ss',
    // Cells have no time zone: they show local time in the zone that filters and statistics use.
    toValue: (text, zone) => dateValue(toWallClock(Date.parse(text), zone), text),
  },
}

/** Spreadsheets disagree on earlier days, because some count a 29 February 1900. */
const firstDay = Date.UTC(1900, 2, 1)
const lastDay = Date.UTC(9999, 11, 31) + dayMs - 1

const dateValue = (ms: number | undefined, text: string): SheetValue =>
  ms !== undefined && ms >= firstDay && ms <= lastDay ? new Date(ms) : text

/** Maximum length of a text in a cell, in UTF-16 code units. */
const maxCellLength = 32_767

/** Cuts a text that is too long for a cell, and marks the cut. */
const fitted = (text: string): string => {
  if (text.length <= maxCellLength) return text
  const marker = ` … [cut, ${text.length} characters]`
  const kept = text.slice(0, maxCellLength - marker.length)
  // Half of a surrogate pair is not a character.
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}${marker}`
}

const special = /_x[0-9a-f]{4}_|[\ufffe\uffff]/i

/**
 * Escapes characters that XML cannot contain as `_xHHHH_` (ECMA-376, ST_Xstring), and texts that
 * look like such an escape. The writer only escapes control characters.
 */
const escaped = (text: string): string =>
  !special.test(text)
    ? text
    : text
        .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
        .replaceAll('\ufffe', '_xFFFE_')
        .replaceAll('\uffff', '_xFFFF_')

const textValue = (text: string): string => escaped(fitted(text))

/** The cell of a value as readers of a sheet see it. */
export const sheetCell = (kind: ColumnKind, text: string, zone: string): Cell => {
  const value = sheetKinds[kind]?.toValue(text, zone) ?? text
  if (value instanceof Date) return { wallMs: value.getTime() }
  return typeof value === 'string' ? fitted(value) : value
}

/** Makes the cells of a column from texts. */
const cellOf = ({ kind }: ExportColumn, zone: string): ((text: string) => SheetValue) => {
  const sheetKind = sheetKinds[kind]
  return (text) => {
    const value = sheetKind ? sheetKind.toValue(text, zone) : text
    return typeof value === 'string' ? textValue(value) : value
  }
}

/** Excel reserves this name. */
const reservedName = 'history'
const sheetName = (name: string): string =>
  name.toLowerCase() === reservedName ? `${name} records` : name.slice(0, 31)

export async function* writeSheet(source: ExportSource): AsyncGenerator<Uint8Array> {
  const { resource, rows, headers, zone } = source
  const columns = exportColumns(resource)
  const cells = columns.map((column) => cellOf(column, zone))
  async function* sheet() {
    for await (const batch of rows) {
      for (const row of batch) {
        yield cells.map((cell, index) => {
          const text = row.textAt(index)
          return text === null ? null : cell(text)
        })
      }
    }
  }
  const head = columns.map(({ kind }, index) =>
    defined({ header: textValue(headers[index]!), numFmt: sheetKinds[kind]?.numFmt }),
  )
  // Loaded by the first export: it would take a tenth of the time of each start.
  const { writeXlsxStream } = await import('hucre/xlsx')
  const stream = writeXlsxStream(sheet(), { name: sheetName(resource.name), columns: head })
  for await (const bytes of stream as unknown as AsyncIterable<Uint8Array>) yield bytes
}
