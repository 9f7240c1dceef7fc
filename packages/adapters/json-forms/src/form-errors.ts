/** Errors of a form as those of Ajv, which JSON Forms shows at their fields. */
import type { CorollaryError } from 'corollary/client'
import {
  checkValues,
  type FieldMessage,
  type FormModel,
  messagesOf,
  type Values,
} from '../../shared/src/form.js'

/** An error for `additionalErrors`. */
export interface FormError {
  readonly instancePath: string
  readonly message: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, never>>
}

const errorOf =
  (keyword: string) =>
  ({ path, message }: FieldMessage): FormError => ({
    instancePath: path.map((part) => `/${part}`).join(''),
    ...{ message, keyword, schemaPath: '', params: {} },
  })

export const formErrors = {
  /** What the schema does not know: rules across fields, and limits of decimals. */
  check: (form: FormModel, values: Values, keyword: string): readonly FormError[] =>
    checkValues(form, values).map(errorOf(keyword)),
  /** What a refused request says. */
  refused: (form: FormModel, error: CorollaryError): FormError[] =>
    messagesOf(form, error).map(errorOf('corollary')),
}
