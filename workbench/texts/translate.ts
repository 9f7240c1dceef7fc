/**
 * Texts of the workbench, in the language of the user. English texts are their own keys. Texts of
 * contracts are translated by the service. The application may replace texts of the page, and add
 * languages.
 */
import { computed, signal } from '@preact/signals'
import { language } from '../browser/locale.js'
import { applicationTexts, basePath } from '../browser/page-facts.js'
import { messages as english } from './en.js'
import { type Messages, replaceTexts } from './replace-texts.js'

export type Parameters = Readonly<Record<string, string | number>>

/** Languages other than English. Each is loaded when it is used. */
const languages: Readonly<Record<string, () => Promise<{ readonly messages: Messages }>>> = {
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  pt: () => import('./pt.js'),
}

/** Languages of the workbench itself. */
export const workbenchLanguages: readonly string[] = ['en', ...Object.keys(languages)]

const loaded = signal<Readonly<Record<string, Messages>>>({})

/** Loads the texts of the language. Must be called before a text is shown in it. */
export const loadTexts = async (): Promise<void> => {
  const tag = language.value
  if (loaded.value[tag]) return
  const base = tag.split('-')[0]!
  const ofApplication = [tag, base].find((each) => applicationTexts.includes(each))
  // Without its texts, for example after an upgrade of the service, the page is shown in English.
  const [texts, replaced] = await Promise.all([
    languages[base]?.().then(({ messages }) => messages, noTexts),
    ofApplication === undefined ? undefined : readTexts(ofApplication),
  ])
  loaded.value = { ...loaded.value, [tag]: replaceTexts(texts ?? english, replaced ?? {}, english) }
}

const noTexts = (): undefined => undefined

/** Texts of the application. Without them the page keeps its own. */
const readTexts = async (tag: string): Promise<Messages | undefined> => {
  const response = await fetch(`${basePath}/texts-${tag}.json`).catch(noTexts)
  return response?.ok ? await response.json() : undefined
}

const texts = computed<Messages>(() => loaded.value[language.value] ?? english)

const fill = (text: string, parameters: Parameters): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name]
    return value === undefined ? whole : typeof value === 'number' ? formatCount(value) : value
  })

/**
 * Translates a text, as in `t('Page {page} of {pages}', { page, pages })`. Numbers are printed for
 * the language.
 */
export const t = (text: string, parameters: Parameters = {}): string =>
  fill(texts.value[text] ?? text, parameters)

/** Translates the singular for a count of 1, otherwise the plural. `{count}` is the count. */
export const tn = (
  count: number,
  singular: string,
  plural: string,
  more: Parameters = {},
): string => t(pluralRules.value.select(count) === 'one' ? singular : plural, { count, ...more })

const pluralRules = computed(() => new Intl.PluralRules(language.value))
const numbers = computed(() => new Intl.NumberFormat(language.value))

export const formatCount = (count: number): string => numbers.value.format(count)
