/**
 * Texts of the workbench, in the language of the user. English texts are their own keys. Texts of
 * the service are translated by the service.
 */
import { computed, signal } from '@preact/signals'
import { language } from '../browser/locale.js'
import { messages as english } from './en.js'

type Messages = Readonly<Record<string, string>>
export type Parameters = Readonly<Record<string, string | number>>

const loaded = signal<Readonly<Record<string, Messages>>>({})

/** Languages of the workbench itself. */
export const workbenchLanguages = ['en', 'pt'] as const

/** Loads the texts of the language. Must be called before a text is shown in it. */
export const loadTexts = async (): Promise<void> => {
  const wanted = language.value.split('-')[0]!
  if (wanted === 'pt' && !loaded.value['pt']) {
    const { messages } = await import('./pt.js')
    loaded.value = { ...loaded.value, pt: messages }
  }
}

const texts = computed<Messages>(() => loaded.value[language.value.split('-')[0]!] ?? english)

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
