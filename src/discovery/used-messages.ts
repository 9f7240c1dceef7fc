/** The texts of an application that people read, and the resources that use each. */

import { defaultLanguage } from '../foundation/text/messages.js'
import { fillPlaceholders, type TextValues } from '../foundation/text/placeholders.js'
import type { UsedTexts } from '../foundation/text/update-catalog.js'
import type { Model, ResourceModel } from '../model/types/resource-model.js'
import { defaultPageSize } from '../wire/page-size.js'
import { schemasOf } from './openapi/openapi.js'
import { decorate } from './schemas/decorate.js'
import { fieldInfosOf } from './schemas/resource-infos.js'
import { groupTitle, recordTitle, resourceTitle } from './schemas/resource-names.js'

/** Texts of catalogs, options and statistics. Decorating the schemas finds theirs. */
const catalogTexts = (resource: ResourceModel) => {
  const { surfaces, actions, stats, optionSources, rules } = resource
  return [
    groupTitle(resource.group),
    resourceTitle(resource),
    recordTitle(resource),
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

/** Where texts are used that belong to no resource. */
const ofApplication = 'application'

/** @param ownTexts those that belong to no resource */
export const usedMessages = (model: Model, ownTexts: readonly string[]): UsedTexts => {
  const used = new Map<string, Set<string>>()
  const note = (text: string | undefined, place: string): void => {
    if (text !== undefined) used.set(text, (used.get(text) ?? new Set()).add(place))
  }
  const context = { model, contextPath: '', maxPageSize: defaultPageSize }
  for (const resource of model.resources) {
    const translate = Object.assign(
      (text: string, values: TextValues = {}) => {
        note(text, resource.key)
        return fillPlaceholders(text, values)
      },
      { language: defaultLanguage },
    )
    const schemas = schemasOf(resource)
    // Shapes that no contract declares are for programs; their labels are derived from their names.
    for (const [name, fields] of fieldInfosOf(resource, context)) {
      const isResponse = [...fields.values()].some(({ response }) => response !== undefined)
      const side = isResponse ? 'response' : 'request'
      const reader = { translate, schemas, side, isDetail: false, mayRead: () => true } as const
      decorate(schemas[name]!, fields, reader)
    }
    for (const text of catalogTexts(resource)) note(text, resource.key)
  }
  for (const text of ownTexts) note(text, ofApplication)
  return new Map([...used].map(([text, places]) => [text, [...places]]))
}
