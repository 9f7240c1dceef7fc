/** The title of a resource, with the tabs for its table and its dashboard. */
import { addresses, query, route } from '../browser/router.js'
import { hasStats, type ResourceEntry } from '../service/discovery.js'
import { t } from '../texts/translate.js'
import { Icon } from '../ui/icons.js'

/** Returns an address with the current filter, because table and dashboard show the same set. */
const sameFilter = (href: string): string => {
  const filter = query.value.get('filter')
  return filter === null ? href : `${href}?${new URLSearchParams({ filter })}`
}

export const ResourceHeader = ({
  resource,
  children,
}: {
  resource: ResourceEntry
  /** Buttons beside the title of the resource. */
  children?: preact.ComponentChildren
}) => {
  const { resourceKey, title, description } = resource
  const { page } = route.value
  return (
    <header class="page-header">
      <div class="row">
        <h1>{title}</h1>
        <span class="spacer" />
        {children}
      </div>
      {description && <p class="faint">{description}</p>}
      {hasStats(resource) && (page === 'table' || page === 'dashboard') && (
        <nav class="tabs" aria-label={t('Views')}>
          <a
            href={sameFilter(addresses.table(resourceKey))}
            aria-current={page === 'table' ? 'page' : undefined}
          >
            <Icon name="table" />
            {t('Table')}
          </a>
          <a
            href={sameFilter(addresses.dashboard(resourceKey))}
            aria-current={page === 'dashboard' ? 'page' : undefined}
          >
            <Icon name="bars" />
            {t('Dashboard')}
          </a>
        </nav>
      )}
    </header>
  )
}
