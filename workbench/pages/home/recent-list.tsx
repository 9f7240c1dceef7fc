/** Links to recently opened pages, with the names that the current caller may see. */

import { addresses } from '../../browser/router.js'
import { shorten } from '../../fields/label.js'
import { resourceOf } from '../../service/catalog.js'
import type { ResourceEntry } from '../../service/discovery.js'
import { useLabels } from '../../service/labels.js'
import { t } from '../../texts/translate.js'
import { Icon } from '../../ui/icons.js'
import { type Recent, recent } from './recent.js'

const shownItems = 6

export const RecentList = () => {
  const items = recent.value.filter(({ resourceKey }) => resourceOf(resourceKey))
  if (items.length === 0) return null
  return (
    <section class="stack" aria-label={t('Opened last')}>
      <h2>{t('Opened last')}</h2>
      <ul class="recent">
        {items.slice(0, shownItems).map((item) => (
          <RecentItem
            key={`${item.resourceKey} ${item.id}`}
            item={item}
            resource={resourceOf(item.resourceKey)!}
          />
        ))}
      </ul>
    </section>
  )
}

const RecentItem = ({ item: { id }, resource }: { item: Recent; resource: ResourceEntry }) => {
  const labels = useLabels(resource, id === undefined ? [] : [id])
  const { resourceKey, title } = resource
  // The record is deleted, or not visible to this caller.
  if (labels && id !== undefined && !labels.has(String(id))) return null
  return (
    <li>
      {id === undefined ? (
        <a class="button" href={addresses.table(resourceKey)}>
          <Icon name="table" />
          {title}
        </a>
      ) : (
        <a class="button" href={addresses.record(resourceKey, id)}>
          <span class="cut" dir="auto">
            {shorten(labels?.get(String(id)) ?? String(id), 40)}
          </span>
          <span class="faint">{title}</span>
        </a>
      )}
    </li>
  )
}
