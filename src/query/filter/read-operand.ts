/** Reads the operands of filter fields, one reader for each form. */

import type { ColumnKind } from '../../contract/column.js'
import type { OperandForm } from '../../contract/filter/definition.js'
import { filterOperations } from '../../contract/filter/table.js'
import { type Problem, problem } from '../../foundation/errors/app-error.js'
import { valueFault } from '../../foundation/errors/value-faults.js'
import { valueForm } from '../../foundation/errors/value-forms.js'
import { Phrase } from '../../foundation/text/placeholders.js'
import { dayMs, parseDay, toWallClock } from '../../foundation/time/zoned-time.js'
import { kinds } from '../../model/kinds/kinds.js'
import { describeValue, legacyFormsOf, type ValueReader } from '../../model/kinds/value-reader.js'
import type { FilterFieldModel } from '../../model/types/filter-model.js'
import { dayAfter } from '../sql/day-starts.js'
import type { FilterSettings } from './filter-settings.js'
import type { Bound, Operand } from './operations/meaning.js'
import { type Bounds, isOpen, readBounds } from './range-bounds.js'
import { maxSearchTerms, searchTerms } from './search.js'

/**
 * Form clients send every control, including those that nobody touched. An empty text is a value
 * only for text operands that are compared exactly. A range without bounds is blank too; its reader
 * decides that.
 */
export const isBlank = (
  value: unknown,
  { form, operation, reader }: FilterFieldModel,
  { emptyList = 'ignore' }: FilterSettings,
): boolean => {
  if (value === null || value === undefined) return true
  if (value === '') return form === 'text' || reader.type.kind !== 'text'
  const isEmptyList = form === 'list' && Array.isArray(value) && value.length === 0
  return isEmptyList && (emptyList === 'ignore' || 'negated' in filterOperations[operation])
}

/** Why an operand is refused, to complete "Filter field 'x' …". */
export class OperandError {
  constructor(
    readonly message: Phrase,
    /** The operand exceeds a configured limit; otherwise it is invalid. */
    readonly isTooLarge = false,
    /** Place of the wrong bound or item in the operand. */
    readonly index?: number,
  ) {}

  targetIn(target: string): string {
    return this.index === undefined ? target : `${target}[${this.index}]`
  }

  toProblem(name: string, target: string): Problem {
    const message = this.isTooLarge ? 'filterFieldTooLarge' : 'filterFieldInvalid'
    return problem(message, { name, fault: this.message, target })
  }
}

/** Settings with which the operand of one field is read. */
interface FieldSettings extends FilterSettings {
  readonly resource: string
  readonly onLegacyForm: (() => void) | undefined
}

type OperandReader = (
  value: unknown,
  field: FilterFieldModel,
  settings: FieldSettings,
) => Operand | OperandError | undefined

export const readValue = (
  value: unknown,
  reader: ValueReader,
  {
    zone,
    maxTextLength,
    onLegacyForm,
  }: Pick<FieldSettings, 'zone' | 'maxTextLength'> & Partial<FieldSettings>,
): string | OperandError => {
  const reading = reader.read(value, zone, onLegacyForm)
  if ('fault' in reading) return new OperandError(reading.fault)
  if (reader.type.kind === 'text' && [...reading.parameter].length > maxTextLength) {
    return new OperandError(valueFault('textTooLong', { limit: maxTextLength }), true)
  }
  return reading.parameter
}

const value: OperandReader = (sent, field, settings) => readValue(sent, field.reader, settings)

/** A search without words is blank. */
const text: OperandReader = (sent, field, settings) => {
  const read = readValue(sent, field.reader, settings)
  const { target } = field
  if (target.type !== 'search' || read instanceof OperandError) return read
  const { length } = searchTerms({ search: target, text: read })
  if (length > maxSearchTerms) {
    return new OperandError(valueFault('tooManyWords', { limit: maxSearchTerms }), true)
  }
  return length === 0 ? undefined : read
}

const list: OperandReader = (sent, field, settings) => {
  if (!Array.isArray(sent))
    return new OperandError(valueFault('notList', { got: describeValue(sent) }))
  const { maxListLength } = settings
  if (sent.length > maxListLength) {
    return new OperandError(valueFault('tooManyItems', { limit: maxListLength }), true)
  }
  const items: string[] = []
  for (const [index, item] of sent.entries()) {
    const read = readValue(item, field.reader, settings)
    if (read instanceof OperandError) {
      const fault = valueFault('invalidItem', { fault: read.message })
      return new OperandError(fault, read.isTooLarge, index)
    }
    items.push(read)
  }
  return items
}

/** `true` applies the operation; `false` means no criterion. */
const readSwitch: OperandReader = (sent, field, settings) => {
  const read = readValue(sent, field.reader, settings)
  if (read instanceof OperandError) return read
  return read === 'true' ? true : undefined
}

/** Any value applies the operation. */
const flag: OperandReader = (sent, field, settings) => {
  const read = readValue(sent, field.reader, settings)
  return read instanceof OperandError ? read : true
}

const days: OperandReader = (sent, field, settings) => {
  const read = readValue(sent, field.reader, settings)
  return read instanceof OperandError ? read : Number(read)
}

/** Reads the bounds of `[from, to]`, `[from]`, an object, or a single value. */
const boundsOf = (
  sent: unknown,
  field: FilterFieldModel,
  settings: FieldSettings,
): Bounds | OperandError => {
  if (typeof sent === 'object' && sent !== null) {
    const bounds = readBounds(sent)
    return bounds instanceof Phrase ? new OperandError(bounds) : bounds
  }
  if (!settings.allowScalarRange) {
    return new OperandError(valueFault('notRange', { got: describeValue(sent) }))
  }
  settings.onScalarRange?.(settings.resource, field.name)
  return [sent, undefined]
}

const range: OperandReader = (sent, field, settings) => {
  const bounds = boundsOf(sent, field, settings)
  if (bounds instanceof OperandError) return bounds
  if (bounds.every(isOpen)) return undefined
  const read: (Bound | undefined)[] = []
  for (const [index, bound] of bounds.entries()) {
    const operand = isOpen(bound) ? undefined : readBound(bound, field, settings)
    if (operand instanceof OperandError) {
      const fault = valueFault('invalidBound', { fault: operand.message })
      return new OperandError(fault, operand.isTooLarge, Array.isArray(sent) ? index : undefined)
    }
    read.push(operand)
  }
  const [from, to] = read
  if (from && to)
    return isInverted(from, to, field, settings.zone) ? { from: to, to: from } : { from, to }
  return from ? { from } : { to: to! }
}

/** Column types on which a bound may be a day. */
const timeNames: Partial<Record<ColumnKind, Phrase>> = {
  instant: valueForm('someInstant'),
  localDateTime: valueForm('someLocalDateTime'),
}

const readBound = (
  bound: unknown,
  field: FilterFieldModel,
  settings: FieldSettings,
): Bound | OperandError => {
  const { kind } = field.reader.type
  if (field.dayReader && typeof bound === 'string' && bound.length <= 10) {
    const day = readValue(bound, field.dayReader, settings)
    if (day instanceof OperandError) {
      const got = kinds.date.describe?.(bound, settings.zone) ?? describeValue(bound)
      return new OperandError(valueFault('notTimeOrDay', { time: timeNames[kind] ?? kind, got }))
    }
    return { first: day, end: dayAfter(day), day: true }
  }
  const read = readValue(bound, field.reader, settings)
  return read instanceof OperandError ? read : { first: read, end: read, day: false }
}

/** A day and an instant within it are in order, whichever is sent first. */
const isInverted = (
  from: Bound,
  to: Bound,
  { reader }: FilterFieldModel,
  zone: string,
): boolean => {
  const { kind } = reader.type
  const compare = kinds[kind].compare!
  if (from.day === to.day) return compare(from.first, to.first) > 0
  const dayOf = ({ first, day }: Bound) => {
    if (day || kind === 'localDateTime') return parseDay(first.slice(0, 10))!
    return Math.floor(toWallClock(Date.parse(first), zone) / dayMs) * dayMs
  }
  return dayOf(from) > dayOf(to)
}

const operandReaders: Readonly<Record<OperandForm, OperandReader>> = {
  value,
  text,
  list,
  range,
  switch: readSwitch,
  flag,
  day: value,
  days,
  size: value,
}

/** Returns undefined for an operand that does not restrict anything. */
export const readOperand = (
  sent: unknown,
  field: FilterFieldModel,
  settings: FilterSettings,
  resource: string,
): ReturnType<OperandReader> =>
  operandReaders[field.form](sent, field, {
    resource,
    onLegacyForm: legacyFormsOf(settings, resource, field.name),
    ...settings,
  })
