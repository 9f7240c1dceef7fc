/** Says what is wrong with the messages of the contract. */
import type { ErrorTranslator } from '@jsonforms/core'
import type { Field } from 'corollary/client'
import { fieldAt, messageOf } from '../../shared/src/form.js'

export const translateError =
  (fields: readonly Field[]): ErrorTranslator =>
  ({ instancePath, keyword, params, message = '' }) => {
    const missing = keyword === 'required' ? [String(params['missingProperty'])] : []
    const path = [...instancePath.split('/').slice(1), ...missing]
    return messageOf(fieldAt(fields, path), keyword) ?? message
  }
