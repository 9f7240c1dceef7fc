/** Random filters that are combined by expressions, over records and over their related rows. */
import fc from 'fast-check'
import type { TargetKind } from '../../src/contract/filter/definition.js'
import { groupKinds, groupOf, type Match, matches } from '../support/filter-contract.js'
import { anyCriterion, type Criterion, criteria, criterionOver, payloadOf } from './requests.js'

export interface Combination {
  readonly criteria: readonly Criterion[]
  readonly groups: readonly Group[]
  readonly $or: readonly Combination[] | undefined
  readonly $and: readonly Combination[] | undefined
  readonly $not: Combination | undefined
}

/** Criteria over the rows of a collection. */
export interface Group {
  readonly path: string
  readonly match: Match
  readonly filter: Combination
}

const allMatches = Object.keys(matches) as Match[]

const combination = (
  criterion: fc.Arbitrary<Criterion>,
  group: fc.Arbitrary<Group> | undefined,
  depth: number,
): fc.Arbitrary<Combination> => {
  const part = depth === 0 ? undefined : combination(criterion, group, depth - 1)
  const parts = part ? fc.array(part, { maxLength: 3 }) : fc.constant(undefined)
  const perhaps = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
  return fc.record({
    criteria: criteria(criterion, 0, 2),
    groups: group
      ? fc.uniqueArray(group, { maxLength: 1, selector: ({ path, match }) => groupOf(path, match) })
      : fc.constant([]),
    $or: perhaps(parts),
    $and: perhaps(parts),
    $not: perhaps(part ?? fc.constant(undefined)),
  })
}

const groupOver = ([path, kinds]: readonly [string, Readonly<Record<string, TargetKind>>]) =>
  fc.record({
    path: fc.constant(path),
    match: fc.constantFrom(...allMatches),
    filter: combination(
      criterionOver(kinds).map((criterion) => ({ ...criterion, from: path })),
      undefined,
      1,
    ),
  })

const anyGroup = fc.oneof(...Object.entries(groupKinds).map(groupOver))

export const anyCombination = combination(anyCriterion, anyGroup, 2)

export const combinationPayload = (combined: Combination): Readonly<Record<string, unknown>> => {
  const { groups, $or, $and, $not } = combined
  return {
    ...payloadOf(combined.criteria),
    ...Object.fromEntries(
      groups.map(({ path, match, filter }) => [groupOf(path, match), combinationPayload(filter)]),
    ),
    ...($or ? { $or: $or.map(combinationPayload) } : {}),
    ...($and ? { $and: $and.map(combinationPayload) } : {}),
    ...($not ? { $not: combinationPayload($not) } : {}),
  }
}
