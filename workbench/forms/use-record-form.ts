/** The state of a form: its values, their errors, and the request that sends them. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { leaveGuard } from '../browser/router.js'
import { focusControl } from '../controls/control.js'
import { changeValue } from '../controls/dependency.js'
import type { Values } from '../controls/input-props.js'
import { isSame } from '../controls/unreadable.js'
import { validate } from '../controls/validate.js'
import type { CorollaryError } from '../service/connection.js'
import type { Field } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { confirm } from '../ui/confirm-dialog.js'
import { initialValues, isRequired, isShown, sentValues } from './form-values.js'
import { noErrors, type PlacedErrors, placeErrors } from './server-errors.js'

/** Sends the values. Resolves to the error, or to undefined after a success. */
export type Submit = (
  values: Values,
  form: {
    readonly replace: (values: Values) => void
    /** Value of the pressed button; '' without one. */
    readonly button: string
  },
) => Promise<CorollaryError | undefined>

export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: t('Discard the changes?'),
    text: t('What you entered is not saved.'),
    action: t('Discard'),
    isDangerous: true,
  })

export const useRecordForm = (
  fields: readonly Field[],
  initial: Values | undefined,
  idPrefix: string,
  onSubmit: Submit,
  onDirty: ((isDirty: boolean) => void) | undefined,
) => {
  const start = useRef<Values>(undefined as unknown as Values)
  start.current ??= initialValues(fields, initial)
  const [values, setValues] = useState<Values>(start.current)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [placed, setPlaced] = useState<PlacedErrors>(noErrors)
  const [failure, setFailure] = useState<CorollaryError>()
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  const isDone = useRef(false)
  const isDirty = !isSame(values, start.current)
  useGuard(isDirty, isDone)
  useEffect(() => onDirty?.(isDirty), [isDirty])

  const faultOf = (field: Field): string | undefined => {
    const { name } = field
    if (!isShown(field, values) || field.readOnly) return undefined
    // The form does not refuse values that the service sent.
    if (initial && isSame(values[name], start.current[name]) && values[name] != null) {
      return undefined
    }
    return validate(field, values[name], isRequired(field, values))
  }
  const errorOf = (field: Field): string | undefined =>
    placed.fields[field.name] ?? (left.has(field.name) ? faultOf(field) : undefined)

  const change = (name: string, value: unknown) => {
    setValues((current) => changeValue(fields, current, name, value))
    setPlaced((current) => withoutErrors(current, name))
  }
  const replace = (next: Values) => setValues((current) => ({ ...current, ...next }))
  const focusFirst = (names: readonly string[]) => {
    const first = fields.find(({ name }) => names.includes(name))
    if (first) setTimeout(() => focusControl(idPrefix, first.name))
  }
  const submit = async (button = ''): Promise<void> => {
    if (isSending.current) return
    const wrong = fields.filter((field) => faultOf(field) !== undefined).map(({ name }) => name)
    setLeft(new Set(fields.map(({ name }) => name)))
    setPlaced(noErrors)
    setFailure(undefined)
    if (wrong.length > 0) return focusFirst(wrong)
    isSending.current = true
    setBusy(true)
    isDone.current = true
    const error = await onSubmit(sentValues(fields, values, start.current), { replace, button })
    isSending.current = false
    setBusy(false)
    if (!error) return
    isDone.current = false
    const errors = placeErrors(error.errors, fields)
    setPlaced(errors)
    setFailure(error)
    focusFirst([
      ...Object.keys(errors.fields),
      ...Object.keys(errors.nested).map((path) => path.split('.')[0]!),
    ])
  }
  return {
    /**
     * Discards the changes, after a question if there are any. Resolves to false if the user keeps
     * them.
     */
    discard: async (): Promise<boolean> => {
      isDone.current = !isDirty || (await confirmDiscard())
      return isDone.current
    },
    values,
    isBusy,
    isDirty,
    failure,
    placed,
    errorOf,
    change,
    submit,
    leave: (name: string) => setLeft((current) => new Set([...current, name])),
    fill: (next: Values) => {
      setValues({ ...start.current, ...next })
      setPlaced(noErrors)
    },
  }
}

const withoutErrors = (placed: PlacedErrors, name: string): PlacedErrors => ({
  ...placed,
  fields: Object.fromEntries(Object.entries(placed.fields).filter(([field]) => field !== name)),
  nested: Object.fromEntries(
    Object.entries(placed.nested).filter(([path]) => !path.startsWith(`${name}.`)),
  ),
})

/** Asks before the page with unsaved changes is left, except while and after they are saved. */
const useGuard = (isDirty: boolean, isDone: { readonly current: boolean }): void => {
  useEffect(() => {
    if (!isDirty) return undefined
    const guard = async () => isDone.current || (await confirmDiscard())
    leaveGuard.value = guard
    return () => {
      if (leaveGuard.value === guard) leaveGuard.value = undefined
    }
  }, [isDirty])
}
