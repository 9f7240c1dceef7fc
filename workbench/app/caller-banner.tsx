/** Says as whom one acts, or in which tenant, while that is not the usual caller. */

import { addresses } from '../browser/router.js'
import { service } from '../service/catalog.js'
import { actAs, developmentCaller, tenant } from '../service/identity.js'
import { t } from '../texts/translate.js'
import { authoritiesText } from '../ui/authorities.js'
import { Button } from '../ui/button.js'
import { Icon } from '../ui/icons.js'

export const CallerBanner = () => {
  const acting = service.value?.callers.find(({ id }) => id === developmentCaller.value)
  const chosen = tenant.value
  if (!acting && chosen === undefined) return null
  const inTenant = chosen ?? acting?.tenant
  return (
    <aside class="caller-banner" aria-label={t('Caller')}>
      <Icon name="person" />
      <span class="caller-banner-text">
        {acting && (
          <>
            <strong>{t('You act as {name}.', { name: acting.title })}</strong>{' '}
            {authoritiesText(acting.authorities)}{' '}
          </>
        )}
        {inTenant && t('Tenant: {tenant}', { tenant: inTenant })}
      </span>
      <a href={addresses.access()}>{t('What the caller may do')}</a>
      <Button kind="quiet" onClick={() => actAs(undefined)}>
        {t('Stop')}
      </Button>
    </aside>
  )
}
