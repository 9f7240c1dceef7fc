/**
 * The language and the zone of the user. `main.tsx` sets those of the browser; tests set their own.
 */
import { computed, signal } from '@preact/signals'
import { preferences } from './preferences.js'

/** Language tags of the browser, most preferred first. */
export const browserLanguages = signal<readonly string[]>([])

/** The zone in which instants are shown. */
export const zone = signal('UTC')

/**
 * The chosen language, otherwise that of the browser, otherwise English. It is always a tag that
 * `Intl` accepts, because `Intl` throws for any other.
 */
export const language = computed(
  () =>
    [preferences.value.language, ...browserLanguages.value]
      .map(readTag)
      .find((tag) => tag !== undefined) ?? 'en',
)

/** Returns undefined for texts that are not language tags, such as `en-US@posix`. */
const readTag = (text: unknown): string | undefined => {
  try {
    return Intl.getCanonicalLocales(String(text).split('@')[0])[0]
  } catch {
    return undefined
  }
}
