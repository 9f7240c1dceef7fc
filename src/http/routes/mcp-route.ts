/**
 * `POST /mcp`: the Model Context Protocol for agents, as its streamable HTTP transport without
 * streams. What tools do are requests to this service in the name of the caller, which pass all
 * stages. A session is its id, which has the name of the agent, so every node serves every session.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { eitherOf } from '../../foundation/errors/value-forms.js'
import { newAgentOf } from '../../mcp/agent.js'
import { createMcpServer, protocolVersions } from '../../mcp/mcp-server.js'
import type { Caller, Services } from '../../operations/context.js'
import type { SendInner } from '../request/inner-request.js'
import { addPrivateCaching } from '../response/conditional.js'
import { jsonType } from '../response/envelope.js'
import { goneSignal } from '../response/response-end.js'
import type { Router } from '../router.js'
import { accessToRequests } from './areas.js'
import { addProtectedResource } from './protected-resource.js'

export interface McpRouteOptions {
  readonly services: Services
  readonly now: () => Date
  readonly sendInner: SendInner
  /** Whether callers without credentials may read something. */
  readonly isPublic: boolean
}

const sessionHeader = 'Mcp-Session-Id'
const versionHeader = 'MCP-Protocol-Version'
/** A random id, and the name of the agent. */
const sessionPattern = /^[0-9a-f-]{36}\.([\w.-]{1,40})$/

export const addMcp = (
  router: Router,
  { services: { settings, cursors }, now, sendInner, isPublic }: McpRouteOptions,
): void => {
  const contextPath = settings['platform.http.context-path']
  const server = createMcpServer({
    ...{ contextPath, codec: cursors, now },
    riskLimit: settings['platform.mcp.max-risk'],
  })
  const metadata = addProtectedResource(router, settings)
  router.add('POST', `${contextPath}/mcp`, {
    ...accessToRequests(isPublic, metadata),
    takesBody: true,
    produces: ['application/json'],
    handle: async (request, reply, caller) => {
      requireVersion(request)
      const newAgent = newAgentOf(request.body)
      const session = newAgent === undefined ? readSession(request) : `${randomUUID()}.${newAgent}`
      const body = await server.handle({
        content: request.body,
        session,
        agent: sessionPattern.exec(session)![1]!,
        caller: identityOf(caller),
        texts: caller.view.texts,
        id: request.id,
        signal: goneSignal(reply),
        send: (inner, signal) => sendInner(request, { ...inner, signal }),
      })
      addPrivateCaching(reply)
      if (newAgent !== undefined) reply.header(sessionHeader, session)
      return body === undefined ? reply.code(202).send() : reply.type(jsonType).send(body)
    },
  })
}

/** Confirmations of one caller are useless to another one. */
const identityOf = ({ principal: { id, tenant } }: Caller): string => JSON.stringify([id, tenant])

/** @throws AppError INVALID_PARAMETER */
const readSession = ({ headers }: FastifyRequest): string => {
  const session = String(headers[sessionHeader.toLowerCase()] ?? '')
  if (sessionPattern.test(session)) return session
  throw new AppError(problem('mcpSessionInvalid'))
}

/** @throws AppError INVALID_PARAMETER */
const requireVersion = ({ headers }: FastifyRequest): void => {
  const version = headers[versionHeader.toLowerCase()]
  if (version === undefined || protocolVersions.includes(String(version))) return
  throw new AppError(problem('mcpVersionUnsupported', { versions: eitherOf(protocolVersions) }))
}
