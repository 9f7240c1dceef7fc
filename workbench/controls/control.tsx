/** The control of a field, with its label, help and error, as `x-ui` describes it. */
import { useId } from 'preact/hooks'
import { t } from '../texts/translate.js'
import { IconButton } from '../ui/button.js'
import { controlId, focusControl } from './control-id.js'
import { controlKind } from './control-table.js'
import type { ControlProps, InputProps, Values } from './input-props.js'

const noValues: Values = {}

export const Control = (props: ControlProps) => {
  const { field, value, onChange, error, disabled = false, values = noValues } = props
  const ownPrefix = useId()
  const id = controlId(props.idPrefix ?? ownPrefix, field.name)
  const { Input, isGroup, isBeside, note } = controlKind(field)
  const afterLabel = [props.note, note].filter(Boolean).join(' · ')
  const isRequired = props.required ?? field.required ?? false
  const help = [field.description, field.helpText].filter(Boolean).join(' ')
  const notes = [help && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean)
  const input: InputProps = {
    ...{ field, id, value, onChange, values, Control },
    ...(props.errorAt ? { errorAt: props.errorAt } : {}),
    isPending: props.isPending ?? false,
    disabled: disabled || field.readOnly === true,
    labelOf: props.labelOf ?? ((name) => name),
    accessibility: {
      'aria-describedby': notes.length > 0 ? notes.join(' ') : undefined,
      'aria-invalid': error !== undefined,
      'aria-required': isRequired || undefined,
    },
  }
  const Label = isGroup ? 'span' : 'label'
  const label = (
    <Label
      id={`${id}-label`}
      class={isRequired ? 'field-label required' : 'field-label'}
      {...(isGroup ? {} : { for: id })}
    >
      <span dir="auto">{props.label ?? field.label}</span>
      {afterLabel && <span class="field-note"> {afterLabel}</span>}
    </Label>
  )
  return (
    <div
      class={`field${isBeside ? ' beside' : ''}`}
      id={`${id}-frame`}
      {...(isGroup ? { role: 'group', 'aria-labelledby': `${id}-label` } : {})}
    >
      {!isBeside && label}
      {props.onClear && (
        <IconButton
          class="field-clear"
          icon="close"
          label={t('Clear {label}', { label: field.label })}
          onClick={() => {
            props.onClear?.()
            focusControl(props.idPrefix ?? ownPrefix, field.name)
          }}
        />
      )}
      {isBeside ? (
        <div class="beside-label">
          <Input {...input} />
          {label}
        </div>
      ) : (
        <Input {...input} />
      )}
      {help && (
        <p class="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
