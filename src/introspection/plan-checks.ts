/** Plans what is declared of the CHECK constraints of a table. */
import type { CatalogConstraint } from '../database/catalog/catalog.js'
import type { SourceColumn, SourceTable } from '../database/catalog/source-tables.js'
import { fieldLabel } from '../model/labels.js'
import type { CheckPlan } from './application-plan.js'
import { type Expression, readCheck } from './check-expression.js'
import { type ColumnChecks, columnChecks, exchanged } from './check-limits.js'
import type { ColumnFactory, ColumnPlan } from './plan-columns.js'

const checksOf = ({ constraints }: SourceTable): readonly CatalogConstraint[] =>
  constraints.filter(({ type }) => type === 'c')

/** The constraints on the column alone. */
export const checksOfColumn = (table: SourceTable, column: SourceColumn): ColumnChecks =>
  columnChecks(
    column,
    column.name,
    checksOf(table).filter(({ columns }) => columns.length === 1 && columns[0] === column.name),
  )

/** Constraints on several columns, and those that the limits of their column do not say. */
export const planChecks = (
  table: SourceTable,
  columns: readonly ColumnPlan[],
): readonly CheckPlan[] =>
  checksOf(table).flatMap(({ name, columns: bound, definition }) => {
    const declared = columns.filter(({ source }) => bound.includes(source.name))
    // A caller can correct only what they write.
    const column = declared.findLast(({ isGenerated }) => !isGenerated) ?? declared.at(-1)
    if (!column) return []
    const isSaid =
      bound.length === 1 &&
      !checksOfColumn(table, column.source).rest.some((rest) => rest.name === name)
    if (isSaid) return []
    const comparison = describeComparison(readCheck(definition), declared)
    const message = comparison?.message ?? `The rule '${name}' does not accept this value.`
    return [{ name, column: comparison?.column ?? column, message }]
  })

type Words = Readonly<Record<string, string>>

const numberWords: Words = {
  '>=': 'must not be less than',
  '>': 'must be greater than',
  '<=': 'must not be greater than',
  '<': 'must be less than',
  '=': 'must be equal to',
  '<>': 'must differ from',
}
const timeWords: Words = {
  ...numberWords,
  '>=': 'must not be before',
  '>': 'must be after',
  '<=': 'must not be after',
  '<': 'must be before',
}
const times: ReadonlySet<ColumnFactory> = new Set(['date', 'instant', 'localDateTime', 'time'])

/** The comparison of two columns: `Ends on must not be before Starts on.` */
const describeComparison = (
  expression: Expression | undefined,
  columns: readonly ColumnPlan[],
): Pick<CheckPlan, 'column' | 'message'> | undefined => {
  if (expression?.is !== 'comparison') return undefined
  const [left, right] = [expression.left, expression.right].map((side) =>
    side.is === 'column' ? columns.find(({ source }) => source.name === side.name) : undefined,
  )
  if (!left || !right) return undefined
  const { operator } = expression
  const [column, other, relation] = left.isGenerated
    ? [right, left, exchanged[operator] ?? operator]
    : [left, right, operator]
  const words = (times.has(column.factory) ? timeWords : numberWords)[relation]
  return words === undefined
    ? undefined
    : { column, message: `${fieldLabel(column.field)} ${words} ${fieldLabel(other.field)}.` }
}
