/** The groups and resources of the service, at the side of every page. */
import { signal } from '@preact/signals'
import { isReference } from '../browser/page-facts.js'
import { addresses, route } from '../browser/router.js'
import { isNarrow } from '../browser/window-width.js'
import { hasInbox, usesInbox } from '../pages/inbox/has-inbox.js'
import { InboxCount } from '../pages/inbox/later-inbox-count.js'
import { catalog } from '../service/catalog.js'
import { apiDocumentOf, hasStats, type ResourceEntry } from '../service/discovery.js'
import { ownPages } from '../service/extension.js'
import { t } from '../texts/translate.js'
import { Icon } from '../ui/icons.js'
import { QuietLoading } from '../ui/notices.js'

/** The navigation is open on a narrow window, where it is closed by default. */
export const isNavigationOpen = signal(false)

interface NavigationProps {
  /** The resources are being read. Links would move when they appear. */
  readonly isLoading: boolean
}

export const Navigation = ({ isLoading }: NavigationProps) => {
  return (
    <>
      {isNavigationOpen.value && (
        <button
          type="button"
          class="backdrop"
          aria-label={t('Close')}
          onClick={() => {
            isNavigationOpen.value = false
          }}
        />
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: links handle keys themselves */}
      <nav
        class={`navigation ${isNavigationOpen.value ? 'open' : ''}`}
        aria-label={t('Resources')}
        onClick={() => {
          isNavigationOpen.value = false
        }}
      >
        {isLoading ? <QuietLoading rows={6} /> : <Links />}
      </nav>
    </>
  )
}

const Links = () => {
  const { groups = [], resources = [] } = catalog.value ?? {}
  const current = route.value
  const isWhole = current.page === 'api' && !(isReference && current.group)
  return (
    <>
      {!isReference && (
        <NavigationLink href={addresses.home()} isCurrent={current.page === 'home'}>
          <Icon name="home" />
          {t('Home')}
        </NavigationLink>
      )}
      {!isReference && hasInbox() && (
        <NavigationLink href={addresses.inbox()} isCurrent={current.page === 'inbox'}>
          <Icon name="inbox" />
          {t('Inbox')}
          {usesInbox.value && !isNarrow.value && <InboxCount />}
        </NavigationLink>
      )}
      {!isReference && resources.some(hasStats) && (
        <NavigationLink href={addresses.board()} isCurrent={current.page === 'board'}>
          <Icon name="bars" />
          {t('Dashboard')}
        </NavigationLink>
      )}
      {ownPages().map(({ path, title }) => (
        <NavigationLink
          key={path}
          href={addresses.own(path)}
          isCurrent={current.page === 'own' && current.path === path}
        >
          <Icon name="open" />
          {t(title)}
        </NavigationLink>
      ))}
      {groups.map(({ group, title }) => (
        <section key={group}>
          <h2 class="navigation-group">{title}</h2>
          <ul>
            {resources
              .filter((resource) => resource.group === group)
              .map((resource) => (
                <li key={resource.resourceKey}>
                  <ResourceLink resource={resource} />
                </li>
              ))}
          </ul>
        </section>
      ))}
      <NavigationLink href={addresses.api()} isCurrent={isWhole}>
        <Icon name="code" />
        {t('API reference')}
      </NavigationLink>
    </>
  )
}

/** Leads to the table of a resource, or in the API reference to its operations. */
const ResourceLink = ({ resource }: { resource: ResourceEntry }) => {
  const current = route.value
  const { resourceKey, title } = resource
  const document = apiDocumentOf(resource)
  const isCurrent =
    'resourceKey' in current
      ? current.resourceKey === resourceKey
      : isReference && current.page === 'api' && current.group === document
  return (
    <NavigationLink
      href={isReference ? addresses.api(document) : addresses.table(resourceKey)}
      isCurrent={isCurrent}
    >
      <Icon name="table" />
      <span class="cut">{title}</span>
    </NavigationLink>
  )
}

const NavigationLink = ({
  href,
  isCurrent,
  children,
}: {
  href: string
  isCurrent: boolean
  children: preact.ComponentChildren
}) => (
  <a class="navigation-link" href={href} aria-current={isCurrent ? 'page' : undefined}>
    {children}
  </a>
)
