/** A form of a resource for React JSON Schema Form: schemas, widgets, and what goes in and out. */
import type {
  CustomValidator,
  ErrorSchema,
  ErrorTransformer,
  RegistryWidgetsType,
  RJSFSchema,
  UiSchema,
} from '@rjsf/utils'
import { type Client, type CorollaryError, type Resources, untyped } from 'corollary/client'
import { createOptionReader } from '../../shared/src/field-options.js'
import {
  bodyOf,
  type FormOf,
  initialValues,
  readForm,
  schemaOfFields,
  type Values,
  withDependents,
} from '../../shared/src/form.js'
import type { FormOptions } from '../../shared/src/form-texts.js'
import { checkForm, errorSchemaOf, messageTransformer } from './errors.js'
import { optionWidget } from './option-widget.js'
import { optionWidgetName, uiSchemaOf } from './ui-schema.js'

export interface ResourceForm {
  readonly schema: RJSFSchema
  /** The widget of fields whose options come from the service. */
  readonly widgets: RegistryWidgetsType<Values>
  /** Reports rules across fields, and limits of decimals. */
  readonly customValidate: CustomValidator<Values>
  /** Shows the messages of the contract instead of those of the validator. */
  readonly transformErrors: ErrorTransformer<Values>
  /** Controls, and which fields are shown with these values. */
  uiSchema(values: Values): UiSchema<Values>
  /** The values of a record, or the defaults. */
  initial(record?: Values): Values
  /** Clears the fields whose options depend on one that changed. */
  changed(before: Values, after: Values | undefined): Values
  /** The errors of a refused request, at their fields, for `extraErrors`. */
  errorsOf(error: CorollaryError): ErrorSchema<Values>
  /** The body of the request. */
  body(values: Values | undefined): Values
}

/** @throws CorollaryError if the schema cannot be read */
export const createForm = async <R extends Resources>(
  client: Client<R>,
  key: string,
  of: FormOf,
  options: FormOptions = {},
): Promise<ResourceForm> => {
  const services = untyped(client)
  const form = await readForm(services, key, of, options)
  const widget = optionWidget(form, createOptionReader(services, key))
  return {
    schema: schemaOfFields(form.fields) as RJSFSchema,
    widgets: { [optionWidgetName]: widget },
    customValidate: checkForm(form),
    transformErrors: messageTransformer(form.fields),
    uiSchema: (values) => uiSchemaOf(form.fields, values),
    initial: (record) => initialValues(form, record),
    changed: (before, after = {}) => withDependents(form, before, after),
    errorsOf: (error) => errorSchemaOf(form, error),
    body: (values = {}) => bodyOf(form, values),
  }
}
