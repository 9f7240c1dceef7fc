/** Prints values as a formatter of 100 columns would. */

const width = 100

export const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

const propertyName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)

/** A constant that is declared elsewhere: printed by its name. */
export class Constant {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** @param used columns of the first line before the value, and of the last one after it */
export const literal = (value: unknown, indent = 0, used = indent): string => {
  if (typeof value === 'string') return value.includes("'") ? JSON.stringify(value) : quoted(value)
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

const membersOf = (value: object) =>
  Object.entries(value).filter(([, member]) => member !== undefined)

const onOneLine = (value: object): string => {
  const short = (item: unknown) => literal(item, 0, Number.NEGATIVE_INFINITY)
  if (Array.isArray(value)) return `[${value.map(short).join(', ')}]`
  const members = membersOf(value).map(
    ([name, member]) => `${propertyName(name)}: ${short(member)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** Objects with several members stand below each other. */
const isTable = (value: object): boolean =>
  Array.isArray(value) &&
  value.length > 1 &&
  value.every((item) => typeof item === 'object' && membersOf(item).length > 1)
