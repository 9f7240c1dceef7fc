/** The inputs of forms. Messages of the service appear at the input that they are about. */
import { useCustom } from '@refinedev/core'
import { type ReactNode, useId, useState } from 'react'
import {
  type FieldErrors,
  get,
  type RegisterOptions,
  useFieldArray,
  useFormContext,
} from 'react-hook-form'
import type { Input, Option } from './types'

/** Empty inputs have no value: a create uses the default, and an update sets the field to null. */
const emptyToNone = (value: unknown) =>
  value === '' || value === null || Number.isNaN(value) ? undefined : value
const readers: Partial<Record<NonNullable<Input['type']>, (value: unknown) => unknown>> = {
  number: (value) => (emptyToNone(value) === undefined ? undefined : Number(value)),
  json: (value) => (typeof value === 'string' && value !== '' ? JSON.parse(value) : value),
}

const inputTypes = { date: 'date', boolean: 'checkbox' } as const

export const InputField = ({ input, path = input.name }: { input: Input; path?: string }) => {
  const { register, formState } = useFormContext()
  if (input.items) return <PartList input={input} items={input.items} path={path} />
  const error = messageAt(formState.errors, path)
  const { type = 'text', options, source, multiple, multiline, required } = input
  const settings: RegisterOptions = {
    required: required && type !== 'boolean' ? `${input.label} is required.` : false,
    ...(type === 'boolean' ? {} : { setValueAs: readers[type] ?? emptyToNone }),
  }
  return (
    <Labelled label={input.label} error={error} help={input.help} required={required}>
      {(aria) => {
        if (source)
          return <RemoteChoice {...{ source, multiple, path, aria, settings, required }} />
        if (options) {
          return (
            <select {...aria} multiple={multiple} {...register(path, settings)}>
              <Choices options={options} isOptional={!required && !multiple} />
            </select>
          )
        }
        if (multiline) return <textarea rows={4} {...aria} {...register(path, settings)} />
        return (
          <input
            type={inputTypes[type as keyof typeof inputTypes] ?? 'text'}
            inputMode={type === 'number' || type === 'money' ? 'decimal' : undefined}
            maxLength={input.maxLength}
            {...aria}
            {...register(path, settings)}
          />
        )
      }}
    </Labelled>
  )
}

interface Aria {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface LabelledProps {
  label: string
  error: string | undefined
  help?: string
  required?: boolean
  children: (aria: Aria) => ReactNode
}

const Labelled = ({ label, error, help, required, children }: LabelledProps) => {
  const id = useId()
  const note = error ?? help
  const described = note === undefined ? undefined : `${id}-note`
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': described })}
      {note !== undefined && (
        <p id={described} className={error === undefined ? 'help' : 'error'}>
          {note}
        </p>
      )}
    </div>
  )
}

const messageAt = (errors: FieldErrors, path: string): string | undefined => {
  const error: { message?: string; root?: { message?: string } } | undefined = get(errors, path)
  return error?.message ?? error?.root?.message
}

const Choices = ({ options, isOptional }: { options: Option[]; isOptional: boolean }) => (
  <>
    {isOptional && <option value="">–</option>}
    {options.map(({ value, label }) => (
      <option key={String(value)} value={String(value)}>
        {label}
      </option>
    ))}
  </>
)

/** The options of a source that match a search, and those with these values. */
export const useOptions = (source: string, search: string, values: unknown[]) => {
  const { query, result } = useCustom<{ content: { id: string | number; label: string }[] }>({
    url: `${source}/options/filter`,
    method: 'post',
    config: { payload: { search, includeIds: values, size: 50 } },
    queryOptions: { placeholderData: (previous) => previous },
  })
  const content = result.data.content ?? []
  return {
    isLoading: query.isLoading,
    options: content.map(({ id, label }): Option => ({ value: id, label })),
  }
}

interface RemoteChoiceProps {
  source: string
  multiple?: boolean
  required?: boolean
  path: string
  aria: Aria
  settings: RegisterOptions
}

const RemoteChoice = ({ source, multiple, required, path, aria, settings }: RemoteChoiceProps) => {
  const { watch, setValue, register } = useFormContext()
  const [search, setSearch] = useState('')
  const value: unknown = watch(path)
  const values = [value].flat().filter((each) => each !== undefined && each !== null && each !== '')
  const { options } = useOptions(source, search, values)
  register(path, settings)
  return (
    <OptionSelect
      {...{ aria, options, search, setSearch, multiple, values }}
      isOptional={!required}
      onChange={(chosen) => {
        setValue(path, multiple ? chosen : chosen[0], { shouldDirty: true, shouldValidate: true })
      }}
    />
  )
}

interface OptionSelectProps {
  aria: Partial<Aria> & { 'aria-label'?: string }
  options: Option[]
  values: unknown[]
  multiple?: boolean
  isOptional: boolean
  search: string
  setSearch: (search: string) => void
  onChange: (values: Option['value'][]) => void
}

/** A list of options with a search: the service sends those that match. */
export const OptionSelect = (props: OptionSelectProps) => {
  const { aria, options, values, multiple, isOptional, search, setSearch, onChange } = props
  const texts = values.map(String)
  return (
    <div className="choice">
      <input
        type="search"
        placeholder="Search"
        aria-label="Search the options"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <select
        {...aria}
        multiple={multiple}
        value={multiple ? texts : (texts[0] ?? '')}
        onChange={({ target }) => {
          const chosen = Array.from(target.selectedOptions, (option) => option.value)
          onChange(options.flatMap(({ value }) => (chosen.includes(String(value)) ? [value] : [])))
        }}
      >
        <Choices options={options} isOptional={isOptional && !multiple} />
      </select>
    </div>
  )
}

/** The parts of a record, such as the lines of an order. */
const PartList = ({ input, items, path }: { input: Input; items: Input[]; path: string }) => {
  const { control, formState, register } = useFormContext()
  const { fields, append, remove } = useFieldArray({ control, name: path, keyName: 'key' })
  const error = messageAt(formState.errors, path)
  return (
    <fieldset className="parts">
      <legend>{input.label}</legend>
      {error !== undefined && <p className="error">{error}</p>}
      {fields.map(({ key, ...part }, index) => (
        <div key={key} className="part">
          {'id' in part && <input type="hidden" {...register(`${path}.${index}.id`)} />}
          {items.map((item) => (
            <InputField key={item.name} input={item} path={`${path}.${index}.${item.name}`} />
          ))}
          <button type="button" onClick={() => remove(index)}>
            Remove
          </button>
        </div>
      ))}
      <button type="button" onClick={() => append({})}>
        Add
      </button>
    </fieldset>
  )
}
