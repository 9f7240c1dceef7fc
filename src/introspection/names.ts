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

/** `BillingCity` is `billing_city`, as patterns over names of columns expect them. */
export const snakeWords = (name: string): string => wordsOf(name).join('_')

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
  // Neither `reportedBy` nor `reportsTo` is a noun.
  [/[^A-Z](?:By|To|From|Of|In|On|At|For|With|Via|As)$/, '$&'],
  [
    /(data|info|information|equipment|staff|news|series|species|feedback|media|metadata|traffic)$/i,
    '$1',
  ],
  [/(people|children|(?:^|wo|sales|chair|work|crafts)men)$/i, '$1'],
  [/(p)erson$/i, '$1eople'],
  [/(^|wo|sales|chair|work|crafts)(m)an$/i, '$1$2en'],
  [/(child)$/i, '$1ren'],
  [/(^bus| bus|(?:stat|bon|vir|camp|cens|ali|bi|atl|canv)(?:us|as))$/i, '$1es'],
  [/(analy|ba|cri|hypothe|synthe|diagno|parenthe)sis$/i, '$1ses'],
  [/(shel|hal|cal|lea|li|kni|wi|sel|loa|thie)fe?$/i, '$1ves'],
  [/(criteri|phenomen)on$/i, '$1a'],
  [/(qui)z$/i, '$1zzes'],
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
  [/(^|wo|sales|chair|work|crafts)(m)en$/i, '$1$2an'],
  [/(analy|hypothe|synthe|diagno|parenthe)ses$/i, '$1sis'],
  [/(shel|hal|cal|lea|sel|loa|thie)ves$/i, '$1f'],
  [/(qui)zzes$/i, '$1z'],
  [/(p)eople$/i, '$1erson'],
  [/(child)ren$/i, '$1'],
  [/(^bus| bus|(?:stat|bon|vir|camp|cens|ali|bi|atl|canv)(?:us|as))(?:es)?$/i, '$1'],
  [/(series|species|news)$/i, '$1'],
  [/(mov|cook|calor)ies$/i, '$1ie'],
  [/([^aeiou])ies$/i, '$1y'],
  [/(ss|sh|ch|x|tz|zz)es$/i, '$1'],
  [/([^s])s$/i, '$1'],
]

/** English singular of the last word. */
export const singular = (name: string): string => {
  const [pattern, replacement] = singularRules.find(([rule]) => rule.test(name)) ?? [/$/, '']
  return name.replace(pattern, replacement)
}

const keyWords = ['id', 'fk', 'key', 'no', 'code', 'uuid']

/**
 * The relation behind a foreign key column: `language_id` is `language`, `billtoaddressid` is
 * `billtoaddress` if it refers to the table `address`, and `ship_imo` is `ship` if it refers to the
 * column `imo_number`.
 */
export const relationName = (column: string, table = '', key = ''): string => {
  const words = wordsOf(column)
  const last = words.at(-1) ?? ''
  if (keyWords.includes(last)) return camelCase(words.slice(0, -1).join('_') || column)
  const rest = [...words.slice(0, -1), withoutKeyWord(last, wordsOf(table).join(''))]
  return camelCase(withoutWordsOf(key, rest, table).join('_'))
}

/** A foreign key may end like the key that it refers to, but the words of the table name it. */
const withoutWordsOf = (
  key: string,
  words: readonly string[],
  table: string,
): readonly string[] => {
  const tableWords = [...wordsOf(table), ...wordsOf(singular(table))]
  const isKeyWord = (word: string) => wordsOf(key).includes(word) && !tableWords.includes(word)
  const end = words.findLastIndex((word) => !isKeyWord(word))
  return end === -1 ? words : words.slice(0, end + 1)
}

/** Many words end in `id` or `no`, so what is left must name the table. */
const withoutKeyWord = (word: string, table: string): string => {
  const names = table === '' ? [] : [table, singular(table)]
  const isNamed = (stem: string): boolean =>
    names.some(
      (name) =>
        stem.endsWith(name) || (stem.length > 2 && (name.startsWith(stem) || name.endsWith(stem))),
    )
  return (
    keyWords
      .filter((end) => word.endsWith(end))
      .map((end) => word.slice(0, -end.length))
      .find(isNamed) ?? word
  )
}

/** `filmsByLanguage` is "Films by language". */
export const sentence = (name: string): string => capitalized(wordsOf(name).join(' '))

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
