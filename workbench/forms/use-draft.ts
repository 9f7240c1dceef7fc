/** The values of a form while the user edits them. */
import { useState } from 'preact/hooks'
import { changeValue } from '../controls/dependency.js'
import type { Values } from '../controls/input-props.js'
import { isSame } from '../controls/unreadable.js'
import type { Field } from '../service/shape.js'
import { initialValues } from './form-values.js'

export interface Draft {
  /** The values with which the form started. */
  readonly start: Values
  readonly values: Values
  readonly isDirty: boolean
  /** Sets a value, and clears the fields that depend on it. */
  readonly change: (name: string, value: unknown) => void
  readonly replace: (values: Values) => void
  /** Starts again with other values. */
  readonly fill: (values: Values) => void
}

export const useDraft = (fields: readonly Field[], initial: Values | undefined): Draft => {
  const [start] = useState(() => initialValues(fields, initial))
  const [values, setValues] = useState(start)
  return {
    start,
    values,
    isDirty: !isSame(values, start),
    change: (name, value) => setValues((current) => changeValue(fields, current, name, value)),
    replace: (next) => setValues((current) => ({ ...current, ...next })),
    fill: (next) => setValues({ ...start, ...next }),
  }
}
