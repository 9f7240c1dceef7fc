/** The filters of a list. They are applied together, and the address keeps them. */
import type { CrudFilter, LogicalFilter } from '@refinedev/core'
import { type FormEvent, useState } from 'react'
import { OptionSelect, useOptions } from './inputs'
import type { Filter } from './types'

type Values = Record<string, unknown>

/** On a phone the filters would hide the list. */
const isWide = window.matchMedia('(min-width: 40rem)').matches

interface FilterBarProps {
  filters: Filter[]
  applied: CrudFilter[]
  onApply: (filters: CrudFilter[]) => void
}

export const FilterBar = ({ filters, applied, onApply }: FilterBarProps) => {
  const [values, setValues] = useState<Values>(() => valuesOf(applied))
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onApply(filters.flatMap((filter) => criterionOf(filter, values[filter.name])))
  }
  const clear = () => {
    setValues({})
    onApply([])
  }
  return (
    <details className="filters" open={isWide}>
      <summary>Filters</summary>
      <form aria-label="Filters" onSubmit={apply}>
        {filters.map((filter) => (
          <FilterInput
            key={filter.name}
            filter={filter}
            value={values[filter.name]}
            onChange={(value) => setValues((previous) => ({ ...previous, [filter.name]: value }))}
          />
        ))}
        <div className="buttons">
          <button type="submit">Apply</button>
          <button type="button" onClick={clear}>
            Clear
          </button>
        </div>
      </form>
    </details>
  )
}

const valuesOf = (applied: CrudFilter[]): Values =>
  Object.fromEntries(
    (applied as LogicalFilter[]).map(({ field, value }): [string, unknown] => [field, value]),
  )

/** A filter without a value has no effect. */
const criterionOf = ({ name, operator }: Filter, value: unknown): CrudFilter[] => {
  const isEmpty = [value].flat().every((each) => each === undefined || each === null || each === '')
  return isEmpty ? [] : [{ field: name, operator, value }]
}

interface FilterInputProps {
  filter: Filter
  value: unknown
  onChange: (value: unknown) => void
}

const FilterInput = ({ filter, value, onChange }: FilterInputProps) => {
  const { label, operator, options, source, type } = filter
  const multiple = operator === 'in'
  if (source) return <RemoteFilter {...{ filter, source, value, onChange }} />
  if (options) {
    const values = [value ?? []].flat().map(String)
    const optionOf = (text: string) => options.find((each) => String(each.value) === text)?.value
    return (
      <label>
        <span>{label}</span>
        <select
          multiple={multiple}
          value={multiple ? values : (values[0] ?? '')}
          onChange={({ target }) => {
            const chosen = Array.from(target.selectedOptions, (option) => optionOf(option.value))
            onChange(multiple ? chosen : chosen[0])
          }}
        >
          {!multiple && <option value="">–</option>}
          {options.map((option) => (
            <option key={String(option.value)} value={String(option.value)}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
    )
  }
  const inputType = type === 'date' ? 'date' : type === 'instant' ? 'datetime-local' : 'text'
  if (operator !== 'between') {
    return (
      <label>
        <span>{label}</span>
        <input
          type={inputType}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
    )
  }
  const [from, to] = (value ?? []) as [unknown?, unknown?]
  const bound = (name: string, current: unknown, range: (text: string | null) => unknown) => (
    <input
      type={inputType}
      aria-label={`${label}, ${name}`}
      placeholder={name}
      value={String(current ?? '')}
      onChange={(event) => onChange(range(event.target.value || null))}
    />
  )
  return (
    <fieldset>
      <legend>{label}</legend>
      {bound('from', from, (text) => [text, to ?? null])}
      {bound('to', to, (text) => [from ?? null, text])}
    </fieldset>
  )
}

const RemoteFilter = ({
  filter,
  source,
  value,
  onChange,
}: FilterInputProps & { source: string }) => {
  const [search, setSearch] = useState('')
  const multiple = filter.operator === 'in'
  // Options of these ids come first, so that the list shows what is chosen.
  const values = [value ?? []].flat().map((id) => (/^\d+$/.test(String(id)) ? Number(id) : id))
  const { options } = useOptions(source, search, values)
  return (
    <fieldset>
      <legend>{filter.label}</legend>
      <OptionSelect
        {...{ options, search, setSearch, multiple, values }}
        aria={{ 'aria-label': filter.label }}
        isOptional
        onChange={(chosen) => onChange(multiple ? chosen : chosen[0])}
      />
    </fieldset>
  )
}
