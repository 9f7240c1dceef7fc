/** Errors of a form as RJSF shows them at their fields. */
import {
  type CustomValidator,
  type ErrorSchema,
  ErrorSchemaBuilder,
  type ErrorTransformer,
  type FormValidation,
} from '@rjsf/utils'
import type { CorollaryError, Field } from 'corollary/client'
import {
  checkValues,
  type FormModel,
  fieldAt,
  messageOf,
  messagesOf,
  type Values,
} from '../../shared/src/form.js'

/** What a refused request says. */
export const errorSchemaOf = (form: FormModel, error: CorollaryError): ErrorSchema<Values> => {
  const builder = new ErrorSchemaBuilder<Values>()
  for (const { path, message } of messagesOf(form, error)) {
    builder.addErrors(
      message,
      path.map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
    )
  }
  return builder.ErrorSchema
}

/** What the schema does not know: rules across fields, and limits of decimals. */
export const checkForm =
  (form: FormModel): CustomValidator<Values> =>
  (values, errors) => {
    for (const { path, message } of checkValues(form, values ?? {})) {
      handlerAt(errors, path).addError(message)
    }
    return errors
  }

type Handler = FormValidation<Values>
type Handlers = Record<string, Handler | undefined>

/** RJSF has handlers only for members that have a value. */
const handlerAt = (errors: Handler, path: readonly string[]): Handler => {
  let handler = errors
  for (const name of path) {
    const members = handler as unknown as Handlers
    members[name] ??= newHandler()
    handler = members[name]
  }
  return handler
}

const newHandler = (): Handler => {
  const messages: string[] = []
  const addError = (message: string): void => {
    messages.push(message)
  }
  return { __errors: messages, addError } as unknown as Handler
}

export const messageTransformer =
  (fields: readonly Field[]): ErrorTransformer<Values> =>
  (errors) =>
    errors.map((error) => {
      const path = (error.property ?? '').split('.').filter((part) => part !== '')
      const message = messageOf(fieldAt(fields, path), error.name ?? '')
      return message === undefined ? error : { ...error, message, stack: message }
    })
