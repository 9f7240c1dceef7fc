/**
 * A list of objects, each with the controls of its fields. It is read-only where no request writes
 * it.
 */
import type { Field } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { Button, IconButton } from '../ui/button.js'
import type { InputProps, Values } from './input-props.js'

export const ListInput = (props: InputProps) => {
  const { field, id, value, onChange, disabled, errors, Control } = props
  const items = (Array.isArray(value) ? value : []) as readonly Values[]
  const fields = (field.items ?? []).filter(({ hidden, formHidden }) => !hidden && !formHidden)
  const change = (index: number, name: string, next: unknown) =>
    onChange(items.map((item, at) => (at === index ? { ...item, [name]: next } : item)))
  const isFull = field.maxItems !== undefined && items.length >= field.maxItems
  return (
    <div class="stack">
      {items.map((item, index) => (
        <fieldset key={index} class="list-item">
          <legend class="visually-hidden">
            {t('{label} {number}', { label: field.label, number: index + 1 })}
          </legend>
          <div class="form-grid">
            {fields.map((each) => (
              <Control
                key={each.name}
                field={each}
                value={item[each.name]}
                values={item}
                error={errors?.[`${index}.${each.name}`]}
                disabled={disabled}
                idPrefix={`${id}-${index}`}
                onChange={(next) => change(index, each.name, next)}
              />
            ))}
          </div>
          <IconButton
            icon="trash"
            label={t('Remove {label}', { label: `${field.label} ${index + 1}` })}
            disabled={disabled}
            onClick={() => onChange(items.filter((_, at) => at !== index))}
          />
        </fieldset>
      ))}
      <div>
        <Button
          id={id}
          icon="add"
          disabled={disabled || isFull}
          onClick={() => onChange([...items, emptyItem(fields)])}
        >
          {t('Add')}
        </Button>
      </div>
    </div>
  )
}

const emptyItem = (fields: readonly Field[]): Values =>
  Object.fromEntries(
    fields
      .filter(({ defaultValue }) => defaultValue !== undefined)
      .map(({ name, defaultValue }) => [name, defaultValue]),
  )
