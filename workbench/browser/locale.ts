/** Language and zone of the user. `main.tsx` sets what the browser says, tests what they need. */
import { computed, signal } from '@preact/signals'
import { preferences } from './preferences.js'

/** Tags of the browser, most preferred first. */
export const browserLanguages = signal<readonly string[]>([])

/** The zone in which instants are shown. */
export const zone = signal('UTC')

/**
 * The chosen language, otherwise that of the browser, otherwise English. Always a tag that `Intl`
 * accepts: it throws for any other.
 */
export const language = computed(
  () =>
    [preferences.value.language, ...browserLanguages.value]
      .map(readTag)
      .find((tag) => tag !== undefined) ?? 'en',
)

/** Undefined if it is not a language tag. Locales of POSIX have a modifier: `en-US@posix`. */
const readTag = (text: unknown): string | undefined => {
  try {
    return Intl.getCanonicalLocales(String(text).split('@')[0])[0]
  } catch {
    return undefined
  }
}
