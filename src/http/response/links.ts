/** The `_links` of responses: the operations that the caller may use now. */

import { LRUCache } from 'lru-cache'
import {
  availabilityOf,
  dependsOnRecord,
  guardOf,
  isPermitted,
  type Snapshot,
} from '../../access/availability.js'
import type { View } from '../../access/views.js'
import type { Principal } from '../../contract/principal.js'
import { digestOf } from '../../foundation/canonical-json.js'
import { memoize } from '../../foundation/memoize.js'
import type { Settings } from '../../foundation/settings.js'
import type { Operation } from '../../model/operation-table.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { Caller } from '../../operations/context.js'

/** Hrefs by rel; several of one rel are a list. */
export type Hrefs = Readonly<Record<string, string | readonly string[]>>

export interface ResourceLinks {
  /** Context path and path of the resource. */
  readonly base: string
  /** Links of a collection. */
  readonly collection: Hrefs
  /** Equal for callers who get the same links. */
  readonly digest: string
  /** Links of a record, and of its collection where the record has none of its own. */
  record(record: LinkedRecord): Hrefs
  /** `,"_links":{…}` for the end of a row; empty if links are off. */
  rowSuffix(record: LinkedRecord): string
}

export interface LinkedRecord {
  readonly id: string
  /** Read only where a link depends on it. */
  readonly snapshot: Snapshot
}

/** Rels of a collection that do not appear on a record, or that the record has of its own. */
const ofCollectionOnly: ReadonlySet<string> = new Set([
  ...['create', 'surfaces', 'actions', 'capabilities'],
])

/** Maximum number of links that are kept for each view. */
const maxKept = 64

/** Creates links once for all callers who see the same and may do the same. */
export const createCallerLinks = (
  key: string,
  settings: Settings,
): ((caller: Caller) => ResourceLinks) => {
  const kept = new WeakMap<View, LRUCache<string, ResourceLinks>>()
  return ({ principal, view }) => {
    const resource = view.resource(key)
    const ofView = kept.get(view) ?? new LRUCache({ max: maxKept })
    kept.set(view, ofView)
    const standing = standingOf(resource, principal)
    const links = ofView.get(standing) ?? createLinks(resource, principal, settings)
    ofView.set(standing, links)
    return links
  }
}

/** What the guards of a resource depend on; a rule may depend on everything. */
const guardedBy = memoize(({ guards }: ResourceModel) => {
  const all = [...guards.values()]
  return {
    authorities: [...new Set(all.flatMap(({ authorities }) => authorities.flat()))],
    hasRule: all.some(({ rule }) => rule !== undefined),
  }
})

const standingOf = (resource: ResourceModel, principal: Principal): string => {
  const { authorities, hasRule } = guardedBy(resource)
  return hasRule
    ? digestOf([principal.id, principal.tenant, principal.authorities, principal.claims])
    : JSON.stringify([
        principal.isAnonymous,
        authorities.filter((authority) => principal.has(authority)),
      ])
}

const createLinks = (
  resource: ResourceModel,
  principal: Principal,
  settings: Settings,
): ResourceLinks => {
  const contextPath = settings['platform.http.context-path']
  const base = `${contextPath}${resource.path}`
  const isAllowed = (operation: Operation, record: Snapshot | undefined) =>
    availabilityOf({ resource, operation, principal, record }).allowed
  const isOpen = (operation: Operation) => operation.rel !== 'actions' || resource.actions.size > 0
  const linked = resource.operations.filter(
    (operation) => operation.supported && operation.rel !== undefined && isOpen(operation),
  )
  const onCollection = linked.filter(
    (operation) => operation.scope === 'COLLECTION' && isAllowed(operation, undefined),
  )
  const onRecord = linked.filter(
    (operation) => operation.scope === 'ITEM' && isPermitted({ resource, operation, principal }),
  )
  const dependent = new Set(
    onRecord.filter((operation) => dependsOnRecord({ resource, operation })),
  )
  const allowedOn = ({ snapshot }: LinkedRecord): readonly Operation[] =>
    onRecord.filter((operation) => !dependent.has(operation) || isAllowed(operation, snapshot))
  const suffixOfAll = dependent.size === 0 ? createRowSuffix(base, onRecord) : undefined
  const rowSuffix = (record: LinkedRecord): string =>
    (suffixOfAll ?? createRowSuffix(base, allowedOn(record)))(record.id)
  const collection = {
    ...Object.fromEntries(onCollection.map(({ rel, path }) => [rel!, `${base}${path}`])),
    ...surfacesLink(resource, principal, settings),
  }
  const besideRecord = Object.fromEntries(
    Object.entries(collection).filter(([rel]) => !ofCollectionOnly.has(rel)),
  )
  const hasRule = linked.some((operation) => guardOf({ resource, operation }).rule)
  return {
    base,
    collection,
    digest: digestOf([
      collection,
      onRecord.map(({ id }) => id),
      hasRule ? [principal.id, principal.tenant, principal.authorities, principal.claims] : null,
    ]),
    record: (record) => {
      const id = encodeURIComponent(record.id)
      const operations = dependent.size === 0 ? onRecord : allowedOn(record)
      const hrefs = operations.map(({ rel, path }) => [rel!, `${base}${path.replace('{id}', id)}`])
      return { ...Object.fromEntries(hrefs), ...besideRecord }
    },
    rowSuffix: settings['platform.hateoas.enabled'] ? rowSuffix : () => '',
  }
}

/** Surfaces of a collection are in the global catalog, which may require credentials. */
const surfacesLink = (
  { key, surfaces }: ResourceModel,
  { isAnonymous }: Principal,
  settings: Settings,
): Hrefs => {
  const isOpen = settings['platform.auth.public'].includes('schemas')
  if (surfaces.length === 0 || (isAnonymous && !isOpen)) return {}
  const path = `${settings['platform.http.context-path']}/schemas/surfaces`
  return { surfaces: `${path}?${new URLSearchParams({ resource: key })}` }
}

/** The text around the id is made once, so links cost next to nothing for each row. */
const createRowSuffix = (base: string, operations: readonly Operation[]) => {
  const pieces = operations
    .map(({ rel, path }) => `${JSON.stringify(rel)}:{"href":${JSON.stringify(`${base}${path}`)}}`)
    .join(',')
    .split('{id}')
  const [first = '', ...rest] = pieces
  return (id: string): string => {
    const encoded = encodeURIComponent(id)
    return `,"_links":{${first}${rest.map((piece) => encoded + piece).join('')}}`
  }
}
