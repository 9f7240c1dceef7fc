/** How filters are read, as configured. */
import type { InputSettings } from '../../model/kinds/value-reader.js'
import type { ExpressionLimits } from './read-expression.js'

/** Limits and accepted forms, as configured. */
export interface FilterSettings extends InputSettings {
  readonly maxListLength: number
  /** Characters of a text. */
  readonly maxTextLength: number
  readonly allowScalarRange: boolean
  /** Called when a scalar was read as a range. */
  readonly onScalarRange?: (resource: string, field: string) => void
  /**
   * Meaning of an empty list for IN. Default: `ignore`, the criterion is blank. An empty list of a
   * negated operation is always ignored.
   */
  readonly emptyList?: 'ignore' | 'nothing'
  /** Undefined: filters can be combined without limits. */
  readonly expressions?: ExpressionLimits
  /** Called with the target of each member or part that is blank. */
  readonly onBlank?: (target: string) => void
}
