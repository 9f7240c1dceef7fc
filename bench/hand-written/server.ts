/**
 * The hand-written server: routes for employees with Fastify and `pg`, for this table and these
 * filters only. Without token rules it is the *bare* server: no callers, versions, tags, links and
 * keys. With them it is the *equal* one, which keeps the promises that the service keeps.
 */
import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { BenchServer, Start } from '../messages.js'
import { createAbsences } from './absences.js'
import { addBatch } from './batch.js'
import { type Caller, createIdentify, everybody } from './callers.js'
import type { Context } from './context.js'
import { createCursors } from './cursors.js'
import { createPool } from './database.js'
import { sendError, toRequestError } from './errors.js'
import { createExport } from './export.js'
import { createOptions } from './options.js'
import { createPages } from './pages.js'
import { addAbsences, addCreate, addCursors, addRecords } from './record-routes.js'
import { RequestError } from './requests.js'
import { addExport, addOptions, addStats } from './set-routes.js'
import { createStats } from './stats.js'

export const startHandWritten: Start = async ({ connection, tokenRules }) => {
  const pool = createPool(connection!)
  const options = { versions: tokenRules !== undefined }
  const pages = createPages(pool, options)
  const stats = createStats(pool, options)
  const found = createOptions(pool, options)
  const app = createApp()

  const callers = new WeakMap<FastifyRequest, Caller>()
  const callerOf = (request: FastifyRequest): Caller => callers.get(request) ?? everybody
  if (tokenRules) {
    const identify = await createIdentify(tokenRules)
    app.addHook('onRequest', async (request, reply) => {
      callers.set(request, await identify(request))
      reply.header('Cache-Control', 'private, no-cache').header('Vary', 'Authorization')
    })
  }
  const context: Context = { app, isEqual: tokenRules !== undefined, callerOf }
  addRecords(context, pages)
  addCursors(context, createCursors(pool, options))
  addAbsences(context, createAbsences(pool, options))
  addExport(context, createExport(pool))
  if (!context.isEqual) addBatch(app, pool)
  addStats(context, stats)
  addOptions(context, found)
  addCreate(context, pool)

  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async (): Promise<void> => {
    await app.close()
    await pool.end()
  }
  return { url, close } satisfies BenchServer
}

const createApp = (): FastifyInstance => {
  const app = fastify({
    bodyLimit: 1_048_576,
    requestIdHeader: false,
    genReqId: ({ headers }) => requestId(headers),
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-ID', request.id).header('X-Content-Type-Options', 'nosniff')
    checkAccept(request)
  })
  app.setErrorHandler((error, request, reply) => sendError(toRequestError(error), request, reply))
  app.setNotFoundHandler((request, reply) =>
    sendError(
      new RequestError('ROUTE_NOT_FOUND', 'There is nothing at this path.'),
      request,
      reply,
    ),
  )
  return app
}

const requestId = (headers: Record<string, string | string[] | undefined>): string => {
  const trace = /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(String(headers['traceparent'] ?? ''))?.[1]
  const given = headers['x-request-id'] ?? headers['x-correlation-id']
  return trace ?? (/^[\x21-\x7e]{1,128}$/.test(String(given ?? '')) ? String(given) : randomUUID())
}

const checkAccept = ({ headers }: FastifyRequest): void => {
  if (/application\/json|application\/\*|\*\/\*/i.test(headers.accept ?? '*/*')) return
  throw new RequestError('NOT_ACCEPTABLE', 'Responses are application/json; accept it.')
}
