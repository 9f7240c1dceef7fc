/** The SQL of filter operations: one function for each form of operand. */
import type { FilterDefinition, OperandForm } from '../../../contract/filter/definition.js'
import type { Sql } from '../../sql/sql.js'
import { onDay, withinDays } from './calendar.js'
import { compare, compareSize, isAmong } from './compare.js'
import type { Applied, Clock, Meaning, Operand } from './meaning.js'
import { isNull, isTrue } from './presence.js'
import { range } from './range.js'
import { text } from './text.js'

const meanings: { readonly [Form in OperandForm]: Meaning<Form> } = {
  value: compare,
  size: compareSize,
  text,
  list: isAmong,
  range,
  switch: isNull,
  flag: isTrue,
  day: onDay,
  days: withinDays,
}

/** The condition of an operation for an operand, which the reader of its form has read. */
export const conditionOf = (
  definition: FilterDefinition,
  target: Applied,
  operand: Operand,
  clock: Clock,
): Sql => {
  const meaning = meanings[definition.operand] as (
    target: Applied,
    operand: Operand,
    definition: FilterDefinition,
    clock: Clock,
  ) => Sql
  return meaning(target, operand, definition, clock)
}
