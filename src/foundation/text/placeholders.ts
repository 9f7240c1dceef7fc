/** Fills texts with placeholders, such as `at most {limit} rows`. */

/** A list is joined with commas. */
export type TextValue = string | number | bigint | readonly string[]

const print = (value: TextValue): string =>
  typeof value === 'object' ? value.join(', ') : String(value)

const placeholder = /\{(\w+)\}/g

export const placeholdersOf = (text: string): readonly string[] =>
  [...text.matchAll(placeholder)].map(([, name]) => name!)

/** Replaces `{name}` by the value of that name; a placeholder without a value stays as it is. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Record<string, TextValue | undefined>>,
): string => text.replace(placeholder, (whole, name: string) => print(values[name] ?? whole))

/** The names of the placeholders of a text. */
export type PlaceholdersOf<Text extends string> =
  Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceholdersOf<Rest> : never
