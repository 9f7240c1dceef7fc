/** The UI schema of a form: a control for each field, and the items of owned lists. */
import type { UiSchema } from '@rjsf/utils'
import type { Field } from 'corollary/client'
import { hasRemoteOptions } from '../../shared/src/field-options.js'
import { isShown, shownFields, type Values } from '../../shared/src/form.js'

/** Name of the widget in the registry of RJSF. */
export const optionWidgetName = 'CorollaryOptions'

/** Options of the widget: where its field is, and the values that its options may depend on. */
export interface OptionWidgetOptions {
  readonly place: readonly string[]
  readonly values: Values
}

export const uiSchemaOf = (fields: readonly Field[], values: Values): UiSchema<Values> =>
  uiSchemaAt(fields, values, [])

const uiSchemaAt = (
  fields: readonly Field[],
  values: Values,
  place: readonly string[],
): UiSchema<Values> => {
  const shown = shownFields(fields)
  return Object.fromEntries(
    fields.map((field) => {
      const isVisible = shown.includes(field) && isShown(field, values)
      const path = [...place, field.name]
      return [field.name, isVisible ? controlOf(field, values, path) : { 'ui:widget': 'hidden' }]
    }),
  )
}

const controlOf = (field: Field, values: Values, place: readonly string[]): UiSchema<Values> => {
  const widget = hasRemoteOptions(field) ? optionWidgetName : widgets[field.controlType]
  const options = hasRemoteOptions(field) ? { place, values } : {}
  return {
    ...(widget === undefined ? {} : { 'ui:widget': widget, 'ui:options': options }),
    ...(field.readOnly ? { 'ui:readonly': true } : {}),
    ...(field.placeholder ? { 'ui:placeholder': field.placeholder } : {}),
    ...(field.items
      ? {
          'ui:options': { orderable: field.ordered === true },
          items: uiSchemaAt(field.items, values, place),
        }
      : {}),
  }
}

/** Widgets of RJSF by the control of the contract, where the schema does not suffice. */
const widgets: Readonly<Record<string, string>> = {
  textarea: 'textarea',
  radio: 'radio',
  password: 'password',
  timePicker: 'time',
}
