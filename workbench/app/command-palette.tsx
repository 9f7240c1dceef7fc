/** Search over resources, actions and records (Ctrl K). */
import { signal } from '@preact/signals'
import { t } from '../texts/translate.js'
import { Dialog } from '../ui/dialog.js'
import { catalog } from './catalog.js'
import { addresses } from './router.js'
import { useShortcuts } from './shortcuts.js'

const isOpen = signal(false)

export const openCommandPalette = (): void => {
  isOpen.value = true
}

const close = (): void => {
  isOpen.value = false
}

export const CommandPalette = () => {
  useShortcuts([
    { key: 'Mod+k', label: t('Search'), run: openCommandPalette },
    { key: '/', label: t('Search'), run: openCommandPalette },
  ])
  if (!isOpen.value) return null
  return (
    <Dialog title={t('Search')} onClose={close}>
      <ul>
        {catalog.value?.resources.map(({ resourceKey, title }) => (
          <li key={resourceKey}>
            <a href={addresses.table(resourceKey)}>{title}</a>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
