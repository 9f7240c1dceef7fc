/** Finds texts that a language of the application lacks, so that clients get English instead. */
import type { Diagnostics } from '../../foundation/diagnostics.js'
import {
  createTranslator,
  defaultLanguage,
  type MessageCatalogs,
} from '../../foundation/messages.js'
import type { Model, ResourceModel } from '../../model/types/resource-model.js'
import { defaultPageSize } from '../../wire/page-size.js'
import { schemasOf } from '../openapi/openapi.js'
import { decorate } from './decorate.js'
import { fieldInfosOf } from './field-info.js'

/** Texts of catalogs, options and statistics; those of schemas are found by decorating them. */
const catalogTexts = ({ surfaces, actions, stats, optionSources }: ResourceModel) => [
  ...surfaces.flatMap(({ title, description }) => [title, description]),
  ...[...actions.values()].flatMap(({ title, description, successMessage }) => [
    title,
    description,
    successMessage,
  ]),
  ...[...stats.fields.values()].map(({ label }) => label),
  ...[...optionSources.values()].flatMap(({ rows }) =>
    rows.from === 'list' ? rows.options.map(({ label }) => label) : [],
  ),
]

/** `nullLabel`: the label of the null bucket in statistics. */
export const missingMessages = (
  model: Model,
  catalogs: MessageCatalogs,
  nullLabel: string,
): ReadonlyMap<string, readonly string[]> => {
  const schemas = schemasOf(model)
  const infos = fieldInfosOf({ model, contextPath: '', maxPageSize: defaultPageSize })
  const missing = new Map<string, readonly string[]>()
  for (const language of Object.keys(catalogs)) {
    if (language === defaultLanguage) continue
    const texts = new Set<string>()
    const translate = createTranslator(catalogs, language, (text) => texts.add(text))
    // Shapes that no contract declares are for programs; their names are their labels.
    for (const [name, schema] of Object.entries(schemas)) {
      const own = infos.get(name)
      if (!own) continue
      const isResponse = [...own.values()].some(({ response }) => response !== undefined)
      const side = isResponse ? 'response' : 'request'
      decorate(schema, own, { translate, schemas, side, isDetail: false })
    }
    for (const text of [nullLabel, ...model.resources.flatMap(catalogTexts)]) {
      if (text !== undefined) translate(text)
    }
    missing.set(language, [...texts].sort())
  }
  return missing
}

const shown = 20

export const checkMessages = (
  model: Model,
  catalogs: MessageCatalogs,
  nullLabel: string,
  diagnostics: Diagnostics,
): void => {
  for (const [language, texts] of missingMessages(model, catalogs, nullLabel)) {
    if (texts.length === 0) continue
    const listed = texts.slice(0, shown).map((text) => JSON.stringify(text))
    const more = texts.length > shown ? ` and ${texts.length - shown} more` : ''
    const message = `No text in '${language}' for ${listed.join(', ')}${more}; clients get English.`
    diagnostics.advise('MESSAGE_MISSING', `messages.${language}`, message)
  }
}
