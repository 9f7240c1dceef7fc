/** Errors of the service in a form. */
import type { HttpError } from '@refinedev/core'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** Shows each message at its field, and the first of them on the screen. */
export const showErrors = <Values extends FieldValues>(
  { setError }: Pick<UseFormReturn<Values>, 'setError'>,
  error: HttpError,
): void => {
  const fields = Object.entries(error.errors ?? {})
  for (const [index, [path, message]] of fields.entries()) {
    setError(path as Path<Values>, { message: String(message) }, { shouldFocus: index === 0 })
  }
  if (fields.length === 0) setError('root', { message: error.message })
}
