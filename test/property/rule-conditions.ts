/** Random rules over fields with random values, and a plain evaluation of them. */
import fc from 'fast-check'
import type { RuleCondition, RuleData } from '../../src/contract/rules.js'

export type RuleValue = string | number | boolean | null

/** The fields that rules may name. */
export interface RuleFields {
  /** Some values of each field. */
  readonly values: Readonly<Record<string, readonly RuleValue[]>>
  /** Groups of fields that compare with each other. */
  readonly comparable: readonly (readonly string[])[]
  /** Fields that may have one of several values. */
  readonly listed: readonly string[]
}

export const rulesOn = ({ values, comparable, listed }: RuleFields): fc.Arbitrary<RuleData> => {
  const given = (field: string) =>
    fc.constantFrom(...values[field]!.filter((value) => value !== null))
  const comparison = fc.constantFrom(...comparable).chain((family) =>
    fc.constantFrom(...family).chain((path) =>
      fc.record({
        is: fc.constant('comparison' as const),
        path: fc.constant(path),
        comparison: fc.constantFrom(...(['atLeast', 'atMost', 'moreThan', 'lessThan'] as const)),
        operand: fc.oneof(
          fc.record({ is: fc.constant('path' as const), path: fc.constantFrom(...family) }),
          fc.record({ is: fc.constant('value' as const), value: given(path) }),
        ),
      }),
    ),
  )
  const among = fc.constantFrom(...listed).chain((path) =>
    fc.record({
      is: fc.constant('among' as const),
      path: fc.constant(path),
      values: fc.array(given(path), { minLength: 1, maxLength: 3 }),
    }),
  )
  const isNull = fc.record({
    is: fc.constant('null' as const),
    path: fc.constantFrom(...Object.keys(values)),
  })
  const { condition } = fc.letrec<{ condition: RuleCondition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      comparison,
      among,
      isNull,
      fc.record({ is: fc.constant('not' as const), condition: tie('condition') }),
      fc.record({
        is: fc.constantFrom('and' as const, 'or' as const),
        conditions: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
      }),
    ),
  }))
  return fc.record(
    { condition, when: condition, unless: fc.array(condition, { maxLength: 2 }) },
    { requiredKeys: ['condition'] },
  )
}

/** Hundredths, seconds or the text itself: what has the order of the values. */
const orderOf = (value: RuleValue): bigint | string => {
  const match = /^(-?)(\d+)(?:\.(\d\d))?$/.exec(String(value))
  if (!match) return String(value).replace(/(:\d\d)Z$/, '$1.0Z')
  const [, sign, whole = '0', cents = '0'] = match
  const size = BigInt(whole) * 100n + BigInt(cents)
  return sign === '-' ? -size : size
}

const comparesWell = {
  atLeast: (order: number) => order >= 0,
  atMost: (order: number) => order <= 0,
  moreThan: (order: number) => order > 0,
  lessThan: (order: number) => order < 0,
}

type Values = Readonly<Record<string, RuleValue>>

/** Undefined: neither true nor false. */
const evaluate = (each: RuleCondition, of: Values): boolean | undefined => {
  switch (each.is) {
    case 'null':
      return of[each.path]! === null
    case 'among': {
      const value = of[each.path]!
      if (value === null) return undefined
      return each.values.some((other) => orderOf(other as RuleValue) === orderOf(value))
    }
    case 'comparison': {
      const left = of[each.path]!
      const right = operandOf(each.operand, of)
      if (left === null || right === null) return undefined
      const [a, b] = [orderOf(left), orderOf(right)]
      return comparesWell[each.comparison](a < b ? -1 : a > b ? 1 : 0)
    }
    case 'not': {
      const inner = evaluate(each.condition, of)
      return inner === undefined ? undefined : !inner
    }
    default: {
      const parts = each.conditions.map((part) => evaluate(part, of))
      const decides = each.is === 'or'
      if (parts.includes(decides)) return decides
      return parts.includes(undefined) ? undefined : !decides
    }
  }
}

const operandOf = (
  operand: Extract<RuleCondition, { is: 'comparison' }>['operand'],
  of: Values,
): RuleValue => (operand.is === 'path' ? of[operand.path]! : (operand.value as RuleValue))

export const isBroken = ({ condition, when, unless = [] }: RuleData, of: Values): boolean =>
  evaluate(condition, of) === false &&
  (!when || evaluate(when, of) === true) &&
  unless.every((each) => evaluate(each, of) !== true)
