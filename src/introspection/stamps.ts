/**
 * A generated file contains a digest of its text. So it is known whether it was changed by hand,
 * for example to declare row access, which must not be lost when the file is written anew.
 */
import { createHash } from 'node:crypto'

const stamp = (text: string): string =>
  `// With --update it is written anew, unless it was changed by hand (${digestOf(text)}).`

const stampPattern = /^\/\/ With --update .*\(([0-9a-f]{12})\)\.\r?\n/m

/** White space does not count: formatters and version control change it. */
const digestOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll(/\s+/g, '')).digest('hex').slice(0, 12)

/** The first line of the text is a comment. */
export const stamped = (text: string): string => {
  const end = text.indexOf('\n') + 1
  return `${text.slice(0, end)}${stamp(text)}\n${text.slice(end)}`
}

export const wasChangedByHand = (text: string): boolean => {
  const [, digest] = stampPattern.exec(text) ?? []
  return digest !== digestOf(text.replace(stampPattern, ''))
}

export const isSameCode = (text: string, other: string): boolean =>
  digestOf(text.replace(stampPattern, '')) === digestOf(other)
