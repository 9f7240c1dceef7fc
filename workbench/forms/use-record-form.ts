/** The state of a form: the values that the user edits, their errors, and the request. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { focusControl } from '../controls/control-id.js'
import type { Values } from '../controls/input-props.js'
import type { CorollaryError } from '../service/connection.js'
import type { Field, ShapeRule } from '../service/shape.js'
import { describeError } from '../ui/notices.js'
import { toast } from '../ui/toasts.js'
import { useShown } from '../ui/use-shown.js'
import { sentValues, withoutHiddenFaults } from './form-values.js'
import { useDraft } from './use-draft.js'
import { useFormErrors } from './use-form-errors.js'
import { useLeaveGuard } from './use-leave-guard.js'

/** Sends the values. Resolves to the error, or to undefined after a success. */
export type Submit = (
  values: Values,
  form: {
    readonly replace: (values: Values) => void
    /** Value of the pressed button; '' without one. */
    readonly button: string
  },
) => Promise<CorollaryError | undefined>

interface RecordFormOptions {
  readonly fields: readonly Field[]
  readonly rules: readonly ShapeRule[]
  /** The values of a record; undefined for a new one. */
  readonly initial: Values | undefined
  readonly idPrefix: string
  readonly onSubmit: Submit
  readonly onDirty: ((isDirty: boolean) => void) | undefined
}

export const useRecordForm = (options: RecordFormOptions) => {
  const { fields, rules, initial, idPrefix, onSubmit, onDirty } = options
  const draft = useDraft(fields, initial)
  const errors = useFormErrors(fields, rules, draft, initial !== undefined)
  const guard = useLeaveGuard(draft.isDirty)
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  const isShown = useShown()
  useLayoutEffect(() => onDirty?.(draft.isDirty), [draft.isDirty])

  const focusFirst = (names: readonly string[]): void => {
    const first = fields.find(({ name }) => names.includes(name))
    if (first) setTimeout(() => focusControl(idPrefix, first.name))
  }
  const send = async (button: string): Promise<CorollaryError | undefined> => {
    isSending.current = true
    setBusy(true)
    const entered = sentValues(fields, draft.values, draft.start)
    const values = withoutHiddenFaults(rules, fields, entered)
    const error = await guard.saving(() => onSubmit(values, { replace: draft.replace, button }))
    isSending.current = false
    setBusy(false)
    return error
  }
  const submit = async (button = ''): Promise<void> => {
    if (isSending.current) return
    const faulty = errors.check()
    if (faulty.length > 0) return focusFirst(faulty)
    const focused = document.activeElement
    const error = await send(button)
    // Who has left the form would take the values for saved.
    if (error && !isShown.current) {
      toast(describeError(error), 'error')
      return
    }
    const wrong = error ? errors.refuse(error) : []
    // The user may have gone on to another field while the request ran.
    if (document.activeElement === focused) focusFirst(wrong)
  }
  return {
    draft,
    errors,
    isBusy,
    submit,
    discard: guard.discard,
    change: (name: string, value: unknown) => {
      errors.change(name, draft.values[name], value)
      draft.change(name, value)
    },
    fill: (values: Values) => {
      draft.fill(values)
      errors.clear()
    },
  }
}

export type RecordFormState = ReturnType<typeof useRecordForm>
