/** Messages of rules for which the contract has none. */
import type { Comparison } from '../../contract/rules.js'
import { type ColumnTarget, isSamePlace } from '../types/path.js'
import type { ConditionModel, RuleField, RuleMessage, RuleModel } from '../types/rule-model.js'

const requiredText = "'{field}' is required."
const emptyText = "'{field}' must be empty."
const brokenText = "The record breaks the rule '{rule}'."

const sizeTexts: Readonly<Record<Comparison, string>> = {
  atLeast: "'{field}' must be at least {limit}.",
  atMost: "'{field}' must be at most {limit}.",
  moreThan: "'{field}' must be more than {limit}.",
  lessThan: "'{field}' must be less than {limit}.",
}
const timeTexts: Readonly<Record<Comparison, string>> = {
  atLeast: "'{field}' must not be before {limit}.",
  atMost: "'{field}' must not be after {limit}.",
  moreThan: "'{field}' must be after {limit}.",
  lessThan: "'{field}' must be before {limit}.",
}

/** All texts of default messages. */
export const ruleTexts: readonly string[] = [
  ...[requiredText, emptyText, brokenText],
  ...Object.values(sizeTexts),
  ...Object.values(timeTexts),
]

type Unnamed = Pick<RuleModel, 'name' | 'condition' | 'reads'>

export const defaultMessage = ({ name, condition, reads }: Unnamed): RuleMessage => {
  const nameOf = (target: ColumnTarget): string => nameIn(reads, target)
  const required = requiredBy(condition)
  if (required) return { text: requiredText, values: { field: nameOf(required) } }
  if (condition.is === 'null') {
    return { text: emptyText, values: { field: nameOf(condition.target) } }
  }
  if (condition.is !== 'comparison') return { text: brokenText, values: { rule: name } }
  const { target, comparison, operand } = condition
  const isTime = !['integer', 'bigint', 'decimal', 'float'].includes(target.column.kind)
  const limit = operand.type === 'constant' ? String(operand.value) : `'${nameOf(operand)}'`
  const texts = isTime ? timeTexts : sizeTexts
  return { text: texts[comparison], values: { field: nameOf(target), limit } }
}

/** The field that the condition requires to have a value. */
export const requiredBy = (condition: ConditionModel): ColumnTarget | undefined =>
  condition.is === 'not' && condition.condition.is === 'null'
    ? condition.condition.target
    : undefined

const nameIn = (reads: readonly RuleField[], target: ColumnTarget): string =>
  reads.find((read) => isSamePlace(read.target, target))!.name
