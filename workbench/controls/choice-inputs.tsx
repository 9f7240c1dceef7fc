/** Inputs whose value is one, or some, of the options that the field lists. */
import { type Field, type FieldOption, itemTypes } from '../service/shape.js'
import { t } from '../texts/translate.js'
import type { InputProps } from './input-props.js'

const noValue = (field: Field): string => (field.filterOperation ? t('Any') : t('None'))

/** Returns true if the field may have no value. A field with a default has that instead. */
const isOptional = ({ filterOperation, required, defaultValue }: Field): boolean =>
  filterOperation !== undefined || (!required && defaultValue === undefined)

const yesOrNo = (): readonly FieldOption[] => [
  { value: true, label: t('Yes') },
  { value: false, label: t('No') },
]

const isBoolean = (field: Field): boolean =>
  field.type === 'boolean' || itemTypes(field).includes('boolean')

/** Returns the options of a field, and the current value if it is no longer an option. */
const optionsOf = (field: Field, value: unknown): readonly FieldOption[] => {
  const options = field.options ?? (isBoolean(field) ? yesOrNo() : [])
  const values = Array.isArray(value) ? value : [value]
  const missing = values.filter(
    (each): each is FieldOption['value'] =>
      (typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean') &&
      each !== '' &&
      !options.some((option) => option.value === each),
  )
  return [...options, ...missing.map((each) => ({ value: each, label: String(each) }))]
}

export const SelectInput = ({
  field,
  id,
  value,
  onChange,
  disabled,
  accessibility,
}: InputProps) => {
  const options = optionsOf(field, value)
  const index = options.findIndex((option) => option.value === value)
  return (
    <select
      class="input"
      {...accessibility}
      id={id}
      disabled={disabled}
      value={String(index)}
      onChange={({ currentTarget }) =>
        onChange(options[Number(currentTarget.value)]?.value ?? null)
      }
    >
      {(index < 0 || isOptional(field)) && <option value="-1">{noValue(field)}</option>}
      {options.map((option, position) => (
        <option key={position} value={String(position)}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** Radio buttons, with one for no value if the field is optional. */
export const RadioInput = ({ field, id, value, onChange, disabled, accessibility }: InputProps) => {
  const options = optionsOf(field, value)
  const blank = isOptional(field) ? [{ value: null, label: noValue(field) }] : []
  return (
    <div class="choices">
      {[...blank, ...options].map((option) => (
        <label key={String(option.value)} class="choice">
          <input
            type="radio"
            name={id}
            aria-describedby={accessibility['aria-describedby']}
            checked={(value ?? null) === option.value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}

/** Check boxes for a short list of options. */
export const CheckboxesInput = ({
  field,
  value,
  onChange,
  disabled,
  accessibility,
}: InputProps) => {
  const chosen = Array.isArray(value) ? (value as readonly unknown[]) : []
  const options = optionsOf(field, chosen)
  const toggle = (each: unknown, isChosen: boolean) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((option) => (option === each ? isChosen : chosen.includes(option))),
    )
  return (
    <div class="choices">
      {options.map((option) => (
        <label key={String(option.value)} class="choice">
          <input
            type="checkbox"
            aria-describedby={accessibility['aria-describedby']}
            checked={chosen.includes(option.value)}
            disabled={disabled}
            onChange={({ currentTarget }) => toggle(option.value, currentTarget.checked)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}

export const CheckboxInput = ({ id, value, onChange, disabled, accessibility }: InputProps) => (
  <input
    type="checkbox"
    {...accessibility}
    id={id}
    class="checkbox"
    checked={value === true}
    disabled={disabled}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
)
