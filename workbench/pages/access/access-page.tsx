/** The page that lists what the caller may do with each resource, and the reasons for what not. */

import { addresses } from '../../browser/router.js'
import { catalog, service } from '../../service/catalog.js'
import { type ResourceEntry, readActions, readCapabilities } from '../../service/discovery.js'
import { developmentCaller } from '../../service/identity.js'
import { useLoad } from '../../service/load.js'
import { t } from '../../texts/translate.js'
import { authoritiesText } from '../../ui/authorities.js'
import { Icon, type IconName } from '../../ui/icons.js'
import { ErrorNotice } from '../../ui/notices.js'
import { useSeen } from '../../ui/seen.js'
import { accessOf } from './access.js'

export const AccessPage = () => {
  const title = t('What the caller may do')
  const { groups = [], resources = [] } = catalog.value ?? {}
  return (
    <div class="page access">
      <header class="page-header">
        <h1>{title}</h1>
        <CallerSummary />
      </header>
      {groups.map(({ group, title }) => (
        <section key={group} class="stack" aria-label={title}>
          <h2>{title}</h2>
          <ul class="access-list">
            {resources
              .filter((resource) => resource.group === group)
              .map((resource) => (
                <ResourceAccess key={resource.resourceKey} resource={resource} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const CallerSummary = () => {
  const { caller, callers = [] } = service.value ?? {}
  if (!caller) return null
  const acting = callers.find(({ id }) => id === developmentCaller.value)
  return (
    <>
      <p>
        <strong>{acting?.title ?? caller.id ?? t('Anonymous')}</strong>
        {acting?.description && <span class="faint"> · {acting.description}</span>}
        {caller.tenant && <span class="faint"> · {caller.tenant}</span>}
      </p>
      <p class="faint">{authoritiesText(caller.authorities)}</p>
    </>
  )
}

const ResourceAccess = ({ resource }: { resource: ResourceEntry }) => {
  const { element, isSeen } = useSeen<HTMLLIElement>()
  const { resourceKey, title, actionsUrl } = resource
  const capabilities = useLoad(isSeen ? `access ${resourceKey}` : undefined, () =>
    readCapabilities(resource),
  )
  const actions = useLoad(isSeen && actionsUrl ? `actions ${resourceKey}` : undefined, () =>
    readActions(resource),
  )
  const access =
    capabilities.data && (!actionsUrl || actions.data)
      ? accessOf(capabilities.data, actions.data?.actions ?? [])
      : undefined
  return (
    <li ref={element} class="card access-card">
      <h3>
        <a href={addresses.table(resourceKey)}>{title}</a>
      </h3>
      {capabilities.error && (
        <ErrorNotice error={capabilities.error} onRetry={capabilities.reload} />
      )}
      {access && (
        <ul class="access-items">
          <Items icon="check" kind="allowed" titles={access.allowed} />
          <Items
            icon="help"
            kind="by-record"
            titles={access.byRecord}
            reason={t('Depends on the record.')}
          />
          {access.denied.map(({ reason, titles }) => (
            <Items key={reason} icon="close" kind="denied" titles={titles} reason={reason} />
          ))}
        </ul>
      )}
    </li>
  )
}

const Items = ({
  icon,
  kind,
  titles,
  reason,
}: {
  icon: IconName
  kind: string
  titles: readonly string[]
  reason?: string
}) =>
  titles.length === 0 ? null : (
    <li class={kind}>
      <Icon name={icon} />
      <span>
        {titles.join(', ')}
        {reason && <span class="faint"> · {reason}</span>}
        {kind === 'allowed' && <span class="visually-hidden"> · {t('Allowed')}</span>}
      </span>
    </li>
  )
