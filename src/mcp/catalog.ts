/** What the caller may use: the resources that are visible to the caller, and their operations. */
import { AppError, problem } from '../foundation/errors/app-error.js'
import { nearestName } from '../foundation/errors/diagnostics.js'
import { unreachableIds } from '../model/operation-table.js'
import type { Availability } from '../wire/availability.js'
import type { Action, ActionCatalog } from '../wire/catalogs/actions.js'
import type { Capabilities } from '../wire/catalogs/capabilities.js'
import type { ResourceCatalog, ResourceEntry } from '../wire/catalogs/resources.js'
import type { SchemaCatalog } from '../wire/catalogs/schema-catalog.js'
import type { Surface, SurfaceCatalog } from '../wire/catalogs/surfaces.js'
import type { Api } from './api.js'
import { isWithin, type Risk, type RiskLimit, riskOfDelete, risks } from './risk.js'

/** An operation on a record is allowed on some records if it only lacks the record. */
const isUsable = ({ allowed, reason }: Availability): boolean =>
  allowed || reason === 'resource-context-required'

/** The tools that read, with the operations of which they need one. */
export const readingTools = {
  search_records: ['filter'],
  read_record: ['byId'],
  find_options: ['options', 'optionSources'],
  compute_statistics: ['statsGroupBy', 'statsTimeSeries', 'statsDistribution'],
  read_history: ['history'],
} as const

type WritingTool = 'create_record' | 'update_record' | 'delete_record' | 'perform_action'

/** The lowest risk that operations of a tool may have; undefined if the resource has none. */
const lowestRisk: Readonly<Record<WritingTool, (entry: ResourceEntry) => Risk | undefined>> = {
  create_record: ({ canonicalOperations }) =>
    canonicalOperations['create'] ? risks.create : undefined,
  update_record: ({ readOnly }) => (readOnly ? undefined : risks.intent),
  delete_record: (entry) => (entry.canonicalOperations['delete'] ? riskOfDelete(entry) : undefined),
  perform_action: ({ actionsUrl }) => (actionsUrl === null ? undefined : 'LOW'),
}

export type ToolName = keyof typeof readingTools | WritingTool

/** An operation that writes, as agents are offered it. */
export interface Command {
  readonly tool: WritingTool
  /** `create`, `update`, `delete`, or the name of an intent or of an action. */
  readonly name: string
  readonly title: string
  readonly scope: Surface['scope']
  readonly risk: Risk
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{id}` for a record. */
  readonly path: string
  /** Null if the request has no body. */
  readonly requestSchemaUrl: string | null
  readonly allowedStates?: readonly string[]
  /** Whether the request may have an `Idempotency-Key`. */
  readonly takesKey: boolean
  /** Which member of the body names the records of a bulk action, and how many it may name. */
  readonly selection?: Action['execution']['selection']
  readonly availability: Availability
}

/** What the caller may do with a resource, or with one of its records. */
export interface Offer {
  readonly capabilities: Capabilities
  /** The operations that write, within the limit of risks. */
  readonly commands: readonly Command[]
}

const isReading = (tool: ToolName): tool is keyof typeof readingTools => tool in readingTools

/** Whether the caller may use this tool with some record. */
export const mayUse = (tool: ToolName, { capabilities, commands }: Offer): boolean => {
  if (!isReading(tool)) return commands.some((command) => command.tool === tool)
  return readingTools[tool].some((name) => {
    const operation = capabilities.operations[name]
    return operation?.supported === true && isUsable(operation.availability)
  })
}

export interface CatalogOptions {
  readonly api: Api
  readonly contextPath: string
  readonly riskLimit: RiskLimit
}

export class Catalog {
  readonly #options: CatalogOptions

  constructor(options: CatalogOptions) {
    this.#options = options
  }

  /** The resources of which the caller may use a surface or an action. */
  async resources(): Promise<readonly ResourceEntry[]> {
    const { api } = this.#options
    const { groups, resources } = await this.#readResources()
    const { actions } = await api.read<ActionCatalog>(this.#addressOf('actions', {}))
    const usable: (readonly (Surface | Action)[])[] = [actions.filter(isOffered)]
    for (const { group } of groups) usable.push(await this.#readSurfaces({ group }))
    const keys = new Set(usable.flat().map(({ resourceKey }) => resourceKey))
    return resources.filter(({ resourceKey }) => keys.has(resourceKey))
  }

  /** A resource that the caller may not use is reported like one that does not exist. */
  async resource(key: string): Promise<ResourceEntry> {
    const { resources } = await this.#readResources()
    const found = resources.find(({ resourceKey }) => resourceKey === key)
    if (found && (await this.#isVisible(found))) return found
    const keys = (await this.resources()).map(({ resourceKey }) => resourceKey)
    const nearest = nearestName(key, keys)
    throw new AppError(
      nearest === undefined
        ? problem('mcpResourceUnknown')
        : problem('mcpResourceMisspelled', { nearest }),
    )
  }

  /** What the caller may do with some record of the resource. */
  async offer(entry: ResourceEntry): Promise<Offer> {
    const { api } = this.#options
    const capabilities = await api.read<Capabilities>(entry.capabilitiesUrl)
    return this.#offerOf(entry, { ...capabilities, actions: await this.#readActions(entry) })
  }

  /** Whether a caller may use this tool with the resource. If not, its offer need not be read. */
  mayOffer(tool: ToolName, entry: ResourceEntry): boolean {
    if (isReading(tool)) return readingTools[tool].some((name) => entry.canonicalOperations[name])
    const risk = lowestRisk[tool](entry)
    return risk !== undefined && isWithin(this.#options.riskLimit, risk)
  }

  /** What the caller may do with this record now. */
  async offerOn(entry: ResourceEntry, id: string | number): Promise<Offer> {
    const url = `${recordPath(entry, id)}/capabilities`
    return this.#offerOf(entry, await this.#options.api.read<Capabilities>(url))
  }

  /** Whether the service publishes that the operation can be tried. */
  async takesDryRun({ method, path }: Command): Promise<boolean> {
    const url = this.#addressOf('catalog', { path, operation: method.toLowerCase() })
    const { endpoints } = await this.#options.api.read<SchemaCatalog>(url)
    return endpoints.some(({ parameters }) => parameters.some(({ name }) => name === 'dryRun'))
  }

  #offerOf(entry: ResourceEntry, capabilities: Capabilities): Offer {
    const { riskLimit } = this.#options
    const commands = commandsOf(entry, capabilities).filter(
      ({ risk, availability }) => isWithin(riskLimit, risk) && isUsable(availability),
    )
    return { capabilities, commands }
  }

  async #isVisible(entry: ResourceEntry): Promise<boolean> {
    const surfaces = await this.#readSurfaces({ resource: entry.resourceKey })
    return surfaces.length > 0 || (await this.#readActions(entry)).some(isOffered)
  }

  #addressOf(catalog: string, query: Readonly<Record<string, string>>): string {
    return `${this.#options.contextPath}/schemas/${catalog}?${new URLSearchParams(query)}`
  }

  #readResources(): Promise<ResourceCatalog> {
    return this.#options.api.read(this.#addressOf('resources', {}))
  }

  /** Usable ones, without those that refer to operations of other resources. */
  async #readSurfaces(query: Readonly<Record<string, string>>): Promise<readonly Surface[]> {
    const url = this.#addressOf('surfaces', query)
    const { surfaces } = await this.#options.api.read<SurfaceCatalog>(url)
    return surfaces.filter((each) => each.recordFilter === null && isOffered(each))
  }

  /** Those of the collection and of records: capabilities of a collection have only its own. */
  async #readActions({ actionsUrl }: ResourceEntry): Promise<readonly Action[]> {
    if (actionsUrl === null) return []
    return (await this.#options.api.read<ActionCatalog>(actionsUrl)).actions
  }
}

const isOffered = ({ availability }: Surface | Action): boolean => isUsable(availability)

/**
 * Fills in the id of a record.
 *
 * @throws AppError RESOURCE_NOT_FOUND for an id that no record has, because the path would be
 * invalid, or that of another route
 */
export const pathOf = (template: string, id: string | number): string => {
  const text = String(id)
  if (unreachableIds.includes(text) || !text.isWellFormed()) {
    throw new AppError(problem('recordNotFound'))
  }
  return template.replace('{id}', encodeURIComponent(text))
}

export const recordPath = ({ resourcePath }: ResourceEntry, id: string | number): string =>
  pathOf(`${resourcePath}/{id}`, id)

const commandsOf = (entry: ResourceEntry, capabilities: Capabilities): readonly Command[] => [
  ...recordCommands(entry, capabilities),
  ...capabilities.surfaces.filter(isIntent).map(intentCommand),
  ...capabilities.actions.map(actionCommand),
]

/** Creates, updates, deletes and restores records. */
const recordCommands = (entry: ResourceEntry, { operations }: Capabilities): readonly Command[] => {
  const { resourcePath, schemas } = entry
  const recordPath = `${resourcePath}/{id}`
  const rows: readonly Omit<Command, 'title' | 'availability'>[] = [
    {
      ...{ tool: 'create_record', name: 'create', scope: 'COLLECTION', risk: risks.create },
      ...{ method: 'POST', path: resourcePath, requestSchemaUrl: schemas.create, takesKey: true },
    },
    {
      ...{ tool: 'update_record', name: 'update', scope: 'ITEM', risk: risks.update },
      ...{ method: 'PUT', path: recordPath, requestSchemaUrl: schemas.update, takesKey: false },
    },
    {
      ...{ tool: 'update_record', name: 'restore', scope: 'ITEM', risk: risks.intent },
      ...{
        method: 'PATCH',
        path: `${recordPath}/restore`,
        requestSchemaUrl: null,
        takesKey: false,
      },
    },
    {
      ...{ tool: 'delete_record', name: 'delete', scope: 'ITEM' },
      risk: riskOfDelete(entry),
      ...{ method: 'DELETE', path: recordPath, requestSchemaUrl: null, takesKey: false },
    },
  ]
  return rows.flatMap((row) => {
    const operation = operations[row.name]
    if (!operation?.supported) return []
    return [{ ...row, title: row.name, availability: operation.availability }]
  })
}

const isIntent = ({ method, scope }: Surface): boolean => method === 'PATCH' && scope === 'ITEM'

const intentCommand = ({ title, path, schemaUrl, availability }: Surface): Command => ({
  ...{ tool: 'update_record', name: path.slice(path.lastIndexOf('/') + 1), title },
  ...{ scope: 'ITEM', risk: risks.intent, method: 'PATCH', path, requestSchemaUrl: schemaUrl },
  ...{ takesKey: false, availability },
})

const actionCommand = ({ execution, ...action }: Action): Command => ({
  ...{ tool: 'perform_action', name: action.id, title: action.title, scope: action.scope },
  ...{ risk: execution.interaction.riskLevel, method: 'POST', path: action.path },
  requestSchemaUrl: action.requestSchemaUrl,
  allowedStates: action.allowedStates,
  takesKey: execution.preconditions.idempotencyKey !== 'NONE',
  selection: execution.selection,
  availability: action.availability,
})
