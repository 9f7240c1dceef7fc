/** The structure of a case: the operand of one filter field, and the rows that match. */
import type { FilterOperation } from '../../src/contract/filter/table.js'
import { everyId, type TestColumn } from './ladders.js'

/** Every operation has at least one case of each group for every column type that it supports. */
export const caseClasses = ['ordinary', 'null', 'empty', 'edge'] as const
export type CaseClass = (typeof caseClasses)[number]

/** The ids of the rows that match, or the code of the error. */
export type Outcome = readonly number[] | 'FILTER_PAYLOAD_INVALID' | 'LIMIT_EXCEEDED'

export type Case = readonly [kind: CaseClass, operand: unknown, outcome: Outcome]

export interface Target {
  readonly path: string
  readonly kind: TestColumn['kind']
}

export interface CaseTable {
  readonly operation: FilterOperation
  readonly target: Target
  readonly cases: readonly Case[]
}

export const all: Outcome = everyId
export const nothing: Outcome = []
/** Every row that is not null. */
export const present: Outcome = [1, 2, 3, 4, 5, 6]
export const refused: Outcome = 'FILTER_PAYLOAD_INVALID'

/**
 * Cases are written for the column with a null in row 7; its NOT NULL twin has the value of row 1
 * there.
 */
export const casesFor = (
  operation: FilterOperation,
  { kept }: TestColumn,
  cases: readonly Case[],
): readonly Case[] => {
  if (!kept) return cases
  return cases.map(([kind, operand, outcome]): Case => {
    if (typeof outcome === 'string') return [kind, operand, outcome]
    const applied = operand === true
    if (applied && operation === 'IS_NULL') return [kind, operand, nothing]
    if (applied && operation === 'IS_NOT_NULL') return [kind, operand, all]
    const others = outcome.filter((id) => id !== 7)
    return [kind, operand, others.includes(1) ? [...others, 7] : others]
  })
}
