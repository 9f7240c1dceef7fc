/** The way on where the caller belongs to no tenant: choose another one. */
import { service } from '../service/catalog.js'
import { isChoosingCaller } from '../service/identity.js'
import { t } from '../texts/translate.js'
import { Button } from './button.js'

/** The reason of the service for a refusal to callers without a tenant. */
export const tenantRequired = 'tenant-required'

export const ChooseCaller = () => {
  const { caller, callers = [], authentication } = service.value ?? {}
  const hasChoice = callers.length > 0 || caller?.choosesTenant || authentication === 'jwt'
  return hasChoice ? (
    <Button
      icon="person"
      onClick={() => {
        isChoosingCaller.value = true
      }}
    >
      {t('Choose a tenant or caller')}
    </Button>
  ) : null
}
