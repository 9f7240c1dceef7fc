/** The entries of the search for what the user typed, in groups. */

import { addresses, route } from '../../browser/router.js'
import { screen } from '../../contract/screen.js'
import { shorten } from '../../fields/label.js'
import { recent } from '../../pages/home/recent.js'
import { catalog, resourceOf } from '../../service/catalog.js'
import { readCapabilities, readItemCapabilities, readSchema } from '../../service/discovery.js'
import { useLabels } from '../../service/labels.js'
import { useLoad } from '../../service/load.js'
import { t, tn } from '../../texts/translate.js'
import {
  type Entry,
  type EntryGroup,
  pageEntries,
  resourceEntries,
  resourcePageEntries,
  screenEntries,
} from './entries.js'
import { ranked } from './rank.js'
import { type Found, searchOrder, useRecordSearch } from './record-search.js'

const shownEach = 8
const shownRecent = 5

/** The resource of the page, and the record that it shows. */
const useSubject = () => {
  const current = route.value
  const key = 'resourceKey' in current ? current.resourceKey : undefined
  const resource = key === undefined ? undefined : resourceOf(key)
  const shown = screen.value?.resourceKey === key ? screen.value?.recordId : undefined
  const id = current.page === 'record' ? current.id : shown
  return { resource, id }
}

const useScreenEntries = (): readonly Entry[] => {
  const { resource, id } = useSubject()
  const capabilities = useLoad(resource && `search ${resource.resourceKey} ${id}`, (signal) =>
    id === undefined ? readCapabilities(resource!) : readItemCapabilities(resource!, id, signal),
  )
  const url = resource?.schemas.list ?? undefined
  const shape = useLoad(url, () => readSchema(url!)).data
  return resource && capabilities.data && !capabilities.isLoading
    ? screenEntries(resource, id, capabilities.data, shape)
    : []
}

/** Entries of recently opened records, with the names that the caller may see. */
const useRecentEntries = (): readonly Entry[] => {
  const records = recent.value.filter(({ id }) => id !== undefined).slice(0, shownRecent)
  const resource = records[0] && resourceOf(records[0].resourceKey)
  // One request reads the names, so only the records of the last used resource are named.
  const same = records.filter(({ resourceKey }) => resourceKey === resource?.resourceKey)
  const labels = useLabels(
    resource,
    same.flatMap(({ id }) => id ?? []),
  )
  return same.flatMap(({ id }) => {
    const label = labels?.get(String(id))
    return resource && label !== undefined ? [recordEntry(resource, id!, label)] : []
  })
}

const recordEntry = (
  resource: { resourceKey: string; title: string },
  id: string | number,
  label: string | null,
): Entry => ({
  key: `record ${resource.resourceKey} ${id}`,
  icon: 'open',
  title: shorten(label || String(id)),
  note: resource.title,
  href: addresses.record(resource.resourceKey, id),
})

const foundGroup = ({ resource, options }: Found, isStale: boolean): EntryGroup => ({
  title: resource.title,
  // The id is shown too, because labels need not be unique.
  entries: options.map(({ id, label }) => ({
    ...recordEntry(resource, id, label),
    note: shorten(String(id), 24),
    isStale,
  })),
})

const best = (entries: readonly Entry[], text: string): readonly Entry[] =>
  ranked(entries, text, ({ title }) => title).slice(0, shownEach)

/** @param maxResources maximum number of resources whose records are searched */
export const useEntries = (text: string, maxResources: number) => {
  const { resource } = useSubject()
  const resources = catalog.value?.resources ?? []
  const records = useRecordSearch(text, searchOrder(resources, resource), maxResources)
  const onScreen = useScreenEntries()
  const opened = useRecentEntries()
  const isEmpty = text.trim() === ''
  const { value: resourceCatalog = { group: null, groups: [], resources: [] } } = catalog
  const more = isEmpty ? [] : resourcePageEntries(resourceCatalog)
  const groups: readonly EntryGroup[] = [
    { title: t('Here'), entries: best(onScreen, text) },
    { title: t('Opened last'), entries: isEmpty ? opened : [] },
    { title: t('Resources'), entries: best(resourceEntries(resourceCatalog), text) },
    ...records.found.map((found) => foundGroup(found, records.isStale)),
    { title: t('Pages'), entries: best([...pageEntries(resourceCatalog), ...more], text) },
  ].filter(({ entries }) => entries.length > 0)
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const state = records.isSearching
    ? t('Searching…')
    : count === 0
      ? t('Nothing was found.')
      : tn(count, '1 result', '{count} results')
  return { groups, state, rest: records.rest, isSearching: records.isSearching }
}
