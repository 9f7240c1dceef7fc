/** The table of contents of the API description: resources, and their operations in sections. */
import type { Settings } from '../../foundation/settings.js'
import type { OperationName } from '../../model/operation-table.js'
import type { Model, ResourceModel } from '../../model/types/resource-model.js'
import { groupTitle, resourceTitle } from '../catalogs/resources.js'
import { type DescribeOptions, resourceGroup } from './openapi.js'
import { operationIdOf, publishedOf } from './published.js'

export interface Contents {
  readonly title: string
  readonly version: string
  readonly description: string | undefined
  readonly groups: readonly ContentsGroup[]
}

export interface ContentsGroup {
  readonly group: string
  readonly title: string
  readonly resources: readonly ContentsResource[]
}

export interface ContentsResource {
  readonly key: string
  readonly title: string
  readonly description: string | undefined
  /** With the context path. */
  readonly path: string
  /** Name of its API document. */
  readonly document: string
  /** Not kept: an application may have thousands of resources. */
  sections(): readonly ContentsSection[]
}

export interface ContentsSection {
  readonly title: Section
  readonly operationIds: readonly string[]
}

/** In this order. */
const sections = [
  'Records',
  'Lists and filters',
  'Workflow actions',
  'Options',
  'Statistics',
  'Discovery',
] as const
type Section = (typeof sections)[number]

const sectionOf: Readonly<Record<OperationName, Section>> = {
  create: 'Records',
  byId: 'Records',
  byIds: 'Records',
  update: 'Records',
  intent: 'Records',
  delete: 'Records',
  batch: 'Records',
  deleteBatch: 'Records',
  all: 'Lists and filters',
  filter: 'Lists and filters',
  cursor: 'Lists and filters',
  locate: 'Lists and filters',
  export: 'Lists and filters',
  perform: 'Workflow actions',
  performOnRecord: 'Workflow actions',
  actions: 'Workflow actions',
  itemActions: 'Workflow actions',
  options: 'Options',
  optionsByIds: 'Options',
  optionSource: 'Options',
  optionSourceByIds: 'Options',
  optionSourceByIdsPost: 'Options',
  statsGroupBy: 'Statistics',
  statsTimeSeries: 'Statistics',
  statsDistribution: 'Statistics',
  schemas: 'Discovery',
  changes: 'Lists and filters',
  history: 'Records',
  itemSurfaces: 'Discovery',
  capabilities: 'Discovery',
  itemCapabilities: 'Discovery',
}

export const contentsOf = (
  { resources }: Model,
  { title, version, info, settings }: DescribeOptions,
): Contents => ({
  title,
  version,
  description: info?.description,
  groups: [...new Set(resources.map(({ group }) => group))].map((group) => ({
    group,
    title: groupTitle(group),
    resources: resources
      .filter((resource) => resource.group === group)
      .map((resource) => contentsOfResource(resource, settings)),
  })),
})

const contentsOfResource = (resource: ResourceModel, settings: Settings): ContentsResource => ({
  key: resource.key,
  title: resourceTitle(resource),
  description: resource.description,
  path: `${settings['platform.http.context-path']}${resource.path}`,
  document: resourceGroup(resource),
  sections: () => {
    const published = publishedOf(resource, settings)
    return sections.flatMap((title) => {
      const own = published.filter(({ operation }) => sectionOf[operation.name] === title)
      return own.length === 0 ? [] : [{ title, operationIds: own.map(operationIdOf) }]
    })
  },
})
