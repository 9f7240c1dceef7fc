/** Turns cells into values as requests send them, and compares them with what is stored. */
import type { ColumnKind } from '../../contract/column.js'
import { parseLossless } from '../../foundation/json/lossless.js'
import { dayMs, formatDay } from '../../foundation/time/zoned-time.js'
import type { ValueType } from '../../model/kinds/kind-definition.js'
import { isEnum, isStructure, kinds } from '../../model/kinds/kinds.js'
import type { Cell } from './import-file.js'

type Filled = Exclude<Cell, null>

/** Digits that a spreadsheet keeps of a number. */
const sheetDigits = 15

const numberText = (number: number): string => String(Number(number.toPrecision(sheetDigits)))

const isoOf = (wallMs: number): string => {
  const date = new Date(wallMs)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, -1)
}

/** Local times, which readers take in the zone of the service. */
const wallText = (cell: Filled): unknown => (typeof cell === 'object' ? isoOf(cell.wallMs) : cell)

const dayText = (cell: Filled): unknown => {
  if (typeof cell !== 'object') return cell
  return cell.wallMs % dayMs === 0 ? formatDay(cell.wallMs) : isoOf(cell.wallMs)
}

const timeText = (cell: Filled): unknown =>
  typeof cell === 'object' ? isoOf(cell.wallMs).slice(11) : cell

/** Numbers are typed as numbers, and their texts as they are in JSON. */
const numberValue = (cell: Filled): unknown => wallText(cell)

const wholeText = (cell: Filled): unknown =>
  typeof cell === 'number' && Number.isSafeInteger(cell) ? String(cell) : wallText(cell)

const decimalText = (cell: Filled): unknown =>
  typeof cell === 'number' ? numberText(cell) : wallText(cell)

/** A spreadsheet writes its own truth values in capitals. */
const booleanText = (cell: Filled): unknown =>
  typeof cell === 'string' ? cell.toLowerCase() : cell

/** Cells with the type of a column as values of it; others are texts. */
const readers: Partial<Record<ColumnKind, (cell: Filled) => unknown>> = {
  integer: numberValue,
  version: numberValue,
  float: numberValue,
  bigint: wholeText,
  decimal: decimalText,
  boolean: booleanText,
  date: dayText,
  instant: wallText,
  localDateTime: wallText,
  time: timeText,
}

const plainText = (cell: Filled): string => {
  if (typeof cell === 'number') return numberText(cell)
  return typeof cell === 'object' ? String(dayText(cell)) : String(cell)
}

/** The value that a request would send for the cell. */
export const valueOfCell = (type: ValueType, cell: Filled): unknown => {
  const value = (readers[type.kind] ?? plainText)(cell)
  if (typeof value !== 'string') return value
  if (isStructure(type)) return structureOf(value)
  const text = type.kind === 'text' ? value : value.trim()
  return kinds[type.kind].ofText?.(text) ?? text
}

/** A text that is not JSON stays a text: it is one for JSON columns, and refused by lists. */
const structureOf = (text: string): unknown => {
  try {
    return parseLossless(text)
  } catch {
    return text
  }
}

/** The text that stands for the cell where cells have texts only. */
export const textOfValue = (type: ValueType | undefined, cell: Filled): string =>
  typeof cell === 'string' ? cell : String(((type && readers[type.kind]) ?? plainText)(cell))

/** A cell as errors show it. */
export const textOfCell = (cell: Filled): string => plainText(cell)

/** Whether texts of such a column may have the mark of a text that would be a formula. */
export const isMarkable = ({ kind }: ValueType): boolean =>
  kind === 'text' || kind === 'json' || isEnum({ kind })

/** Milliseconds that the days of a spreadsheet are too coarse for. */
const toleranceMs = 1

/** Whether a cell is what an export would show. Spreadsheets lose quotes and returns of texts. */
export const isSameCell = (cell: Cell, shown: Cell): boolean => {
  if (cell === null || cell === '') return shown === null || shown === ''
  if (shown === null) return false
  if (typeof cell === 'object' || typeof shown === 'object') {
    return (
      typeof cell === 'object' &&
      typeof shown === 'object' &&
      Math.abs(cell.wallMs - shown.wallMs) <= toleranceMs
    )
  }
  if (typeof cell === 'string' && typeof shown === 'string') {
    return withoutReturns(cell) === withoutReturns(shown)
  }
  if (typeof cell === 'number' && typeof shown === 'number') {
    return numberText(cell) === numberText(shown)
  }
  return cell === shown
}

const withoutReturns = (text: string): string => text.replace(/\r\n?/g, '\n')
