/** The `_links` of responses: the operations that the caller may use now. */

import { LRUCache } from 'lru-cache'
import {
  availabilityOf,
  dependsOnRecord,
  guardOf,
  isPermitted,
  type Snapshot,
} from '../../access/availability.js'
import type { Principal } from '../../contract/principal.js'
import { memoize } from '../../foundation/functions/memoize.js'
import { digestOf } from '../../foundation/json/canonical-json.js'
import { jsonText } from '../../foundation/json/json-text.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { Operation } from '../../model/operation-table.js'
import type { Model, ResourceModel } from '../../model/types/resource-model.js'
import type { Caller } from '../../operations/context.js'
import type { Link } from '../../wire/envelope.js'
import { printList, printShape } from '../../wire/print.js'

/** Hrefs by rel; several of one rel are a list. */
type Hrefs = Readonly<Record<string, string | readonly string[]>>

/** Links as they are in a response: the members of `_links`, without braces. */
export type LinksText = string

export const printLinks = (hrefs: Hrefs): LinksText => {
  let text = ''
  for (const rel in hrefs) {
    const href = hrefs[rel]!
    const link = typeof href === 'string' ? linkText(href) : printList(href.map(linkText))
    text += `${text && ','}${jsonText(rel)}:${link}`
  }
  return text
}

const linkText = (href: string): string => printShape<Link>({ href: jsonText(href) })

export const joinLinks = (...links: readonly LinksText[]): LinksText =>
  links.filter((text) => text !== '').join(',')

export interface ResourceLinks {
  /** Context path and path of the resource. */
  readonly base: string
  /** Links of a collection. */
  readonly collection: LinksText
  /** Equal for callers who get the same links. */
  readonly digest: string
  /** Links of a record, and of its collection where the record has none of its own. */
  record(record: LinkedRecord): RecordLinks
  /** `,"_links":{…}` for the end of a row; empty if links are off. */
  rowSuffix(record: LinkedRecord): string
}

export interface RecordLinks {
  readonly text: LinksText
  /** Equal for equal links, ids aside. */
  readonly digest: string
}

export interface LinkedRecord {
  readonly id: string
  /** Read only where a link depends on it. */
  readonly snapshot: Snapshot
}

/** Rels of a collection that do not appear on a record, or that the record has of its own. */
const ofCollectionOnly: ReadonlySet<string> = new Set([
  ...['create', 'batch', 'import', 'changes', 'surfaces', 'actions', 'capabilities'],
])

/** Maximum number of links that are kept for each view. */
const maxKept = 64

/** Creates links once for all callers who see the same fields and may do the same. */
export const createCallerLinks = (
  key: string,
  settings: Settings,
): ((caller: Caller) => ResourceLinks) => {
  const linksIn = memoize(({ resources }: Model) => {
    const resource = resources.find((candidate) => candidate.key === key)!
    const byStanding = new LRUCache<string, ResourceLinks>({ max: maxKept })
    return memoize((principal: Principal): ResourceLinks => {
      const standing = standingOf(resource, principal)
      const links = byStanding.get(standing) ?? createLinks(resource, principal, settings)
      byStanding.set(standing, links)
      return links
    })
  })
  return ({ principal, view }) => linksIn(view.model)(principal)
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
  const base = `${settings['platform.http.context-path']}${resource.path}`
  const { linked, onCollection, onRecord } = linkedOperations(resource, principal)
  const collection = {
    ...hrefsOf(onCollection, base),
    ...surfacesLink(resource, principal, settings),
  }
  const templatesFor = recordTemplates({ resource, principal, base, collection, onRecord })
  const hasRule = linked.some((operation) => guardOf({ resource, operation }).rule)
  return {
    base,
    collection: printLinks(collection),
    digest: digestOf([
      collection,
      onRecord.map(({ id }) => id),
      hasRule ? [principal.id, principal.tenant, principal.authorities, principal.claims] : null,
    ]),
    record: (linked) => {
      const { record, digest } = templatesFor(linked)
      return { text: record(linked.id), digest }
    },
    rowSuffix: settings['platform.hateoas.enabled']
      ? (record) => templatesFor(record).row(record.id)
      : () => '',
  }
}

const hrefsOf = (operations: readonly Operation[], base: string): Hrefs =>
  Object.fromEntries(operations.map(({ rel, path }) => [rel!, `${base}${path}`]))

/** The operations that have links, and those that the caller may ever use. */
const linkedOperations = (resource: ResourceModel, principal: Principal) => {
  const isOpen = (operation: Operation) => operation.rel !== 'actions' || resource.actions.size > 0
  const linked = resource.operations.filter(
    (operation) => operation.supported && operation.rel !== undefined && isOpen(operation),
  )
  return {
    linked,
    onCollection: linked.filter(
      (operation) =>
        operation.scope === 'COLLECTION' &&
        availabilityOf({ resource, operation, principal, record: undefined }).allowed,
    ),
    onRecord: linked.filter(
      (operation) => operation.scope === 'ITEM' && isPermitted({ resource, operation, principal }),
    ),
  }
}

interface RecordLinksOptions {
  readonly resource: ResourceModel
  readonly principal: Principal
  readonly base: string
  readonly collection: Hrefs
  /** Operations on a record that the caller may use while its state allows them. */
  readonly onRecord: readonly Operation[]
}

/** Finds the templates of a record. Records on which the same operations are allowed share them. */
const recordTemplates = (
  options: RecordLinksOptions,
): ((record: LinkedRecord) => RecordTemplates) => {
  const { resource, principal, base, collection, onRecord } = options
  const besideRecord = Object.fromEntries(
    Object.entries(collection).filter(([rel]) => !ofCollectionOnly.has(rel)),
  )
  const templatesOf = (operations: readonly Operation[]): RecordTemplates => {
    const hrefs = hrefsOf(operations, base)
    const text = printLinks({ ...hrefs, ...besideRecord })
    return {
      record: createTemplate(text),
      digest: digestOf(text),
      row: createTemplate(`,"_links":{${printLinks(hrefs)}}`),
    }
  }
  const dependent = new Set(
    onRecord.filter((operation) => dependsOnRecord({ resource, operation })),
  )
  if (dependent.size === 0) {
    const templates = templatesOf(onRecord)
    return () => templates
  }
  const keptTemplates = new Map<string, RecordTemplates>()
  return ({ snapshot }) => {
    const allowed = onRecord.filter(
      (operation) =>
        !dependent.has(operation) ||
        availabilityOf({ resource, operation, principal, record: snapshot }).allowed,
    )
    const key = allowed.map(({ id }) => id).join()
    const templates = keptTemplates.get(key) ?? templatesOf(allowed)
    if (keptTemplates.size < maxKept) keptTemplates.set(key, templates)
    return templates
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

/** A text with the id of a record in it. */
type Template = (id: string) => string

interface RecordTemplates {
  /** Of a record that is a response. */
  readonly record: Template
  /** Of the text of that template. */
  readonly digest: string
  /** Of a row of a page: the end of its object. */
  readonly row: Template
}

/** The text around `{id}` is made once, so links cost next to nothing for each record. */
const createTemplate = (text: string): Template => {
  const [first = '', ...rest] = text.split('{id}')
  return (id) => {
    const encoded = encodeURIComponent(id)
    let filled = first
    for (const piece of rest) filled += encoded + piece
    return filled
  }
}
