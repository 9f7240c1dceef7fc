/**
 * Finds texts that are not translated into a language of the application; clients get them in
 * English.
 */
import type { Diagnostics } from '../foundation/errors/diagnostics.js'
import {
  createTranslator,
  defaultLanguage,
  type MessageCatalogs,
} from '../foundation/text/messages.js'
import type { Model, ResourceModel } from '../model/types/resource-model.js'
import { defaultPageSize } from '../wire/page-size.js'
import { schemasOf } from './openapi/openapi.js'
import { decorate } from './schemas/decorate.js'
import { fieldInfosOf } from './schemas/resource-infos.js'
import { groupTitle, resourceTitle } from './schemas/resource-names.js'

/** Texts of catalogs, options and statistics. Decorating the schemas finds theirs. */
const catalogTexts = (resource: ResourceModel) => {
  const { surfaces, actions, stats, optionSources, rules } = resource
  return [
    groupTitle(resource.group),
    resourceTitle(resource),
    resource.description,
    ...surfaces.flatMap(({ title, description }) => [title, description]),
    ...[...actions.values()].flatMap(({ title, description, successMessage }) => [
      title,
      description,
      successMessage,
    ]),
    ...[...stats.fields.values()].map(({ label }) => label),
    ...rules.map(({ message }) => message.text),
    ...[...optionSources.values()].flatMap(({ rows }) =>
      rows.from === 'list' ? rows.options.map(({ label }) => label) : [],
    ),
  ]
}

/** Missing texts by language. `ownTexts` are those that belong to no resource. */
export const missingMessages = (
  model: Model,
  catalogs: MessageCatalogs,
  ownTexts: readonly string[],
): ReadonlyMap<string, readonly string[]> => {
  const context = { model, contextPath: '', maxPageSize: defaultPageSize }
  const shapes = model.resources.map((resource) => ({
    infos: fieldInfosOf(resource, context),
    schemas: schemasOf(resource),
  }))
  const missing = new Map<string, readonly string[]>()
  for (const language of Object.keys(catalogs)) {
    if (language === defaultLanguage) continue
    const texts = new Set<string>()
    const translate = createTranslator(catalogs, language, (text) => texts.add(text))
    // Shapes that no contract declares are for programs; their labels are derived from their names.
    for (const { infos, schemas } of shapes) {
      for (const [name, fields] of infos) {
        const isResponse = [...fields.values()].some(({ response }) => response !== undefined)
        const side = isResponse ? 'response' : 'request'
        const reader = { translate, schemas, side, isDetail: false, mayRead: () => true } as const
        decorate(schemas[name]!, fields, reader)
      }
    }
    for (const text of [...ownTexts, ...model.resources.flatMap(catalogTexts)]) {
      if (text !== undefined) translate(text)
    }
    missing.set(language, [...texts].sort())
  }
  return missing
}

/** Texts that a diagnostic lists. */
const maxListed = 20

export const checkMessages = (
  model: Model,
  catalogs: MessageCatalogs,
  ownTexts: readonly string[],
  diagnostics: Diagnostics,
): void => {
  for (const [language, texts] of missingMessages(model, catalogs, ownTexts)) {
    if (texts.length === 0) continue
    const listed = texts.slice(0, maxListed).map((text) => JSON.stringify(text))
    const more = texts.length > maxListed ? ` and ${texts.length - maxListed} more` : ''
    const message = `'${language}' has no text for ${listed.join(', ')}${more}; clients get English.`
    diagnostics.advise('MESSAGE_MISSING', `messages.${language}`, message)
  }
}
