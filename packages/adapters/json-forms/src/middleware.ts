/** Keeps the values and errors of a form right, between JSON Forms and the page. */
import {
  type CoreActions,
  type JsonFormsCore,
  type Middleware,
  UPDATE_CORE,
  UPDATE_DATA,
  update,
} from '@jsonforms/core'
import { type FormModel, type Values, withDependents } from '../../shared/src/form.js'
import { type FormError, formErrors } from './form-errors.js'

/** The errors that the middleware adds; those of a refused request have another keyword. */
const checkKeyword = 'corollary-check'

export const formMiddleware = (form: FormModel): Middleware => {
  /** Values that the form has had. */
  const seen = new WeakSet<object>()
  return (state, action, reducer) => {
    const reduced = reducer(state, withoutEcho(state, action, seen))
    const next =
      action.type === UPDATE_DATA
        ? withoutDependents(form, state.data, reduced, (values) =>
            reducer(
              reduced,
              update('', () => values),
            ),
          )
        : reduced
    const values: Values = next.data ?? {}
    seen.add(values)
    const others = ((next.additionalErrors ?? []) as FormError[]).filter(
      ({ keyword }) => keyword !== checkKeyword,
    )
    const additionalErrors = [...others, ...formErrors.check(form, values, checkKeyword)]
    return { ...next, additionalErrors: additionalErrors as JsonFormsCore['additionalErrors'] & {} }
  }
}

/**
 * The page hears of a change after a pause, and gives its values back as `data`. By then the user
 * may have typed more: values that the form has had before do not replace those that it has.
 */
const withoutEcho = (
  { data }: JsonFormsCore,
  action: CoreActions,
  seen: WeakSet<object>,
): CoreActions =>
  action.type === UPDATE_CORE && seen.has(action.data ?? {}) ? { ...action, data } : action

/** Clears fields whose options depend on one that changed. */
const withoutDependents = (
  form: FormModel,
  before: Values | undefined,
  next: JsonFormsCore,
  replace: (values: Values) => JsonFormsCore,
): JsonFormsCore => {
  const values = withDependents(form, before ?? {}, next.data ?? {})
  return values === next.data ? next : replace(values)
}
