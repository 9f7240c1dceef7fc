/**
 * Counts of records. A count is read when its card becomes visible, with a few requests at a time.
 */
import { computed, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { catalog } from '../../service/catalog.js'
import { type ResourceEntry, readCapabilities } from '../../service/discovery.js'
import { identity } from '../../service/identity.js'
import { createQueue } from '../../service/queue.js'
import { readPage } from '../../service/records.js'
import { tenantRequired } from '../../ui/choose-caller.js'
import { describeReason } from '../../ui/reasons.js'

export interface Count {
  readonly total?: number
  /** The reason why there is no count. */
  readonly reason?: string
  readonly needsTenant?: boolean
}

/** Counts by identity and resource. */
const counts = signal<ReadonlyMap<string, Count>>(new Map())
const enqueue = createQueue(4)

const keyOf = ({ resourceKey }: ResourceEntry): string => `${identity.value} ${resourceKey}`

/** Some records cannot be counted, because the caller belongs to no tenant. */
export const isTenantMissing = computed(
  () =>
    catalog.value?.resources.some(
      (resource) => counts.value.get(keyOf(resource))?.needsTenant === true,
    ) ?? false,
)

const readCount = async (resource: ResourceEntry): Promise<Count> => {
  const capabilities = await readCapabilities(resource)
  if (!capabilities.ok) return { reason: capabilities.error.message }
  const filter = capabilities.data.operations['filter']
  if (!filter?.supported) return {}
  // A refused request would be an error in the console of the browser, so it is not sent.
  if (!filter.availability.allowed) {
    const { availability } = filter
    const needsTenant = availability.reason === tenantRequired
    return { reason: describeReason(availability), needsTenant }
  }
  const page = await readPage(resource, {}, { size: 1 })
  return page.ok ? { total: page.data.totalElements } : { reason: page.error.message }
}

/** Reads the count while `isVisible`. An earlier count is shown until it is read again. */
export const useCount = (resource: ResourceEntry, isVisible: boolean): Count | undefined => {
  const key = keyOf(resource)
  useEffect(() => {
    if (!isVisible) return undefined
    let isGone = false
    enqueue(async () => {
      if (isGone) return
      const count = await readCount(resource)
      counts.value = new Map(counts.value).set(key, count)
    })
    return () => {
      isGone = true
    }
  }, [key, isVisible])
  return counts.value.get(key)
}
