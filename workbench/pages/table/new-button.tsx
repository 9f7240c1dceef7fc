import type { Capabilities } from '../../../src/wire/catalogs/capabilities.js'
import { addresses } from '../../browser/router.js'
import type { ResourceEntry } from '../../service/discovery.js'
import { t } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { describeReason } from '../../ui/reasons.js'

interface NewButtonProps {
  readonly resource: ResourceEntry
  readonly capabilities: Capabilities | undefined
}

/** Leads to the form that creates a record, or says why the caller may not create one. */
export const NewButton = ({ resource, capabilities }: NewButtonProps) => {
  if (!resource.canonicalOperations['create']) return null
  const availability = capabilities?.operations['create']?.availability
  if (availability && !availability.allowed) {
    const reason = describeReason(availability)
    return (
      <Button icon="add" aria-disabled title={reason}>
        {t('New')}
        <span class="visually-hidden">{reason}</span>
      </Button>
    )
  }
  return (
    <a class="button primary" href={addresses.create(resource.resourceKey)}>
      <Icon name="add" />
      {t('New')}
    </a>
  )
}
