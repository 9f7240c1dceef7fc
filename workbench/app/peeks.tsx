/** The card of the record at whose link the user peeks. */
import { openPeek } from '../pages/peek/peeks.js'
import { t } from '../texts/translate.js'
import { laterDialog } from '../ui/later.js'
import { useShortcuts } from '../ui/shortcuts.js'

const PeekCard = laterDialog(async () => (await import('../pages/peek/peek-card.js')).PeekCard)

export const Peeks = () => {
  useShortcuts([{ key: 'Space', label: t('Peek at the record of a link') }])
  const peek = openPeek.value
  return peek ? <PeekCard key={`${peek.resource.resourceKey} ${peek.id}`} {...peek} /> : null
}
