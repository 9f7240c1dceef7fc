/** What is behind the screen: its requests and responses, schemas and catalog entries. */
import { signal } from '@preact/signals'
import { exchanges } from '../../service/exchanges.js'
import { t } from '../../texts/translate.js'
import { useShortcuts } from '../shortcuts.js'

export const isDrawerOpen = signal(false)

const toggle = (): void => {
  isDrawerOpen.value = !isDrawerOpen.value
}

export const ContractDrawer = () => {
  useShortcuts([{ key: 'c', label: t('Contract'), run: toggle }])
  if (!isDrawerOpen.value) return null
  return (
    <aside class="drawer" aria-label={t('Contract')}>
      <ol>
        {exchanges.value.map(({ id, method, url, status, durationMs }) => (
          <li key={id}>
            <code>
              {method} {url}
            </code>{' '}
            {status} · {durationMs.toFixed(0)} ms
          </li>
        ))}
      </ol>
    </aside>
  )
}
