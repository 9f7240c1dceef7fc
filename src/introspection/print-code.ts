/** Prints TypeScript literals, on one line where they fit. */
import { visibleText } from '../foundation/text/visible-text.js'

/** A name, or a call with arguments. */
export class Code {
  constructor(
    readonly head: string,
    readonly args?: readonly Printable[],
  ) {}
}

export type Printable =
  | string
  | number
  | boolean
  | Code
  | readonly Printable[]
  | { readonly [member: string]: Printable }

/** `call('IN', 'language.id')` prints `IN('language.id')`. */
export const call = (head: string, ...args: readonly Printable[]): Code => new Code(head, args)

export const name = (text: string): Code => new Code(text)

/** The functions that are called anywhere in a value. */
export const calledIn = (value: Printable): readonly string[] => {
  if (typeof value !== 'object') return []
  if (!(value instanceof Code)) return Object.values(value).flatMap(calledIn)
  return value.args ? [value.head, ...value.args.flatMap(calledIn)] : []
}

const width = 100

const quoted = (text: string): string => {
  const json = visibleText(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"'))
  return json.includes("'") && !json.includes('"')
    ? `"${json}"`
    : `'${json.replaceAll("'", "\\'")}'`
}

/** Printed without quotes, `__proto__` would set the prototype of the object. */
const memberName = (member: string): string => {
  if (member === '__proto__') return `['${member}']`
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(member) ? member : quoted(member)
}

/** Prints `id` instead of `id: id`. */
const printMember = (member: string, text: string): string => {
  const start = memberName(member)
  return start === text && start === member ? member : `${start}: ${text}`
}

/** `column`: where the text begins on its line; `indent`: that of the line. */
export const print = (value: Printable, indent = '', column = indent.length): string => {
  const line = printLine(value)
  if (column + line.length < width || typeof value !== 'object') return line
  const deeper = `${indent}  `
  const lines = (entries: readonly string[], [open, close]: readonly [string, string]): string =>
    entries.length === 0
      ? `${open}${close}`
      : `${open}\n${entries.map((entry) => `${deeper}${entry},\n`).join('')}${indent}${close}`
  if (Array.isArray(value))
    return lines(
      value.map((each) => print(each, deeper)),
      ['[', ']'],
    )
  if (value instanceof Code) return printCall(value, indent, column)
  return lines(
    Object.entries(value).map(([member, each]) => {
      const start = memberName(member).length + 2
      return printMember(member, print(each as Printable, deeper, deeper.length + start))
    }),
    ['{', '}'],
  )
}

/**
 * The last argument takes the lines, as in `text({ … })`; where another is long too, each has its
 * own.
 */
const printCall = ({ head, args = [] }: Code, indent: string, column: number): string => {
  const others = args.slice(0, -1).map((each) => `${printLine(each)}, `)
  const last = args.at(-1)
  const start = `${head}(${others.join('')}`
  if (last === undefined) return `${head}()`
  if (column + start.length < width) {
    return `${start}${print(last, indent, column + start.length)})`
  }
  const deeper = `${indent}  `
  return `${head}(\n${args.map((each) => `${deeper}${print(each, deeper)},\n`).join('')}${indent})`
}

const printLine = (value: Printable): string => {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map(printLine).join(', ')}]`
  if (value instanceof Code) {
    const { head, args } = value
    return args === undefined ? head : `${head}(${args.map(printLine).join(', ')})`
  }
  const members = Object.entries(value).map(([member, each]) =>
    printMember(member, printLine(each as Printable)),
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
