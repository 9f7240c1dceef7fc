/**
 * One text for one value: object members sorted by name, so that equal values have equal digests.
 */
import { hash } from 'node:crypto'

/** Replaces a member before it is printed. */
export type Replace = (name: string, member: unknown) => unknown

const unchanged: Replace = (_name, member) => member

export const canonicalJson = (value: unknown, replace = unchanged): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += `${text && ','}${canonicalJson(item ?? null, replace)}`
    return `[${text}]`
  }
  const members = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(members).sort()) {
    const member = members[name]
    if (member === undefined) continue
    const printed = canonicalJson(replace(name, member), replace)
    text += `${text && ','}${JSON.stringify(name)}:${printed}`
  }
  return `{${text}}`
}

/** Hex SHA-256 of the canonical text. */
export const digestOf = (value: unknown, replace = unchanged): string =>
  hash('sha256', canonicalJson(value, replace))
