/** The control of a field whose options come from the service. */
import {
  type ControlProps,
  hasOption,
  type JsonFormsRendererRegistryEntry,
  rankWith,
} from '@jsonforms/core'
import { useJsonForms, withJsonFormsControlProps } from '@jsonforms/react'
import type { ReactElement } from 'react'
import type { OptionReader } from '../../shared/src/field-options.js'
import { type FormModel, fieldAt, type Values } from '../../shared/src/form.js'
import { OptionPicker } from '../../shared/src/option-picker.js'
import { optionsMember } from './uischema.js'

/** Higher than the controls of the renderer sets. */
const rank = 20

export const optionRenderer = (
  { fields, texts }: FormModel,
  reader: OptionReader,
): JsonFormsRendererRegistryEntry => {
  const OptionControl = (props: ControlProps): ReactElement | null => {
    const { id, data, path, label, required, description, errors, visible, enabled } = props
    const { core } = useJsonForms()
    const field = fieldAt(fields, String(props.uischema.options?.[optionsMember]).split('.'))
    if (visible === false || !field) return null
    return (
      <div className="control corollary-control">
        <label htmlFor={`${id}-input`}>{`${label}${required ? '*' : ''}`}</label>
        <OptionPicker
          {...{ field, fields, reader, texts, id: `${id}-input`, value: data }}
          values={(core?.data ?? {}) as Values}
          isDisabled={!enabled}
          isInvalid={errors !== ''}
          onChange={(value) => props.handleChange(path, value)}
        />
        {description && <div className="input-description">{description}</div>}
        <div className="validation validation_error">{errors}</div>
      </div>
    )
  }
  return {
    tester: rankWith(rank, hasOption(optionsMember)),
    renderer: withJsonFormsControlProps(OptionControl),
  }
}
