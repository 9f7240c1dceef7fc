/** `/schemas/resources`: the resources of a group or of everything, with links to their parts. */

import { Items, Members } from '../../foundation/json/long-json.js'
import type { Translator } from '../../foundation/text/messages.js'
import type { OperationName } from '../../model/operation-table.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { StatsSwitches } from '../../model/types/stats-model.js'
import type { ResourceEntry } from '../../wire/catalogs/resources.js'
import type { EndpointSource } from '../openapi/endpoints.js'
import { groupTitle, recordTitle, resourceGroup, resourceTitle } from '../schemas/resource-names.js'
import type { SchemaType } from '../schemas/schema-forms.js'
import { canonicalOperations } from './capabilities.js'
import { schemaUrlOf } from './schema-address.js'
import { type CatalogSubject, translatedOrNull } from './surfaces.js'

export interface ResourceCatalogOptions {
  readonly translate: Translator
  readonly switches: StatsSwitches
}

/** A `ResourceCatalog`, whose resources are described one by one. */
export const resourceCatalog = (
  { resources, group }: CatalogSubject,
  source: EndpointSource,
  options: ResourceCatalogOptions,
): Members => {
  const groups = [...new Set(resources.map((resource) => resource.group))].map((name) => ({
    group: name,
    title: options.translate(groupTitle(name)),
  }))
  function* entries(): Iterable<ResourceEntry> {
    for (const resource of resources) yield describeResource(resource, source, options)
  }
  return new Members([
    ['group', group],
    ['groups', groups],
    ['resources', new Items(entries())],
  ])
}

const describeResource = (
  resource: ResourceModel,
  source: EndpointSource,
  { translate, switches }: ResourceCatalogOptions,
): ResourceEntry => {
  const { contextPath } = source
  const resourcePath = `${contextPath}${resource.path}`
  const query = new URLSearchParams({ resource: resource.key })
  return {
    resourceKey: resource.key,
    resourcePath,
    group: resource.group,
    title: translate(resourceTitle(resource)),
    recordTitle: translate(recordTitle(resource)),
    description: translatedOrNull(resource.description, translate),
    readOnly: resource.readOnly,
    idField: resource.idField,
    versioned: resource.entity.version !== undefined,
    labelField: resource.optionLabel ?? null,
    stateField: stateFieldOf(resource),
    defaultSort: resource.defaultSort.map(({ name, direction }) => `${name},${direction}`),
    canonicalOperations: canonicalOperations(resource, switches),
    schemas: schemaUrls(resource, source),
    optionSources: [...resource.optionSources.keys()],
    capabilitiesUrl: `${resourcePath}/capabilities`,
    surfacesUrl: `${contextPath}/schemas/surfaces?${query}`,
    actionsUrl: resource.actions.size > 0 ? `${contextPath}/schemas/actions?${query}` : null,
    apiDocsUrl: `${contextPath}/v3/api-docs/${resourceGroup(resource)}`,
  }
}

/** The response may call the state by another name, or lack it. */
const stateFieldOf = ({ state, response }: ResourceModel): string | null => {
  const shown = [...response.values()].find(
    (field) =>
      field.type === 'column' &&
      field.target.hops.length === 0 &&
      field.target.column.field === state?.field,
  )
  return shown?.name ?? null
}

const schemaUrls = (
  resource: ResourceModel,
  { endpoints, contextPath }: EndpointSource,
): ResourceEntry['schemas'] => {
  const resourceEndpoints = endpoints(resource)
  const urlOf = (name: OperationName, side: SchemaType): string | null => {
    const endpoint = resourceEndpoints.find(({ operation }) => operation.name === name)
    return endpoint ? schemaUrlOf(endpoint, side, contextPath) : null
  }
  return {
    // Every resource has a list.
    list: urlOf('all', 'response')!,
    detail: urlOf('byId', 'response'),
    filter: urlOf('filter', 'request'),
    create: urlOf('create', 'request'),
    update: urlOf('update', 'request'),
  }
}
