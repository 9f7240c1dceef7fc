/** The table of the filter operations by name, and the types that are read from it. */
import type { FilterConstructor } from './definition.js'
import * as constructors from './operations.js'

type Constructors = typeof constructors
export type FilterOperation = keyof Constructors

/** A definition under another name than its own does not compile. */
const named: { readonly [Name in FilterOperation]: FilterConstructor<Name> } = constructors

/** By name, in alphabetical order: not every module loader lists the exports in the same order. */
export const filterOperations = Object.fromEntries(
  Object.entries(named)
    .map(([name, { definition }]) => [name, definition] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1)),
) as { readonly [Name in FilterOperation]: Constructors[Name]['definition'] }

export const isFilterOperation = (name: string): name is FilterOperation =>
  Object.hasOwn(filterOperations, name)

export type KindsOf<Name extends FilterOperation> =
  Constructors[Name]['definition']['kinds'][number]
export type OperandOf<Name extends FilterOperation> = Constructors[Name]['definition']['operand']
