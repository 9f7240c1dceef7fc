/**
 * One text for one value: object members sorted by name, so that equal values have equal digests.
 */
import { hash } from 'node:crypto'

export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

/** Hex SHA-256 of the canonical text. */
export const digestOf = (value: unknown): string => hash('sha256', canonicalJson(value))
