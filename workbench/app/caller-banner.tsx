/** Says as whom one acts, while that is not the usual caller. */

import { addresses } from '../browser/router.js'
import { service } from '../service/catalog.js'
import { developmentCaller } from '../service/identity.js'
import { t } from '../texts/translate.js'
import { authoritiesText } from '../ui/authorities.js'
import { Button } from '../ui/button.js'
import { Icon } from '../ui/icons.js'

export const CallerBanner = () => {
  const acting = service.value?.callers.find(({ id }) => id === developmentCaller.value)
  if (!acting) return null
  const { title, authorities, tenant } = acting
  return (
    <aside class="caller-banner" aria-label={t('Caller')}>
      <Icon name="person" />
      <span class="caller-banner-text">
        <strong>{t('You act as {name}.', { name: title })}</strong> {authoritiesText(authorities)}
        {tenant && ` · ${tenant}`}
      </span>
      <a href={addresses.access()}>{t('What the caller may do')}</a>
      <Button
        kind="quiet"
        onClick={() => {
          developmentCaller.value = undefined
        }}
      >
        {t('Stop')}
      </Button>
    </aside>
  )
}
