/** Which message of a refused request belongs to which field of a form. */
import type { CorollaryError } from 'corollary/client'

export interface FormErrors {
  /** By the dotted path of the field, such as `lines.2.quantity`. */
  readonly fields: Readonly<Record<string, string>>
  /** Messages that belong to no field. */
  readonly general: readonly string[]
}

export const formErrorsOf = ({
  errors,
  message,
}: Pick<CorollaryError, 'errors' | 'message'>): FormErrors => {
  const fields: Record<string, string> = {}
  const general: string[] = []
  for (const item of errors) {
    if (item.target === null) general.push(item.message)
    else {
      const path = item.target.replaceAll(/\[(\d+)\]/g, '.$1')
      fields[path] = fields[path] === undefined ? item.message : `${fields[path]} ${item.message}`
    }
  }
  return { fields, general: errors.length === 0 ? [message] : general }
}
