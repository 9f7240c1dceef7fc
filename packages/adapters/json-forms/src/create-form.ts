/** A form of a resource for JSON Forms: schemas, renderers, and what goes in and out. */
import type {
  ErrorTranslator,
  JsonFormsRendererRegistryEntry,
  JsonSchema,
  Middleware,
  UISchemaElement,
} from '@jsonforms/core'
import { type Client, type CorollaryError, type Resources, untyped } from 'corollary/client'
import { createOptionReader } from '../../shared/src/field-options.js'
import {
  bodyOf,
  type FormOf,
  initialValues,
  readForm,
  schemaOfFields,
  type Values,
} from '../../shared/src/form.js'
import type { FormOptions } from '../../shared/src/form-texts.js'
import { type FormError, formErrors } from './form-errors.js'
import { formMiddleware } from './middleware.js'
import { optionRenderer } from './option-renderer.js'
import { translateError } from './translate-error.js'
import { uischemaOf } from './uischema.js'

export interface ResourceForm {
  readonly schema: JsonSchema
  readonly uischema: UISchemaElement
  /** The control of fields whose options come from the service. Put it before those of your set. */
  readonly renderers: JsonFormsRendererRegistryEntry[]
  /** Shows the messages of the contract instead of those of Ajv. */
  readonly i18n: { readonly translateError: ErrorTranslator }
  /** Checks rules across fields, and clears fields whose options depend on one that changed. */
  readonly middleware: Middleware
  /** The values of a record, or the defaults. */
  initial(record?: Values): Values
  /** The errors of a refused request, at their fields. */
  errorsOf(error: CorollaryError): FormError[]
  /** The body of the request. */
  body(values: Values): Values
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
  return {
    schema: schemaOfFields(form.fields) as JsonSchema,
    uischema: uischemaOf(form.fields),
    renderers: [optionRenderer(form, createOptionReader(services, key))],
    i18n: { translateError: translateError(form.fields) },
    middleware: formMiddleware(form),
    initial: (record) => initialValues(form, record),
    errorsOf: (error) => formErrors.refused(form, error),
    body: (values) => bodyOf(form, values),
  }
}
