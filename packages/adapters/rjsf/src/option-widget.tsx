/** The widget of a field whose options come from the service. */
import type { WidgetProps } from '@rjsf/utils'
import type { ReactElement } from 'react'
import type { OptionReader } from '../../shared/src/field-options.js'
import { type FormModel, fieldAt } from '../../shared/src/form.js'
import { OptionPicker } from '../../shared/src/option-picker.js'
import type { OptionWidgetOptions } from './ui-schema.js'

export const optionWidget =
  ({ fields, texts }: FormModel, reader: OptionReader) =>
  ({ id, value, disabled, readonly, options, rawErrors, onChange }: WidgetProps): ReactElement => {
    const { place, values } = options as unknown as OptionWidgetOptions
    const field = fieldAt(fields, place)!
    return (
      <OptionPicker
        {...{ id, field, fields, reader, texts, value, values }}
        isDisabled={disabled === true || readonly === true}
        isInvalid={(rawErrors ?? []).length > 0}
        onChange={(chosen) => onChange(chosen)}
      />
    )
  }
