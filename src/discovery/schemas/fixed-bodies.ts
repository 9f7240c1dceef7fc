/**
 * Bodies whose members no contract declares, as they are published: with the fields of the resource and
 * the limits of the settings.
 */
import type { JsonSchema } from '../../foundation/json-schema.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import {
  csvDelimiters,
  exportHeaders,
  exportMembers,
  type Members,
  optionIdsMembers,
  optionSourceMembers,
} from '../../wire/request-bodies.js'
import { componentName, refTo } from '../openapi/components.js'
import type { Published } from '../openapi/published.js'
import { listOf, nullable, text } from './schema-forms.js'
import { sortTerms, sourceSortTerms } from './sort-terms.js'

export const filterOf = (resource: ResourceModel): JsonSchema =>
  refTo(componentName(resource, 'Filter'))

export const oneOf = (values: readonly string[]): JsonSchema => ({ type: 'string', enum: values })

/** A member that is null counts as absent, as long as it is optional. */
export const bodyOf = (members: Members, required: readonly string[] = []): JsonSchema => ({
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

const { format, scope, formatOptions } = exportMembers
const csvOptions = {
  type: 'object',
  properties: { delimiter: oneOf(csvDelimiters), includeBom: { type: 'boolean' } },
}

export const exportBody = ({ resource, settings }: Published): JsonSchema =>
  bodyOf({
    ...exportMembers,
    format: { type: 'string', ...format },
    scope: { type: 'string', ...scope },
    filters: filterOf(resource),
    selectedIds: {
      ...listOf(resource.idReader.schema),
      maxItems: settings['platform.filter.in.max'],
    },
    sort: listOf(oneOf(sortTerms(resource.sortable.keys()))),
    fields: { ...exportMembers['fields'], items: oneOf(cellsOf(resource)) },
    maxRows: { ...exportMembers['maxRows'], maximum: settings['platform.export.max-rows'] },
    formatOptions: {
      ...formatOptions,
      properties: { headers: exportHeaders, csv: csvOptions },
    },
  })

/** Ids of the option source, else of the resource. */
export const idsOf = ({ resource, source, settings }: Published): JsonSchema => ({
  ...listOf((source ?? resource).idReader.schema),
  maxItems: settings['platform.query.by-ids.max'],
})

export const optionSourceBody = (published: Published): JsonSchema => {
  const { resource, source } = published
  const terms = source ? sourceSortTerms(source) : []
  const needed = source?.dependsOn ?? []
  const { search: _, ...others }: Members = {
    ...optionSourceMembers,
    filter: { ...filterOf(resource), ...(needed.length > 0 ? { required: needed } : {}) },
    // One term, or a list of them.
    sort: {
      type: ['string', 'array'],
      pattern: `^(${terms.map((term) => term.replaceAll('.', '\\.')).join('|')})?$`,
      items: oneOf(terms),
    },
    includeIds: idsOf(published),
  }
  const members = source?.search ? { ...others, search: text } : others
  return bodyOf(members, needed.length > 0 ? ['filter'] : [])
}

export const optionIdsBody = (published: Published): JsonSchema =>
  bodyOf({ ...optionIdsMembers, ids: idsOf(published), filter: filterOf(published.resource) })
