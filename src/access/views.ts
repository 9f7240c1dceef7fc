/**
 * The model as a caller sees it. Callers with the same authorities and rows share one view of a
 * resource, and with it the statements and schemas derived from it.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { VisibleRows } from '../contract/entity.js'
import type { Principal } from '../contract/principal.js'
import { memoize } from '../foundation/functions/memoize.js'
import { digestOf } from '../foundation/json/canonical-json.js'
import {
  chooseLanguage,
  createTexts,
  createTranslator,
  defaultLanguage,
  englishOnly,
  type MessageCatalogs,
  type PlatformTexts,
  type Translator,
} from '../foundation/text/messages.js'
import { referredIn } from '../model/types/action-model.js'
import { type EntityModel, type Lookups, owningRelations } from '../model/types/entity-model.js'
import { reachOf } from '../model/types/reach.js'
import type { Model, ResourceModel, RowRule } from '../model/types/resource-model.js'
import { type Criterion, describeCriteria } from '../query/filter/criteria.js'
import type { FilterSettings } from '../query/filter/filter-settings.js'
import { readFilter } from '../query/filter/read-filter.js'
import { restrictTo, withoutDeleted } from '../query/rows/row-access.js'
import type { Restriction } from '../query/rows/visible-rows.js'
import { type PreparedResource, prepareResource } from '../query/statements/prepared-resource.js'
import { fieldAuthorities, withoutHiddenFields } from './field-access.js'
import { tenantOf } from './tenants.js'

/** What one caller sees in one request. Requests that see the same share their resources. */
export interface View {
  /** Without hidden fields; shared by all callers who see the same fields. */
  readonly model: Model
  /** Digest of the visible fields: equal for callers who see the same. */
  readonly fieldDigest: string
  /** Translates into the caller's language. */
  readonly translate: Translator
  /** Translates texts of the platform, which has languages that the contract may lack. */
  readonly texts: Translator
  /** Translates into every published language, the caller's first. */
  readonly languages: readonly Translator[]
  /**
   * Evaluates the row rules that concern the resource, each once.
   *
   * @throws Error for a key that is not of the model, or a rule that says nothing that can be used
   */
  resource(key: string): PreparedResource
}

/** Maximum numbers of cached views of resources, and of models without hidden fields. */
const maxViews = 2_000
const maxFieldViews = 64

/** Used without a database, when the size of tables is unknown. */
const noLookups = { current: { has: () => false } }

/** Finds the view of a caller, in a language of an Accept-Language header. */
export type Views = (caller: Principal, acceptLanguage?: string) => View

/** What a principal sees apart from row rules: fields and tenant. */
interface VisibleScope {
  /** The caller's authorities that decide about fields. */
  readonly held: readonly string[]
  readonly fields: string
  readonly tenant: string | undefined
  /** Identifies fields and tenant. */
  readonly digest: string
}

export const createViews = (
  model: Model,
  settings: FilterSettings,
  messages: MessageCatalogs = {},
  lookups: { readonly current: Lookups } = noLookups,
  platform: PlatformTexts = englishOnly,
): Views => {
  const authorities = fieldAuthorities(model)
  // Keyed by the principal instead of the model: principals of remembered tokens live long, and a
  // model may be large.
  const scopeOf = memoize((caller: Principal) => visibleScope(caller, model, authorities))
  const modelFor = authorities.length === 0 ? () => model : createFieldViews(model)
  const resources = new ResourceViews(model, settings, lookups)
  const translators = new Map(
    [defaultLanguage, ...Object.keys(messages)].map((language) => [
      language,
      createTranslator(messages, language, platform),
    ]),
  )
  const textsOf = createTexts(messages, platform)
  return (caller, acceptLanguage) => {
    const scope = scopeOf(caller)
    const translate = translators.get(chooseLanguage(acceptLanguage, messages))!
    const languages = { translate, translators, findTexts: () => textsOf(acceptLanguage) }
    return new CallerView(caller, scope, modelFor(caller, scope), languages, resources)
  }
}

/** @param authorities those that decide about fields of the model */
const visibleScope = (
  caller: Principal,
  model: Model,
  authorities: readonly string[],
): VisibleScope => {
  const held = authorities.filter((authority) => caller.has(authority))
  const tenant = tenantOf(model, caller)
  return { held, tenant, fields: digestOf(held), digest: digestOf([held, tenant ?? null]) }
}

/** Callers who see the same fields share one model without the hidden ones. */
const createFieldViews = (model: Model) => {
  const byFields = new LRUCache<string, Model>({ max: maxFieldViews })
  return (caller: Principal, { fields }: VisibleScope): Model => {
    const existingModel = byFields.get(fields)
    if (existingModel) return existingModel
    const made = withoutHiddenFields(
      model,
      (needed) => !needed || needed.some((authority) => caller.has(authority)),
    )
    byFields.set(fields, made)
    return made
  }
}

/** The resources of a model as callers see them. Callers with equal access share one. */
class ResourceViews {
  readonly #model: Model
  readonly #settings: FilterSettings
  readonly #lookups: { readonly current: Lookups }
  readonly #byAccess = new LRUCache<string, PreparedResource>({ max: maxViews })
  readonly #concerns = new Map<string, Concern>()
  #small: Lookups

  constructor(model: Model, settings: FilterSettings, lookups: { readonly current: Lookups }) {
    this.#model = model
    // A blank criterion of a rule is an error of the contract, whatever it means to clients.
    this.#settings = {
      ...settings,
      maxListLength: Infinity,
      maxTextLength: Infinity,
      emptyList: 'ignore',
      expressions: { maxDepth: Infinity, maxCriteria: Infinity },
    }
    this.#lookups = lookups
    this.#small = lookups.current
  }

  find(key: string, view: CallerView): PreparedResource {
    this.#dropOutdated()
    const { rules, marked } = this.#concernOf(key)
    const rows = rules.map(view.decide)
    const compared = digestOfDecisions(rows)
    const inView = (digest: string) =>
      `${key} ${view.translate.language} ${view.scope.digest} ${digest}`
    const existingView = compared === undefined ? undefined : this.#byAccess.get(inView(compared))
    if (existingView) return existingView
    const decisions = readDecisions(rules, rows, this.#settings)
    const { held, tenant } = view.scope
    const access = digestOf([held, decisions.map(describe), tenant ?? null])
    const at = inView(compared ?? access)
    const prepared = this.#byAccess.get(at) ?? this.#prepare(key, view, access, decisions, marked)
    this.#byAccess.set(at, prepared)
    return prepared
  }

  /** Statements of a view are made once, with the facts about table sizes of that time. */
  #dropOutdated(): void {
    if (this.#small !== this.#lookups.current) this.#byAccess.clear()
    this.#small = this.#lookups.current
  }

  #concernOf(key: string): Concern {
    const concern = this.#concerns.get(key) ?? concernOf(resourceIn(this.#model, key), this.#model)
    this.#concerns.set(key, concern)
    return concern
  }

  #prepare(
    key: string,
    { model, scope: { tenant }, translate }: CallerView,
    access: string,
    rows: readonly Decision[],
    marked: readonly EntityModel[],
  ): PreparedResource {
    const resource = resourceIn(model, key)
    const { zone } = this.#settings
    const rowAccess = new Map<EntityModel, Restriction>(
      rows.map(([entity, visible]) => [
        entity,
        typeof visible === 'string' ? visible : restrictTo(visible, zone),
      ]),
    )
    for (const entity of marked) {
      rowAccess.set(entity, withoutDeleted(rowAccess.get(entity) ?? 'all', entity.softDelete!))
    }
    return prepareResource({
      ...resource,
      rowAccess,
      tenant,
      lookups: this.#small,
      zone,
      accessDigest: access,
      viewDigest: digestOf([access, translate.language, resource.dataset?.definition ?? null]),
      translate,
    })
  }
}

interface CallerLanguages {
  readonly translate: Translator
  readonly translators: ReadonlyMap<string, Translator>
  /** Called for responses with texts of the platform; few requests have any. */
  readonly findTexts: () => Translator
}

class CallerView implements View {
  readonly translate: Translator
  readonly #caller: Principal
  readonly #resources: ResourceViews
  readonly #languages: CallerLanguages
  /** Cached because most requests use one resource. */
  #last: { readonly key: string; readonly resource: PreparedResource } | undefined
  readonly #decisions = new Map<EntityModel, VisibleRows>()

  constructor(
    caller: Principal,
    readonly scope: VisibleScope,
    readonly model: Model,
    languages: CallerLanguages,
    resources: ResourceViews,
  ) {
    this.#caller = caller
    this.#languages = languages
    this.translate = languages.translate
    this.#resources = resources
  }

  get languages(): readonly Translator[] {
    return [...new Set([this.translate, ...this.#languages.translators.values()])]
  }

  get texts(): Translator {
    return this.#languages.findTexts()
  }

  get fieldDigest(): string {
    return this.scope.fields
  }

  resource = (key: string): PreparedResource => {
    if (this.#last?.key !== key) this.#last = { key, resource: this.#resources.find(key, this) }
    return this.#last.resource
  }

  /** Rules are evaluated for each request: what they return may change while a token is valid. */
  decide = ([entity, { visibleTo }]: Rule): VisibleRows => {
    const decided = this.#decisions.get(entity) ?? visibleTo(this.#caller)
    this.#decisions.set(entity, decided)
    return decided
  }
}

type Rule = readonly [entity: EntityModel, rule: RowRule]

/** What decides about the rows of the entities that statements of a resource name. */
interface Concern {
  readonly rules: readonly Rule[]
  /** Entities whose rows are deleted softly. */
  readonly marked: readonly EntityModel[]
}

/**
 * The statements of the resource name the entities that it reads, and those that its records refer
 * to. No statement can name another one: its rows are not decided.
 */
const concernOf = (resource: ResourceModel, model: Model): Concern => {
  const { entities } = reachOf(resource, model)
  const written = [resource.entity, ...ownedBy(resource.entity), ...ownersOf(resource.entity)]
  const referred = written.flatMap(({ relations }) =>
    [...relations.values()].map(({ target }) => target),
  )
  const inRequests = [...resource.actions.values()].flatMap(({ request }) => referredIn(request))
  const named = new Set([...entities, ...referred, ...inRequests])
  return {
    rules: [...model.rowRules].filter(([entity]) => named.has(entity)),
    marked: [...named].filter(({ softDelete }) => softDelete !== undefined),
  }
}

/** The entities whose rows are written together with those of an entity, on all levels. */
const ownedBy = (entity: EntityModel): readonly EntityModel[] =>
  owningRelations(entity).flatMap(({ target }) => [target, ...ownedBy(target)])

const ownersOf = ({ ownedBy: owning }: EntityModel): readonly EntityModel[] =>
  owning ? [owning.owner, ...ownersOf(owning.owner)] : []

const resourcesOf = memoize(
  ({ resources }: Model) => new Map(resources.map((resource) => [resource.key, resource])),
)

const resourceIn = (model: Model, key: string): ResourceModel => {
  const resource = resourcesOf(model).get(key)
  if (!resource) throw new Error(`no resource '${key}'`)
  return resource
}

/** A shorter text is kept as it is: a digest takes 2 µs of every request. */
const digestedLength = 256

/**
 * Returns undefined for decisions that cannot be compared; they are read again for each request.
 */
const digestOfDecisions = (decisions: readonly VisibleRows[]): string | undefined => {
  const text = textOf(decisions)
  // The text of a list has brackets, so it is not the digest of another one.
  return text === undefined || text.length < digestedLength ? text : hash('sha256', text, 'base64')
}

/** Returns different texts for different values, including `undefined` and a missing member. */
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
      const itemText = textOf(item)
      if (itemText === undefined) return undefined
      text += `${itemText},`
    }
    return `[${text}]`
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined
  for (const [name, member] of Object.entries(value)) {
    const memberText = textOf(member)
    if (memberText === undefined) return undefined
    text += `${JSON.stringify(name)}:${memberText},`
  }
  return `{${text}}`
}

type Rows = 'all' | 'none' | readonly Criterion[]
type Decision = readonly [entity: EntityModel, rows: Rows]

/** @param decisions what the rules returned, in their order */
const readDecisions = (
  rules: readonly Rule[],
  decisions: readonly VisibleRows[],
  settings: FilterSettings,
): readonly Decision[] =>
  rules.map(([entity, rule], index) => [
    entity,
    readRows(entity, rule, decisions[index]!, settings),
  ])

/** A rule that returns nothing is an error of the contract; it must not make every row visible. */
const readRows = (
  { name }: EntityModel,
  { filter }: RowRule,
  rows: VisibleRows,
  settings: FilterSettings,
): Rows => {
  if (rows === 'all' || rows === 'none') return rows
  let criteria: readonly Criterion[]
  const blank: string[] = []
  const onBlank = (target: string) => blank.push(target)
  try {
    criteria = readFilter({ key: name, filter, expressions: true }, rows, { ...settings, onBlank })
  } catch (cause) {
    throw new Error(`The row access of '${name}' returned an invalid filter.`, { cause })
  }
  if (criteria.length > 0 && blank.length === 0) return criteria
  const what = criteria.length === 0 ? 'is empty' : `has blank members: ${blank.join(', ')}`
  throw new Error(
    `The filter that the row access of '${name}' returned ${what}; return 'none' instead.`,
  )
}

const describe = ([entity, rows]: Decision) => [
  entity.name,
  typeof rows === 'string' ? rows : describeCriteria(rows),
]
