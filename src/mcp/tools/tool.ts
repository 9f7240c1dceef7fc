/** What a tool is: its description, who is offered it, and what it does. */
import type { Static, TObject } from 'typebox'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { JsonObject } from '../../foundation/json/json-object.js'
import { createObjectReader } from '../../model/kinds/object-reader.js'
import type { ResourceEntry } from '../../wire/catalogs/resources.js'
import type { Api } from '../api.js'
import { type Catalog, mayUse, type ToolName } from '../catalog.js'
import type { Confirmations } from '../confirmations.js'
import { type Bounds, boundedResult, type ToolResult } from '../result.js'

export interface ToolContext {
  readonly api: Api
  readonly catalog: Catalog
  readonly confirmations: Confirmations
  /** Asks the user of the agent; undefined if no user can respond. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined
}

/** Tools that every caller is offered. */
const catalogTools = ['list_resources', 'describe_resource'] as const
type CatalogToolName = (typeof catalogTools)[number]

interface ToolDefinition<Input extends TObject> extends Bounds {
  readonly name: ToolName | CatalogToolName
  readonly title: string
  readonly description: string
  readonly input: Input
  /** Hints of MCP for programs that ask their user before some calls. */
  readonly annotations: Readonly<Record<string, boolean>>
  readonly run: (input: Static<Input>, context: ToolContext) => Promise<JsonObject>
}

export interface Tool extends Pick<ToolDefinition<TObject>, 'name'> {
  /**
   * As `tools/list` publishes it.
   *
   * @param resources keys that the member `resource` may have; undefined if they are too many
   */
  readonly publish: (resources: readonly string[] | undefined) => JsonObject
  readonly call: (sent: unknown, context: ToolContext) => Promise<ToolResult>
}

export const defineTool = <Input extends TObject>(tool: ToolDefinition<Input>): Tool => {
  const { name, title, description, annotations, run, ...bounds } = tool
  const { properties, required } = tool.input as TObject & { readonly required?: readonly string[] }
  const read = createObjectReader(tool.input)
  return {
    name,
    publish: (resources) => ({
      ...{ name, title, description },
      inputSchema: {
        type: 'object',
        properties: withResources(properties, resources),
        required: required ?? [],
        additionalProperties: false,
      },
      annotations: { title, openWorldHint: false, ...annotations },
    }),
    call: async (sent, context) => {
      const input = read(sent ?? {})
      requireMembers(input, required)
      return boundedResult(await run(input, context), bounds)
    },
  }
}

/** The tools that the caller may use with some of these resources. */
export const offeredTools = async (
  tools: readonly Tool[],
  entries: readonly ResourceEntry[],
  catalog: Catalog,
): Promise<readonly Tool[]> => {
  const offered = new Set<string>(entries.length > 0 ? catalogTools : [])
  const names = tools.map(({ name }) => name).filter((name) => !offered.has(name)) as ToolName[]
  for (const entry of entries) {
    const undecided = names.filter((name) => !offered.has(name) && catalog.mayOffer(name, entry))
    if (undecided.length === 0) continue
    const offer = await catalog.offer(entry)
    for (const name of undecided) if (mayUse(name, offer)) offered.add(name)
  }
  return tools.filter(({ name }) => offered.has(name))
}

const withResources = (
  properties: JsonObject,
  resources: readonly string[] | undefined,
): JsonObject =>
  resources && properties['resource']
    ? { ...properties, resource: { ...properties['resource'], enum: resources } }
    : properties

/** @throws AppError VALIDATION_FAILED */
const requireMembers = (input: object, required: readonly string[] = []): void => {
  const missing = required.filter((name) => !Object.hasOwn(input, name))
  if (missing.length === 0) return
  throw new AppError(missing.map((target) => problem('valueRequired', { target })))
}
