/** The catalog of resources and the facts of the service, as the current caller sees them. */
import { computed, signal } from '@preact/signals'
import { ownTitle, shownTitle } from '../browser/page-facts.js'
import type { ResourceCatalog, ResourceEntry, ServiceDescription } from './discovery.js'

/** The catalog of resources; undefined until it is read. */
export const catalog = signal<ResourceCatalog | undefined>(undefined)

export const service = signal<ServiceDescription | undefined>(undefined)

/** Title of the workbench: that of its settings, otherwise that of the service. */
export const title = computed(() => ownTitle || (service.value?.title ?? shownTitle))

const byKey = computed(
  () => new Map(catalog.value?.resources.map((resource) => [resource.resourceKey, resource])),
)

export const resourceOf = (resourceKey: string): ResourceEntry | undefined =>
  byKey.value.get(resourceKey)
