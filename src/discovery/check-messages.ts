/**
 * Finds texts that are not translated into a language of the application; clients get them in
 * English.
 */
import type { Diagnostics } from '../foundation/errors/diagnostics.js'
import {
  defaultLanguage,
  type MessageCatalogs,
  type PlatformTexts,
  textIn,
} from '../foundation/text/messages.js'
import type { Model } from '../model/types/resource-model.js'
import { usedMessages } from './used-messages.js'

/** Missing texts by language. `ownTexts` are those that belong to no resource. */
export const missingMessages = (
  model: Model,
  catalogs: MessageCatalogs,
  ownTexts: readonly string[],
  platform: PlatformTexts,
): ReadonlyMap<string, readonly string[]> => {
  const texts = [...usedMessages(model, ownTexts).keys()].toSorted()
  const languages = Object.keys(catalogs).filter((language) => language !== defaultLanguage)
  return new Map(
    languages.map((language) => [
      language,
      texts.filter(
        (text) =>
          textIn(catalogs[language], text) === undefined &&
          textIn(platform.of(language), text) === undefined,
      ),
    ]),
  )
}

/** Texts that a diagnostic lists. */
const maxListed = 20

export const checkMessages = (
  model: Model,
  catalogs: MessageCatalogs,
  ownTexts: readonly string[],
  platform: PlatformTexts,
  diagnostics: Diagnostics,
): void => {
  for (const [language, texts] of missingMessages(model, catalogs, ownTexts, platform)) {
    if (texts.length === 0) continue
    const listed = texts.slice(0, maxListed).map((text) => JSON.stringify(text))
    const more = texts.length > maxListed ? ` and ${texts.length - maxListed} more` : ''
    const message = `'${language}' has no text for ${listed.join(', ')}${more}; clients get English.`
    diagnostics.advise('MESSAGE_MISSING', `messages.${language}`, message)
  }
}
