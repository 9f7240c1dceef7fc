/** Texts for people in their language: catalogs by the English text, which stands where none is. */

/** By language tag, such as `pt` or `pt-BR`; then by English text. `{…}` are filled in. */
export type MessageCatalogs = Readonly<Record<string, Readonly<Record<string, string>>>>

export const defaultLanguage = 'en'

export interface Translator {
  readonly language: string
  (text: string, values?: Readonly<Record<string, string | number>>): string
}

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

export const createTranslator = (
  catalogs: MessageCatalogs,
  language: string,
  onMissing: (text: string) => void = () => {},
): Translator => {
  const catalog = language === defaultLanguage ? undefined : catalogs[language]
  const translate = (text: string, values: Readonly<Record<string, string | number>> = {}) => {
    const found = catalog?.[text]
    if (catalog && found === undefined) onMissing(text)
    return fill(found ?? text, values)
  }
  return Object.assign(translate, { language })
}

/** The best language for an Accept-Language header (RFC 9110, 12.5.4); a region falls back to its language. */
export const chooseLanguage = (header: string | undefined, catalogs: MessageCatalogs): string => {
  const known = new Map(
    [defaultLanguage, ...Object.keys(catalogs)].map((tag) => [tag.toLowerCase(), tag]),
  )
  const ranges = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1]).find(Boolean)
      return { tag: tag.trim(), quality: Number(quality ?? 1) }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of ranges) {
    const found = known.get(tag) ?? known.get(tag.split('-')[0]!)
    if (found !== undefined) return found
  }
  return defaultLanguage
}
