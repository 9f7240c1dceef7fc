/** Comboboxes over a field: one value, several values, or values that the user types. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { language } from '../browser/locale.js'
import { isMissing } from '../fields/blank.js'
import { formatValue } from '../fields/format.js'
import { optionLabel, useOptionLabels } from '../service/option-labels.js'
import { type Field, type FieldOption, itemTypes } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { IconButton } from '../ui/button.js'
import { Combobox } from './combobox.js'
import type { InputProps } from './input-props.js'
import { readNumber } from './numbers.js'
import { inputToInstant, inputToLocal, inputToTime } from './times.js'
import { isSame, Unreadable } from './unreadable.js'

const isOptional = ({ field }: InputProps): boolean =>
  field.filterOperation !== undefined || field.nullable || !field.required

export const ReferenceInput = (props: InputProps) => {
  const { field, value, onChange } = props
  useOptionLabels(field, value)
  return (
    <Combobox
      {...props}
      label={isMissing(value) ? '' : (optionLabel(field, value) ?? String(value))}
      isSelected={(option) => option === value}
      onChoose={(option) => onChange(option.value)}
      onClear={isOptional(props) ? () => onChange(null) : undefined}
    />
  )
}

export const ReferencesInput = (props: InputProps) => {
  const { field, id, value, onChange, disabled } = props
  const chosen = Array.isArray(value) ? (value as readonly FieldOption['value'][]) : []
  useOptionLabels(field, chosen)
  const without = (index: number) => chosen.filter((_, position) => position !== index)
  return (
    <div class="tags-input">
      <Combobox
        {...props}
        isMultiple
        label=""
        isSelected={(option) => chosen.includes(option)}
        onChoose={({ value: option }) => {
          const index = chosen.indexOf(option)
          onChange(index < 0 ? [...chosen, option] : without(index))
        }}
        onClear={chosen.length > 0 ? () => onChange(chosen.slice(0, -1)) : undefined}
      />
      <Tags
        inputId={id}
        items={chosen.map((each) => optionLabel(field, each) ?? String(each))}
        disabled={disabled}
        onRemove={(index) => onChange(without(index))}
      />
    </div>
  )
}

const Tags = ({
  inputId,
  items,
  disabled,
  onRemove,
}: {
  /** Id of the input that gets the focus when a tag is removed. */
  inputId: string
  items: readonly string[]
  disabled: boolean
  onRemove: (index: number) => void
}) =>
  items.length === 0 ? null : (
    <ul class="tags">
      {items.map((label, index) => (
        <li key={`${index} ${label}`} class="chip">
          <span class="cut" dir="auto">
            {label}
          </span>
          <IconButton
            icon="close"
            label={t('Remove {label}', { label })}
            disabled={disabled}
            onClick={() => {
              onRemove(index)
              document.getElementById(inputId)?.focus()
            }}
          />
        </li>
      ))}
    </ul>
  )

/** Inputs for one entry of a list, by format. Dates and times have the input of single values. */
const entries: Readonly<Record<string, Entry>> = {
  date: { attributes: { type: 'date' }, read: (text) => text },
  'date-time': { attributes: { type: 'datetime-local' }, read: inputToInstant },
  'date-time-local': { attributes: { type: 'datetime-local' }, read: inputToLocal },
  'time-local': { attributes: { type: 'time' }, read: inputToTime },
}

interface Entry {
  readonly attributes: JSX.IntrinsicElements['input']
  readonly read: (text: string) => unknown
}

const entryOf = (field: Field): Entry => {
  const entry = Object.hasOwn(entries, field.format ?? '') ? entries[field.format!] : undefined
  if (entry) return entry
  const isNumeric = itemTypes(field).some((type) => type === 'number' || type === 'integer')
  return {
    attributes: { type: 'text', dir: 'auto' },
    read: (text) => (isNumeric ? readNumber(text, language.value) : text),
  }
}

/** A list of values that the user types: Enter adds one, a pasted column adds each line. */
export const TagsInput = ({ field, id, value, onChange, disabled, accessibility }: InputProps) => {
  const [text, setText] = useState('')
  const items = (Array.isArray(value) ? value : []) as readonly unknown[]
  const { attributes, read } = entryOf(field)
  const add = (texts: readonly string[]) => {
    const added = texts
      .map((each) => each.trim())
      .filter(Boolean)
      .map(read)
    const fresh = added.filter((each) => !items.some((item) => isSame(item, each)))
    if (fresh.length > 0) onChange([...items, ...fresh])
    setText('')
  }
  return (
    <div class="tags-input">
      <input
        class="input"
        {...attributes}
        {...accessibility}
        id={id}
        autocomplete="off"
        value={text}
        disabled={disabled}
        placeholder={field.placeholder ?? t('Type a value, then Enter')}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={() => add([text])}
        onPaste={(event) => {
          const lines = event.clipboardData?.getData('text').split(/\r?\n|\t/) ?? []
          if (lines.length < 2) return
          event.preventDefault()
          add(lines)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && text.trim() !== '') {
            event.preventDefault()
            add([text])
          } else if (
            event.key === 'Backspace' &&
            attributes.type === 'text' &&
            text === '' &&
            items.length > 0
          ) {
            onChange(items.slice(0, -1))
          }
        }}
      />
      <Tags
        inputId={id}
        items={items.map((item) =>
          item instanceof Unreadable ? item.text : formatValue(field, item),
        )}
        disabled={disabled}
        onRemove={(index) => onChange(items.filter((_, position) => position !== index))}
      />
    </div>
  )
}
