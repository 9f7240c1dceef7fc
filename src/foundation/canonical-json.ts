/**
 * One text for one value: object members sorted by name, so that equal values have equal digests.
 */
import { createHash, hash } from 'node:crypto'

export const canonicalJson = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += `${text && ','}${canonicalJson(item ?? null)}`
    return `[${text}]`
  }
  const members = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(members).sort()) {
    const member = members[name]
    if (member === undefined) continue
    text += `${text && ','}${JSON.stringify(name)}:${canonicalJson(member)}`
  }
  return `{${text}}`
}

/** Hex SHA-256 of the canonical text. */
export const digestOf = (value: unknown): string => hash('sha256', canonicalJson(value))

/** Characters that are digested at once. */
const pieceLength = 65_536

/** The same digest of a large document, whose text is never in memory as a whole. */
export const digestOfDocument = (
  value: unknown,
  /** Replaces a member before it is digested. */
  replace: (name: string, member: unknown) => unknown,
): string => {
  const digest = createHash('sha256')
  let piece = ''
  const write = (text: string): void => {
    piece += text
    if (piece.length < pieceLength) return
    digest.update(piece)
    piece = ''
  }
  const visitList = (items: readonly unknown[]): void => {
    write('[')
    for (let index = 0; index < items.length; index++) {
      if (index > 0) write(',')
      visit(items[index] ?? null)
    }
    write(']')
  }
  const visitObject = (members: Readonly<Record<string, unknown>>): void => {
    const names = Object.keys(members).filter((name) => members[name] !== undefined)
    write('{')
    for (const [index, name] of names.sort().entries()) {
      write(`${index > 0 ? ',' : ''}${JSON.stringify(name)}:`)
      visit(replace(name, members[name]))
    }
    write('}')
  }
  const visit = (each: unknown): void => {
    if (Array.isArray(each)) visitList(each)
    else if (typeof each === 'object' && each !== null)
      visitObject(each as Readonly<Record<string, unknown>>)
    else write(JSON.stringify(each) ?? 'null')
  }
  visit(value)
  return digest.update(piece).digest('hex')
}
