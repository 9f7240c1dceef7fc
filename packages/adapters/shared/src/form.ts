/**
 * A form over a published request: its fields, the JSON Schema that validators of form libraries
 * understand, its values, its checks and the body that is sent.
 */
import {
  type CorollaryError,
  type Field,
  holds,
  type JsonSchema,
  readShape,
  type ShapeRule,
  type UntypedClient,
  unwrap,
} from 'corollary/client'
import { formErrorsOf } from './field-errors.js'
import { englishTexts, type FormOptions, type FormTexts, failureText } from './form-texts.js'

/** The request that a form fills in. */
export type FormOf =
  | 'create'
  | 'update'
  | { readonly intent: string }
  | { readonly action: string; readonly on?: 'record' | 'collection' }

export type Values = Readonly<Record<string, unknown>>

export interface FormModel {
  readonly fields: readonly Field[]
  readonly rules: readonly ShapeRule[]
  /** Whether a member that is left out is set to null, or has its default. */
  readonly sendsNull: boolean
  /** Whether the form starts with the defaults of its fields. */
  readonly hasDefaults: boolean
  readonly texts: FormTexts
}

/** A message for a field. */
export interface FieldMessage {
  /** Such as `['lines', '2', 'quantity']`; empty for a message about the whole form. */
  readonly path: readonly string[]
  readonly message: string
}

/** @throws CorollaryError */
export const readForm = async (
  client: UntypedClient,
  key: string,
  of: FormOf,
  options: FormOptions = {},
): Promise<FormModel> => {
  const result = await client.resource(key).schema(typeof of === 'string' ? of : placeOf(of))
  const { fields, document } = readShape(unwrap(result).data)
  const sendsNull = of === 'update' || (typeof of === 'object' && 'intent' in of)
  return {
    ...{ fields, rules: document['x-ui'].rules ?? [], sendsNull, hasDefaults: !sendsNull },
    texts: { ...englishTexts, ...options.texts },
  }
}

const placeOf = (of: Exclude<FormOf, string>) => {
  if ('intent' in of) return ['patch', `/{id}/${of.intent}`, 'request'] as const
  const { action, on = 'record' } = of
  return ['post', `${on === 'record' ? '/{id}' : ''}/actions/${action}`, 'request'] as const
}

/** Fields that a form shows. */
export const shownFields = (fields: readonly Field[]): readonly Field[] =>
  fields.filter((field) => !field.hidden && !field.formHidden && isSupported(field))

/** A value of any JSON type has no control. Such members keep the value of the record. */
const isSupported = ({ schema, options, items }: Field): boolean =>
  schema['type'] !== undefined || options !== undefined || items !== undefined

/** Decimals are entered as text, which keeps all digits. */
const isDecimal = ({ schema }: Field): boolean => {
  const types = [schema['type']].flat()
  return types.includes('string') && types.some((type) => type === 'number' || type === 'integer')
}

export const isShown = ({ conditionalDisplay }: Field, values: Values): boolean =>
  conditionalDisplay === undefined || holds(conditionalDisplay, withNulls(values), true)

/** The schema of the values of a form. Absent members mean null; rules are checked apart. */
export const schemaOfFields = (fields: readonly Field[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field.name, schemaOfField(field)])),
  required: fields
    .filter(({ required, nullable }) => required && !nullable)
    .map(({ name }) => name),
})

const schemaOfField = (field: Field): JsonSchema => {
  const description = [field.description, field.helpText].filter(Boolean).join(' ')
  return {
    ...valueSchema(field),
    title: field.label,
    ...(description === '' ? {} : { description }),
  }
}

const valueSchema = (field: Field): JsonSchema => {
  const { options, multiple, items, schema, pattern, minItems, maxItems } = field
  const limits = { ...defined({ minItems, maxItems }) }
  if (items) {
    const item = schemaOfFields(items)
    return field.controlType === 'array' ? { type: 'array', items: item, ...limits } : item
  }
  if (isDecimal(field)) return { type: 'string', ...defined({ pattern }) }
  if (!options || field.type === 'boolean') return cleanSchema(schema)
  const choice = { oneOf: options.map(({ value, label }) => ({ const: value, title: label })) }
  if (multiple) return { type: 'array', items: choice, uniqueItems: true, ...limits }
  return { type: cleanSchema(schema)['type'], ...choice }
}

/** A schema without null, and without what validators of forms do not understand. */
const cleanSchema = (schema: JsonSchema): JsonSchema => {
  const { 'x-ui': _ui, default: _default, type, items, format, enum: values, ...rest } = schema
  const types = [type].flat().filter((each) => each !== 'null')
  return {
    ...rest,
    ...defined({ type: types.length > 1 ? types : types[0] }),
    ...(items ? { items: cleanSchema(items as JsonSchema) } : {}),
    ...(format === undefined || looseFormats.has(format) ? {} : { format }),
    ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
  }
}

/** Validators require an offset of these, which local times do not have. */
const looseFormats: ReadonlySet<unknown> = new Set(['time', 'date-time-local', 'duration'])

const defined = (members: Values): Values =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

/** The initial values: those of a record, or the defaults of a create. */
export const initialValues = ({ fields, hasDefaults }: FormModel, record?: Values): Values =>
  valuesOf(fields, (field) =>
    record ? record[field.name] : hasDefaults ? field.defaultValue : undefined,
  )

const valuesOf = (fields: readonly Field[], read: (field: Field) => unknown): Values =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = enteredValue(field, read(field))
      return value === null || value === undefined ? [] : [[field.name, value]]
    }),
  )

const enteredValue = (field: Field, value: unknown): unknown => {
  if (field.items && Array.isArray(value)) {
    return value.map((item: Values) => valuesOf(field.items!, ({ name }) => item[name]))
  }
  return isDecimal(field) && typeof value === 'number' ? String(value) : value
}

/** The body of the request. An empty text, as forms leave it behind, counts as absent. */
export const bodyOf = (
  { fields, sendsNull }: Pick<FormModel, 'fields' | 'sendsNull'>,
  values: Values,
): Values =>
  Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const value = isShown(field, values) ? sentValue(field, values[field.name]) : undefined
      if (value !== undefined) return [[field.name, value]]
      return sendsNull && field.nullable && !field.items ? [[field.name, null]] : []
    }),
  )

const sentValue = ({ items }: Field, value: unknown): unknown => {
  if (value === '' || value === null) return undefined
  if (!items || !Array.isArray(value)) return value
  return value.map((item: Values | undefined) =>
    bodyOf({ fields: items, sendsNull: false }, item ?? {}),
  )
}

/**
 * What the schema of the form cannot say: limits of decimals, and rules over several fields. As in
 * the service, rules come after the limits of single fields.
 */
export const checkValues = (form: FormModel, values: Values): readonly FieldMessage[] => {
  const wrong = limitMessages(form, values, [])
  return wrong.length > 0 ? wrong : ruleMessages(form, values)
}

const ruleMessages = (
  { fields, rules, texts }: FormModel,
  values: Values,
): readonly FieldMessage[] => {
  const data = withNulls(values)
  const broken = rules
    .filter(({ brokenIf, onlyChanges }) => !onlyChanges && holds(brokenIf, data, false))
    .map(({ targets, message }) => ({ path: targets.slice(0, 1), message }))
  const missing = fields
    .filter(({ conditionalRequired: rule, name }) => {
      const isRequired = rule !== undefined && holds(rule, data, false)
      return isRequired && isMissing(values[name]) && !broken.some(({ path }) => path[0] === name)
    })
    .map(({ name, label, requiredMessage }) => ({
      path: [name],
      message: requiredMessage ?? texts.required(label),
    }))
  return [...broken, ...missing]
}

/** Rules compare with null where a form has no value. */
const withNulls = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isMissing(value) ? null : value]),
  )

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === ''

const limitMessages = (
  { fields, texts }: Pick<FormModel, 'fields' | 'texts'>,
  values: Values,
  place: readonly string[],
): readonly FieldMessage[] =>
  fields.flatMap((field) => {
    const { name, items, min, max, rangeMessage } = field
    const value = values[name]
    const path = [...place, name]
    if (items && Array.isArray(value)) {
      return value.flatMap((item: Values | undefined, index) =>
        limitMessages({ fields: items, texts }, item ?? {}, [...path, String(index)]),
      )
    }
    if (!isDecimal(field) || isMissing(value)) return []
    // Rounding keeps the order: a text that is not beyond a limit never appears to be.
    const isBeyond = Number(value) < (min ?? -Infinity) || Number(value) > (max ?? Infinity)
    return isBeyond ? [{ path, message: rangeMessage ?? texts.outOfRange(field.label) }] : []
  })

/** The messages of a refused request, at their fields. */
export const messagesOf = (
  { texts }: Pick<FormModel, 'texts'>,
  error: CorollaryError,
): readonly FieldMessage[] => {
  const { errors } = error
  const { fields, general } = formErrorsOf({ errors, message: failureText(error, texts) })
  return [
    ...Object.entries(fields).map(([path, message]) => ({ path: path.split('.'), message })),
    ...general.map((message) => ({ path: [], message })),
  ]
}

/** The field at a path of the values. */
export const fieldAt = (fields: readonly Field[], path: readonly string[]): Field | undefined => {
  const [name, ...rest] = path
  const field = fields.find((each) => each.name === name)
  const inside = rest.filter((part) => !/^\d+$/.test(part))
  return field?.items && inside.length > 0 ? fieldAt(field.items, inside) : field
}

/** The message that the contract has for a keyword of JSON Schema. */
export const messageOf = (field: Field | undefined, keyword: string): string | undefined => {
  const member = messageMembers[keyword]
  return field && member ? (field[member] as string | undefined) : undefined
}

const messageMembers: Readonly<Record<string, keyof Field>> = {
  required: 'requiredMessage',
  minLength: 'minLengthMessage',
  maxLength: 'maxLengthMessage',
  pattern: 'patternMessage',
  minimum: 'rangeMessage',
  maximum: 'rangeMessage',
}

/** Sets a value, and clears the fields whose options depend on a field that changed. */
export const withDependents = ({ fields }: FormModel, before: Values, after: Values): Values => {
  const cleared = fields.filter(
    ({ dependentField, resetOnDependentChange, name }) =>
      dependentField !== undefined &&
      resetOnDependentChange === true &&
      before[dependentField] !== after[dependentField] &&
      before[name] === after[name] &&
      after[name] !== undefined,
  )
  if (cleared.length === 0) return after
  const names = new Set(cleared.map(({ name }) => name))
  return Object.fromEntries(Object.entries(after).filter(([name]) => !names.has(name)))
}
