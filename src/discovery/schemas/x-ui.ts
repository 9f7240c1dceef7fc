/**
 * `x-ui`: what a form or a grid needs to draw a field. Form clients read nothing else, so it
 * repeats everything that the schema says. Hints of the contract override derived members.
 */
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { Translator } from '../../foundation/text/messages.js'
import { emptyLabel, fieldLabel } from '../../model/labels.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { Schemas } from './components.js'
import { type Control, controlOf, inlineControl, isPresence } from './field-control.js'
import {
  boundFacts,
  factsOf,
  itemSchema,
  listedValues,
  messagesOf,
  requiredText,
  valueSchema,
} from './field-facts.js'
import type { FieldInfo } from './field-info.js'
import type { SchemaType } from './schema-forms.js'

type Ui = Readonly<Record<string, unknown>>

/** The shape that a field belongs to. */
export interface UiContext {
  readonly translate: Translator
  /** Components that schemas refer to. */
  readonly schemas: Schemas
  readonly side: SchemaType
  /** The shape shows one record with all its fields. */
  readonly isDetail: boolean
  /** Whether the caller may read records of a resource. */
  readonly mayRead: (resource: ResourceModel) => boolean
}

export interface UiField {
  readonly name: string
  readonly schema: JsonSchema
  readonly info: FieldInfo
  /** Position in the shape. */
  readonly index: number
  /** Whether the shape requires the field; undefined where the shape requires none. */
  readonly required?: boolean
}

export const uiOf = (field: UiField, context: UiContext): Ui => {
  const { name, info, index } = field
  const { translate, schemas } = context
  // Forms are built from responses too; there the limits of the form apply.
  const value = valueSchema(info.response?.written?.schema ?? field.schema, schemas)
  const control = controlOf(value, info, schemas)
  const label = translate(info.hints?.label ?? info.label)
  const derived = {
    name,
    label,
    ...control,
    order: (index + 1) * 10,
    ...texts(info, translate),
    ...optionsOf(value, info, context),
    ...choiceOf(info, control),
    ...referenceOf(info, context),
    ...(control.type === 'number' ? numbersOf(value, info) : {}),
    ...moneyOf(info),
    ...uploadOf(info),
    ...writingOf(field, value, label, context),
    ...rulesOf(info, context),
    ...readingOf(info, context),
    ...accessOf(info),
    ...filteringOf(info),
    ...deprecationOf(field.schema),
    ...itemsOf(info, context),
  }
  const { compact, label: _, description: __, ...hints } = info.hints ?? {}
  return {
    ...derived,
    ...(compact ? { controlType: inlineControl(control.controlType) } : {}),
    ...translated(hints, translate),
  }
}

/** The fields of the items of a list, or of criteria over related rows, in their order. */
const itemsOf = ({ items }: FieldInfo, context: UiContext): Ui => {
  if (!items) return {}
  const { properties = {}, required = [] } = context.schemas[items.component] as ItemSchema
  const fields = Object.entries(properties).flatMap(([name, schema], index) => {
    const info = items.infos.get(name)
    if (!info) return []
    const field = { name, schema, info, index, required: required.includes(name) }
    return [uiOf(field, { ...context, side: 'request' })]
  })
  return { items: fields, ...(items.ordered ? { ordered: true } : {}) }
}

interface ItemSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

const texts = ({ description, hints }: FieldInfo, translate: Translator): Ui => {
  const text = hints?.description ?? description
  return text === undefined ? {} : { description: translate(text) }
}

const yes = { value: true, label: 'Yes' } as const
const no = { value: false, label: 'No' } as const

/** Labels of options that no contract declares. */
export const optionLabels: readonly string[] = [yes.label, no.label, emptyLabel]

/** The label of a value that no contract declares. */
const valueLabel = (value: unknown): string => {
  const text = String(value)
  return /^[A-Za-z]\w*$/.test(text) ? fieldLabel(text) : text
}

const optionsOf = (value: JsonSchema, info: FieldInfo, { schemas, translate }: UiContext): Ui => {
  const listed = listedValues(value, schemas)
  const label = info.optionLabel ?? valueLabel
  const { type } = itemSchema(value, schemas) ?? value
  const isChoice = info.filter !== undefined && type === 'boolean'
  const options = isPresence(info)
    ? [yes]
    : isChoice
      ? [yes, no]
      : listed?.map((each) => ({ value: each, label: label(each as string) }))
  return options
    ? { options: options.map((option) => ({ ...option, label: translate(option.label) })) }
    : {}
}

const choiceOf = ({ choice }: FieldInfo, { controlType }: Control): Ui => ({
  ...(choice ? { ...choice, valueField: 'id', displayField: 'label' } : {}),
  ...(controlType === 'multiSelect' ? { multiple: true } : {}),
})

/** A key that leads nowhere, because the caller may not read its resource, is a plain value. */
const referenceOf = ({ references }: FieldInfo, { mayRead }: UiContext): Ui => {
  const target = references?.find(({ resource }) => mayRead(resource))
  return target ? { reference: target.reference } : {}
}

const filteringOf = ({ filter, match, filterTarget, searchFields }: FieldInfo): Ui => ({
  ...(filter ? { filterOperation: filter.operation } : {}),
  ...(match ? { match } : {}),
  ...(filterTarget === undefined ? {} : { filterTarget }),
  ...(searchFields ? { searchFields } : {}),
})

/** Step and format of a number. */
const numbersOf = (value: JsonSchema, { choice, column }: FieldInfo): Ui => {
  if (choice) return {}
  if (column?.kind !== 'decimal') return value['type'] === 'integer' ? { numericStep: 1 } : {}
  const { scale } = column
  if (scale === undefined) return {}
  const format = `#,##0${scale > 0 ? `.${'0'.repeat(scale)}` : ''}`
  return { numericStep: Number(`1e-${scale}`), numericFormat: format }
}

/** The ISO 4217 code of an amount. */
const moneyOf = (info: FieldInfo): Ui =>
  info.column?.currency === undefined || isPresence(info) ? {} : { currency: info.column.currency }

/** Types in the form of the attribute `accept` of HTML, and the maximum size. */
const uploadOf = (info: FieldInfo): Ui => {
  if (info.column?.kind !== 'file' || isPresence(info)) return {}
  const { mediaTypes, maxBytes } = info.column
  return { ...(mediaTypes ? { accept: mediaTypes.join(',') } : {}), maxBytes }
}

const writingOf = (
  field: UiField,
  value: JsonSchema,
  label: string,
  { side, schemas, translate }: UiContext,
): Ui => {
  const { info } = field
  const isRange = info.filter?.form === 'range'
  const facts = isRange ? boundFacts(info.filter.reader.schema, schemas) : factsOf(value, schemas)
  const { written } = info.response ?? {}
  const required = side === 'request' ? field.required : written?.required
  const isWritten = side === 'request' || written !== undefined
  return {
    ...(required === undefined ? {} : { required }),
    ...(required ? { requiredMessage: translate(requiredText, { label }) } : {}),
    ...facts,
    ...(isWritten ? messagesOf(facts, label, translate) : {}),
  }
}

/** Conditions and limits of rules across fields. */
const rulesOf = ({ rules }: FieldInfo, { translate }: UiContext): Ui => {
  if (!rules) return {}
  const { limits, ...conditions } = rules
  if (!limits) return conditions
  const { message, ...range } = limits
  return { ...conditions, ...range, rangeMessage: translate(message.text, message.values) }
}

const readingOf = ({ response, column }: FieldInfo, { isDetail }: UiContext): Ui => {
  if (!response) return {}
  const { written, isTechnical, isFilled, tableHidden, sortable, filterable } = response
  const formHidden = !written && (isTechnical || (isFilled && !isDetail))
  return {
    ...(written ? {} : { readOnly: true }),
    ...(column?.computed ? { computed: true } : {}),
    ...(formHidden ? { formHidden } : {}),
    ...(tableHidden ? { tableHidden } : {}),
    sortable,
    filterable,
  }
}

/** Authorities that may see and write a field. Callers who may not see it do not get its schema. */
const accessOf = ({ column }: FieldInfo): Ui => {
  const { visibleTo, editableBy } = column ?? {}
  if (!visibleTo && !editableBy) return {}
  return {
    fieldAccess: { ...(visibleTo ? { visibleTo } : {}), ...(editableBy ? { editableBy } : {}) },
  }
}

const deprecationOf = ({ 'x-deprecated': deprecated }: JsonSchema): Ui =>
  deprecated === undefined ? {} : { deprecated }

/** Hints that people read, and that are therefore translated. */
const read = new Set(['placeholder', 'helpText', 'group'])

const translated = (hints: object, translate: Translator): Ui =>
  Object.fromEntries(
    Object.entries(hints).map(([name, value]) => [
      name,
      read.has(name) && typeof value === 'string' ? translate(value) : value,
    ]),
  )
