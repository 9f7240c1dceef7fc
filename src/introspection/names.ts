/** Makes names of TypeScript and of the API from names of the database. */

/**
 * Words of a name, whatever its case: `Order Details`, `order_details` and `OrderDetails` have two.
 * They consist of characters that an identifier may have.
 */
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([\p{Ll}\p{Nd}])(\p{Lu})/gu, '$1 $2')
    .split(/(?:\P{ID_Continue}|\p{Pc})+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** `order_id` is `orderId`. A name without letters or digits is `unnamed`. */
export const camelCase = (name: string): string => {
  const [first = 'unnamed', ...rest] = wordsOf(name)
  const joined = first + rest.map(capitalized).join('')
  return /^\p{ID_Start}/u.test(joined) ? joined : `_${joined}`
}

export const pascalCase = (name: string): string => capitalized(camelCase(name))

/** For paths and files: lower case ASCII with dashes. */
export const kebabCase = (name: string): string => {
  const plain = wordsOf(name)
    .join('-')
    .normalize('NFD')
    .replaceAll(/[^a-z0-9-]/g, '')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .replaceAll(/-{2,}/g, '-')
  return plain === '' ? 'unnamed' : plain
}

const pluralRules: readonly (readonly [RegExp, string])[] = [
  [/(p)erson$/i, '$1eople'],
  [/(child)$/i, '$1ren'],
  [/(stat|bon|vir|camp|ali|bi)(us|as)$/i, '$1$2es'],
  [/([^aeiou])y$/i, '$1ies'],
  [/(ss|sh|ch|x|z)$/i, '$1es'],
  [/s$/i, 's'],
  [/$/, 's'],
]

/** English plural of the last word. A word that ends in `s` is taken for a plural. */
export const plural = (name: string): string => {
  const [pattern, replacement] = pluralRules.find(([rule]) => rule.test(name))!
  return name.replace(pattern, replacement)
}

const singularRules: readonly (readonly [RegExp, string])[] = [
  [/(p)eople$/i, '$1erson'],
  [/(child)ren$/i, '$1'],
  [/(stat|bon|vir|camp|ali|bi)(us|as)(es)?$/i, '$1$2'],
  [/(series|species|news)$/i, '$1'],
  [/(mov|cook|calor)ies$/i, '$1ie'],
  [/([^aeiou])ies$/i, '$1y'],
  [/(ss|sh|ch|x|z)es$/i, '$1'],
  [/([^s])s$/i, '$1'],
]

/** English singular of the last word. */
export const singular = (name: string): string => {
  const [pattern, replacement] = singularRules.find(([rule]) => rule.test(name)) ?? [/$/, '']
  return name.replace(pattern, replacement)
}

/** The relation behind a foreign key column: `language_id` is `language`. */
export const relationName = (column: string): string => {
  const words = wordsOf(column)
  const last = words.at(-1) ?? ''
  const rest = ['id', 'fk', 'key', 'no', 'code', 'uuid'].includes(last) ? words.slice(0, -1) : words
  return camelCase(rest.join('_') || column)
}

/** Words that TypeScript modules cannot use for a constant. */
export const reservedWords: readonly string[] = [
  ...['arguments', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger'],
  ...['default', 'delete', 'do', 'else', 'enum', 'eval', 'export', 'extends', 'false', 'finally'],
  ...['for', 'function', 'if', 'implements', 'import', 'in', 'instanceof', 'interface', 'let'],
  ...['new', 'null', 'package', 'private', 'protected', 'public', 'return', 'static', 'super'],
  ...['switch', 'this', 'throw', 'true', 'try', 'typeof', 'undefined', 'var', 'void', 'while'],
  ...['with', 'yield'],
]

/**
 * The first of the names that is free; else the last one with a number. It is taken from then on.
 */
export const claim = (
  taken: Set<string>,
  ...candidates: readonly [string, ...string[]]
): string => {
  let name = candidates.find((candidate) => !taken.has(candidate))
  for (let number = 2; name === undefined; number++) {
    const numbered = `${candidates.at(-1)}${number}`
    if (!taken.has(numbered)) name = numbered
  }
  taken.add(name)
  return name
}
