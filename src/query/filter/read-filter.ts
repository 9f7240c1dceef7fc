/** Reads a filter payload: wire terms in, typed operands out. No SQL, no I/O. */

import type { ColumnKind } from '../../contract/columns.js'
import type { OperandForm } from '../../contract/filter/definition.js'
import {
  type ExpressionName,
  expressionNames,
  isExpressionName,
} from '../../contract/filter/expressions.js'
import { filterOperations } from '../../contract/filter/table.js'
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { unknownMemberProblems } from '../../foundation/errors/unknown-members.js'
import { valueFault } from '../../foundation/errors/value-faults.js'
import { isJsonObject } from '../../foundation/json/json-object.js'
import { dayMs, parseDay, toWallClock } from '../../foundation/time/zoned-time.js'
import { kinds } from '../../model/kinds/kinds.js'
import {
  createValueReader,
  describeValue,
  type InputSettings,
  legacyFormsOf,
  type ValueReader,
} from '../../model/kinds/value-reader.js'
import {
  type FilterFieldModel,
  type FilterShapeModel,
  isRelated,
  type RelatedFilterModel,
  type ResourceModel,
} from '../../model/types/resource-model.js'
import { dayAfter } from '../sql/day-starts.js'
import type { Criterion } from './criteria.js'
import type { Bound, Operand } from './operations/meaning.js'
import { type Bounds, isOpen, readBounds } from './range-bounds.js'
import { type ExpressionLimits, readExpression } from './read-expression.js'
import { maxSearchTerms, searchTerms } from './search.js'

/** Limits and accepted forms, as configured. */
export interface FilterSettings extends InputSettings {
  readonly maxListLength: number
  /** Characters of a text. */
  readonly maxTextLength: number
  readonly allowScalarRange: boolean
  /** Called when a scalar was read as a range. */
  readonly onScalarRange?: (resource: string, field: string) => void
  /**
   * Meaning of an empty list for IN. Default: `ignore`, the criterion is blank. An empty list of a
   * negated operation is always ignored.
   */
  readonly emptyList?: 'ignore' | 'nothing'
  /** Undefined: filters can be combined without limits. */
  readonly expressions?: ExpressionLimits
  /** Called with the target of each member or part that is blank. */
  readonly onBlank?: (target: string) => void
}

/**
 * @throws AppError FILTER_PAYLOAD_INVALID, LIMIT_EXCEEDED, with one problem for each invalid member
 */
export const readFilter = (
  { key, filter, expressions }: Pick<ResourceModel, 'key' | 'filter' | 'expressions'>,
  payload: unknown,
  settings: FilterSettings,
  prefix = '',
): readonly Criterion[] => {
  const reader = new PayloadReader(key, expressions, settings)
  const criteria = reader.read(payload, { filter, prefix, depth: 0, isPart: false })
  if (reader.problems.length > 0) throw new AppError(reader.problems)
  return criteria
}

/** Where a payload is in the filter. */
interface Place {
  /** The members that it may have. */
  readonly filter: FilterShapeModel
  /** What targets of errors begin with. */
  readonly prefix: string
  /** Number of expressions that it is within. */
  readonly depth: number
  /** It is an operand or a part, not the filter itself. */
  readonly isPart: boolean
}

/** Parts of expressions are not read after so many problems. */
const maxProblems = 20

/** Reads a filter and the payloads within it. */
class PayloadReader {
  readonly problems: Problem[] = []
  readonly #resource: string
  readonly #combines: boolean
  readonly #settings: FilterSettings
  /** Number of criteria within expressions. */
  #combined = 0

  constructor(resource: string, combines: boolean, settings: FilterSettings) {
    this.#resource = resource
    this.#combines = combines
    this.#settings = settings
  }

  /** Returns the criteria of a payload. A blank one has none. */
  read(payload: unknown, place: Place): readonly Criterion[] {
    const { filter, prefix } = place
    if (!isJsonObject(payload)) {
      const got = describeValue(payload)
      this.problems.push(problem('filterNotObject', { got, target: prefix || undefined }))
      return []
    }
    const dotted = prefix === '' ? '' : `${prefix}.`
    const criteria: Criterion[] = []
    const unknown: string[] = []
    for (const [name, sent] of Object.entries(payload)) {
      const target = `${dotted}${name}`
      const read = this.#readMember(name, sent, { ...place, prefix: target })
      if (read === undefined) unknown.push(name)
      else if (read.length === 0) this.#settings.onBlank?.(target)
      else criteria.push(...read)
    }
    if (unknown.length > 0) {
      const names = [...filter.keys(), ...(this.#combines ? expressionNames : [])]
      this.problems.push(...unknownMemberProblems('filterField', unknown, names, dotted))
    }
    return criteria
  }

  /** Returns undefined for a member that the shape does not have. */
  #readMember(name: string, sent: unknown, place: Place): readonly Criterion[] | undefined {
    const member = place.filter.get(name)
    if (member) {
      return isRelated(member)
        ? this.#readRelated(member, sent, place)
        : this.#readField(member, sent, place)
    }
    if (this.#combines && isExpressionName(name)) return this.#readExpression(name, sent, place)
    return name === '_links' ? [] : undefined
  }

  #readField(field: FilterFieldModel, sent: unknown, place: Place): readonly Criterion[] {
    const { name } = field
    const { prefix: target, depth, isPart } = place
    if (isBlank(sent, field, this.#settings)) return []
    if (field.onlyDeleted && isPart) {
      this.problems.push(problem('filterFieldMisplaced', { name, target }))
      return []
    }
    if (depth > 0) this.#countCombined(target)
    const operand = operandReaders[field.form](sent, field, {
      resource: this.#resource,
      onLegacyForm: legacyFormsOf(this.#settings, this.#resource, name),
      ...this.#settings,
    })
    if (operand === undefined) return []
    if (!(operand instanceof OperandError)) return [{ field, operand }]
    this.problems.push(operand.toProblem(name, isPart ? operand.targetIn(target) : target))
    return []
  }

  #readRelated(related: RelatedFilterModel, sent: unknown, place: Place): readonly Criterion[] {
    if (isAbsent(sent)) return []
    const { name, filter } = related
    if (!isJsonObject(sent)) {
      const fault = valueFault('notCriteria', { got: describeValue(sent) })
      this.problems.push(problem('filterFieldInvalid', { name, fault, target: place.prefix }))
      return []
    }
    const criteria = this.read(sent, { ...place, filter, isPart: true })
    return criteria.length > 0 ? [{ related, criteria }] : []
  }

  #readExpression(name: ExpressionName, sent: unknown, place: Place): readonly Criterion[] {
    if (isAbsent(sent)) return []
    const { maxDepth } = this.#limits
    const depth = place.depth + 1
    if (depth > maxDepth) {
      throw new AppError(problem('filterTooDeep', { limit: maxDepth, target: place.prefix }))
    }
    const read = readExpression[name](sent, place.prefix, (part, prefix) => {
      if (this.problems.length >= maxProblems) return []
      const criteria = this.read(part, { ...place, prefix, depth, isPart: true })
      if (criteria.length === 0) this.#settings.onBlank?.(prefix)
      return criteria
    })
    if (!('code' in read)) return read
    this.problems.push(read)
    return []
  }

  #countCombined(target: string): void {
    const { maxCriteria } = this.#limits
    this.#combined++
    if (this.#combined <= maxCriteria) return
    throw new AppError(problem('filterTooLong', { limit: maxCriteria, target }))
  }

  get #limits(): ExpressionLimits {
    return this.#settings.expressions ?? { maxDepth: Infinity, maxCriteria: Infinity }
  }
}

const searchReader = createValueReader({ kind: 'text' })

/**
 * Reads a text to search for; undefined if it is blank.
 *
 * @throws AppError FILTER_PAYLOAD_INVALID, LIMIT_EXCEEDED
 */
export const readSearch = (sent: unknown, settings: FilterSettings): string | undefined => {
  if (sent === undefined || sent === null || sent === '') return undefined
  const read = readValue(sent, searchReader, settings)
  if (typeof read === 'string') return read
  throw new AppError(
    problem(read.isTooLarge ? 'searchTooLong' : 'searchInvalid', { fault: read.message }),
  )
}

const isAbsent = (value: unknown): boolean => value === null || value === undefined || value === ''

/**
 * Form clients send every control, including those that nobody touched. An empty text is a value
 * only for text operands that are compared exactly. A range without bounds is blank too; its reader
 * decides that.
 */
const isBlank = (
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
class OperandError {
  constructor(
    readonly message: string,
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

const readValue = (
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
  if (!field.search || read instanceof OperandError) return read
  const { length } = searchTerms({ search: field.search, text: read })
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
    return typeof bounds === 'string' ? new OperandError(bounds) : bounds
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
const timeNames: Partial<Record<ColumnKind, string>> = {
  instant: 'an instant',
  localDateTime: 'a local date-time',
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
