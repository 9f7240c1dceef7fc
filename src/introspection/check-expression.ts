/**
 * Reads the conditions of CHECK constraints, as PostgreSQL prints them: comparisons of columns,
 * literals and function calls that are joined by AND and OR. Casts are left out.
 */

export type Expression =
  | { readonly is: 'literal'; readonly text: string }
  | { readonly is: 'column'; readonly name: string }
  | { readonly is: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly is: 'list'; readonly items: readonly Expression[] }
  | {
      readonly is: 'comparison'
      readonly operator: string
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly is: 'and' | 'or'; readonly parts: readonly Expression[] }
  | { readonly is: 'null' | 'notNull'; readonly of: Expression }

/** A text, a name in SQL, a number, a cast, an operator, or a bracket. */
const tokenPattern =
  /\s*(?:(?<text>E?'(?:[^']|'')*')|(?<name>"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{Nd}_$]*)|(?<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?<cast>::)|(?<operator>[-+*/<>=~!@#%^&|`?]+)|(?<bracket>[()[\],.]))/uy

interface Token {
  readonly type: 'name' | 'text' | 'number' | 'cast' | 'operator' | 'bracket'
  readonly text: string
}

const tokensOf = (text: string): readonly Token[] | undefined => {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    tokenPattern.lastIndex = at
    const groups = tokenPattern.exec(text)?.groups
    if (!groups) return undefined
    const [type, found] = Object.entries(groups).find(([, each]) => each !== undefined)!
    tokens.push({ type: type as Token['type'], text: found! })
    at = tokenPattern.lastIndex
  }
  return tokens
}

/** Thrown at a part of a condition that this reader does not know. The condition is left unread. */
class Unknown extends Error {}

/** Words of conditions that are not read, and that are not columns. */
const otherWords =
  /^(not|null|case|when|distinct|between|like|ilike|similar|at|collate|in|any|all)$/i

const comparisons: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=', '~'])

class Reader {
  #at = 0

  constructor(readonly tokens: readonly Token[]) {}

  get isAtEnd(): boolean {
    return this.#at === this.tokens.length
  }

  /** Passes the next token if it is this word, bracket or operator. */
  #take(text: string): boolean {
    const token = this.tokens[this.#at]
    const isNext = token !== undefined && token.type !== 'text' && token.text === text
    if (isNext) this.#at++
    return isNext
  }

  #require(text: string): void {
    if (!this.#take(text)) throw new Unknown()
  }

  condition(): Expression {
    return this.#joined('or', 'OR', () => this.#joined('and', 'AND', () => this.#comparison()))
  }

  #joined(is: 'and' | 'or', word: string, read: () => Expression): Expression {
    const parts = [read()]
    while (this.#take(word)) parts.push(read())
    return parts.length === 1 ? parts[0]! : { is, parts }
  }

  #comparison(): Expression {
    const left = this.#value()
    if (this.#take('IS')) {
      const is = this.#take('NOT') ? 'notNull' : 'null'
      this.#require('NULL')
      return { is, of: left }
    }
    const operator = this.tokens[this.#at]
    if (operator?.type !== 'operator') return left
    if (!comparisons.has(operator.text)) throw new Unknown()
    this.#at++
    if (!this.#take('ANY')) {
      return { is: 'comparison', operator: operator.text, left, right: this.#value() }
    }
    this.#require('(')
    const right = this.#value()
    this.#require(')')
    return { is: 'comparison', operator: `${operator.text} ANY`, left, right }
  }

  #value(): Expression {
    const value = this.#primary()
    while (this.#take('::')) this.#type()
    return value
  }

  #primary(): Expression {
    const token = this.tokens[this.#at++]
    if (!token) throw new Unknown()
    const { type, text } = token
    if (type === 'number') return { is: 'literal', text }
    if (type === 'text') return { is: 'literal', text: textOf(text) }
    if (text === '-' && this.tokens[this.#at]?.type === 'number') {
      return { is: 'literal', text: `-${this.tokens[this.#at++]!.text}` }
    }
    if (text === '(') {
      const inner = this.condition()
      this.#require(')')
      return inner
    }
    if (type !== 'name') throw new Unknown()
    if (text === 'ARRAY') return { is: 'list', items: this.#items('[', ']') }
    if (this.#next('(')) return { is: 'call', name: text, args: this.#items('(', ')') }
    if (this.#next('.') || otherWords.test(text)) throw new Unknown()
    if (text === 'true' || text === 'false') return { is: 'literal', text }
    return { is: 'column', name: unquoted(text) }
  }

  #next(text: string): boolean {
    const token = this.tokens[this.#at]
    return token?.type === 'bracket' && token.text === text
  }

  #items(open: string, close: string): readonly Expression[] {
    this.#require(open)
    const items: Expression[] = []
    if (this.#take(close)) return items
    do items.push(this.#value())
    while (this.#take(','))
    this.#require(close)
    return items
  }

  /** `character varying(20)[]`, `timestamp without time zone`, `public."Own"` */
  #type(): void {
    const typeWords = /^(varying|precision|with|without|time|zone)$/
    if (this.tokens[this.#at++]?.type !== 'name') throw new Unknown()
    while (this.#take('.')) this.#at++
    const skipBrackets = () => {
      while (this.#next('(') || this.#next('[')) {
        const close = this.tokens[this.#at++]!.text === '(' ? ')' : ']'
        while (!this.#take(close)) {
          if (this.isAtEnd) throw new Unknown()
          this.#at++
        }
      }
    }
    skipBrackets()
    while (typeWords.test(this.tokens[this.#at]?.text ?? '')) this.#at++
    skipBrackets()
  }
}

/** A literal with backslashes begins with `E`, and each is doubled. */
const textOf = (literal: string): string => {
  const [, isEscaped, quoted = ''] = /^(E?)'(.*)'$/s.exec(literal)!
  const text = quoted.replaceAll("''", "'")
  return isEscaped === '' ? text : text.replaceAll('\\\\', '\\')
}

const unquoted = (name: string): string =>
  name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name

/**
 * Returns undefined if the condition contains anything else, or if existing rows may violate it.
 */
export const readCheck = (definition: string): Expression | undefined => {
  const [, condition] = /^CHECK \((.*)\)$/s.exec(definition) ?? []
  const tokens = condition === undefined ? undefined : tokensOf(condition)
  if (!tokens) return undefined
  try {
    const reader = new Reader(tokens)
    const expression = reader.condition()
    return reader.isAtEnd ? expression : undefined
  } catch (error) {
    if (error instanceof Unknown) return undefined
    throw error
  }
}

/** The conditions that all must hold. */
export const conjuncts = (expression: Expression): readonly Expression[] =>
  expression.is === 'and' ? expression.parts.flatMap(conjuncts) : [expression]
