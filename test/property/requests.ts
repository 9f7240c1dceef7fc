/** Random filter payloads: every operation over every path that it supports. */
import fc from 'fast-check'
import type { OperandForm, TargetKind } from '../../src/contract/filter/definition.js'
import { type FilterOperation, filterOperations } from '../../src/contract/filter/table.js'
import {
  columnKinds,
  fieldOf,
  operations,
  relationKinds,
  takes,
} from '../support/filter-contract.js'
import { day, operands, searchText } from './values.js'

export interface Criterion {
  readonly path: string
  readonly kind: TargetKind
  readonly operation: FilterOperation
  readonly operand: unknown
  /** The collection whose rows are compared, if the path begins at one of them. */
  readonly from?: string
}

const bound = (kind: TargetKind): fc.Arbitrary<unknown> =>
  kind === 'instant' || kind === 'localDateTime' ? fc.oneof(operands[kind]!, day) : operands[kind]!

const lower = fc.constantFrom('from', 'fromDate', 'START', 'startDate', 'min', 'minPrice', 'gte')
const upper = fc.constantFrom('to', 'toDate', 'END', 'endDate', 'max', 'maxPrice', 'lte')

const range = (kind: TargetKind): fc.Arbitrary<unknown> => {
  const single = bound(kind)
  return fc.oneof(
    { arbitrary: fc.tuple(single, single), weight: 4 },
    { arbitrary: fc.tuple(single), weight: 1 },
    { arbitrary: fc.tuple(single, fc.constant(null)), weight: 1 },
    { arbitrary: fc.tuple(fc.constant(null), single), weight: 1 },
    { arbitrary: fc.constantFrom([], [null], [null, null]), weight: 1 },
    {
      arbitrary: fc
        .tuple(lower, single, upper, single)
        .map(([low, from, high, to]) => ({ [high]: to, [low]: from, currency: 'EUR' })),
      weight: 1,
    },
    { arbitrary: fc.tuple(lower, single).map(([name, from]) => ({ [name]: from })), weight: 1 },
    { arbitrary: fc.tuple(upper, single).map(([name, to]) => ({ [name]: to })), weight: 1 },
  )
}

const number = (...values: readonly number[]) => fc.constantFrom(...values)

const forms: Readonly<Record<OperandForm, (kind: TargetKind) => fc.Arbitrary<unknown>>> = {
  value: (kind) => operands[kind]!,
  text: () => searchText,
  list: (kind) => fc.array(operands[kind]!, { maxLength: 5 }),
  range,
  switch: () => fc.constantFrom(true, true, true, false),
  flag: () => fc.boolean(),
  day: () => day,
  days: () => number(0, 1, 2, 30, 31, 210, 211, 1973, 36_500),
  size: () => number(0, 1, 2, 3, 4, 12),
}

/** Some operands are blank. */
const sent = (operation: FilterOperation, kind: TargetKind): fc.Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: forms[filterOperations[operation].operand](kind), weight: 24 },
    { arbitrary: fc.constant(null), weight: 1 },
  )

/**
 * Operations are chosen first, so that rare ones are tried as often as those that support every
 * column.
 */
export const criterionOver = (
  kinds: Readonly<Record<string, TargetKind>>,
): fc.Arbitrary<Criterion> => {
  const choices = operations.flatMap((operation) => {
    const fitting = Object.entries(kinds).filter(([, kind]) => takes(operation, kind))
    return fitting.length === 0 ? [] : [{ operation, fitting }]
  })
  return fc
    .constantFrom(...choices)
    .chain(({ operation, fitting }) =>
      fc
        .constantFrom(...fitting)
        .chain(([path, kind]) =>
          sent(operation, kind).map((operand) => ({ path, kind, operation, operand })),
        ),
    )
}

export const ownCriterion = criterionOver(columnKinds)
export const relatedCriterion = criterionOver(relationKinds)
export const anyCriterion = fc.oneof(ownCriterion, relatedCriterion)

const nameOf = ({ path, operation }: Criterion): string => fieldOf(path, operation)

/** Criteria of one request: each field once. */
export const criteria = (
  criterion: fc.Arbitrary<Criterion>,
  minLength: number,
  maxLength: number,
): fc.Arbitrary<readonly Criterion[]> =>
  fc.uniqueArray(criterion, { minLength, maxLength, selector: nameOf })

export const payloadOf = (criteria: readonly Criterion[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(criteria.map((criterion) => [nameOf(criterion), criterion.operand]))
