/** Capabilities of a resource: references to operations, surfaces and actions; no schemas. */
import type { StatsOperation } from '../../contract/stats.js'
import type { Operation, OperationName } from '../../model/operation-table.js'
import { filterFieldsOf } from '../../model/types/filter-model.js'
import { isSamePlace } from '../../model/types/path.js'
import { importModesOf, type ResourceModel } from '../../model/types/resource-model.js'
import { type FileField, fileFields } from '../../model/types/response-field.js'
import {
  metricsOf,
  type StatsEndpoint,
  type StatsFieldModel,
  type StatsModel,
  type StatsSwitches,
  servesStats,
  supportLevelOf,
} from '../../model/types/stats-model.js'
import { type Availability, denied } from '../../wire/availability.js'
import type { Capabilities, Capability, StatsCapability } from '../../wire/catalogs/capabilities.js'
import type { EndpointSource } from '../openapi/endpoints.js'
import { actionsOf } from './actions.js'
import { type CatalogContext, surfacesOf } from './surfaces.js'

const operations = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  permanentDelete: 'permanentDelete',
  batch: 'batch',
  import: 'import',
  options: 'options',
  byId: 'byId',
  all: 'all',
  filter: 'filter',
  cursor: 'cursor',
  locate: 'locate',
  export: 'export',
  changes: 'changes',
  history: 'history',
  uploadFile: 'uploadFile',
  downloadFile: 'downloadFile',
  deleteFile: 'deleteFile',
} as const satisfies Readonly<Record<string, OperationName>>

const endpoints = {
  statsGroupBy: 'groupBy',
  statsTimeSeries: 'timeSeries',
  statsDistribution: 'distribution',
} as const satisfies Readonly<Record<string, StatsEndpoint>>

export type CanonicalOperation =
  | keyof typeof operations
  | keyof typeof endpoints
  | 'restore'
  | 'optionSources'
  | 'filterExpression'

export const canonicalOperations = (
  resource: ResourceModel,
  switches: StatsSwitches,
): Readonly<Record<CanonicalOperation, boolean>> => {
  const works = (name: OperationName) =>
    resource.operations.some((operation) => operation.name === name && operation.supported)
  const entries = [
    ...Object.entries(operations).map(([name, operation]) => [name, works(operation)] as const),
    ...Object.entries(endpoints).map(
      ([name, endpoint]) => [name, servesStats(resource.stats, endpoint, switches)] as const,
    ),
    ['restore', restoringOf(resource) !== undefined] as const,
    ['optionSources', resource.optionSources.size > 0] as const,
    ['filterExpression', resource.expressions] as const,
  ]
  return Object.fromEntries(entries) as Readonly<Record<CanonicalOperation, boolean>>
}

/** Restoring a deleted record is an intent. */
const restoringOf = ({ intents, operations }: ResourceModel): Operation | undefined =>
  operations.find(({ intent, supported }) => supported && intents.get(intent ?? '')?.restores)

const views = { view: 'byId', edit: 'update' } as const satisfies Readonly<
  Record<string, OperationName>
>
const statsOperations = {
  statsGroupBy: 'statsGroupBy',
  statsTimeSeries: 'statsTimeSeries',
  statsDistribution: 'statsDistribution',
  optionSources: 'optionSource',
} as const satisfies Readonly<Record<string, OperationName>>

export interface CapabilityOptions {
  readonly switches: StatsSwitches
  readonly maxExportRows: number
  readonly maxImportRows: number
  /** Maximum number of ids of a bulk action. */
  readonly maxItems: number
}

export const describeCapabilities = (
  resource: ResourceModel,
  context: CatalogContext,
  source: EndpointSource,
  { switches, maxExportRows, maxImportRows, maxItems }: CapabilityOptions,
): Capabilities => {
  const { resourceId } = context
  const canonical = canonicalOperations(resource, switches)
  const named = {
    ...operations,
    restore: 'intent' as const,
    ...statsOperations,
    filterExpression: undefined,
    ...views,
  }
  const isSupported: Readonly<Record<string, boolean>> = {
    ...canonical,
    view: canonical.byId,
    edit: canonical.update,
  }
  return {
    resourceKey: resource.key,
    resourcePath: `${source.contextPath}${resource.path}`,
    group: resource.group,
    resourceId,
    canonicalOperations: canonical,
    operations: Object.fromEntries(
      Object.entries(named).map(([id, name]) => [
        id,
        {
          ...describeOperation(id, name, isSupported[id]!, resource, context),
          ...(id === 'export' ? { formats, scopes, maxRows: maxExportRows } : {}),
          ...(id === 'import' && isSupported[id] ? importFacts(resource, maxImportRows) : {}),
          ...(writesFiles.has(id) && isSupported[id] ? fileFacts(id, resource, context) : {}),
        },
      ]),
    ),
    surfaces: surfacesOf(resource, context, source),
    actions: actionsOf(
      resource,
      { ...context, scope: resourceId === null ? 'COLLECTION' : 'ITEM' },
      source,
      { maxItems },
    ),
    stats: describeStats(resource, switches, context),
  }
}

const formats = ['csv', 'json', 'xlsx']
const scopes = ['filtered', 'selected', 'all']

/** What a dialog for files needs to know. */
const importFacts = (resource: ResourceModel, maxRows: number) => ({
  formats: formats.filter((format) => format !== 'json'),
  modes: importModesOf(resource),
  keys: [resource.idField, ...(resource.importKey ? [resource.importKey] : [])],
  maxRows,
})

const writesFiles: ReadonlySet<string> = new Set(['uploadFile', 'deleteFile'])

/** Fields may be written by different callers. */
const fileFacts = (id: string, resource: ResourceModel, { decide }: CatalogContext) => {
  const operation = resource.operations.find(({ name }) => name === id)!
  const availability = ({ target }: FileField): Availability =>
    decide(resource, operation, operation.scope, target.column.editableBy)
  const fields = fileFields(resource).map((field) => [field.name, availability(field)] as const)
  return { fields: Object.fromEntries(fields) }
}

const unsupported: Availability = denied('operation-not-supported')

const describeOperation = (
  id: string,
  name: OperationName | undefined,
  supported: boolean,
  resource: ResourceModel,
  { decide }: CatalogContext,
): Capability => {
  const operation =
    id === 'restore'
      ? restoringOf(resource)
      : resource.operations.find((each) => each.name === name)
  const scope = operation?.scope ?? 'COLLECTION'
  return {
    id,
    supported,
    scope,
    preferredMethod: operation?.method ?? null,
    preferredRel: operation?.rel ?? null,
    availability: supported && operation ? decide(resource, operation, scope) : unsupported,
  }
}

const describeStats = (
  { stats, filter }: ResourceModel,
  switches: StatsSwitches,
  { translate }: CatalogContext,
): StatsCapability => ({
  supportLevel: supportLevelOf(stats, switches),
  fields: [...stats.fields.values()].map((field) => ({
    field: field.name,
    label: translate(field.label),
    type: field.type,
    metrics: metricsOf(field, stats),
    modes: [...field.operations],
    keyAndLabelDistinct: field.labelTarget !== undefined,
    filterFields: filtersOf(field, filter),
    currency: field.target.column.currency ?? null,
    maxAgeSeconds: field.maxAgeMs === undefined ? null : field.maxAgeMs / 1_000,
    ...eligibilityOf(field, stats, switches),
  })),
})

/** A filter field that reads another path, too, finds records of other buckets. */
const filtersOf = (
  { target }: StatsFieldModel,
  filter: ResourceModel['filter'],
): StatsCapability['fields'][number]['filterFields'] =>
  filterFieldsOf(filter).flatMap((field) =>
    field.target.type === 'column' && !field.fallback && isSamePlace(field.target, target)
      ? [{ field: field.name, operation: field.operation }]
      : [],
  )

/** Which statistics take the field. None does while its endpoint is off. */
const eligibilityOf = (
  { operations }: StatsFieldModel,
  stats: StatsModel,
  switches: StatsSwitches,
) => {
  const isEligible = (endpoint: StatsEndpoint, operation: StatsOperation) =>
    operations.has(operation) && servesStats(stats, endpoint, switches)
  return {
    groupByEligible: isEligible('groupBy', 'GROUP_BY'),
    timeSeriesEligible: isEligible('timeSeries', 'TIME_SERIES'),
    distributionTermsEligible: isEligible('distribution', 'DISTRIBUTION_TERMS'),
    distributionHistogramEligible: isEligible('distribution', 'DISTRIBUTION_HISTOGRAM'),
  }
}
