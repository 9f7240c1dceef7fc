/**
 * Reads one value of a request: normalizes representations of form clients, validates the value
 * against the published schema, and returns the text of an SQL parameter or what is wrong.
 */
import { isLosslessNumber, type LosslessNumber } from 'lossless-json'
import type { ColumnKind } from '../../contract/column.js'
import { schemaFault } from '../../foundation/errors/schema-faults.js'
import { valueFault } from '../../foundation/errors/value-faults.js'
import { valueForm } from '../../foundation/errors/value-forms.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { significantDigits } from '../../foundation/json/lossless.js'
import { Phrase } from '../../foundation/text/placeholders.js'
import { decodeId, encodeId } from './composite-id.js'
import { isDecimalText } from './decimal.js'
import type { ItemType, ValueType } from './kind-definition.js'
import { canonicalText, kinds, requestSchemaOf } from './kinds.js'
import { validatorOf } from './validators.js'

export type Reading =
  | { readonly parameter: string }
  | {
      readonly fault: Phrase
      /** The JSON type is wrong, not only a constraint violated. */
      readonly wrongType: boolean
      /** The item of an array that is wrong. Undefined: the value as a whole. */
      readonly index?: number
    }

export interface ValueReader {
  readonly type: ValueType
  readonly schema: JsonSchema
  /**
   * `zone` applies to local times. `onLegacyForm` enables the representations that settings must
   * allow, and is called for each use.
   */
  readonly read: (value: unknown, zone: string, onLegacyForm?: () => void) => Reading
}

/** Settings for values of requests. */
export interface InputSettings {
  /** IANA name of the time zone for days and local times. */
  readonly zone: string
  /** Called when a date is read from a date-time other than midnight. Undefined: rejected. */
  readonly onDateTime?: (resource: string, field: string) => void
  /** Limits of owned records in a body. Undefined: none. */
  readonly owned?: { readonly maxDepth: number; readonly maxItems: number }
}

/** The callback that `read` gets for a field. */
export const legacyFormsOf = (
  { onDateTime }: InputSettings,
  resource: string,
  field: string,
): (() => void) | undefined => onDateTime && (() => onDateTime(resource, field))

export interface ValueReaderOptions {
  /** A foreign key also takes an option object, and reads its `id`. */
  readonly reference?: boolean
  /** Values that options publish, by their text, which is also accepted. */
  readonly textForms?: ReadonlyMap<string, unknown>
  /** An id: equal values get equal parameter texts, which can be compared. */
  readonly id?: boolean
}

/** Describes a value without revealing it, because values may be private. */
export const describeValue = (value: unknown): Phrase => {
  if (value === undefined) return valueForm('nothing')
  if (value === null) return valueForm('null')
  if (Array.isArray(value)) return valueForm('list')
  if (isLosslessNumber(value))
    return valueForm(isLong(value) ? 'numberTooLong' : 'numberOutOfRange')
  const form = jsonForms[typeof value]
  // Contracts can have functions, too. Their diagnostics are English.
  return form === undefined ? new Phrase(`a ${typeof value}`) : valueForm(form)
}

/** What JSON parses to. */
const jsonForms: Readonly<Partial<Record<string, 'aBoolean' | 'number' | 'object' | 'text'>>> = {
  boolean: 'aBoolean',
  number: 'number',
  object: 'object',
  string: 'text',
}
const isLong = ({ value }: LosslessNumber): boolean => significantDigits(value) > 15

/** What is wrong with a JSON number that JavaScript would round. */
export const losslessFault = (number: LosslessNumber): Phrase =>
  valueFault(isLong(number) ? 'tooManyDigits' : 'numberNotRepresentable')

export const createValueReader = (
  type: ValueType,
  options: ValueReaderOptions = {},
): ValueReader => {
  if (type.item) return createArrayReader(type, type.item)
  if (type.parts) return createKeyReader(type, type.parts, options)
  return createScalarReader(type, options)
}

const createArrayReader = (type: ValueType, item: ItemType): ValueReader => {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = type
  const reader = createScalarReader(item, {})
  const read: ValueReader['read'] = (sent, zone, onLegacyForm) => {
    if (!Array.isArray(sent)) {
      return { fault: valueFault('notList', { got: describeValue(sent) }), wrongType: true }
    }
    if (sent.length < minItems) {
      return { fault: valueFault('tooFewItems', { limit: minItems }), wrongType: false }
    }
    if (sent.length > maxItems) {
      return { fault: valueFault('tooManyItems', { limit: maxItems }), wrongType: false }
    }
    const items: (string | null)[] = []
    for (const [index, each] of sent.entries()) {
      if (each === null && item.nullable) {
        items.push(null)
        continue
      }
      const reading = reader.read(each, zone, onLegacyForm)
      if ('fault' in reading) return { ...reading, index }
      items.push(reading.parameter)
    }
    return { parameter: kinds[type.kind].toParameter(items, type) }
  }
  return { type, schema: requestSchemaOf(type), read }
}

/**
 * Characters of a text that stands for a value. Patterns and searches for zeros at an end take time
 * that grows with the square of the length, so no longer text reaches them.
 */
const maxValueLength = 2_000

/** Their texts have limits of their own, or none. */
const unboundedKinds: ReadonlySet<ColumnKind> = new Set(['text', 'enum', 'numberEnum', 'json'])

const createScalarReader = (
  type: ValueType,
  { reference = false, textForms, id = false }: ValueReaderOptions,
): ValueReader => {
  const kind = kinds[type.kind]
  const schema = requestSchemaOf(type)
  const validator = validatorOf(schema)
  const maxLength = unboundedKinds.has(type.kind) ? Number.POSITIVE_INFINITY : maxValueLength
  const constraintIsType = type.kind !== 'text'
  const isDecimal = type.kind === 'decimal'

  const read = (sent: unknown, zone: string, onLegacyForm?: () => void): Reading => {
    const chosen = reference && isOption(sent) ? sent.id : sent
    const form = typeof chosen === 'string' ? (textForms?.get(chosen) ?? chosen) : chosen
    if (typeof form === 'string' && form.length > maxLength) {
      return { fault: valueFault('textTooLong', { limit: maxLength }), wrongType: !isDecimal }
    }
    const value = kind.normalize ? kind.normalize(form, zone, type) : form
    if (isLosslessNumber(value) && type.kind !== 'json') {
      const fault = isDecimal
        ? losslessFault(value)
        : valueFault('wrongValue', { accepted: kind.accepts(type), got: describeValue(value) })
      return { fault, wrongType: true }
    }
    if (!validator().Check(value)) {
      const legacy = onLegacyForm && kind.readLegacyForm?.(value)
      if (legacy === undefined) return faultOf(value, zone)
      onLegacyForm?.()
      return read(legacy, zone)
    }
    const fault = kind.fault?.(value, type)
    if (fault !== undefined) return { fault, wrongType: false }
    const parameter = kind.toParameter(value, type)
    return { parameter: id ? partText(parameter, type) : parameter }
  }

  const faultOf = (value: unknown, zone: string): Reading => {
    const [first] = validator().Errors(value)[1]
    const keyword = first?.keyword
    // The kind describes limits and reserved values better than the schema.
    const isNumber = typeof value === 'number' || isDecimalText(value)
    const hasWords = keyword === 'not' || (isDecimal && isNumber)
    const described = hasWords ? kind.fault?.(value, type) : undefined
    if (described !== undefined) return { fault: described, wrongType: false }
    const wrongType = keyword === 'type'
    const plain =
      wrongType ||
      keyword === 'format' ||
      keyword === 'enum' ||
      (keyword === 'pattern' && constraintIsType)
    const format = type.kind === 'text' && keyword === 'format' ? type.format : undefined
    if (format !== undefined) return { fault: valueFault('wrongFormat', { format }), wrongType }
    const accepted = kind.accepts(type)
    const got = kind.describe?.(value, zone) ?? describeValue(value)
    const isLegacyForm = !id && kind.readLegacyForm?.(value) !== undefined
    const fault = plain
      ? valueFault(isLegacyForm ? 'legacyDateForm' : 'wrongValue', { accepted, got })
      : first
        ? schemaFault(first)
        : valueFault('notAccepted', { accepted })
    return { fault, wrongType }
  }

  return { type, schema, read }
}

/** Reads the id of a composite key, whose parts must be valid, and spelled as in responses. */
const createKeyReader = (
  type: ValueType,
  parts: readonly ValueType[],
  { reference = false }: ValueReaderOptions,
): ValueReader => {
  const readers = parts.map((part) => createValueReader(part, { id: true }))
  const isCanonical = (id: string): boolean => {
    const texts = decodeId(id, parts.length)?.map((text, index) => {
      const part = parts[index]!
      const { ofText } = kinds[part.kind]
      const reading = readers[index]!.read(ofText?.(text) ?? text, 'UTC')
      return 'parameter' in reading ? partText(reading.parameter, part) : undefined
    })
    return texts?.every((text) => text !== undefined) === true && encodeId(texts) === id
  }
  const read = (sent: unknown): Reading => {
    const value = reference && isOption(sent) ? sent.id : sent
    if (typeof value === 'string' && isCanonical(value)) return { parameter: value }
    const accepted = kinds.key.accepts(type)
    const fault =
      typeof value === 'string'
        ? valueFault('notAccepted', { accepted })
        : valueFault('wrongValue', { accepted, got: describeValue(value) })
    return { fault, wrongType: typeof value !== 'string' }
  }
  return { type, schema: requestSchemaOf(type), read }
}

/** The text of a value in an id, from its parameter text. */
export const partText = (parameter: string, type: ValueType): string =>
  canonicalText(type, String(kinds[type.kind].ofParameter?.(parameter) ?? parameter))

const columnReaders = new WeakMap<ValueType, ValueReader>()

/** Creates the reader of a column's values. Compiles a schema, so keep the result. */
export const readerOf = (column: ValueType): ValueReader => {
  const reader = columnReaders.get(column) ?? createValueReader(column)
  columnReaders.set(column, reader)
  return reader
}

const isOption = (value: unknown): value is { readonly id: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'id' in value
