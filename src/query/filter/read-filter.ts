/** Reads a filter payload: wire terms in, typed operands out. No SQL, no I/O. */

import {
  type ExpressionName,
  expressionNames,
  isExpressionName,
} from '../../contract/filter/expressions.js'
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { unknownMemberProblems } from '../../foundation/errors/unknown-members.js'
import { valueFault } from '../../foundation/errors/value-faults.js'
import { isJsonObject } from '../../foundation/json/json-object.js'
import { createValueReader, describeValue } from '../../model/kinds/value-reader.js'
import {
  type FilterFieldModel,
  type FilterShapeModel,
  isRelated,
  type RelatedFilterModel,
} from '../../model/types/filter-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { Criterion } from './criteria.js'
import type { FilterSettings } from './filter-settings.js'
import { type ExpressionLimits, readExpression } from './read-expression.js'
import { isBlank, OperandError, readOperand, readValue } from './read-operand.js'

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
    const operand = readOperand(sent, field, this.#settings, this.#resource)
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
