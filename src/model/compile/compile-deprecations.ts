/** Compiles what a contract says of parts that clients should leave. */
import type { Deprecation, Deprecations } from '../../contract/deprecation.js'
import { type Diagnostics, didYouMean } from '../../foundation/diagnostics.js'
import { parseDay } from '../../foundation/zoned-time.js'
import type { DeprecationModel } from '../types/resource-model.js'

export interface DeprecatedNames {
  readonly fields: Iterable<string>
  readonly filters: Iterable<string>
  readonly operations: Iterable<string>
}

export const compileDeprecations = (
  declared: Deprecations,
  names: DeprecatedNames,
  at: string,
  diagnostics: Diagnostics,
): DeprecationModel => {
  const compile = (part: keyof DeprecatedNames): ReadonlyMap<string, Deprecation> => {
    const known = [...names[part]]
    const entries = Object.entries((declared[part] ?? {}) as Record<string, Deprecation>)
    for (const [name, deprecation] of entries) {
      const here = `${at}.deprecated.${part}.${name}`
      if (!known.includes(name)) {
        diagnostics.error('FIELD_UNKNOWN', here, `no such name${didYouMean(name, known)}`)
      }
      checkDays(deprecation, here, diagnostics)
    }
    return new Map(entries)
  }
  return {
    fields: compile('fields'),
    filters: compile('filters'),
    operations: compile('operations'),
  }
}

const checkDays = (
  { since, sunset = since }: Deprecation,
  at: string,
  diagnostics: Diagnostics,
): void => {
  const areDays = [since, sunset].every((day) => parseDay(day) !== undefined)
  if (areDays && since <= sunset) return
  const message = "'since' and 'sunset' are days, yyyy-MM-dd, the one not after the other."
  diagnostics.error('CONSTRAINT_INVALID', at, message)
}
