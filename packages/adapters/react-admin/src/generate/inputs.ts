/** The inputs of forms and of filters, from the fields of a schema. */
import type { Field, JsonSchema } from 'corollary/client'
import { rangeLabel } from '../../../shared/src/generate/labels.js'
import { lineLiteral, propertyName } from '../../../shared/src/generate/literal.js'
import type { ResourcePages } from '../../../shared/src/pages.js'
import type { Choices } from './choices.js'
import { type Element, element, textProp } from './jsx.js'
import { labelProp } from './labels.js'

export interface Scope {
  /** The pages of the resource whose records a field refers to, if the admin has them. */
  readonly targetOf: (field: Field) => ResourcePages | undefined
  readonly choices: Choices
  /** The fields of records, which say more about values than those of bodies. */
  readonly fields: readonly Field[]
  /** Names of fields for which react-admin has no input. */
  readonly omitted: Set<string>
}

interface Place {
  readonly source: string
  readonly label: string
  /** Conditions of the values; a filter has none. */
  readonly rules: readonly string[]
}

type Props = readonly (string | undefined)[]

/** The input of a field of a form; undefined if react-admin has none for it. */
export const formInput = (field: Field, scope: Scope, owner = ''): readonly Element[] => {
  const source = `${owner}${field.name}`
  const { items, controlType, helpText } = field
  if (controlType === 'array' && items) {
    const inputs = items
      .filter(({ formHidden, computed, readOnly }) => !formHidden && !computed && !readOnly)
      .flatMap((item) => formInput(item, { ...scope, fields: itemsOf(field, scope) }))
    const order = field.ordered ? undefined : 'disableReordering'
    const iterator = element('SimpleFormIterator', ['inline', order], inputs)
    return [element('ArrayInput', [sourceProp(source), labelProp(source, field.label)], [iterator])]
  }
  if (controlType === 'group' && items) {
    return items.flatMap((item) => formInput(item, scope, `${source}.`))
  }
  const props = [
    ...defaultProp(field),
    helpText === undefined ? undefined : textProp('helperText', helpText),
  ]
  return valueInput(field, { source, label: field.label, rules: rulesOf(field) }, scope, props)
}

/** The inputs of a criterion: a range has two. */
export const filterInputs = (field: Field, scope: Scope, owner?: Field): readonly Element[] => {
  const source = owner ? `${owner.name}.${field.name}` : field.name
  const prefix = owner ? `${owner.label}: ` : ''
  if (field.controlType === 'group' && field.items && !owner) {
    const fields = scope.fields.find(({ name }) => name === field.filterTarget)?.items ?? []
    return field.items
      .filter(({ formHidden }) => !formHidden)
      .flatMap((item) => filterInputs(item, { ...scope, fields }, field))
  }
  if (field.searchFields && !owner) {
    return [element('SearchInput', [keyProp(source), sourceProp(source), 'alwaysOn'])]
  }
  const place = { source, label: `${prefix}${field.label}`, rules: [] }
  if (!isRange(field)) {
    // A part of an address is not an address.
    const isPart = field.filterOperation !== 'EQUAL' && field.type === 'text'
    const criterion = isPart ? { ...field, controlType: 'input' } : field
    return valueInput(criterion, place, scope, [], [keyProp(source)])
  }
  const label = `${prefix}${rangeLabel(field, scope.fields)}`
  return ['from', 'to'].flatMap((end) => {
    const inside = { source: `${source}.${end}`, label: `${label} ${end}`, rules: [] }
    const value = { ...field, controlType: endControls[field.controlType] ?? field.controlType }
    return valueInput(value, inside, scope, [], [keyProp(inside.source)])
  })
}

/** The control of each end of a range. */
const endControls: Readonly<Record<string, string>> = {
  rangeSlider: 'numericTextBox',
  priceRange: 'currency',
  dateRange: 'date',
  dateTimeRange: 'dateTime',
}
const isRange = ({ filterOperation = '', controlType }: Field): boolean =>
  /BETWEEN$/.test(filterOperation) || controlType in endControls

const valueInput = (
  field: Field,
  { source, label, rules }: Place,
  scope: Scope,
  more: Props,
  first: Props = [],
): readonly Element[] => {
  const named = [...first, sourceProp(source)]
  const labelled = labelProp(source, label)
  const validate =
    rules.length === 0
      ? undefined
      : `validate={${rules.length === 1 ? rules[0] : `[${rules.join(', ')}]`}}`
  const { options, multiple, type } = field
  const target = scope.targetOf(field)
  if (target) {
    const [outer, inner] = multiple
      ? ['ReferenceArrayInput', 'AutocompleteArrayInput']
      : ['ReferenceInput', 'AutocompleteInput']
    const choice = element(inner, [labelled, searchProp(target), validate, ...more])
    return [element(outer, [...named, textProp('reference', target.name)], [choice])]
  }
  if (options) {
    const subject = options.length === 1 ? 'only' : (field.filterTarget ?? field.name)
    const choices = `choices={${scope.choices.add(subject, options)}}`
    const tag = multiple ? 'SelectArrayInput' : 'SelectInput'
    return [element(tag, [...named, labelled, choices, validate, ...more])]
  }
  if (multiple || type === 'array') {
    const isText = [field.schema['items'] ?? {}].flat().some((item) => isTextual(item as object))
    if (isText) return [element('TextArrayInput', [...named, labelled, validate, ...more])]
    scope.omitted.add(source)
    return []
  }
  const control = controls[controlOf(field, scope)]
  if (!control) {
    scope.omitted.add(source)
    return []
  }
  return [element(control.tag, [...named, labelled, ...control.props(field), validate, ...more])]
}

const isTextual = (schema: { readonly type?: unknown }): boolean =>
  [schema.type].flat().includes('string')

interface Control {
  readonly tag: string
  readonly props: (field: Field) => Props
}

const plain = (tag: string): Control => ({ tag, props: () => [] })

/** Only inputs in which users type have a placeholder. */
const typed = (tag: string, ...props: readonly string[]): Control => ({
  tag,
  props: ({ placeholder }) => [
    ...props,
    placeholder === undefined ? undefined : textProp('placeholder', placeholder),
  ],
})

const controls: Readonly<Record<string, Control>> = {
  input: typed('TextInput'),
  textarea: typed('TextInput', 'multiline'),
  email: typed('TextInput', 'type="email"'),
  url: typed('TextInput', 'type="url"'),
  password: typed('PasswordInput'),
  checkbox: plain('BooleanInput'),
  date: plain('DateInput'),
  dateTime: plain('DateTimeInput'),
  number: {
    tag: 'NumberInput',
    props: ({ numericStep }) => [numericStep === undefined ? undefined : `step={${numericStep}}`],
  },
}

/** The control of a value; numbers that JavaScript would round are texts. */
const controlOf = (field: Field, { fields }: Scope): string => {
  const { controlType, type, name, filterTarget, format } = field
  const control = controlType.replace(/^inline(.)/, (_, first: string) => first.toLowerCase())
  if (type === 'number') {
    // A body takes decimals as numbers and as texts. How a record has them depends on their digits.
    const stored = fields.find((each) => each.name === (filterTarget ?? name))
    const isRounded = typesOf(field).includes('string') && stored && !isNumeric(stored)
    return isRounded ? 'input' : 'number'
  }
  if (control === 'timePicker') return 'input'
  // A local time has no zone, and the input of react-admin would add one.
  if (control === 'dateTime' && format !== 'date-time') return 'input'
  return control in controls || type !== 'text' ? control : 'input'
}

const isNumeric = (field: Field): boolean =>
  typesOf(field).some((type) => type === 'number' || type === 'integer')

/** The JSON types of a value, or of the ends of a range. */
const typesOf = ({ schema }: Field): readonly unknown[] =>
  [schema['type'], ((schema['items'] ?? {}) as JsonSchema)['type']].flat()

/** Bounds of what a number in JSON can be are left out. */
const rulesOf = ({ required, controlType, maxLength, min, max }: Field): readonly string[] => [
  ...(required && controlType !== 'checkbox' ? ['required()'] : []),
  ...(maxLength === undefined ? [] : [`maxLength(${maxLength})`]),
  ...(min === undefined || min <= Number.MIN_SAFE_INTEGER ? [] : [`minValue(${min})`]),
  ...(max === undefined || max >= Number.MAX_SAFE_INTEGER ? [] : [`maxValue(${max})`]),
]

const defaultProp = ({ defaultValue: value, type }: Field): Props => {
  if (value === undefined || value === null || value === false) return []
  const shown = type === 'number' ? Number(value) : value
  return typeof shown === 'string'
    ? [textProp('defaultValue', shown)]
    : [`defaultValue={${lineLiteral(shown)}}`]
}

/** How the text of a search becomes a filter of the other resource. */
const searchProp = ({ filters, labelField }: ResourcePages): string => {
  const field =
    filters.find(({ searchFields }) => searchFields) ??
    filters.find(
      ({ filterTarget, filterOperation }) =>
        filterTarget === labelField && filterOperation === 'LIKE',
    )
  if (!field) return 'filterToQuery={() => ({})}'
  return field.name === 'q'
    ? 'filterToQuery={(q) => ({ q })}'
    : `filterToQuery={(text) => ({ ${propertyName(field.name)}: text })}`
}

const itemsOf = ({ name }: Field, { fields }: Scope): readonly Field[] =>
  fields.find((each) => each.name === name)?.items ?? []

export const sourceProp = (source: string): string => textProp('source', source)
const keyProp = (source: string): string => textProp('key', source)
