/**
 * Values of columns as code of a contract sees them: parsed from texts of the database or of
 * requests.
 */

import type { Row } from '../foundation/execution/statement.js'
import { memoize } from '../foundation/functions/memoize.js'
import { parseStored } from '../foundation/json/lossless.js'
import { arrayItems } from './kinds/array-text.js'
import type { ValueType } from './kinds/kind-definition.js'
import { kinds, textPrinter } from './kinds/kinds.js'
import type { ColumnModel, EntityModel } from './types/entity-model.js'

/** Parses a text that the database printed, as JSON shows it. */
const storedReader = memoize((column: ValueType): ((text: string) => unknown) => {
  const print = kinds[column.kind].printer(column)
  // A JSON column may hold numbers that JavaScript would round.
  const parse = column.kind === 'json' ? parseStored : JSON.parse
  return (text) => parse(print(text))
})

/** Creates a reader of values by field, from columns that are adjacent in a row. */
export const storedValuesReader = (
  columns: readonly ColumnModel[],
): ((row: Row, start: number) => Readonly<Record<string, unknown>>) => {
  const readers = columns.map((column) => ({ field: column.field, read: storedReader(column) }))
  return (row, start) =>
    Object.fromEntries(
      readers.map(({ field, read }, index) => {
        const text = row[start + index]
        return [field, text == null ? null : read(text)]
      }),
    )
}

/**
 * Reads the text of an id as requests send it, from the one that the database printed. No request
 * can name a key that JSON cannot express; its text serves to compare it.
 */
export const storedIdReader = memoize((key: ValueType): ((text: string) => string) => {
  const print = textPrinter(key)
  return (text) => print(text) ?? text
})

/** The value of a parameter text that was read from a request. */
export const sentValueOf = (text: string | null, type: ValueType): unknown => {
  if (text === null) return null
  const { item } = type
  if (item) return arrayItems(text).map((each) => sentValueOf(each, item))
  const read = kinds[type.kind].ofParameter ?? storedReader(type)
  return read(text)
}

/** The JSON value of an id, from its parameter text. */
export const wireIdOf = ({ primaryKey }: EntityModel, id: string): string | number =>
  sentValueOf(id, primaryKey) as string | number
