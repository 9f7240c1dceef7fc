/** Chooses the text that names a record to people. */
import { isUnique, type SourceTable } from '../database/catalog/source-tables.js'
import { isShort } from './column-filters.js'
import type { ColumnPlan } from './plan-columns.js'

const labelNames = ['label', 'fullName', 'displayName', 'name', 'lastName', 'title', 'subject']

/**
 * A description is often a long text, so it names a record only if nothing else does. A part of the
 * key does not tell records apart: it names a record only if it is called a name.
 */
export const labelOf = (
  table: SourceTable,
  columns: readonly ColumnPlan[],
): ColumnPlan | undefined => {
  const texts = columns.filter(({ factory, isKey }) => factory === 'text' && !isKey)
  const whole = texts.filter(({ isKeyPart }) => !isKeyPart)
  const filled = whole.filter(({ isNullable }) => !isNullable)
  const description = whole.find(({ field }) => field === 'description')
  return (
    namedOf(whole) ??
    filled.find(({ field }) => /(Name|Title)$/.test(field)) ??
    namedOf(texts) ??
    (description?.isNullable === false ? description : undefined) ??
    filled.find(({ source }) => isUnique(table, [source.name])) ??
    filled.find((column) => !isShared(column)) ??
    description
  )
}

const namedOf = (texts: readonly ColumnPlan[]): ColumnPlan | undefined =>
  labelNames
    .map((name) => texts.find(({ field }) => field === name))
    .find((column) => column !== undefined)

/** Many records have the same code, such as a currency, or the default. */
const isShared = (column: ColumnPlan): boolean => isShort(column) || column.source.hasDefault
