/** Prints elements of JSX as a formatter would: at most 100 columns, two blanks for each level. */
import { attributeValue } from '../../../shared/src/generate/literal.js'

export interface Element {
  readonly tag: string
  readonly props: readonly string[]
  readonly children: readonly Element[]
}

const widthLimit = 100

export const element = (
  tag: string,
  props: readonly (string | undefined)[] = [],
  children: readonly Element[] = [],
): Element => ({ tag, props: props.filter((prop) => prop !== undefined), children })

/** A property with a text: `label="Due on"`. */
export const textProp = (name: string, text: string): string => `${name}=${attributeValue(text)}`

/** A list of literals or elements. @param start of its line: the columns before it */
export const list = (values: readonly string[], start: number): string => {
  const line = `[${values.join(', ')}]`
  if (!line.includes('\n') && line.length + start <= widthLimit) return line
  return `[\n${values.map((value) => `  ${value},\n`).join('')}]`
}

/** One of two elements, as a condition decides. */
export const choice = (condition: string, first: Element, second: Element): Element =>
  element(choiceTag, [condition], [first, second])

const choiceTag = '?'

/**
 * The lines of the element, the first one too with its indentation.
 *
 * @param after columns that follow the element, such as that of a comma
 */
export const printed = ({ tag, props, children }: Element, indent: number, after = 0): string => {
  const blanks = ' '.repeat(indent)
  const inside = children.map((child) => printed(child, indent + 2))
  if (tag === choiceTag) {
    return `${blanks}{${props[0]} ? (\n${inside.join(`\n${blanks}) : (\n`)}\n${blanks})}`
  }
  if (tag === '' && children.length === 0) return `${blanks}<></>`
  const end = children.length === 0 ? ' />' : '>'
  const short = `${blanks}<${[tag, ...props].join(' ')}${end}`
  const opening =
    short.length + after <= widthLimit || props.length === 0
      ? short
      : `${blanks}<${tag}\n${props.map((prop) => `${blanks}  ${prop}\n`).join('')}${blanks}${end.trim()}`
  if (children.length === 0) return opening
  return `${opening}\n${inside.join('\n')}\n${blanks}</${tag}>`
}

/** The components of the element and of those inside it, also those that properties name. */
export const tagsOf = ({ tag, props, children }: Element): readonly string[] => [
  ...(tag === choiceTag ? [] : [tag]),
  ...props.flatMap((prop) => /^\w+=\{<?([A-Z]\w*)/.exec(prop)?.[1] ?? []),
  ...children.flatMap(tagsOf),
]
