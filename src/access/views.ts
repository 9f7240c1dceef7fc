/**
 * The model as a caller sees it. Callers with the same authorities and rows share one view, and
 * with it the statements and schemas derived from it.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { VisibleRows } from '../contract/entity.js'
import type { Principal } from '../contract/principal.js'
import { digestOf } from '../foundation/canonical-json.js'
import {
  chooseLanguage,
  createTranslator,
  type MessageCatalogs,
  type Translator,
} from '../foundation/messages.js'
import type { EntityModel, Lookups } from '../model/types/entity-model.js'
import type { Model, ResourceModel, RowRule } from '../model/types/resource-model.js'
import { type Criterion, type FilterSettings, readFilter } from '../query/filter/read-filter.js'
import { type ResourceView, restrictTo } from '../query/rows/row-access.js'
import type { OfTenant } from '../query/rows/tenants.js'
import type { Restriction } from '../query/rows/visible-rows.js'
import { fieldAuthorities, withoutHiddenFields } from './field-access.js'
import { tenantOf } from './tenants.js'

export interface View {
  /** Without hidden fields; shared by all callers who see the same fields. */
  readonly model: Model
  /** Digest of the visible fields: equal for callers who see the same. */
  readonly fieldDigest: string
  /** Translates into the caller's language. */
  readonly translate: Translator
  /** @throws Error for a key that is not of the model */
  resource(key: string): ResourceView
}

/** Maximum numbers of cached views. */
const maxViews = 1_000
const maxFieldViews = 64

/** Without a database nothing is known about the size of tables. */
const noLookups = { current: { has: () => false } }

/**
 * Finds the view of a caller, in a language of an Accept-Language header.
 *
 * @throws Error where a rule of the contract says nothing that can be used
 */
export type Views = (caller: Principal, acceptLanguage?: string) => View

export const createViews = (
  model: Model,
  settings: FilterSettings,
  messages: MessageCatalogs = {},
  lookups: { readonly current: Lookups } = noLookups,
): Views => {
  // Digests only: principals of remembered tokens live long, and their views may be large.
  const ofPrincipal = new WeakMap<
    Principal,
    { readonly decided: string; readonly access: string }
  >()
  const byFields = new LRUCache<string, Model>({ max: maxFieldViews })
  const byAccess = new LRUCache<string, View>({ max: maxViews })
  const deciding = fieldAuthorities(model)
  const unlimited: FilterSettings = {
    ...settings,
    maxListLength: Infinity,
    maxTextLength: Infinity,
    // A blank criterion of a rule is an error of the contract, whatever it means to clients.
    emptyList: 'ignore',
  }

  const modelFor = (caller: Principal, held: readonly string[]): Model => {
    if (deciding.length === 0) return model
    const key = JSON.stringify(held)
    const known = byFields.get(key)
    if (known) return known
    const made = withoutHiddenFields(
      model,
      (needed) => !needed || needed.some((one) => caller.has(one)),
    )
    byFields.set(key, made)
    return made
  }

  let small = lookups.current
  return (caller, acceptLanguage) => {
    // Statements are made once for each view, so they would keep what was known of the tables.
    if (small !== lookups.current) byAccess.clear()
    small = lookups.current
    const language = chooseLanguage(acceptLanguage, messages)
    // Rules are evaluated for each request: what they return may change while a token is valid.
    const decisions = [...model.rowRules.values()].map(({ visibleTo }) => visibleTo(caller))
    const decided = digestOfDecisions(decisions)
    const known = ofPrincipal.get(caller)
    if (known && known.decided === decided) {
      const view = byAccess.get(viewKey(known.access, language))
      if (view) return view
    }
    const held = deciding.filter((authority) => caller.has(authority))
    const rows = readDecisions(model, decisions, unlimited)
    const tenant = tenantOf(model, caller)
    const access = digestOf([held, rows.map(describe), tenant ?? null])
    const key = viewKey(access, language)
    const view =
      byAccess.get(key) ??
      createView(
        modelFor(caller, held),
        { rows, tenant },
        { fields: digestOf(held), access },
        settings,
        createTranslator(messages, language),
        small,
      )
    byAccess.set(key, view)
    if (decided !== undefined) ofPrincipal.set(caller, { decided, access })
    return view
  }
}

const viewKey = (access: string, language: string): string => `${access} ${language}`

/** A shorter text is kept as it is: a digest takes 2 µs of every request. */
const digestedLength = 256

/** Undefined for decisions that cannot be compared, which are read for each request. */
const digestOfDecisions = (decisions: readonly VisibleRows[]): string | undefined => {
  const text = textOf(decisions)
  // The text of a list has brackets, so it is not the digest of another one.
  return text === undefined || text.length < digestedLength ? text : hash('sha256', text, 'base64')
}

/** Different for different values, even for `undefined` and a missing member. */
const textOf = (value: unknown): string | undefined => {
  // What most rules return.
  if (value === 'all') return '"all"'
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return String(value)
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) {
      const of = textOf(item)
      if (of === undefined) return undefined
      text += `${of},`
    }
    return `[${text}]`
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined
  for (const [name, member] of Object.entries(value)) {
    const of = textOf(member)
    if (of === undefined) return undefined
    text += `${JSON.stringify(name)}:${of},`
  }
  return `{${text}}`
}

type Rows = 'all' | 'none' | readonly Criterion[]
type Decision = readonly [entity: EntityModel, rows: Rows]

/** @param decisions what the rules returned, in their order */
const readDecisions = (
  { rowRules }: Model,
  decisions: readonly VisibleRows[],
  settings: FilterSettings,
): readonly Decision[] =>
  [...rowRules].map(([entity, rule], index) => [
    entity,
    readRows(entity, rule, decisions[index]!, settings),
  ])

/** A rule that returns nothing must not open every row: it is an error of the contract. */
const readRows = (
  { name }: EntityModel,
  { filter }: RowRule,
  rows: VisibleRows,
  settings: FilterSettings,
): Rows => {
  if (rows === 'all' || rows === 'none') return rows
  let criteria: readonly Criterion[]
  try {
    criteria = readFilter({ key: name, filter }, rows, settings)
  } catch (cause) {
    throw new Error(`The row access of '${name}' answers a filter that does not fit.`, { cause })
  }
  const said = new Set(criteria.map(({ field }) => field.name))
  const blank = Object.keys(rows).filter((member) => !said.has(member))
  if (said.size > 0 && blank.length === 0) return criteria
  const what = said.size === 0 ? 'is empty' : `has blank members: ${blank.join(', ')}`
  throw new Error(
    `The filter that the row access of '${name}' returned ${what}; return 'none' instead.`,
  )
}

const describe = ([entity, rows]: Decision) => [
  entity.name,
  typeof rows === 'string' ? rows : rows.map(({ field, operand }) => [field.name, operand]),
]

interface Digests {
  readonly fields: string
  /** Digest of tenant, visible rows and fields. */
  readonly access: string
}

const createView = (
  model: Model,
  { rows, tenant }: OfTenant & { readonly rows: readonly Decision[] },
  digests: Digests,
  { zone }: FilterSettings,
  translate: Translator,
  lookups: Lookups,
): View => {
  const rowAccess = new Map<EntityModel, Restriction>(
    rows.map(([entity, one]) => [entity, typeof one === 'string' ? one : restrictTo(one, zone)]),
  )
  const view = (resource: ResourceModel): ResourceView => ({
    ...resource,
    rowAccess,
    tenant,
    lookups,
    accessDigest: digests.access,
    viewDigest: digestOf([
      digests.access,
      translate.language,
      resource.dataset?.definition ?? null,
    ]),
    translate,
  })
  const resources = new Map(model.resources.map((resource) => [resource.key, view(resource)]))
  return {
    model,
    fieldDigest: digests.fields,
    translate,
    resource: (key) => {
      const resource = resources.get(key)
      if (!resource) throw new Error(`no resource '${key}'`)
      return resource
    },
  }
}
