/**
 * Request bodies whose members no contract declares, as they are published: with the fields of the
 * resource and the limits of the settings.
 */
import type { TObject, TProperties } from 'typebox'
import { type JsonSchema, nullable } from '../../foundation/json/json-schema.js'
import { requiredFields } from '../../model/types/option-source-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { csvDelimiters, ExportBody } from '../../wire/export.js'
import { OptionIdsBody, OptionSourceBody } from '../../wire/options.js'
import { componentName, refTo } from './components.js'
import type { Published } from './published.js'
import { flag, listOf } from './schema-forms.js'
import { sortTerms, sourceSortTerms } from './sort-terms.js'
import { schemaOf } from './wire-shapes.js'

export const filterOf = (resource: ResourceModel): JsonSchema =>
  refTo(componentName(resource, 'Filter'))

export const oneOf = (values: readonly string[]): JsonSchema => ({ type: 'string', enum: values })

/** The members of a shape; `narrowed` are those that the contract or the settings narrow. */
export const membersOf = <P extends TProperties>(
  { properties }: TObject<P>,
  narrowed: { readonly [Name in keyof P]?: JsonSchema },
): Readonly<Record<keyof P & string, JsonSchema>> => {
  const members = Object.entries(properties).map(([name, member]) => [name, schemaOf(member)])
  return { ...Object.fromEntries(members), ...narrowed }
}

/** A body of these members and no others. An optional member that is null counts as absent. */
export const bodyOf = (
  members: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [
      name,
      required.includes(name) ? schema : nullable(schema),
    ]),
  ),
  required,
  additionalProperties: false,
})

/** Fields that an export has a column for. */
const cellsOf = ({ response }: ResourceModel): readonly string[] =>
  [...response.values()].flatMap(({ name, type }) =>
    type === 'column' || type === 'count' ? name : [],
  )

export const exportBody = ({ resource, settings }: Published): JsonSchema => {
  const { format, scope, fields, maxRows, formatOptions } = ExportBody.properties
  return bodyOf(
    membersOf(ExportBody, {
      format: oneOf(format.enum),
      scope: oneOf(scope.enum),
      filters: filterOf(resource),
      selectedIds: {
        ...listOf(resource.idReader.schema),
        maxItems: settings['platform.filter.in.max'],
      },
      sort: listOf(oneOf(sortTerms(resource.sortable.keys()))),
      fields: { ...schemaOf(fields), items: oneOf(cellsOf(resource)) },
      maxRows: { ...schemaOf(maxRows), maximum: settings['platform.export.max-rows'] },
      formatOptions: {
        type: 'object',
        properties: {
          headers: schemaOf(formatOptions.properties.headers),
          csv: {
            type: 'object',
            properties: { delimiter: oneOf(csvDelimiters), includeBom: flag },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      },
    }),
  )
}

/** Ids of the option source, or of the resource where the operation has no source. */
export const idsOf = ({ resource, source, settings }: Published): JsonSchema => ({
  ...listOf((source ?? resource).idReader.schema),
  maxItems: settings['platform.query.by-ids.max'],
})

export const optionSourceBody = (published: Published): JsonSchema => {
  const { resource, source } = published
  const terms = source ? sourceSortTerms(source) : []
  const needed = source ? requiredFields(source) : []
  const { search, ...others } = membersOf(OptionSourceBody, {
    filter: { ...filterOf(resource), ...(needed.length > 0 ? { required: needed } : {}) },
    // One term, or a list of them.
    sort: {
      type: ['string', 'array'],
      pattern: `^(${terms.map((term) => term.replaceAll('.', '\\.')).join('|')})?$`,
      items: oneOf(terms),
    },
    includeIds: idsOf(published),
  })
  const members = source?.search ? { ...others, search } : others
  return bodyOf(members, needed.length > 0 ? ['filter'] : [])
}

export const optionIdsBody = (published: Published): JsonSchema =>
  bodyOf(membersOf(OptionIdsBody, { ids: idsOf(published), filter: filterOf(published.resource) }))
