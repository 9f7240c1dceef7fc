/** Names the caller and the tenant that requests act as, while they are not the usual ones. */

import { isReference } from '../browser/page-facts.js'
import { addresses } from '../browser/router.js'
import { service } from '../service/catalog.js'
import { actAs, developmentCaller, tenant } from '../service/identity.js'
import { t } from '../texts/translate.js'
import { authoritiesText } from '../ui/authorities.js'
import { Button } from '../ui/button.js'
import { Icon } from '../ui/icons.js'

export const CallerBanner = () => {
  const id = developmentCaller.value
  // The service may not know a caller that was chosen before a reload.
  const acting = service.value?.callers.find((caller) => caller.id === id)
  const chosen = tenant.value
  if (id === undefined && chosen === undefined) return null
  const inTenant = chosen ?? acting?.tenant
  return (
    <aside class="caller-banner" aria-label={t('Caller')}>
      <Icon name="person" />
      <span class="caller-banner-text">
        {id !== undefined && (
          <>
            <strong>{t('You act as {name}.', { name: acting?.title ?? id })}</strong>{' '}
            {acting && authoritiesText(acting.authorities)}{' '}
          </>
        )}
        {inTenant && t('Tenant: {tenant}', { tenant: inTenant })}
      </span>
      {!isReference && <a href={addresses.access()}>{t('What the caller may do')}</a>}
      <Button kind="quiet" onClick={() => actAs(undefined)}>
        {t('Stop')}
      </Button>
    </aside>
  )
}
