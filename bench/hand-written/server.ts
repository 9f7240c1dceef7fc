/**
 * The hand-written server: routes for employees with Fastify and `pg`, for this table and these
 * filters only. Without token rules it is the *bare* server: no callers, versions, tags, links and
 * keys. With them it is the *equal* one, which keeps the promises that the service keeps.
 */
import { randomUUID } from 'node:crypto'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { BenchServer, Start } from '../messages.js'
import { type Caller, createIdentify, everybody } from './callers.js'
import { createOnce, insertEmployee, type NewEmployee, newEmployeeSchema } from './create.js'
import { createPool, type EmployeeRow } from './database.js'
import { sendError, toRequestError } from './errors.js'
import { createOptions, type Options } from './options.js'
import { createPages } from './pages.js'
import {
  type Query,
  RequestError,
  readFilter,
  readId,
  readPageQuery,
  readSort,
} from './requests.js'
import {
  base,
  collectionLinks,
  ordersOf,
  page,
  pageLinks,
  record,
  recordLinks,
  sharedLinks,
  success,
} from './responses.js'
import { createStats, type StatsResult } from './stats.js'

interface Context {
  readonly app: ReturnType<typeof createApp>
  readonly isEqual: boolean
  readonly callerOf: (request: FastifyRequest) => Caller
}

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

const createApp = () => {
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

const addRecords = (
  { app, isEqual, callerOf }: Context,
  { findEmployee, findPage, findVersions }: ReturnType<typeof createPages>,
): void => {
  app.get<{ Params: { id: string } }>(`${base}/:id`, async (request, reply) => {
    const id = readId(request.params.id)
    const caller = callerOf(request)
    const given = request.headers['if-none-match']
    if (isEqual && given !== undefined) {
      const versions = await findVersions(id, caller.access)
      if (versions && isMatch(given, addTag(reply, versions, caller))) return reply.code(304).send()
    }
    const row = await findEmployee(id, caller.access)
    if (!row) throw new RequestError('RESOURCE_NOT_FOUND', 'There is no record with this id.')
    if (!isEqual) return success(record(row), undefined)
    addTag(reply, row, caller)
    return success(record(row), { ...recordLinks(row.id), ...sharedLinks })
  })

  app.post<{ Querystring: Query }>(`${base}/filter`, async (request, reply) => {
    const query = readPageQuery(request.query)
    const order = readSort(query.sort)
    const filter = readFilter(request.body)
    const found = await findPage(filter, order, query, callerOf(request).access)
    const { rows, total, datasetVersion } = found
    if (!isEqual) return success(page(rows.map(record), total, ordersOf(order), query), undefined)
    reply.header('X-Data-Version', datasetVersion)
    const content = rows.map((row) => ({ ...record(row), _links: recordLinks(row.id) }))
    const links = { ...pageLinks(query, total), ...collectionLinks }
    return success(page(content, total, ordersOf(order), query), links)
  })
}

type Versions = Pick<EmployeeRow, 'version' | 'datasetVersion'>

/** A tag changes with the record, with everything that its response shows, and with the caller. */
const addTag = (
  reply: FastifyReply,
  { version, datasetVersion }: Versions,
  { digest }: Caller,
): string => {
  const tag = `"${version}.${datasetVersion}-${digest}"`
  reply.header('ETag', tag).header('X-Data-Version', datasetVersion)
  return tag
}

const isMatch = (header: string, tag: string): boolean =>
  header === tag ||
  header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)

const addStats = (
  { app, isEqual, callerOf }: Context,
  { groupByDepartment, hiredByMonth, salaryHistogram }: ReturnType<typeof createStats>,
): void => {
  const routes = {
    'group-by': groupByDepartment,
    timeseries: hiredByMonth,
    distribution: salaryHistogram,
  }
  const links = { filter: { href: `${base}/filter` } }
  for (const [name, read] of Object.entries(routes)) {
    app.post(`${base}/stats/${name}`, async (request, reply) => {
      const { data, version }: StatsResult = await read(request.body, callerOf(request).access)
      if (isEqual) reply.header('X-Data-Version', version)
      return success(data, isEqual ? links : undefined)
    })
  }
}

const byLabel = [
  { property: 'label', direction: 'ASC' },
  { property: 'id', direction: 'ASC' },
]

const addOptions = (
  { app, isEqual, callerOf }: Context,
  { findEmployees, findManagers }: ReturnType<typeof createOptions>,
): void => {
  const send = (reply: FastifyReply, { rows, total, version }: Options, query: Query) => {
    if (isEqual) reply.header('X-Data-Version', version)
    const content = rows.map((row) => ({ ...row, extra: null }))
    return page(content, total, byLabel, readPageQuery(query))
  }

  app.post<{ Querystring: Query }>(`${base}/options/filter`, async (request, reply) => {
    const { query } = request
    const filter = readFilter(request.body)
    const search = textOf(query['search'])
    const { access } = callerOf(request)
    return send(reply, await findEmployees(filter, search, access, readPageQuery(query)), query)
  })

  app.post<{ Querystring: Query; Body: { filter?: { departmentId?: unknown }; search?: unknown } }>(
    `${base}/option-sources/managers/options/filter`,
    async (request, reply) => {
      const { query, body } = request
      const department = body.filter?.departmentId
      if (typeof department !== 'number' || !Number.isSafeInteger(department)) {
        throw new RequestError(
          'FILTER_PAYLOAD_INVALID',
          'A department is required.',
          'departmentId',
        )
      }
      const search = textOf(body.search)
      const { access } = callerOf(request)
      const read = findManagers(department, search, access, readPageQuery(query))
      return send(reply, await read, query)
    },
  )
}

const textOf = (value: unknown): string => {
  if (value === undefined) return ''
  if (typeof value === 'string' && value.length <= 1_000 && !value.includes('\u0000')) return value
  throw new RequestError('INVALID_PARAMETER', "'search' takes a text.", 'search')
}

const addCreate = ({ app, isEqual, callerOf }: Context, pool: ReturnType<typeof createPool>) => {
  const print = (row: EmployeeRow): string =>
    JSON.stringify(
      success(record(row), isEqual ? { ...recordLinks(row.id), ...sharedLinks } : undefined),
    )
  app.post<{ Body: NewEmployee }>(
    base,
    { schema: { body: newEmployeeSchema } },
    async (request, reply) => {
      reply.code(201).type('application/json; charset=utf-8')
      if (!isEqual) {
        const row = await insertEmployee(pool, request.body)
        return reply.header('Location', `${base}/${row.id}`).send(print(row))
      }
      const caller = callerOf(request)
      const key = request.headers['idempotency-key'] as string | undefined
      const scope = `${caller.id} POST ${base}`
      const response = await createOnce(pool, scope, key, request.body, print)
      if (response.replayed) reply.header('Idempotency-Replayed', 'true')
      addTag(reply, response, caller)
      return reply.header('Location', `${base}/${response.id}`).send(response.body)
    },
  )
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
