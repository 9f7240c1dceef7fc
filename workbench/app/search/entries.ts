/** Entries of the search that need no request: pages, resources and actions. */
import type { Action } from '../../../src/wire/catalogs/actions.js'
import type { Capabilities } from '../../../src/wire/catalogs/capabilities.js'
import { addresses } from '../../browser/router.js'
import { hasInbox } from '../../pages/inbox/has-inbox.js'
import {
  hasStats,
  type Id,
  type ResourceCatalog,
  type ResourceEntry,
} from '../../service/discovery.js'
import { ownPages } from '../../service/extension.js'
import type { Shape } from '../../service/shape.js'
import { t } from '../../texts/translate.js'
import type { IconName } from '../../ui/icons.js'
import { describeReason } from '../../ui/reasons.js'
import { maxRecords } from '../../workflow/interaction.js'

export interface ActionTarget {
  readonly action: Action
  readonly resource: ResourceEntry
  readonly id: Id | undefined
}

export interface Entry {
  readonly key: string
  readonly icon: IconName
  readonly title: string
  /** The place of the entry, or the reason why it is not available. */
  readonly note?: string | undefined
  readonly isDisabled?: boolean
  /** It was found for an earlier text, so Enter chooses it only if the user has moved to it. */
  readonly isStale?: boolean
  readonly href?: string
  readonly target?: ActionTarget
}

export interface EntryGroup {
  readonly title: string
  readonly entries: readonly Entry[]
}

export const pageEntries = ({ resources }: ResourceCatalog): readonly Entry[] => [
  { key: 'home', icon: 'home', title: t('Home'), href: addresses.home() },
  ...(resources.some(hasStats)
    ? [{ key: 'board', icon: 'bars', title: t('Dashboard'), href: addresses.board() } as const]
    : []),
  ...(hasInbox()
    ? [{ key: 'inbox', icon: 'inbox', title: t('Inbox'), href: addresses.inbox() } as const]
    : []),
  { key: 'api', icon: 'code', title: t('API reference'), href: addresses.api() },
  { key: 'access', icon: 'person', title: t('What the caller may do'), href: addresses.access() },
  ...ownPages().map(
    ({ path, title }): Entry => ({
      ...{ key: `page ${path}`, icon: 'open', title: t(title), href: addresses.own(path) },
    }),
  ),
]

export const resourceEntries = ({ groups, resources }: ResourceCatalog): readonly Entry[] => {
  const titles = new Map(groups.map(({ group, title }) => [group, title]))
  return resources.map(({ resourceKey, group, title }) => ({
    key: resourceKey,
    icon: 'table',
    title,
    note: titles.get(group),
    href: addresses.table(resourceKey),
  }))
}

/** Entries for the form that creates a record and for the dashboard of each resource. */
export const resourcePageEntries = ({ resources }: ResourceCatalog): readonly Entry[] =>
  resources.flatMap((resource) => {
    const { resourceKey, title, canonicalOperations: can } = resource
    const create: Entry = {
      key: `create ${resourceKey}`,
      icon: 'add',
      title: t('{title}: new record', { title }),
      href: addresses.create(resourceKey),
    }
    const dashboard: Entry = {
      key: `dashboard ${resourceKey}`,
      icon: 'bars',
      title: t('{title}: dashboard', { title }),
      href: addresses.dashboard(resourceKey),
    }
    return [...(can['create'] ? [create] : []), ...(hasStats(resource) ? [dashboard] : [])]
  })

/** The entry of an action. That of a bulk action leads to the table, where records are selected. */
const actionEntry = (
  action: Action,
  resource: ResourceEntry,
  id: Id | undefined,
  shape: Shape | undefined,
): Entry => {
  const { availability, title } = action
  const common = { key: `action ${action.id}`, icon: 'check', title } as const
  if (!availability.allowed) {
    return { ...common, note: describeReason(availability, shape), isDisabled: true }
  }
  return maxRecords(action) === undefined
    ? { ...common, note: resource.title, target: { action, resource, id } }
    : {
        ...common,
        note: t('For records that you select in the table'),
        href: addresses.table(resource.resourceKey),
      }
}

/** Entries for the actions and surfaces of the record or resource on the screen. */
export const screenEntries = (
  resource: ResourceEntry,
  id: Id | undefined,
  { actions, surfaces }: Capabilities,
  /** Contains the labels of states. */
  shape: Shape | undefined,
): readonly Entry[] => [
  ...actions.map((action) => actionEntry(action, resource, id, shape)),
  ...(id === undefined
    ? []
    : surfaces.map((surface) => surfaceEntry(surface, resource, id, shape))),
]

const surfaceEntry = (
  { id: surfaceId, title, availability }: Capabilities['surfaces'][number],
  resource: ResourceEntry,
  id: Id,
  shape: Shape | undefined,
): Entry => ({
  key: `surface ${surfaceId}`,
  icon: 'open',
  title,
  note: describeReason(availability, shape) || resource.title,
  isDisabled: !availability.allowed,
  href: `${addresses.record(resource.resourceKey, id)}?${new URLSearchParams({ surface: surfaceId })}`,
})
