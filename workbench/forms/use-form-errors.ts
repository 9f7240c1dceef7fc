/** What is wrong with the values of a form: what this page finds, and what the service reports. */
import { useState } from 'preact/hooks'
import type { Values } from '../controls/input-props.js'
import { isSame } from '../controls/unreadable.js'
import { validate } from '../controls/validate.js'
import type { CorollaryError } from '../service/connection.js'
import type { Field } from '../service/shape.js'
import { isRequired, isShown } from './form-values.js'
import { noErrors, type PlacedErrors, placeErrors, withoutErrors } from './server-errors.js'
import type { Draft } from './use-draft.js'

export interface FormErrors {
  /** The error of the last request. */
  readonly failure: CorollaryError | undefined
  readonly placed: PlacedErrors
  /** Returns the message that the field shows. */
  readonly errorOf: (field: Field) => string | undefined
  /** The user has left the field, so its value is complete. */
  readonly leave: (name: string) => void
  /** Shows what is wrong with every field, and returns the names of these fields. */
  readonly check: () => readonly string[]
  /** Shows the error of the service, and returns the names of its fields. */
  readonly refuse: (error: CorollaryError) => readonly string[]
  /** Removes what the service reported about a field, whose value has changed. */
  readonly forget: (name: string) => void
  readonly clear: () => void
}

/** @param isStored the values at the start are those of a record */
export const useFormErrors = (
  fields: readonly Field[],
  draft: Draft,
  isStored: boolean,
): FormErrors => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [placed, setPlaced] = useState<PlacedErrors>(noErrors)
  const [failure, setFailure] = useState<CorollaryError>()
  const accepted = isStored ? draft.start : {}
  const faultOf = (field: Field) => fieldFault(field, draft.values, accepted)
  return {
    failure,
    placed,
    errorOf: (field) =>
      placed.fields[field.name] ?? (left.has(field.name) ? faultOf(field) : undefined),
    leave: (name) => setLeft((current) => new Set([...current, name])),
    check: () => {
      setLeft(new Set(fields.map(({ name }) => name)))
      setPlaced(noErrors)
      setFailure(undefined)
      return fields.filter((field) => faultOf(field) !== undefined).map(({ name }) => name)
    },
    refuse: (error) => {
      const errors = placeErrors(error.errors, fields)
      setPlaced(errors)
      setFailure(error)
      const nested = Object.keys(errors.nested).map((path) => path.split('.')[0]!)
      return [...Object.keys(errors.fields), ...nested]
    },
    forget: (name) => setPlaced((current) => withoutErrors(current, name)),
    clear: () => setPlaced(noErrors),
  }
}

/** Values that the service sent are accepted as they are. */
const fieldFault = (field: Field, values: Values, accepted: Values): string | undefined => {
  const value = values[field.name]
  if (!isShown(field, values) || field.readOnly) return undefined
  const before = accepted[field.name]
  if (before !== null && before !== undefined && isSame(value, before)) return undefined
  return validate(field, value, isRequired(field, values))
}
