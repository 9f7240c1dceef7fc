import type { JSX } from 'preact'
import type { Field } from '../service/shape.js'

/** Values of a form or a filter, by field name. */
export type Values = Readonly<Record<string, unknown>>

/**
 * Returns the error of an item of a list or of its member, by a path such as `0` or `0.name`. What
 * this page finds itself is an error when the user has left the item.
 */
export type ErrorAt = (path: string, isLeft: boolean) => string | undefined

export interface ControlProps {
  readonly field: Field
  readonly value: unknown
  /** Called with an `Unreadable` if the input is not a value. */
  readonly onChange: (value: unknown) => void
  readonly error?: string | undefined
  readonly errorAt?: ErrorAt | undefined
  /** The value follows from values that are not saved. */
  readonly isPending?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** All values of the form or filter, which fields that depend on others need. */
  readonly values?: Values | undefined
  /** Returns the label of another field. */
  readonly labelOf?: ((name: string) => string) | undefined
  readonly idPrefix?: string | undefined
  /** Replaces the label of the field. */
  readonly label?: string | undefined
  readonly required?: boolean | undefined
  /** Text after the label, such as the operation of a criterion. */
  readonly note?: string | undefined
  /** Draws a button that removes the value. */
  readonly onClear?: (() => void) | undefined
}

/** Properties of inputs. `Control` draws the label, the help and the error around them. */
export interface InputProps {
  readonly field: Field
  /** Id of the input that the label names. */
  readonly id: string
  readonly value: unknown
  /** Called with an `Unreadable` if the text is not a value. */
  readonly onChange: (value: unknown) => void
  readonly disabled: boolean
  /** Values of the fields that this one may depend on. */
  readonly values: Values
  /** Returns the label of another field. */
  readonly labelOf: (name: string) => string
  readonly errorAt?: ErrorAt
  /** The value follows from values that are not saved. */
  readonly isPending: boolean
  /** Draws the fields of the items of a list. */
  readonly Control: (props: ControlProps) => JSX.Element
  readonly accessibility: {
    readonly 'aria-describedby': string | undefined
    readonly 'aria-invalid': boolean
    readonly 'aria-required': boolean | undefined
  }
}
