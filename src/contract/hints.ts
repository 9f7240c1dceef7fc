/** Hints for forms and tables, and examples of bodies. */

/** A rule over the values of a form, as JSON Logic: `{ '==': [{ var: 'kind' }, 'SICK'] }`. */
export type JsonLogic = boolean | { readonly [operation: string]: unknown }

/** Hints on how a user interface shows a field. They override derived ones. */
export interface FieldHints {
  readonly label?: string
  readonly description?: string
  readonly placeholder?: string
  readonly helpText?: string
  readonly group?: string
  readonly order?: number
  readonly width?: string
  readonly mask?: string
  readonly hidden?: boolean
  readonly formHidden?: boolean
  readonly tableHidden?: boolean
  readonly readOnly?: boolean
  readonly compact?: boolean
  readonly controlType?: string
  /** The field is shown if the rule holds. */
  readonly conditionalDisplay?: JsonLogic
  /** The field is required in forms if the rule holds; the service does not check this. */
  readonly conditionalRequired?: JsonLogic
  /** How clients present the value, in their own terms. */
  readonly valuePresentation?: { readonly [member: string]: unknown }
  /** The field that the choice depends on. Default: from the option source. */
  readonly dependentField?: string
  /** Whether a change of that field clears this one. */
  readonly resetOnDependentChange?: boolean
}

export interface Example<T = unknown> {
  readonly summary?: string
  readonly description?: string
  readonly value: T
}
export type Examples<T = unknown> = Readonly<Record<string, Example<T>>>
