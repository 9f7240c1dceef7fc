/** The content of the contract drawer, in tabs. */
import { signal } from '@preact/signals'
import { resourceOf } from '../service/catalog.js'
import { readCapabilities, readItemCapabilities } from '../service/discovery.js'
import { exchanges } from '../service/exchanges.js'
import { useLoad } from '../service/load.js'
import { t } from '../texts/translate.js'
import { IconButton } from '../ui/button.js'
import { Empty } from '../ui/notices.js'
import { type Tab, Tabs } from '../ui/tabs.js'
import { CatalogEntries, OperationEntries } from './entries.js'
import { Exchanges } from './exchange-list.js'
import { Schemas } from './schemas.js'
import { screen } from './screen.js'

const current = signal('requests')

export const ContractPanel = ({ onClose }: { onClose: () => void }) => {
  const shown = screen.value
  const resource = shown && resourceOf(shown.resourceKey)
  return (
    <>
      <header class="drawer-header">
        <h2>{t('Contract')}</h2>
        <span class="faint cut">{resource?.title}</span>
        <span class="spacer" />
        <IconButton icon="close" label={t('Close')} onClick={onClose} />
      </header>
      {resource && shown ? (
        <ResourceContract key={resource.resourceKey} resource={resource} screen={shown} />
      ) : (
        <Tabs
          label={t('Contract')}
          tabs={[requestsTab()]}
          current="requests"
          onChange={() => undefined}
        >
          <Exchanges />
        </Tabs>
      )}
    </>
  )
}

const requestsTab = (): Tab => ({
  ...{ id: 'requests', title: t('Requests'), count: exchanges.value.length },
})

interface ContractProps {
  readonly resource: NonNullable<ReturnType<typeof resourceOf>>
  readonly screen: NonNullable<typeof screen.value>
}

const ResourceContract = ({ resource, screen: { recordId, operations } }: ContractProps) => {
  const { resourceKey, actionsUrl } = resource
  const capabilities = useLoad(JSON.stringify([resourceKey, recordId]), (signal) =>
    recordId === undefined
      ? readCapabilities(resource)
      : readItemCapabilities(resource, recordId, signal),
  )
  const { data } = capabilities
  const tabs: readonly Tab[] = [
    requestsTab(),
    { id: 'schemas', title: t('Schemas') },
    { id: 'operations', title: t('Operations') },
    { id: 'surfaces', title: t('Surfaces'), count: data?.surfaces.length },
    ...(actionsUrl ? [{ id: 'actions', title: t('Actions'), count: data?.actions.length }] : []),
  ]
  const chosen = tabs.some(({ id }) => id === current.value) ? current.value : 'requests'
  return (
    <Tabs
      label={t('Contract')}
      tabs={tabs}
      current={chosen}
      onChange={(id) => {
        current.value = id
      }}
    >
      {chosen === 'requests' && <Exchanges />}
      {chosen === 'schemas' && <Schemas resource={resource} />}
      {chosen === 'operations' && data && (
        <OperationEntries resource={resource} capabilities={data} shown={operations} />
      )}
      {(chosen === 'surfaces' || chosen === 'actions') && data && (
        <CatalogEntries resource={resource} entries={data[chosen]} />
      )}
      {capabilities.error && <Empty title={capabilities.error.message} />}
    </Tabs>
  )
}
