/** Entries of the catalogs: operations, surfaces and actions, and whether the caller may use them. */
import type { Availability } from '../../src/wire/availability.js'
import type { Action } from '../../src/wire/catalogs/actions.js'
import type { Capabilities } from '../../src/wire/catalogs/capabilities.js'
import type { Surface } from '../../src/wire/catalogs/surfaces.js'
import { addresses } from '../browser/router.js'
import type { ResourceEntry } from '../service/discovery.js'
import { t } from '../texts/translate.js'
import { Folded } from '../ui/folded.js'
import { JsonView } from '../ui/json-view.js'
import { Method } from '../ui/method.js'
import { describeReason } from '../ui/reasons.js'

/** The address of an operation in the API reference. */
const operationAddress = (resource: ResourceEntry, operationId: string): string =>
  `${addresses.api(resource.group)}#${encodeURIComponent(operationId)}`

/** Returns true if the state of a record decides, so that nothing is denied yet. */
const isUndecided = ({ reason }: Availability): boolean => reason === 'resource-context-required'

const Allowed = ({ availability }: { availability: Availability }) =>
  availability.allowed ? (
    <span class="allowed">{t('Allowed')}</span>
  ) : isUndecided(availability) ? (
    <span class="faint">{describeReason(availability)}</span>
  ) : (
    <span class="denied">{describeReason(availability)}</span>
  )

/** An entry as the service sends it. */
const RawEntry = ({ value, level }: { value: unknown; level: number }) => (
  <Folded summary={t('Entry')}>{() => <JsonView {...{ value, level }} />}</Folded>
)

interface EntryProps {
  readonly title: string
  readonly method: string | null
  readonly path?: string
  readonly description?: string | null
  readonly availability: Availability
  readonly href?: string
  readonly raw: unknown
}

const Entry = ({ title, method, path, description, availability, href, raw }: EntryProps) => (
  <li class="entry">
    <div class="row">
      <strong>{title}</strong>
      <span class="spacer" />
      <Allowed availability={availability} />
    </div>
    {method && (
      <p>
        <Method name={method} />{' '}
        {href ? <a href={href}>{path ?? t('API reference')}</a> : <code>{path}</code>}
      </p>
    )}
    {description && <p class="faint">{description}</p>}
    <RawEntry value={raw} level={1} />
  </li>
)

export const OperationEntries = ({
  resource,
  capabilities: { operations },
  shown,
}: {
  resource: ResourceEntry
  capabilities: Capabilities
  /** Names of the operations on the screen, which are listed first. */
  shown: readonly string[]
}) => {
  const entries = Object.entries(operations).filter(([, { supported }]) => supported)
  const onScreen = entries.filter(([name]) => shown.includes(name))
  const others = entries.filter(([name]) => !shown.includes(name))
  const list = (of: typeof entries) => (
    <ul class="entries">
      {of.map(([name, operation]) => (
        <Entry
          key={name}
          title={name}
          method={operation.preferredMethod}
          availability={operation.availability}
          href={operationAddress(resource, `${resource.resourceKey}.${name}`)}
          raw={operation}
        />
      ))}
    </ul>
  )
  return (
    <>
      {onScreen.length > 0 && (
        <>
          <h3>{t('On this screen')}</h3>
          {list(onScreen)}
          <h3>{t('Other operations')}</h3>
        </>
      )}
      {list(others)}
    </>
  )
}

/** A list of surfaces or actions. */
export const CatalogEntries = ({
  resource,
  entries,
}: {
  resource: ResourceEntry
  entries: readonly (Surface | Action)[]
}) => (
  <ul class="entries">
    {entries.map((entry) => (
      <Entry
        key={entry.id}
        {...entry}
        href={operationAddress(resource, entry.operationId)}
        raw={entry}
      />
    ))}
  </ul>
)
