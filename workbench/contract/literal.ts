/** Prints JSON values as literals of TypeScript. */

const width = 70

const reserved: ReadonlySet<string> = new Set(['__proto__', 'client', 'delete', 'new', 'result'])

export const isIdentifier = (name: string): boolean =>
  /^[A-Za-z_$][\w$]*$/.test(name) && !reserved.has(name)

const printText = (text: string): string => {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
  // Line separators are escaped, because older programs read them as ends of a line.
  return `'${inner.replaceAll("'", "\\'").replace(/[\u2028\u2029]/g, escaped)}'`
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16)}`

export const printName = (name: string): string =>
  name === '__proto__' ? `['__proto__']` : /^[A-Za-z_$][\w$]*$/.test(name) ? name : printText(name)

/** @param indent of the line that the value begins on */
export const printLiteral = (value: unknown, indent = ''): string => {
  if (value === undefined) return 'undefined'
  if (typeof value === 'string') return printText(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const items = isList
    ? value.map((item) => printLiteral(item, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${printName(name)}: ${printLiteral(member, inner)}`)
  if (items.length === 0) return isList ? '[]' : '{}'
  const line = isList ? `[${items.join(', ')}]` : `{ ${items.join(', ')} }`
  if (line.length + indent.length <= width && !line.includes('\n')) return line
  const lines = items.map((item) => `\n${inner}${item},`).join('')
  return isList ? `[${lines}\n${indent}]` : `{${lines}\n${indent}}`
}
