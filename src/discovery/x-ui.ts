/**
 * `x-ui`: what a form or a grid needs to draw a field. Form clients read only this, so nothing that the
 * schema says is missing here. What a contract says explicitly wins over what is derived.
 */
import type { JsonSchema } from '../foundation/json-schema.js'
import type { Translator } from '../foundation/messages.js'
import type { FieldInfo } from './field-info.js'

type Ui = Readonly<Record<string, unknown>>

interface Control {
  readonly type: string
  readonly controlType: string
  readonly mode?: string
}

export const uiOf = (
  name: string,
  sent: JsonSchema,
  info: FieldInfo,
  index: number,
  translate: Translator,
): Ui => {
  const schema = withoutNull(sent)
  const control = controlOf(schema, info)
  const label = translate(info.hints?.label ?? info.label)
  const derived = {
    name,
    label,
    ...control,
    order: (index + 1) * 10,
    ...texts(info, translate),
    ...optionsOf(schema, info, translate),
    ...choiceOf(schema, info),
    ...(control.type === 'number' && !info.choice ? numbersOf(info) : {}),
    ...writingOf(info, label, translate),
    ...readingOf(info),
    ...accessOf(info),
    ...(info.filter ? { filterOperation: info.filter.operation } : {}),
    ...(schema['x-deprecated'] === undefined ? {} : { deprecated: schema['x-deprecated'] }),
  }
  const { compact, label: _, description: __, ...hints } = info.hints ?? {}
  return {
    ...derived,
    ...(compact ? { controlType: inline(control.controlType) } : {}),
    ...translated(hints, translate),
  }
}

/** The schema of a value that is there. */
const withoutNull = (schema: JsonSchema): JsonSchema => {
  const {
    type,
    enum: values,
    anyOf,
  } = schema as {
    type?: string | readonly string[]
    enum?: readonly unknown[]
    anyOf?: readonly JsonSchema[]
  }
  const rest = anyOf?.filter((one) => one['type'] !== 'null')
  if (rest?.length === 1) return rest[0]!
  const types = [type ?? []].flat().filter((one) => one !== 'null')
  return {
    ...schema,
    ...(types.length === 1 ? { type: types[0] } : {}),
    ...(values ? { enum: values.filter((value) => value !== null) } : {}),
  }
}

const rangeControls: Readonly<Record<string, Control>> = {
  date: { type: 'date', controlType: 'dateRange' },
  instant: { type: 'date', controlType: 'dateTimeRange' },
}
const formats: Readonly<Record<string, Control>> = {
  date: { type: 'date', controlType: 'date' },
  'date-time': { type: 'date', controlType: 'dateTime' },
  time: { type: 'date', controlType: 'timePicker' },
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

/** Longer texts get more than one line. */
const longText = 300

const controlOf = (schema: JsonSchema, info: FieldInfo): Control => {
  const { column, filter, choice } = info
  if (filter?.form === 'range') return rangeOf(info)
  if (filter?.form === 'switch' || filter?.form === 'flag') {
    return { type: 'boolean', controlType: 'toggle' }
  }
  const items = schema['items'] as JsonSchema | undefined
  if (items && (choice || items['enum'])) return { type: 'array', controlType: 'multiSelect' }
  const base = baseOf(schema, info)
  if (choice) return { ...base, controlType: 'select' }
  if (Array.isArray(schema['enum'])) return { ...base, controlType: ofEnum(schema['enum'].length) }
  if (filter && base.type === 'boolean') return { ...base, controlType: 'select' }
  if (column?.currency !== undefined && base.type === 'number') {
    return { ...base, controlType: 'currency' }
  }
  const maxLength = Number(limitsOf(info).maxLength ?? schema['maxLength'] ?? 0)
  return base.controlType === 'input' && maxLength > longText && !filter
    ? { ...base, controlType: 'textarea' }
    : base
}

const rangeOf = ({ column }: FieldInfo): Control => {
  if (column?.currency !== undefined) return { type: 'number', controlType: 'priceRange' }
  const calendar = column && rangeControls[column.kind]
  return calendar ?? { type: 'number', controlType: 'rangeSlider', mode: 'range' }
}

const baseOf = (schema: JsonSchema, { column }: FieldInfo): Control => {
  const format = formats[String(schema['format'] ?? column?.format ?? '')]
  // A decimal is taken as number and as text; it is a number to people.
  const [type = 'string'] = [(schema['type'] as string | readonly string[]) ?? 'string'].flat()
  return format ?? types[column?.kind === 'decimal' ? 'number' : type] ?? types['string']!
}

const ofEnum = (size: number): string =>
  size <= 5 ? 'radio' : size <= 25 ? 'select' : 'autoComplete'

/** The compact control of a row in a grid. */
const inline = (controlType: string): string => {
  const short: Readonly<Record<string, string>> = { numericTextBox: 'number', radio: 'select' }
  const name = short[controlType] ?? controlType
  return `inline${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

const texts = ({ description, hints }: FieldInfo, translate: Translator): Ui => {
  const own = hints?.description ?? description
  return own === undefined ? {} : { description: translate(own) }
}

const booleans: readonly (readonly [boolean, string])[] = [
  [true, 'Yes'],
  [false, 'No'],
]

const optionsOf = (schema: JsonSchema, info: FieldInfo, translate: Translator): Ui => {
  const values = (schema['enum'] ?? (schema['items'] as JsonSchema | undefined)?.['enum']) as
    | readonly string[]
    | undefined
  if (values) {
    const label = info.optionLabel ?? String
    const options = values.map((value) => ({ value, label: translate(label(value)) }))
    return { options, ...(schema['items'] ? { multiple: true } : {}) }
  }
  const isChoice = info.filter?.form === 'value' && schema['type'] === 'boolean'
  return isChoice
    ? { options: booleans.map(([value, label]) => ({ value, label: translate(label) })) }
    : {}
}

const choiceOf = (schema: JsonSchema, { choice }: FieldInfo): Ui =>
  choice
    ? {
        ...choice,
        valueField: 'id',
        displayField: 'label',
        ...(schema['items'] ? { multiple: true } : {}),
      }
    : {}

/** Days that a filter reaches at the most. */
const maxDays = 36_500

const numbersOf = ({ column, filter }: FieldInfo): Ui => {
  if (filter?.form === 'size') return { numericStep: 1, min: 0 }
  if (filter?.form === 'days') return { numericStep: 1, min: 0, max: maxDays }
  if (!column) return {}
  if (column.kind === 'integer') return { numericStep: 1 }
  if (column.kind !== 'decimal') return {}
  const scale = column.scale ?? 0
  const format = `#,##0${scale > 0 ? `.${'0'.repeat(scale)}` : ''}`
  return { numericStep: Number(`1e-${scale}`), numericFormat: format }
}

interface Limits {
  readonly min?: number
  readonly max?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

/** Those of the shape that is written; a search is not bound by them. */
const limitsOf = ({ write }: FieldInfo): Limits => {
  if (write?.field.type !== 'column') return {}
  const { minimum, maximum, minLength, maxLength, pattern } = write.field.column
  return {
    ...(minimum === undefined ? {} : { min: Number(minimum) }),
    ...(maximum === undefined ? {} : { max: Number(maximum) }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
  }
}

const writingOf = (info: FieldInfo, label: string, translate: Translator): Ui => {
  const { write } = info
  if (!write) return {}
  const limits = limitsOf(info)
  const { required } = write.field
  const value = write.field.type === 'column' ? write.field.column.default : undefined
  return {
    required,
    ...(required ? { requiredMessage: translate('{label} is required.', { label }) } : {}),
    ...limits,
    ...messagesOf(limits, label, translate),
    ...((write.mode === 'create' || write.mode === 'action') && value !== undefined
      ? { defaultValue: value }
      : {}),
  }
}

const messagesOf = (limits: Limits, label: string, translate: Translator): Ui => {
  const { min, max, minLength, maxLength, pattern } = limits
  const values = { label, ...limits }
  const range =
    min !== undefined && max !== undefined
      ? '{label} must be between {min} and {max}.'
      : min !== undefined
        ? '{label} must be at least {min}.'
        : '{label} must be at most {max}.'
  const said: readonly (readonly [name: string, isSaid: boolean, text: string])[] = [
    [
      'minLengthMessage',
      minLength !== undefined,
      '{label} must have at least {minLength} characters.',
    ],
    [
      'maxLengthMessage',
      maxLength !== undefined,
      '{label} must have at most {maxLength} characters.',
    ],
    ['rangeMessage', min !== undefined || max !== undefined, range],
    ['patternMessage', pattern !== undefined, '{label} does not have the right form.'],
  ]
  return Object.fromEntries(
    said.filter(([, isSaid]) => isSaid).map(([name, , text]) => [name, translate(text, values)]),
  )
}

/** A field of an answer that nothing writes is shown, not asked for. */
const readingOf = ({ isResponse, isBuiltIn, write, sortable, filterable }: FieldInfo): Ui => {
  if (!isResponse) return {}
  return {
    ...(write ? {} : { readOnly: true, formHidden: true }),
    ...(isBuiltIn ? { tableHidden: true } : {}),
    sortable: sortable ?? false,
    filterable: filterable ?? false,
  }
}

/** Told to those who see the field: whose it is to see and to write. */
const accessOf = ({ column }: FieldInfo): Ui => {
  const { visibleTo, editableBy } = column ?? {}
  if (!visibleTo && !editableBy) return {}
  return {
    fieldAccess: { ...(visibleTo ? { visibleTo } : {}), ...(editableBy ? { editableBy } : {}) },
  }
}

/** Hints that people read. */
const read = new Set(['placeholder', 'helpText', 'group'])

const translated = (hints: object, translate: Translator): Ui =>
  Object.fromEntries(
    Object.entries(hints).map(([name, value]) => [
      name,
      read.has(name) && typeof value === 'string' ? translate(value) : value,
    ]),
  )
