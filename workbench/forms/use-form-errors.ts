/** The errors of a form: those that this page finds, and those that the service reports. */
import { useState } from 'preact/hooks'
import { isEnforced, isShown } from '../controls/conditions.js'
import type { CorollaryError } from '../service/connection.js'
import type { Field, ShapeRule } from '../service/shape.js'
import { faultsOf, withBrokenRules } from './faults.js'
import { noErrors, type PlacedErrors, placeErrors, remainingErrors } from './server-errors.js'
import type { Draft } from './use-draft.js'

export interface FormErrors {
  /** The error of the last request. */
  readonly failure: CorollaryError | undefined
  /** Messages that no field of the form shows. */
  readonly others: readonly string[]
  /** Returns the message that the field shows. */
  readonly errorOf: (name: string) => string | undefined
  /** Returns the message of an item of a list or of its member, by its path. */
  readonly nestedError: (path: string, isLeft: boolean) => string | undefined
  /** Returns true if the field or one of its items shows a message. */
  readonly isWrong: (name: string) => boolean
  /** The user has left the field, so its value is complete. */
  readonly leave: (name: string) => void
  /** Shows what is wrong with every field, and returns the names of these fields. */
  readonly check: () => readonly string[]
  /** Shows the error of the service, and returns the names of its fields. */
  readonly refuse: (error: CorollaryError) => readonly string[]
  /** Removes what the service reported about a value that changes now. */
  readonly change: (name: string, before: unknown, after: unknown) => void
  readonly clear: () => void
}

/** @param isStored the values at the start are those of a record */
export const useFormErrors = (
  fields: readonly Field[],
  rules: readonly ShapeRule[],
  { values, start }: Draft,
  isStored: boolean,
): FormErrors => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isChecked, setChecked] = useState(false)
  const [placed, setPlaced] = useState<PlacedErrors>(noErrors)
  const [failure, setFailure] = useState<CorollaryError>()
  const single = faultsOf(fields, values, isStored ? start : {})
  const enforced = rules.filter((rule) => isEnforced(rule, values, start))
  const faults = withBrokenRules(single, enforced, fields, values)
  const hidden = fields.filter((field) => !isShown(field, values)).map(({ name }) => name)
  const errorOf = (name: string) =>
    placed.fields[name] ?? (isChecked || left.has(name) ? faults[name] : undefined)
  const nestedError = (path: string, isLeft: boolean) =>
    placed.nested[path] ?? (isChecked || isLeft ? faults[path] : undefined)
  return {
    ...{ failure, errorOf, nestedError },
    others: [...placed.others, ...hidden.flatMap((name) => placed.fields[name] ?? [])],
    isWrong: (name) =>
      errorOf(name) !== undefined ||
      [...Object.keys(placed.nested), ...Object.keys(isChecked ? faults : {})].some((path) =>
        path.startsWith(`${name}.`),
      ),
    leave: (name) => setLeft((current) => new Set([...current, name])),
    check: () => {
      setChecked(true)
      setPlaced(noErrors)
      setFailure(undefined)
      return namesOf(faults)
    },
    refuse: (error) => {
      const errors = placeErrors(error.errors, fields)
      setPlaced(errors)
      setFailure(error)
      return namesOf({ ...errors.fields, ...errors.nested })
    },
    change: (name, before, after) =>
      setPlaced((current) => remainingErrors(current, name, before, after)),
    clear: () => setPlaced(noErrors),
  }
}

/** Returns the names of the fields to which paths such as `lines.0.price` belong. */
const namesOf = (messages: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(messages).map((path) => path.split('.')[0]!)
