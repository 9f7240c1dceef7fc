/** The widget of a field whose options come from the service. */
import type { WidgetProps } from '@rjsf/utils'
import type { Field } from 'corollary/client'
import type { ReactElement } from 'react'
import type { OptionReader } from '../../shared/src/field-options.js'
import { fieldAt } from '../../shared/src/form.js'
import { OptionPicker } from '../../shared/src/option-picker.js'
import type { OptionWidgetOptions } from './ui-schema.js'

export const optionWidget =
  (fields: readonly Field[], reader: OptionReader) =>
  ({ id, value, disabled, readonly, options, rawErrors, onChange }: WidgetProps): ReactElement => {
    const { place, values } = options as unknown as OptionWidgetOptions
    const field = fieldAt(fields, place)!
    return (
      <OptionPicker
        {...{ id, field, reader, value, values }}
        isDisabled={disabled === true || readonly === true}
        isInvalid={(rawErrors ?? []).length > 0}
        onChange={(chosen) => onChange(chosen)}
      />
    )
  }
