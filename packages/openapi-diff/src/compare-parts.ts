/**
 * Compares what members, parameters, headers and bodies have in common: presence and visibility.
 */

import { type Effect, removal, type Side } from './compare-changes.js'
import type { Resolve } from './compare-json.js'
import type { JsonObject } from './json.js'

export interface SchemaComparison {
  readonly side: Side
  readonly before: Resolve
  readonly after: Resolve
  readonly today: string | undefined
  readonly report: (effect: Effect, where: string, message: string) => void
}

/** A member, a parameter, a header or a body. */
export interface Part {
  readonly node: JsonObject
  readonly required: boolean
}

/** Reports additions, removals and changes of `required`. Returns whether both parts exist. */
export const comparePart = (
  { report, today }: SchemaComparison,
  [where, noun]: readonly [where: string, noun: string],
  before: Part | undefined,
  after: Part | undefined,
): boolean => {
  if (before && after) {
    if (before.required && !after.required) {
      report('becameOptional', where, `The ${noun} is no longer required.`)
    } else if (after.required && !before.required) {
      report('becameRequired', where, `The ${noun} is required now.`)
    }
    return true
  }
  if (before) {
    const { effect, message } = removal(noun, before.node, today)
    report(effect, where, message)
  } else if (after?.required) {
    report('addedRequired', where, `The ${noun} was added and is required.`)
  } else if (after) {
    report('addedOptional', where, `The ${noun} was added.`)
  }
  return false
}

/** The keyword that hides a part from a side. */
const hiding: Readonly<Record<Side, string>> = { request: 'readOnly', response: 'writeOnly' }

export const compareVisibility = (
  { side, report }: SchemaComparison,
  where: string,
  before: JsonObject,
  after: JsonObject,
): void => {
  const keyword = hiding[side]
  const [was, is] = [before[keyword] === true, after[keyword] === true]
  if (!was && is) report('removed', where, `It is '${keyword}' now.`)
  if (was && !is) report('addedOptional', where, `It is no longer '${keyword}'.`)
}
