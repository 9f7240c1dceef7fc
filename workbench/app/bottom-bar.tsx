/** The places of the workbench at the lower end of a narrow window, where the thumb is. */
import type { ComponentChildren } from 'preact'
import { addresses, route } from '../browser/router.js'
import { hasInbox, usesInbox } from '../pages/inbox/has-inbox.js'
import { InboxCount } from '../pages/inbox/later-inbox-count.js'
import { t } from '../texts/translate.js'
import { Icon, type IconName } from '../ui/icons.js'
import { openCommandPalette } from './command-palette.js'
import { isNavigationOpen } from './navigation.js'

export const BottomBar = () => {
  const { page } = route.value
  return (
    <nav class="bottom-bar" aria-label={t('Main places')}>
      <Place href={addresses.home()} isCurrent={page === 'home'} icon="home">
        {t('Home')}
      </Place>
      {hasInbox() && (
        <Place href={addresses.inbox()} isCurrent={page === 'inbox'} icon="inbox">
          {t('Inbox')}
          {usesInbox.value && <InboxCount />}
        </Place>
      )}
      <button type="button" class="bottom-place" onClick={openCommandPalette}>
        <Icon name="search" />
        {t('Search')}
      </button>
      <button
        type="button"
        class="bottom-place"
        aria-expanded={isNavigationOpen.value}
        onClick={() => {
          isNavigationOpen.value = !isNavigationOpen.value
        }}
      >
        <Icon name="menu" />
        {t('Resources')}
      </button>
    </nav>
  )
}

interface PlaceProps {
  readonly href: string
  readonly isCurrent: boolean
  readonly icon: IconName
  readonly children: ComponentChildren
}

const Place = ({ href, isCurrent, icon, children }: PlaceProps) => (
  <a class="bottom-place" href={href} aria-current={isCurrent ? 'page' : undefined}>
    <Icon name={icon} />
    {children}
  </a>
)
