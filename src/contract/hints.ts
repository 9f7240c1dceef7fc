/** What forms and tables show of a field, and examples of bodies. */

/** A rule over the values of a form, as JSON Logic: `{ '==': [{ var: 'kind' }, 'SICK'] }`. */
export type JsonLogic = boolean | { readonly [operation: string]: unknown }

/** What a field tells the people who see it; explicit hints win over what is derived. */
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
  /** The field is shown where the rule holds. */
  readonly conditionalDisplay?: JsonLogic
  /** The field must be filled in where the rule holds; the service does not check it. */
  readonly conditionalRequired?: JsonLogic
  /** How the value is shown, in the terms of the client. */
  readonly valuePresentation?: { readonly [member: string]: unknown }
  /** The field that the choice depends on. Default: as the option source says. */
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
