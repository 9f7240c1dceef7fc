/**
 * The home page: the resources of the service in their groups, recently opened pages, and its
 * health.
 */

import { computed, signal } from '@preact/signals'
import { language } from '../../browser/locale.js'
import { catalog, service, title } from '../../service/catalog.js'
import type { ResourceEntry } from '../../service/discovery.js'
import { hasViewStore } from '../../service/saved-views.js'
import { t, tn } from '../../texts/translate.js'
import { ChooseCaller } from '../../ui/choose-caller.js'
import { Empty } from '../../ui/notices.js'
import { isTenantMissing } from './counts.js'
import { HealthStrip } from './health-strip.js'
import { PinnedViews } from './pinned-views.js'
import { RecentList } from './recent-list.js'
import { ResourceCard } from './resource-card.js'

/** Minimum number of resources for a search field. */
const filterFrom = 9

const wanted = signal('')

const matches = (resource: ResourceEntry, text: string): boolean =>
  [resource.title, resource.description, resource.resourceKey].some((each) =>
    each?.toLocaleLowerCase(language.value).includes(text),
  )

const shown = computed(() => {
  const text = wanted.value.trim().toLocaleLowerCase(language.value)
  const resources = catalog.value?.resources ?? []
  return text === '' ? resources : resources.filter((resource) => matches(resource, text))
})

export const HomePage = () => {
  const { groups = [], resources = [] } = catalog.value ?? {}
  const info = service.value
  return (
    <div class="page home">
      <header class="page-header">
        <h1>{title.value || '\u00a0'}</h1>
        {info?.description && <p class="faint home-description">{info.description}</p>}
        <HealthStrip />
      </header>
      {isTenantMissing.value && (
        <div class="notice">
          <div>
            <p>{t('Some records belong to tenants, and the caller belongs to none.')}</p>
            <ChooseCaller />
          </div>
        </div>
      )}
      {hasViewStore() && <PinnedViews />}
      <RecentList />
      {resources.length >= filterFrom && <ResourceFilter count={resources.length} />}
      {groups.map(({ group, title }) => (
        <Group
          key={group}
          title={title}
          resources={shown.value.filter((resource) => resource.group === group)}
        />
      ))}
      {resources.length === 0 && <Empty title={t('The caller may see no resources.')} />}
      {resources.length > 0 && shown.value.length === 0 && (
        <Empty title={t('No resource has this name.')} />
      )}
    </div>
  )
}

const ResourceFilter = ({ count }: { count: number }) => (
  <label class="field home-filter">
    <span class="visually-hidden">{t('Find a resource')}</span>
    <input
      class="input"
      type="search"
      placeholder={tn(count, 'Find a resource', 'Find one of {count} resources')}
      value={wanted.value}
      onInput={(event) => {
        wanted.value = event.currentTarget.value
      }}
    />
  </label>
)

const Group = ({ title, resources }: { title: string; resources: readonly ResourceEntry[] }) =>
  resources.length === 0 ? null : (
    <section class="stack" aria-label={title}>
      <h2>{title}</h2>
      <ul class="cards">
        {resources.map((resource) => (
          <ResourceCard key={resource.resourceKey} resource={resource} />
        ))}
      </ul>
    </section>
  )
