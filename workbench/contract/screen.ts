/**
 * Describes the screen for the contract drawer: each page says which resource, record and
 * operations it shows.
 */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Id } from '../service/discovery.js'

export interface Screen {
  readonly resourceKey: string
  readonly recordId?: Id
  /**
   * Names of the operations that the page uses, such as `filter`; capabilities have the same names.
   */
  readonly operations: readonly string[]
}

export const screen = signal<Screen | undefined>(undefined)

export const useScreen = (shown: Screen): void => {
  const key = JSON.stringify(shown)
  useEffect(() => {
    screen.value = shown
    return () => {
      screen.value = undefined
    }
  }, [key])
}
