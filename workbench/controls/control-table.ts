/** Maps each `controlType` to the component that draws it. */
import type { JSX } from 'preact'
import { zone } from '../browser/locale.js'
import { type Field, itemTypes } from '../service/shape.js'
import { CheckboxesInput, CheckboxInput, RadioInput, SelectInput } from './choice-inputs.js'
import { ComputedOutput } from './computed-output.js'
import { GroupInput } from './group-input.js'
import type { InputProps } from './input-props.js'
import { ListInput } from './list-input.js'
import { isGroup } from './list-items.js'
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
  /** The control consists of several inputs, which share the label. */
  readonly isGroup?: boolean
  /** The label is to the right of the input. */
  readonly isBeside?: boolean
  /** Text after the label. */
  readonly note?: string
}

const single = { Input: SelectInput }
const reference = { Input: ReferenceInput }
const checkboxes = { Input: CheckboxesInput, isGroup: true }

/** Maximum number of options that are shown all at once. */
const fewOptions = 8

/** Returns a note with the zone of the user, in which instants are entered. */
const zoneOf = ({ format }: Field) => (isLocal(format) ? {} : { note: zone.value })

type Chooser = (field: Field) => ControlKind

const always =
  (kind: ControlKind): Chooser =>
  () =>
    kind

/** Functions that choose the control of a field, by `controlType`. */
const controls: Readonly<Record<string, Chooser>> = {
  input: always({ Input: TextInput }),
  // A criterion that has the name of a long text is one line, which Enter applies.
  textarea: ({ filterOperation }) => ({ Input: filterOperation ? TextInput : TextArea }),
  email: always({ Input: EmailInput }),
  password: always({ Input: PasswordInput }),
  url: always({ Input: UrlInput }),
  numericTextBox: always({ Input: NumberInput }),
  number: always({ Input: NumberInput }),
  currency: always({ Input: NumberInput }),
  // A box that is not checked cannot mean "no value", so optional flags are radio buttons.
  checkbox: ({ nullable, defaultValue }) =>
    nullable && defaultValue === undefined ? single : { Input: CheckboxInput, isBeside: true },
  date: always({ Input: DateInput }),
  dateTime: (field) => ({ Input: DateTimeInput, ...zoneOf(field) }),
  timePicker: always({ Input: TimeInput }),
  radio: always({ Input: RadioInput, isGroup: true }),
  select: ({ endpoint }) => (endpoint === undefined ? single : reference),
  autoComplete: always(reference),
  multiSelect: ({ endpoint, options = [] }) =>
    endpoint === undefined && options.length <= fewOptions
      ? checkboxes
      : { Input: ReferencesInput },
  // Users choose true or false instead of typing them.
  chipInput: (field) =>
    itemTypes(field).includes('boolean')
      ? checkboxes
      : { Input: TagsInput, ...(field.format === 'date-time' ? zoneOf(field) : {}) },
  rangeSlider: always({ Input: NumberRange, isGroup: true }),
  priceRange: ({ currency }) => ({
    ...{ Input: NumberRange, isGroup: true },
    ...(currency === undefined ? {} : { note: currency }),
  }),
  dateRange: always({ Input: DateRange, isGroup: true }),
  dateTimeRange: (field) => ({ Input: DateTimeRange, isGroup: true, ...zoneOf(field) }),
  timeRange: always({ Input: TimeRange, isGroup: true }),
  textRange: always({ Input: TextRange, isGroup: true }),
  array: ({ items }) => (items ? { Input: ListInput, isGroup: true } : { Input: JsonInput }),
  group: (field) => (isGroup(field) ? { Input: GroupInput, isGroup: true } : { Input: JsonInput }),
  json: always({ Input: JsonInput }),
}

const byType: Readonly<Record<string, string>> = {
  text: 'input',
  number: 'numericTextBox',
  boolean: 'checkbox',
  date: 'date',
  array: 'chipInput',
  object: 'json',
}

/** Removes the prefix `inline`: `inlineDateRange` is drawn as `dateRange`. */
const plainName = (controlType: string): string =>
  controlType.replace(/^inline([A-Z])/, (_, first: string) => first.toLowerCase())

/**
 * Returns the control of a field. Unknown control types fall back to the control of the JSON type.
 */
export const controlKind = (field: Field): ControlKind => {
  if (field.computed) return { Input: ComputedOutput }
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
