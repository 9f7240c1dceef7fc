/** What a tool is: its description, who is offered it, and what it does. */
import type { Static, TObject } from 'typebox'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { JsonObject } from '../../foundation/json/json-object.js'
import { createObjectReader } from '../../model/kinds/object-reader.js'
import type { Api } from '../api.js'
import type { Catalog, Offer } from '../catalog.js'
import type { Confirmations } from '../confirmations.js'
import { boundedResult, type ToolResult } from '../result.js'

export interface ToolContext {
  readonly api: Api
  readonly catalog: Catalog
  readonly confirmations: Confirmations
}

interface ToolDefinition<Input extends TObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  /** Hints of MCP for programs that ask their user before some calls. */
  readonly annotations: Readonly<Record<string, boolean>>
  /** Whether the tool is offered to callers who may do this with some resource. */
  readonly isOffered: (offer: Offer) => boolean
  /** The member of the result with the rows, which may be cut. */
  readonly list?: string
  readonly run: (input: Static<Input>, context: ToolContext) => Promise<JsonObject>
}

export interface Tool extends Pick<ToolDefinition<TObject>, 'name' | 'isOffered'> {
  /**
   * As `tools/list` publishes it.
   *
   * @param resources keys that the member `resource` may have; undefined if they are too many
   */
  readonly publish: (resources: readonly string[] | undefined) => JsonObject
  readonly call: (sent: unknown, context: ToolContext) => Promise<ToolResult>
}

export const defineTool = <Input extends TObject>(tool: ToolDefinition<Input>): Tool => {
  const { name, title, description, annotations, isOffered, list, run } = tool
  const { properties, required } = tool.input as TObject & { readonly required?: readonly string[] }
  const read = createObjectReader(tool.input)
  return {
    ...{ name, isOffered },
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
      return boundedResult(await run(input, context), list)
    },
  }
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
