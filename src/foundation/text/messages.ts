/** Translates texts for people. Catalogs are keyed by the English text, which is the fallback. */
import { fillPlaceholders, type TextValues } from './placeholders.js'

/** By language tag, such as `pt` or `pt-BR`; then by English text. `{…}` are placeholders. */
export type MessageCatalogs = Readonly<Record<string, Readonly<Record<string, string>>>>

export const defaultLanguage = 'en'

/** A tag of BCP 47: `pt` or `pt-BR`, not `pt_BR`. */
export const isLanguageTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

export interface Translator {
  readonly language: string
  (text: string, values?: TextValues): string
}

/** The platform's own texts in other languages. */
export interface PlatformTexts {
  /** Primary subtags, such as `pt`. */
  readonly languages: readonly string[]
  /** Texts of a language tag; empty for an unknown language. */
  readonly of: (tag: string) => MessageCatalogs[string]
}

export const englishOnly: PlatformTexts = { languages: [], of: () => ({}) }

/** Finds a text, which may have the name of a member that every object inherits. */
export const textIn = (catalog: MessageCatalogs[string] = {}, text: string): string | undefined =>
  Object.hasOwn(catalog, text) ? catalog[text] : undefined

/** Translates by a catalog of the application, and then by the texts of the platform. */
export const createTranslator = (
  catalogs: MessageCatalogs,
  language: string,
  platform: PlatformTexts = englishOnly,
): Translator => {
  const isEnglish = language === defaultLanguage
  const catalog = isEnglish ? undefined : catalogs[language]
  const find = (text: string): string | undefined =>
    isEnglish ? undefined : (textIn(catalog, text) ?? textIn(platform.of(language), text))
  const translate = (text: string, values: TextValues = {}) =>
    fillPlaceholders(find(text) ?? text, values)
  return Object.assign(translate, { language })
}

/** Finds the translator of texts for an Accept-Language header. */
export type Texts = (acceptLanguage: string | undefined) => Translator

/**
 * Translates texts of the platform, such as errors, into its languages and those of the
 * application. The contract is published in those of the application only.
 */
export const createTexts = (messages: MessageCatalogs, platform: PlatformTexts): Texts => {
  const tags = Object.keys(messages).map((tag) => tag.toLowerCase())
  const others = platform.languages.filter((each) => !tags.some((tag) => covers(each, tag)))
  const catalogs = { ...messages, ...Object.fromEntries(others.map((each) => [each, {}])) }
  const translators = new Map(
    [defaultLanguage, ...Object.keys(catalogs)].map((tag) => [
      tag,
      createTranslator(messages, tag, platform),
    ]),
  )
  return (acceptLanguage) => translators.get(chooseLanguage(acceptLanguage, catalogs))!
}

/** One item of an Accept-Language header, in lower case. */
interface LanguageRange {
  readonly range: string
  readonly quality: number
}

const readRanges = (header: string): readonly LanguageRange[] =>
  header
    .toLowerCase()
    .split(',')
    .map((item) => {
      const [range = '', ...parameters] = item.trim().split(';')
      const quality = parameters
        .map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1])
        .find(Boolean)
      return { range: range.trim(), quality: Number(quality ?? 1) }
    })
    .filter(({ range }) => range !== '')

const covers = (range: string, tag: string): boolean =>
  range === '*' || tag === range || tag.startsWith(`${range}-`)

/** `q=0` excludes a language, unless a longer range includes it. */
const isExcluded = (tag: string, ranges: readonly LanguageRange[]): boolean => {
  const covering = ranges.filter(({ range }) => covers(range, tag))
  const [closest] = covering.sort((a, b) => b.range.length - a.range.length)
  return closest?.quality === 0
}

/**
 * Shortens a range from its end, together with a single letter that would be last (RFC 4647, 3.4).
 */
const shortened = (range: string): string => range.replace(/-[^-]*$/, '').replace(/-[^-]$/, '')

const lookUp = (range: string, tags: readonly string[]): string | undefined => {
  if (tags.includes(range)) return range
  return range.includes('-') ? lookUp(shortened(range), tags) : undefined
}

/**
 * The best language for an Accept-Language header: RFC 9110, 12.5.4, with the lookup of RFC 4647,
 * 3.4 (`zh-Hant-TW` finds `zh-Hant`). If that finds nothing, a range also finds longer tags (`pt`
 * finds `pt-BR`). Otherwise English.
 */
export const chooseLanguage = (header: string | undefined, catalogs: MessageCatalogs): string => {
  if (!header) return defaultLanguage
  const languages = new Map(
    [defaultLanguage, ...Object.keys(catalogs)].map((tag) => [tag.toLowerCase(), tag]),
  )
  const ranges = readRanges(header)
  const tags = [...languages.keys()].filter((tag) => !isExcluded(tag, ranges))
  const wanted = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { range } of wanted) {
    const tag = lookUp(range, tags) ?? tags.find((each) => covers(range, each))
    if (tag !== undefined) return languages.get(tag)!
  }
  return defaultLanguage
}
