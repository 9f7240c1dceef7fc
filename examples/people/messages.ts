/**
 * Texts in other languages, from files that tools of translators read. `corollary messages` writes
 * them; `corollary check` reports missing texts.
 */
import { readMessages } from 'corollary'

export const messages = readMessages(new URL('./languages/', import.meta.url))
