/** Reads the members of a filter that combine filters. */
import type { ExpressionName } from '../../contract/filter/expressions.js'
import { type Problem, problem } from '../../foundation/errors/app-error.js'
import { describeValue } from '../../model/kinds/value-reader.js'
import type { Criterion } from './criteria.js'

/** Limits of filters whose members are combined, as configured. */
export interface ExpressionLimits {
  /** Number of expressions that a criterion may be within. */
  readonly maxDepth: number
  /** Number of criteria within expressions, on all levels together. */
  readonly maxCriteria: number
}

/** Reads a filter within the expression; a blank one has no criteria. */
type ReadPart = (payload: unknown, target: string) => readonly Criterion[]

type ReadExpression = (
  sent: unknown,
  target: string,
  readPart: ReadPart,
) => readonly Criterion[] | Problem

/** The parts of a list that are not blank. */
const listOf =
  (
    name: ExpressionName,
    join: (parts: readonly (readonly Criterion[])[]) => readonly Criterion[],
  ) =>
  (...[sent, target, readPart]: Parameters<ReadExpression>): ReturnType<ReadExpression> => {
    if (!Array.isArray(sent)) {
      return problem('expressionNotList', { name, got: describeValue(sent), target })
    }
    const parts = sent.map((part, index) => readPart(part, `${target}[${index}]`))
    return join(parts.filter((part) => part.length > 0))
  }

/** How each expression is read. A single part needs no expression. */
export const readExpression: Readonly<Record<ExpressionName, ReadExpression>> = {
  $and: listOf('$and', (parts) => parts.flat()),
  $or: listOf('$or', (parts) => (parts.length > 1 ? [{ anyOf: parts }] : parts.flat())),
  $not: (sent, target, readPart) => {
    const part = readPart(sent, target)
    return part.length > 0 ? [{ not: part }] : []
  },
}
