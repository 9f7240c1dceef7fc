/** What computes a field, as data. */

/** What a hole of an expression stands for. */
export type ExpressionPart =
  | { readonly is: 'path'; readonly path: string }
  | { readonly is: 'clock'; readonly reads: 'now' | 'today' }
  | { readonly is: 'constant'; readonly value: string | number | boolean }
  | { readonly is: 'among'; readonly path: string; readonly values: readonly unknown[] }
  | SqlExpression

/** SQL with references to fields. It has one more text than parts. */
export interface SqlExpression {
  readonly is: 'sql'
  readonly texts: readonly string[]
  readonly parts: readonly ExpressionPart[]
}

export const aggregateFunctions = ['count', 'exists', 'sum', 'min', 'max', 'avg'] as const
export type AggregateFunction = (typeof aggregateFunctions)[number]

/** Rows of a collection that count for an aggregate: a value, one of several, or null, by path. */
export type AggregateCriteria = Readonly<Record<string, unknown>>

/** A value that is computed from the rows of a collection. */
export interface Aggregate {
  readonly is: 'aggregate'
  readonly function: AggregateFunction
  readonly collection: string
  /** A path of the rows. `count` and `exists` have none. */
  readonly value?: string
  readonly criteria: AggregateCriteria
}

export type Computation = SqlExpression | Aggregate

/** Checks the outline; the compiler of the model checks paths and values. */
export const isComputation = (value: unknown): value is Computation => {
  if (typeof value !== 'object' || value === null) return false
  const { is, parts, function: name } = value as Partial<Aggregate & { parts: unknown }>
  return (
    ((is as string) === 'sql' && Array.isArray(parts)) ||
    (is === 'aggregate' && aggregateFunctions.includes(name!))
  )
}
