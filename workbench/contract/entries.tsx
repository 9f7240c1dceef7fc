/** Entries of the catalogs: operations, surfaces and actions, and whether the caller may use them. */
import type { Availability } from '../../src/wire/availability.js'
import type { Action } from '../../src/wire/catalogs/actions.js'
import type { Capabilities } from '../../src/wire/catalogs/capabilities.js'
import type { Surface } from '../../src/wire/catalogs/surfaces.js'
import { addresses } from '../browser/router.js'
import type { ResourceEntry } from '../service/discovery.js'
import { t } from '../texts/translate.js'
import { JsonView } from '../ui/json-view.js'
import { Empty } from '../ui/notices.js'
import { describeReason } from '../ui/reasons.js'

/** The address of an operation in the API reference. */
export const operationAddress = (resource: ResourceEntry, operationId: string): string =>
  `${addresses.api(resource.group)}#${encodeURIComponent(operationId)}`

/** The state of a record decides; nothing is denied. */
const isUndecided = ({ reason }: Availability): boolean => reason === 'resource-context-required'

const Allowed = ({ availability }: { availability: Availability }) =>
  availability.allowed ? (
    <span class="allowed">{t('Allowed')}</span>
  ) : isUndecided(availability) ? (
    <span class="faint">{describeReason(availability)}</span>
  ) : (
    <span class="denied">{describeReason(availability)}</span>
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
        <span class={`method ${method.toLowerCase()}`}>{method}</span>{' '}
        {href ? <a href={href}>{path ?? t('API reference')}</a> : <code>{path}</code>}
      </p>
    )}
    {description && <p class="faint">{description}</p>}
    <details>
      <summary>{t('Entry')}</summary>
      <JsonView value={raw} level={1} />
    </details>
  </li>
)

export const OperationEntries = ({
  resource,
  capabilities: { operations },
  shown,
}: {
  resource: ResourceEntry
  capabilities: Capabilities
  /** Those of the screen come first. */
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

/** Surfaces or actions. */
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

interface Denial {
  readonly kind: string
  readonly title: string
  readonly availability: Availability
}

/** What the caller may not do on this screen. */
export const deniedOf = ({ operations, surfaces, actions }: Capabilities): readonly Denial[] =>
  [
    ...Object.entries(operations)
      .filter(([, { supported }]) => supported)
      .map(([title, { availability }]) => ({ kind: t('Operation'), title, availability })),
    ...surfaces.map(({ title, availability }) => ({ kind: t('Surface'), title, availability })),
    ...actions.map(({ title, availability }) => ({ kind: t('Action'), title, availability })),
  ].filter(({ availability }) => !availability.allowed && !isUndecided(availability))

export const Denials = ({ denied }: { denied: readonly Denial[] }) =>
  denied.length === 0 ? (
    <Empty title={t('You may do everything that is offered here.')} />
  ) : (
    <ul class="entries">
      {denied.map(({ kind, title, availability }) => (
        <li key={`${kind} ${title}`} class="entry">
          <div class="row">
            <strong>{title}</strong>
            <span class="faint">{kind}</span>
          </div>
          <p class="denied">{describeReason(availability)}</p>
          <details>
            <summary>
              <code>{availability.reason}</code>
            </summary>
            <JsonView value={availability.metadata} />
          </details>
        </li>
      ))}
    </ul>
  )
