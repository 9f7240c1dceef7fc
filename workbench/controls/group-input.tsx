/** An object: the controls of its fields, as a group. */
import { useState } from 'preact/hooks'
import { isBlank, isPlainObject } from '../fields/blank.js'
import { isRequired, isShown } from './conditions.js'
import type { InputProps } from './input-props.js'
import { changeItem, itemFields, newItem } from './list-items.js'
import { onLeave } from './on-leave.js'

export const GroupInput = (props: InputProps) => {
  const { field, id, value, disabled, isPending, onChange, Control } = props
  const { errorAt = () => undefined } = props
  const [isLeft, setLeft] = useState(false)
  const fields = itemFields(field)
  const values = isPlainObject(value) ? value : {}
  const change = (name: string, next: unknown) => {
    const changed = changeItem(fields, value ? values : newItem(fields), name, next)
    onChange(isBlank(changed) && !field.required ? null : changed)
  }
  return (
    <div class="form-grid" onFocusOut={onLeave(() => setLeft(true))}>
      {fields
        .filter((member) => isShown(member, values))
        .map((member) => (
          <Control
            key={member.name}
            field={member}
            value={values[member.name]}
            values={values}
            labelOf={(name) => fields.find((other) => other.name === name)?.label ?? name}
            required={isRequired(member, values)}
            error={errorAt(member.name, isLeft)}
            errorAt={(path, isMemberLeft) => errorAt(`${member.name}.${path}`, isMemberLeft)}
            isPending={isPending}
            disabled={disabled}
            idPrefix={id}
            onChange={(next) => change(member.name, next)}
          />
        ))}
    </div>
  )
}
