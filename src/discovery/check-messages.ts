/** Tells which texts a language of the application does not have: there English stands. */
import type { Diagnostics } from '../foundation/diagnostics.js'
import type { Model } from '../model/resource-model.js'
import { decorate } from './decorate.js'
import { fieldInfosOf } from './field-info.js'
import { createTranslator, defaultLanguage, type MessageCatalogs } from './messages.js'
import { schemasOf } from './openapi.js'

export const missingMessages = (
  model: Model,
  catalogs: MessageCatalogs,
): ReadonlyMap<string, readonly string[]> => {
  const schemas = Object.entries(schemasOf(model))
  const infos = fieldInfosOf(model)
  const missing = new Map<string, readonly string[]>()
  for (const language of Object.keys(catalogs)) {
    if (language === defaultLanguage) continue
    const texts = new Set<string>()
    const translate = createTranslator(catalogs, language, (text) => texts.add(text))
    // Shapes that no contract declares are for programs; their names are their labels.
    for (const [name, schema] of schemas) {
      const own = infos.get(name)
      if (own) decorate(schema, own, translate)
    }
    missing.set(language, [...texts].sort())
  }
  return missing
}

const shown = 20

export const checkMessages = (
  model: Model,
  catalogs: MessageCatalogs,
  diagnostics: Diagnostics,
): void => {
  for (const [language, texts] of missingMessages(model, catalogs)) {
    if (texts.length === 0) continue
    const listed = texts.slice(0, shown).map((text) => JSON.stringify(text))
    const more = texts.length > shown ? ` and ${texts.length - shown} more` : ''
    const message = `No text in '${language}' for ${listed.join(', ')}${more}; English stands there.`
    diagnostics.advise('MESSAGE_MISSING', `messages.${language}`, message)
  }
}
