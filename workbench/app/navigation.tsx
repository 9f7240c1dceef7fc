/** The groups and resources of the service, at the side of every page. */
import { signal } from '@preact/signals'
import { addresses, route } from '../browser/router.js'
import { catalog } from '../service/catalog.js'
import type { ResourceEntry } from '../service/discovery.js'
import { t } from '../texts/translate.js'
import { Icon } from '../ui/icons.js'

/** On narrow windows the navigation is closed until it is asked for. */
export const isNavigationOpen = signal(false)

const currentKey = (): string | undefined => {
  const current = route.value
  return 'resourceKey' in current ? current.resourceKey : undefined
}

export const Navigation = () => {
  const { groups = [], resources = [] } = catalog.value ?? {}
  const { page } = route.value
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
        <NavigationLink href={addresses.home()} isCurrent={page === 'home'}>
          <Icon name="home" />
          {t('Home')}
        </NavigationLink>
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
        <NavigationLink href={addresses.api()} isCurrent={page === 'api'}>
          <Icon name="code" />
          {t('API reference')}
        </NavigationLink>
      </nav>
    </>
  )
}

const ResourceLink = ({ resource }: { resource: ResourceEntry }) => (
  <NavigationLink
    href={addresses.table(resource.resourceKey)}
    isCurrent={currentKey() === resource.resourceKey}
  >
    <Icon name="table" />
    <span class="cut">{resource.title}</span>
  </NavigationLink>
)

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
