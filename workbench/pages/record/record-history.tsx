/**
 * The history of a record: who changed what and when, with old and new values of audited fields.
 */
import type { Capabilities } from '../../../src/wire/catalogs/capabilities.js'
import { formatAge } from '../../fields/age.js'
import { formatDateTime } from '../../fields/format.js'
import { resourceOf } from '../../service/catalog.js'
import { type Id, type ResourceEntry, readCapabilities } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { type HistoryEntry, readHistory } from '../../service/records.js'
import type { Shape } from '../../service/shape.js'
import { t } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { Empty, ErrorNotice, Loading } from '../../ui/notices.js'
import { Value } from '../../ui/value.js'
import { useHistory } from './use-history.js'

interface RecordProps {
  readonly resource: ResourceEntry
  readonly id: Id
  /** Shape of the record. */
  readonly shape: Shape | undefined
}

interface HistoryProps extends RecordProps {
  /** Version of the record; undefined without one. */
  readonly version: string | undefined
}

export const RecordHistory = ({ resource, id, shape, version }: HistoryProps) => {
  const { entries, hasOlder, error, retry, readOlder } = useHistory(resource, id, version)
  if (!entries) return error ? <ErrorNotice error={error} onRetry={retry} /> : <Loading />
  if (entries.length === 0) return <Empty title={t('No change was recorded.')} />
  return (
    <section class="history" aria-label={t('History')}>
      <ol class="history-entries">
        {entries.map((entry, index) => (
          <Entry key={`${entry.at} ${index}`} {...{ entry, resource, shape }} />
        ))}
      </ol>
      {error && <ErrorNotice error={error} onRetry={retry} />}
      {hasOlder && !error && <Button onClick={readOlder}>{t('Earlier changes')}</Button>}
    </section>
  )
}

/** The history of a deleted record, for callers who may see every record. */
export const HistoryOfDeleted = (props: RecordProps) => {
  const { resource, id } = props
  const capabilities = useLoad(resource.capabilitiesUrl, () => readCapabilities(resource))
  const history = useLoad(
    mayHaveHistory(capabilities.data) ? `${resource.resourceKey} ${id} deleted` : undefined,
    (signal) => readHistory(resource, id, { size: 1 }, signal),
  )
  return history.data ? <RecordHistory {...props} version={undefined} /> : null
}

export const offersHistory = (capabilities: Capabilities | undefined): boolean =>
  capabilities?.operations['history']?.availability.allowed === true

/** Returns true if the caller may read the history, or if that depends on the record. */
const mayHaveHistory = (capabilities: Capabilities | undefined): boolean =>
  offersHistory(capabilities) ||
  capabilities?.operations['history']?.availability.reason === 'resource-context-required'

interface EntryProps extends Pick<HistoryProps, 'resource' | 'shape'> {
  readonly entry: HistoryEntry
}

const Entry = ({ entry, resource, shape }: EntryProps) => {
  const { at, principal, tenant, action, traceId } = entry
  return (
    <li class="history-entry">
      <p class="history-head">
        <strong>{operationTexts[entry.operation]()}</strong>
        {action && <span class="badge">{action}</span>}
        <span>{principal ?? t('Anonymous')}</span>
        {tenant && <span class="faint">{tenant}</span>}
        <time class="faint" dateTime={at} title={formatDateTime(at)}>
          {formatAge(at, Date.now())}
        </time>
      </p>
      <Changes {...{ entry, shape }} />
      <p class="history-foot faint">
        {formatDateTime(at)}
        {versionOf(entry) && ` · ${versionOf(entry)}`}
        {entry.resource !== resource.resourceKey &&
          ` · ${resourceOf(entry.resource)?.title ?? entry.resource}`}
        {traceId && (
          <>
            {' · '}
            <code>{traceId}</code>
          </>
        )}
      </p>
    </li>
  )
}

const operationTexts: Readonly<Record<HistoryEntry['operation'], () => string>> = {
  create: () => t('Created'),
  update: () => t('Changed'),
  delete: () => t('Deleted'),
  action: () => t('Action'),
}

const versionOf = ({ oldVersion, newVersion }: HistoryEntry): string => {
  const version = newVersion ?? oldVersion
  return version === null ? '' : t('Version {version}', { version: String(version) })
}

/** Shows the values of audited fields, then the names of the others. */
const Changes = ({ entry: { fields, values }, shape }: Omit<EntryProps, 'resource'>) => {
  const labelOf = (name: string) => shape?.byName.get(name)?.label ?? name
  const others = fields.filter((name) => !(name in values))
  return (
    <>
      {Object.keys(values).length > 0 && (
        <dl class="history-values">
          {Object.entries(values).map(([name, { old, new: next }]) => (
            <div key={name}>
              <dt>{labelOf(name)}</dt>
              <dd>
                <AuditedValue {...{ name, shape }} value={old} />
                <Icon name="chevronRight" />
                <AuditedValue {...{ name, shape }} value={next} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {others.length > 0 && <p class="history-fields">{others.map(labelOf).join(', ')}</p>}
    </>
  )
}

interface AuditedProps extends Pick<EntryProps, 'shape'> {
  readonly name: string
  readonly value: unknown
}

const AuditedValue = ({ name, shape, value }: AuditedProps) => {
  const field = shape?.byName.get(name)
  // The label beside a reference is the current one, so the history shows ids.
  return field && shape ? <Value {...{ field, shape }} row={{ [name]: value }} /> : String(value)
}
