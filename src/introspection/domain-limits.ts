/** The limits of numbers that the CHECK constraints of a domain state. */
import type { CatalogColumn } from '../database/catalog.js'

export interface Limits {
  /** Decimal texts, both inclusive. */
  readonly minimum?: string
  readonly maximum?: string
}

/** `VALUE >= 1901`, as PostgreSQL prints it: with parentheses and casts around the number. */
const comparison = /^\(*VALUE (>=|<=) \(*'?(-?\d+(?:\.\d+)?)'?\)*(?:::\w+)?\)*$/

/**
 * Reads conditions that are joined by AND, such as `CHECK (((VALUE >= 1) AND (VALUE <= 9)))`. Other
 * conditions are left to the database.
 */
export const domainLimits = ({ domain }: CatalogColumn): Limits => {
  const limits: { minimum?: string; maximum?: string } = {}
  for (const { definition } of domain?.checks ?? []) {
    if (/ OR /.test(definition)) continue
    for (const term of definition.replace(/^CHECK /, '').split(' AND ')) {
      const [, operator, limit] = comparison.exec(term) ?? []
      if (operator === '>=') limits.minimum = limit!
      if (operator === '<=') limits.maximum = limit!
    }
  }
  return limits
}
