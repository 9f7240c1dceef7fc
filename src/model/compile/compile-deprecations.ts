/** Compiles the deprecations of a contract. */
import type { Deprecation, Deprecations } from '../../contract/deprecation.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { parseDay } from '../../foundation/time/zoned-time.js'
import type { DeprecationModel } from '../types/resource-model.js'
import { unknownName } from '../unknown-name.js'

export interface DeprecatedNames {
  readonly fields: Iterable<string>
  readonly filters: Iterable<string>
  readonly operations: Iterable<string>
}

const nouns = { fields: 'field', filters: 'filter field', operations: 'operation' }

export const compileDeprecations = (
  declared: Deprecations,
  names: DeprecatedNames,
  at: string,
  diagnostics: Diagnostics,
): DeprecationModel => {
  const compile = (part: keyof DeprecatedNames): ReadonlyMap<string, Deprecation> => {
    const partNames = [...names[part]]
    const entries = Object.entries((declared[part] ?? {}) as Record<string, Deprecation>)
    for (const [name, deprecation] of entries) {
      const entryAt = `${at}.deprecated.${part}.${name}`
      if (!partNames.includes(name)) {
        diagnostics.error('FIELD_UNKNOWN', entryAt, unknownName(nouns[part], name, partNames))
      }
      checkDays(deprecation, entryAt, diagnostics)
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
  const message =
    "'since' and 'sunset' must be dates (yyyy-MM-dd), and 'since' must not be after 'sunset'."
  diagnostics.error('CONSTRAINT_INVALID', at, message)
}
