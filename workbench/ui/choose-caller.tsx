/** A button that chooses another caller, for callers without a tenant. */
import { service } from '../service/catalog.js'
import { isChoosingCaller } from '../service/identity.js'
import { t } from '../texts/translate.js'
import { Button } from './button.js'

/** Reason with which the service refuses callers without a tenant. */
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
