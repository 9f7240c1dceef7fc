/**
 * A server of the Model Context Protocol over the HTTP API of a service. It has no transport and no
 * state but the calls in progress: `POST /mcp` and `corollary mcp` pass messages to it.
 *
 * https://modelcontextprotocol.io/specification/2025-11-25
 */
import { isLosslessNumber, stringify } from 'lossless-json'
import type { CursorCodec } from '../foundation/encoding/cursor-token.js'
import { AppError } from '../foundation/errors/app-error.js'
import { ClientGone } from '../foundation/execution/client-gone.js'
import { LightSignal, type Signal } from '../foundation/execution/signal.js'
import { isJsonObject, type JsonObject } from '../foundation/json/json-object.js'
import type { Translator } from '../foundation/text/messages.js'
import type { ServiceDescription } from '../wire/catalogs/service.js'
import { traceIdOf } from './agent.js'
import { Api, ApiFailure, type ApiRequest, type ApiResponse } from './api.js'
import { Catalog } from './catalog.js'
import { Confirmations } from './confirmations.js'
import { describeCommand, describeResource } from './describe.js'
import type { Confirm } from './questions.js'
import { failureResult, maxResultLength } from './result.js'
import type { RiskLimit } from './risk.js'
import { readTools } from './tools/read-tools.js'
import { offeredTools, type Tool } from './tools/tool.js'
import { writeTools } from './tools/write-tools.js'

/** The latest first, which is offered to clients that request another one. */
export const protocolVersions: readonly string[] = ['2025-11-25', '2025-06-18']

export interface McpOptions {
  readonly contextPath: string
  readonly riskLimit: RiskLimit
  /** Seals confirmations. */
  readonly codec: CursorCodec
  readonly now: () => Date
}

/** A message with what its transport knows about it. */
export interface Message {
  readonly content: unknown
  /** Identifies the session among those of this server. */
  readonly session: string
  readonly agent: string
  /** Identifies the caller to confirmations, and to calls in progress. */
  readonly caller: string
  /** Into the language of the caller. */
  readonly texts: Translator
  /** Identifies the message. */
  readonly id: string
  /** Aborted when the client is gone. */
  readonly signal: Signal
  /** Undefined if the transport, or the program of the agent, cannot ask its user. */
  readonly confirm?: Confirm | undefined
  /** Sends a request of the API in the name of the caller. */
  readonly send: (request: ApiRequest, signal: Signal) => Promise<ApiResponse>
}

export interface McpServer {
  /**
   * Returns the JSON text of the response; undefined if the message gets none: it is a notification
   * or a response, or it was cancelled.
   */
  readonly handle: (message: Message) => Promise<string | undefined>
}

/** Codes of JSON-RPC, and one of MCP. */
const codes = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  resourceNotFound: -32002,
} as const

class ProtocolError extends Error {
  override readonly name = 'ProtocolError'

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

interface Call {
  readonly params: JsonObject
  readonly api: Api
  readonly catalog: Catalog
  readonly confirmations: Confirmations
  /** Asks the user of the agent; undefined if no user can respond. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined
  readonly texts: Translator
  readonly options: McpOptions
}

type Method = (call: Call) => Promise<JsonObject>

const tools: readonly Tool[] = [...readTools, ...writeTools]

const instructions = `Resources are the tables of an application. Begin with list_resources, then describe_resource: it names the fields, filter fields, statistics and operations that you may use. Prefer compute_statistics to reading many records. Writes need two calls: the first one tries, the second one has its confirmation.`

const initialize: Method = async ({ params, api, options: { contextPath } }) => {
  const service = await api.read<ServiceDescription>(`${contextPath}/schemas/service`)
  const { title, version, description } = service
  const requested = params['protocolVersion']
  return {
    protocolVersion: protocolVersions.find((each) => each === requested) ?? protocolVersions[0],
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: 'corollary', title, version },
    instructions: description === null ? instructions : `${description} ${instructions}`,
  }
}

/** Keys of the resources are listed in the schemas of tools if they are not more. */
const maxListedKeys = 50

const listTools: Method = async ({ catalog }) => {
  const entries = await catalog.resources()
  const keys = entries.map(({ resourceKey }) => resourceKey)
  const listed = keys.length <= maxListedKeys ? keys : undefined
  const offered = await offeredTools(tools, entries, catalog)
  return { tools: offered.map((tool) => tool.publish(listed)) }
}

const callTool: Method = async ({ params, ...context }) => {
  const name = typeof params['name'] === 'string' ? params['name'] : ''
  const tool = tools.find((each) => each.name === name)
  if (!tool) throw new ProtocolError(codes.invalidParams, `Unknown tool: ${name}`)
  try {
    return { ...(await tool.call(params['arguments'], context)) }
  } catch (error) {
    return { ...failureResult(error, context.texts) }
  }
}

const pageSize = 100
const scheme = 'corollary://resources/'
const mimeType = 'application/json'

const uriOf = (resource: string): string => `${scheme}${encodeURIComponent(resource)}`

const listResources: Method = async ({ params, catalog }) => {
  const { cursor = '0' } = params
  if (typeof cursor !== 'string' || !/^\d{1,6}$/.test(cursor)) {
    throw new ProtocolError(codes.invalidParams, 'The cursor is not one of this server.')
  }
  const start = Number(cursor)
  const entries = await catalog.resources()
  const resources = entries.slice(start, start + pageSize).map((entry) => ({
    ...{ uri: uriOf(entry.resourceKey), name: entry.resourceKey, title: entry.title, mimeType },
    description: entry.description ?? `Fields, filter, statistics and operations: ${entry.title}.`,
  }))
  const next = start + pageSize
  return next < entries.length ? { resources, nextCursor: String(next) } : { resources }
}

const listTemplates: Method = async () => ({
  resourceTemplates: [
    {
      uriTemplate: `${scheme}{resource}/{operation}`,
      name: 'operation',
      title: 'An operation that writes, with the schema of its body',
      mimeType,
    },
  ],
})

const readResource: Method = async ({ params, ...context }) => {
  const { uri } = params
  const text = typeof uri === 'string' && uri.startsWith(scheme) ? uri.slice(scheme.length) : ''
  const [resource = '', operation] = text.split('/').map(decodeOrEmpty)
  try {
    const document =
      operation === undefined
        ? await describeResource(context, resource)
        : await describeCommand(context, resource, operation)
    return { contents: [{ uri, mimeType, text: stringify(document) }] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new ProtocolError(codes.resourceNotFound, error.text.print(context.texts))
  }
}

const decodeOrEmpty = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

const methods: ReadonlyMap<unknown, Method> = new Map(
  Object.entries({
    initialize,
    ping: async () => ({}),
    'tools/list': listTools,
    'tools/call': callTool,
    'resources/list': listResources,
    'resources/templates/list': listTemplates,
    'resources/read': readResource,
  }),
)

export const createMcpServer = (options: McpOptions): McpServer => {
  const calls = new Map<string, LightSignal>()
  const keyOf = ({ session, caller }: Message, id: unknown): string =>
    JSON.stringify([session, caller, id])

  const respond = async (message: Message, request: JsonObject): Promise<JsonObject> => {
    const { agent, caller, id, signal: gone, send, texts, confirm } = message
    const key = keyOf(message, request['id'])
    const signal = new LightSignal()
    const abort = (): void => signal.abort(new ClientGone())
    calls.set(key, signal)
    gone.addEventListener('abort', abort)
    if (gone.aborted) abort()
    const api = new Api((each) => send(each, signal), traceIdOf(agent, id))
    const { contextPath, riskLimit, codec, now } = options
    try {
      const method = methods.get(request['method'])
      if (!method) throw new ProtocolError(codes.methodNotFound, 'There is no such method.')
      const { params } = request
      return await method({
        ...{ params: isJsonObject(params) ? params : {}, api, texts, options },
        catalog: new Catalog({ api, contextPath, riskLimit }),
        confirmations: new Confirmations({ codec, caller, now: now() }),
        confirm: confirm && ((question) => confirm(question, signal)),
      })
    } finally {
      gone.removeEventListener('abort', abort)
      calls.delete(key)
    }
  }

  return {
    handle: async (message) => {
      const { content, texts } = message
      if (!isJsonObject(content) || content['jsonrpc'] !== '2.0') {
        return failed(null, codes.invalidRequest, 'The message must be one JSON-RPC 2.0 object.')
      }
      const { id, method, params } = content
      if (method === 'notifications/cancelled' && isJsonObject(params)) {
        calls.get(keyOf(message, params['requestId']))?.abort(new ClientGone())
      }
      // Notifications and responses get no response.
      if (id === undefined || method === undefined) return undefined
      if (!isRequestId(id)) {
        return failed(null, codes.invalidRequest, 'The id must be a text or a number.')
      }
      // Its response, and a cancellation, could not say which of the two requests they mean.
      if (calls.has(keyOf(message, id))) {
        return failed(id, codes.invalidRequest, 'Another request with this id is in progress.')
      }
      try {
        return stringify({ jsonrpc: '2.0', id, result: await respond(message, content) })
      } catch (error) {
        if (error instanceof ClientGone) return undefined
        if (error instanceof ProtocolError) return failed(id, error.code, error.message)
        if (error instanceof ApiFailure) return failed(id, codes.internalError, error.message)
        if (!(error instanceof AppError)) throw error
        return failed(id, codes.internalError, error.text.print(texts))
      }
    },
  }
}

const isRequestId = (id: unknown): boolean =>
  typeof id === 'string' || typeof id === 'number' || isLosslessNumber(id)

/** The response to a message whose processing failed by a defect; undefined if it gets none. */
export const defectResponse = (content: unknown): string | undefined =>
  isJsonObject(content) && content['id'] !== undefined
    ? failed(content['id'], codes.internalError, 'The message could not be processed.')
    : undefined

const failed = (id: unknown, code: number, message: string): string =>
  stringify({ jsonrpc: '2.0', id, error: { code, message: message.slice(0, maxResultLength) } })!
