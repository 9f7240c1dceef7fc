/** The user's choices for this browser. Local storage keeps them; tokens are never stored. */
import { effect, signal } from '@preact/signals'
import { contextPath } from './page-facts.js'

export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  readonly density: 'comfortable' | 'compact'
  /** How a narrow window shows the records of a table. */
  readonly narrowRows: 'cards' | 'table'
  /** Undefined means the language of the browser. */
  readonly language: string | undefined
}

const defaults: Preferences = {
  ...{ theme: 'system', density: 'comfortable', narrowRows: 'cards' },
  language: undefined,
}

/** Local storage is permanent and shared by all tabs. Session storage ends with its tab. */
type Storage = 'localStorage' | 'sessionStorage'

/** Reads a stored value of unknown shape. Returns undefined if storage is not available. */
export const readStored = <T>(key: string, storage: Storage = 'localStorage'): T | undefined => {
  try {
    return JSON.parse(globalThis[storage].getItem(`corollary.${key}`) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export const store = (key: string, value: unknown, storage: Storage = 'localStorage'): void => {
  try {
    globalThis[storage].setItem(`corollary.${key}`, JSON.stringify(value))
  } catch {
    // Storage is full or turned off: the choice lasts until the page is closed.
  }
}

/**
 * The key of what is stored for this service, or for one of its resources: several services may
 * share an origin.
 */
export const serviceKey = (name: string, resourceKey?: string, context = contextPath): string =>
  [`${name}${context}`, resourceKey].filter(Boolean).join('.')

export const preferences = signal<Preferences>({
  ...defaults,
  ...readStored<Partial<Preferences>>('preferences'),
})

export const prefer = (choice: Partial<Preferences>): void => {
  preferences.value = { ...preferences.value, ...choice }
  store('preferences', preferences.value)
}

/** Applies the preferred theme and density to the document, now and after each change. */
export const applyPreferences = (): void => {
  effect(() => {
    const { theme, density } = preferences.value
    document.documentElement.dataset['theme'] = theme
    document.documentElement.dataset['density'] = density
  })
}
