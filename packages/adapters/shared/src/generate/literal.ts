/** Prints values as source text, in the form that a formatter of 100 columns would give them. */

const width = 100

/** A text as a literal of TypeScript. */
export const quoted = (text: string): string => {
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  if (text.includes("'")) return json
  return `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}

/** A text as the value of an attribute in JSX. Braces are plain characters there. */
export const attributeValue = (text: string): string =>
  /["\\<>&\n\r\u2028\u2029]/.test(text) ? `{${quoted(text)}}` : `"${text}"`

/** Whether a member of this name is written without quotes. */
const isPlainName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name)

export const propertyName = (name: string): string => {
  // Otherwise it would be the prototype of the object.
  if (name === '__proto__') return "['__proto__']"
  return isPlainName(name) ? name : quoted(name)
}

/** How an expression reads a member: `.total`, or `['line-total']`. */
export const memberAccess = (name: string): string =>
  isPlainName(name) ? `.${name}` : `[${quoted(name)}]`

/** A constant that is declared elsewhere: printed by its name. */
export class Constant {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** @param used columns of the first line before the value, and of the last one after it */
export const literal = (value: unknown, indent = 0, used = indent): string => {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Constant) return value.name
  const line = onOneLine(value)
  if (used + line.length <= width && !isTable(value)) return line
  const blanks = ' '.repeat(indent + 2)
  const lines = Array.isArray(value)
    ? value.map((item) => `${blanks}${literal(item, indent + 2, indent + 3)},\n`)
    : membersOf(value).map(([name, member]) => {
        const start = `${blanks}${propertyName(name)}: `
        return `${start}${literal(member, indent + 2, start.length + 1)},\n`
      })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.join('')}${' '.repeat(indent)}${close}`
}

/** The same on one line, however long it is. */
export const lineLiteral = (value: unknown): string => literal(value, 0, Number.NEGATIVE_INFINITY)

const membersOf = (value: object) =>
  Object.entries(value).filter(([, member]) => member !== undefined)

const onOneLine = (value: object): string => {
  if (Array.isArray(value)) return `[${value.map(lineLiteral).join(', ')}]`
  const members = membersOf(value).map(
    ([name, member]) => `${propertyName(name)}: ${lineLiteral(member)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** Objects with several members stand below each other. */
const isTable = (value: object): boolean =>
  Array.isArray(value) &&
  value.length > 1 &&
  value.every((item) => typeof item === 'object' && item !== null && membersOf(item).length > 1)

/** An import of names in the order of a formatter. */
export const importLine = (names: readonly string[], from: string): string => {
  const plainName = (name: string): string => name.replace(/^type /, '')
  const sorted = names.toSorted((a, b) => compareNames(plainName(a), plainName(b)))
  const line = `import { ${sorted.join(', ')} } from ${quoted(from)}`
  return line.length <= width
    ? line
    : `import {\n${sorted.map((each) => `  ${each},\n`).join('')}} from ${quoted(from)}`
}

/** By letters, and capitals before small letters at the first difference. */
const compareNames = (a: string, b: string): number => {
  const [x, y] = [sortKey(a), sortKey(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

const sortKey = (name: string): string =>
  name.replaceAll(/[A-Za-z]/g, (letter) => {
    const lower = letter.toLowerCase()
    return lower + (letter === lower ? '1' : '0')
  })
