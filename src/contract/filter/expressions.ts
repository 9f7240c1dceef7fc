/** The members of a filter payload that combine payloads. */

/**
 * A filter whose parts can be combined: with `$or` at least one part matches, with `$and` every
 * part, and with `$not` the part does not match. They are joined with the other members by `and`.
 */
export type Combined<Filter> = Filter & {
  readonly $or?: readonly Combined<Filter>[] | null
  readonly $and?: readonly Combined<Filter>[] | null
  readonly $not?: Combined<Filter> | null
}

export const expressionNames = ['$or', '$and', '$not'] as const
export type ExpressionName = (typeof expressionNames)[number]

export const isExpressionName = (name: string): name is ExpressionName =>
  (expressionNames as readonly string[]).includes(name)
