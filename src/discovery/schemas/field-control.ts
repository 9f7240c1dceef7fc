/** The control that a form draws for a field. */
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { Schemas } from './components.js'
import { itemSchema } from './field-facts.js'
import type { FieldInfo } from './field-info.js'

export interface Control {
  readonly type: string
  readonly controlType: string
  readonly mode?: string
}

const rangeControls: Readonly<Record<string, Control>> = {
  date: { type: 'date', controlType: 'dateRange' },
  instant: { type: 'date', controlType: 'dateTimeRange' },
  localDateTime: { type: 'date', controlType: 'dateTimeRange' },
  time: { type: 'date', controlType: 'timeRange' },
  duration: { type: 'text', controlType: 'textRange' },
}
const formats: Readonly<Record<string, Control>> = {
  date: { type: 'date', controlType: 'date' },
  'date-time': { type: 'date', controlType: 'dateTime' },
  'date-time-local': { type: 'date', controlType: 'dateTime' },
  time: { type: 'date', controlType: 'timePicker' },
  'time-local': { type: 'date', controlType: 'timePicker' },
  email: { type: 'text', controlType: 'email' },
  password: { type: 'text', controlType: 'password' },
  uri: { type: 'text', controlType: 'url' },
}
const types: Readonly<Record<string, Control>> = {
  string: { type: 'text', controlType: 'input' },
  number: { type: 'number', controlType: 'numericTextBox' },
  integer: { type: 'number', controlType: 'numericTextBox' },
  boolean: { type: 'boolean', controlType: 'checkbox' },
  array: { type: 'array', controlType: 'array' },
  object: { type: 'object', controlType: 'json' },
}

/** Characters. Longer texts get more than one line. */
const longText = 300

/** `value` is the schema of a value that `valueSchema` returned. */
export const controlOf = (value: JsonSchema, info: FieldInfo, schemas: Schemas): Control => {
  const { column, filter, choice, match } = info
  if (match) return { type: 'object', controlType: 'group' }
  if (filter?.form === 'range') return rangeOf(info)
  // A checkbox could not be left empty.
  if (isPresence(info)) return { type: 'boolean', controlType: 'select' }
  const items = itemSchema(value, schemas)
  if (items) return { type: 'array', controlType: ofList(items, info) }
  const base = baseOf(value, info)
  if (info.items) return { ...base, controlType: 'group' }
  if (choice) return { ...base, controlType: 'select' }
  if (Array.isArray(value['enum'])) return { ...base, controlType: ofEnum(value['enum'].length) }
  if (filter && base.type === 'boolean') return { ...base, controlType: 'select' }
  if (column?.currency !== undefined && base.type === 'number') {
    return { ...base, controlType: 'currency' }
  }
  const isLong = Number(value['maxLength'] ?? 0) > longText
  return base.controlType === 'input' && isLong && !filter
    ? { ...base, controlType: 'textarea' }
    : base
}

/** A filter that is either on or absent, such as IS_NULL. */
export const isPresence = ({ filter }: FieldInfo): boolean =>
  filter?.form === 'switch' || filter?.form === 'flag'

const rangeOf = ({ column }: FieldInfo): Control => {
  if (column?.currency !== undefined) return { type: 'number', controlType: 'priceRange' }
  const calendar = column && rangeControls[column.kind]
  return calendar ?? { type: 'number', controlType: 'rangeSlider', mode: 'range' }
}

const ofList = (items: JsonSchema, { choice, filter }: FieldInfo): string => {
  // Nobody types true. Lists that are stored may hold a value twice.
  const isYesOrNo = filter !== undefined && items['type'] === 'boolean'
  if (choice || items['enum'] || isYesOrNo) return 'multiSelect'
  const isStructure = items['type'] === 'object' || items['type'] === 'array'
  return isStructure ? 'array' : 'chipInput'
}

const baseOf = (value: JsonSchema, { column }: FieldInfo): Control => {
  if (column?.kind === 'json') return types['object']!
  if (column?.kind === 'file') return { type: 'file', controlType: 'upload' }
  const format = formats[String(value['format'] ?? column?.format ?? '')]
  // Requests take a decimal as a number or as text; people type a number.
  const [type = 'string'] = [(value['type'] as string | readonly string[]) ?? 'string'].flat()
  return format ?? types[column?.kind === 'decimal' ? 'number' : type] ?? types['string']!
}

const ofEnum = (size: number): string =>
  size <= 5 ? 'radio' : size <= 25 ? 'select' : 'autoComplete'

/** The compact control of a row in a grid. */
export const inlineControl = (controlType: string): string => {
  const short: Readonly<Record<string, string>> = { numericTextBox: 'number', radio: 'select' }
  const name = short[controlType] ?? controlType
  return `inline${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
