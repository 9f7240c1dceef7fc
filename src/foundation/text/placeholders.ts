/** Fills texts with placeholders, such as `at most {limit} rows`. */

/** A list is joined with commas. */
export type TextValue = string | number | bigint | readonly string[] | Phrase

export type TextValues = Readonly<Record<string, TextValue | undefined>>

const print = (value: TextValue): string =>
  Array.isArray(value) ? value.join(', ') : String(value)

const placeholder = /\{(\w+)\}/g

export const placeholdersOf = (text: string): readonly string[] =>
  [...text.matchAll(placeholder)].map(([, name]) => name!)

/** Replaces `{name}` by the value of that name; a placeholder without a value stays as it is. */
export const fillPlaceholders = (text: string, values: TextValues): string =>
  text.replace(placeholder, (whole, name: string) => print(values[name] ?? whole))

/** The names of the placeholders of a text. */
export type PlaceholdersOf<Text extends string> =
  Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceholdersOf<Rest> : never

/**
 * An English text and the values of its placeholders. They stay apart until the text is printed:
 * logs are English, and a response is in the language of its reader.
 */
export class Phrase {
  constructor(
    readonly text: string,
    readonly values: TextValues = {},
  ) {}

  /** Prints the text in English. */
  toString(): string {
    return fillPlaceholders(this.text, this.values)
  }

  /** What is not printed in a language is sent in English. */
  toJSON(): string {
    return this.toString()
  }

  /**
   * Prints the text in another language.
   *
   * @param translate returns an English text in that language, with its placeholders
   */
  print(translate: (text: string) => string): string {
    const values = Object.entries(this.values).map(([name, value]) => [
      name,
      value instanceof Phrase ? value.print(translate) : value,
    ])
    return fillPlaceholders(translate(this.text), Object.fromEntries(values))
  }
}

/** A body whose texts may be phrases, which are printed with it. */
export type Unprinted<T> = T extends string
  ? T | Phrase
  : T extends readonly (infer Item)[]
    ? readonly Unprinted<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Unprinted<T[Name]> }
      : T

/** Prints a body as JSON, and its phrases in a language. */
export const printJson = (body: unknown, translate: (text: string) => string): string =>
  JSON.stringify(body, function (this: Readonly<Record<string, unknown>>, name, printed: unknown) {
    const value = this[name]
    return value instanceof Phrase ? value.print(translate) : printed
  })
