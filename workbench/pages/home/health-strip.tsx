/** The state of the service in one line. */
import { computed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { zone } from '../../browser/locale.js'
import { formatAge } from '../../fields/age.js'
import { formatDateTime } from '../../fields/format.js'
import { service } from '../../service/catalog.js'
import type { ServiceDescription } from '../../service/discovery.js'
import { exchanges } from '../../service/exchanges.js'
import { type Health, useHealth } from '../../service/health.js'
import { developmentCaller } from '../../service/identity.js'
import { t } from '../../texts/translate.js'

const healthTexts: Readonly<Record<Health, () => string>> = {
  unknown: () => t('State unknown'),
  ready: () => t('Ready'),
  'not-ready': () => t('Not ready'),
  unreachable: () => (navigator.onLine ? t('Unreachable') : t('Offline')),
}

/** The dataset version of the last response with one. */
const datasetVersion = computed(
  () =>
    exchanges.value.find(({ responseHeaders }) => responseHeaders['x-data-version'])
      ?.responseHeaders['x-data-version'],
)

export const HealthStrip = () => {
  const health = useHealth()
  const info = service.value
  return (
    <div class="health">
      <p class={`health-state ${health}`} role="status">
        {healthTexts[health]()}
      </p>
      {info && <Facts info={info} />}
    </div>
  )
}

const Facts = ({ info }: { info: ServiceDescription }) => {
  const { version, corollary, database, startedAt } = info
  return (
    <dl>
      <Fact label={t('API')}>{version}</Fact>
      {corollary && <Fact label="Corollary">{corollary}</Fact>}
      {database && (
        <Fact label="PostgreSQL">
          {database.version}, {database.kind === 'embedded' ? t('embedded') : t('server')}
        </Fact>
      )}
      {startedAt && (
        <Fact label={t('Started')} title={`${formatDateTime(startedAt)} (${zone.value})`}>
          {formatAge(startedAt, Date.now())}
        </Fact>
      )}
      {datasetVersion.value && (
        <Fact label={t('Dataset version')} title={datasetVersion.value}>
          <code>…{datasetVersion.value.slice(-6)}</code>
        </Fact>
      )}
      <Fact label={t('Zone')}>{info.zone}</Fact>
      <Fact label={t('Caller')}>{callerName(info)}</Fact>
    </dl>
  )
}

const callerName = ({ caller, callers }: ServiceDescription): string =>
  callers.find(({ id }) => id === developmentCaller.value)?.title ?? caller.id ?? t('Anonymous')

const Fact = ({
  label,
  title,
  children,
}: {
  label: string
  title?: string
  children: ComponentChildren
}) => (
  <div>
    <dt>{label}</dt>
    <dd title={title}>{children}</dd>
  </div>
)
