/**
 * The wire form of a composite key: the texts of its parts, joined by `~`. Letters, digits, `.` and
 * `-` stand for themselves; every other byte of the UTF-8 text is `_` with two hexadecimal digits.
 * All characters are unreserved in URLs, so an id is the same in a path, a query and a body. Each
 * key has one id only. No id can be mistaken for a segment such as `all` or `..`, because it
 * contains the separator.
 */
import type { SqlType } from './kind-definition.js'

const separator = '~'
const plain = /[A-Za-z0-9.-]/
const escaped = /_[0-9A-F]{2}/

/** The form of an id with this number of parts, anchored. */
export const idPattern = (count: number): string => {
  const part = `(${plain.source}|${escaped.source})*`
  return `^${part}(${separator}${part}){${count - 1}}$`
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** `10248~11` */
export const encodeId = (texts: readonly string[]): string => texts.map(encodePart).join(separator)

const encodePart = (text: string): string =>
  text.replace(/[^A-Za-z0-9.-]+/g, (run) =>
    Array.from(
      encoder.encode(run),
      (byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join(''),
  )

/** The texts of the parts. Undefined: no key has this id. */
export const decodeId = (id: string, count: number): readonly string[] | undefined => {
  try {
    const texts = id.split(separator).map(decodePart)
    if (texts.length !== count) return undefined
    // Neither other characters nor escapes of plain ones: those would be second spellings of a key.
    return encodeId(texts) === id ? texts : undefined
  } catch {
    return undefined
  }
}

/** @throws TypeError if the bytes are not UTF-8 */
const decodePart = (part: string): string =>
  part.replace(/(?:_[0-9A-F]{2})+/g, (run) =>
    decoder.decode(
      Uint8Array.from(run.slice(1).split('_'), (digits) => Number.parseInt(digits, 16)),
    ),
  )

/** The types of a key's parts; of any other column, the type itself. */
export const partTypes = (type: SqlType): readonly SqlType[] => type.parts ?? [type]

/** The texts of an id's parts; of any other value, the text itself. */
export const idTexts = ({ parts }: SqlType, id: string): readonly string[] => {
  if (!parts) return [id]
  const texts = decodeId(id, parts.length)
  if (!texts) throw new Error('the id was not read')
  return texts
}
