/** Which inputs draw which `controlType`. */
import type { JSX } from 'preact'
import { zone } from '../browser/locale.js'
import { type Field, itemTypes } from '../service/shape.js'
import { CheckboxesInput, CheckboxInput, RadioInput, SelectInput } from './choice-inputs.js'
import type { InputProps } from './input-props.js'
import { ListInput } from './list-input.js'
import { DateRange, DateTimeRange, NumberRange, TextRange, TimeRange } from './range-input.js'
import { ReferenceInput, ReferencesInput, TagsInput } from './reference-inputs.js'
import {
  DateInput,
  DateTimeInput,
  EmailInput,
  isLocal,
  JsonInput,
  NumberInput,
  PasswordInput,
  TextArea,
  TextInput,
  TimeInput,
  UrlInput,
} from './text-inputs.js'

export interface ControlKind {
  readonly Input: (props: InputProps) => JSX.Element
  /** Several inputs, which the label names together. */
  readonly isGroup?: boolean
  /** The label is to the right of the input. */
  readonly isBeside?: boolean
  /** After the label. */
  readonly note?: string
}

const single = { Input: SelectInput }
const reference = { Input: ReferenceInput }
const checkboxes = { Input: CheckboxesInput, isGroup: true }

/** Options that are shown all at once. */
const fewOptions = 8

/** Instants are entered in the zone of the user. */
const zoneOf = ({ format }: Field) => (isLocal(format) ? {} : { note: zone.value })

type Chooser = (field: Field) => ControlKind

const one =
  (kind: ControlKind): Chooser =>
  () =>
    kind

/** `readOnly` fields and lists without items are drawn by what they hold. */
const controls: Readonly<Record<string, Chooser>> = {
  input: one({ Input: TextInput }),
  textarea: one({ Input: TextArea }),
  email: one({ Input: EmailInput }),
  password: one({ Input: PasswordInput }),
  url: one({ Input: UrlInput }),
  numericTextBox: one({ Input: NumberInput }),
  number: one({ Input: NumberInput }),
  currency: one({ Input: NumberInput }),
  // A box that is not checked cannot mean "no value".
  checkbox: ({ nullable, defaultValue }) =>
    nullable && defaultValue === undefined ? single : { Input: CheckboxInput, isBeside: true },
  date: one({ Input: DateInput }),
  dateTime: (field) => ({ Input: DateTimeInput, ...zoneOf(field) }),
  timePicker: one({ Input: TimeInput }),
  radio: one({ Input: RadioInput, isGroup: true }),
  select: ({ endpoint }) => (endpoint === undefined ? single : reference),
  autoComplete: one(reference),
  multiSelect: ({ endpoint, options = [] }) =>
    endpoint === undefined && options.length <= fewOptions
      ? checkboxes
      : { Input: ReferencesInput },
  // Nobody types true.
  chipInput: (field) =>
    itemTypes(field).includes('boolean')
      ? checkboxes
      : { Input: TagsInput, ...(field.format === 'date-time' ? zoneOf(field) : {}) },
  rangeSlider: one({ Input: NumberRange, isGroup: true }),
  priceRange: ({ currency }) => ({
    ...{ Input: NumberRange, isGroup: true },
    ...(currency === undefined ? {} : { note: currency }),
  }),
  dateRange: one({ Input: DateRange, isGroup: true }),
  dateTimeRange: (field) => ({ Input: DateTimeRange, isGroup: true, ...zoneOf(field) }),
  timeRange: one({ Input: TimeRange, isGroup: true }),
  textRange: one({ Input: TextRange, isGroup: true }),
  array: ({ items }) => (items ? { Input: ListInput, isGroup: true } : { Input: JsonInput }),
  json: one({ Input: JsonInput }),
}

const byType: Readonly<Record<string, string>> = {
  text: 'input',
  number: 'numericTextBox',
  boolean: 'checkbox',
  date: 'date',
  array: 'chipInput',
  object: 'json',
}

/** `inlineDateRange` is drawn as `dateRange`. */
const plainName = (controlType: string): string =>
  controlType.replace(/^inline([A-Z])/, (_, first: string) => first.toLowerCase())

/** Controls that the page does not know fall back to that of the type. */
export const controlKind = (field: Field): ControlKind => {
  const name = plainName(field.controlType)
  const chooser = Object.hasOwn(controls, name) ? controls[name] : undefined
  return (chooser ?? controls[fallback(field)]!)(field)
}

const fallback = (field: Field): string => {
  if (field.endpoint !== undefined || field.options) {
    return field.multiple ? 'multiSelect' : 'select'
  }
  return (Object.hasOwn(byType, field.type) ? byType[field.type] : undefined) ?? 'input'
}
