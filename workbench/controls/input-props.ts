import type { Field } from '../fields/shape.js'

/** Values of a form or a filter, by field name. */
export type Values = Readonly<Record<string, unknown>>

/** Properties of inputs. The label, help and error around them are drawn by `Control`. */
export interface InputProps {
  readonly field: Field
  /** Of the input that the label names. */
  readonly id: string
  readonly value: unknown
  /** An `Unreadable` if the text is not a value. */
  readonly onChange: (value: unknown) => void
  readonly disabled: boolean
  /** Values of the fields that this one may depend on. */
  readonly values: Values
  /** Labels of the other fields. */
  readonly labelOf: (name: string) => string
  /** Errors of the items of a list, by paths such as `0.name`. */
  readonly errors?: Readonly<Record<string, string>>
  readonly accessibility: {
    readonly 'aria-describedby': string | undefined
    readonly 'aria-invalid': boolean
    readonly 'aria-required': boolean | undefined
  }
}
