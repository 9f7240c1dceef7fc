/**
 * The other side of the benchmark: two routes for employees, written by hand with Fastify and `pg`
 * for this table and these filters only. Responses are equal to those of the service, except for
 * `message` and `detail` of errors.
 */
import { randomUUID } from 'node:crypto'
import fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify'
import type pg from 'pg'
import {
  createPool,
  type EmployeeRow,
  findEmployee,
  findPage,
  maxOffset,
} from './hand-written-queries.js'
import {
  errorCodes,
  type PageQuery,
  RequestError,
  readFilter,
  readId,
  readPageQuery,
  readSort,
  type SortKey,
} from './hand-written-request.js'
import { serve } from './messages.js'

const base = '/api/human-resources/employees'

serve(async ({ connection }) => {
  const pool = createPool(connection!)
  const app = createApp(pool)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async (): Promise<void> => {
    await app.close()
    await pool.end()
  }
  return { url, connection: connection!, close }
})

function createApp(pool: pg.Pool) {
  const app = fastify({
    bodyLimit: 1_048_576,
    requestIdHeader: false,
    genReqId: ({ headers }) => requestId(headers),
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-ID', request.id)
    reply.header('X-Content-Type-Options', 'nosniff')
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

  app.get<{ Params: { id: string } }>(`${base}/:id`, async (request) => {
    const row = await findEmployee(pool, readId(request.params.id))
    if (!row) throw new RequestError('RESOURCE_NOT_FOUND', 'There is no record with this id.')
    return success(record(row), { ...recordLinks(row.id), ...collectionLinks })
  })

  app.post<{ Body: unknown; Querystring: Record<string, string | string[]> }>(
    `${base}/filter`,
    async (request) => {
      const query = readPageQuery(request.query)
      const order = readSort(query.sort)
      const { rows, total } = await findPage(pool, readFilter(request.body), order, query)
      const content = rows.map((row) => ({ ...record(row), _links: recordLinks(row.id) }))
      return success(page(content, total, order, query), {
        ...pageLinks(query, total),
        ...collectionLinks,
      })
    },
  )
  return app
}

type Links = Record<string, { href: string }>

const record = (row: EmployeeRow) => ({ ...row, skillCount: row.skillIds.length })

const recordLinks = (id: number): Links => {
  const link = { href: `${base}/${id}` }
  return { self: link, update: link, delete: link }
}

const collectionLinks: Links = {
  create: { href: base },
  all: { href: `${base}/all` },
  filter: { href: `${base}/filter` },
  schema: { href: `${base}/schemas` },
}

const success = (data: unknown, _links: Links) => ({
  status: 'success',
  message: 'Request processed successfully.',
  data,
  _links,
  timestamp: new Date().toISOString(),
})

function page(
  content: readonly object[],
  total: number,
  order: readonly SortKey[],
  { page, size }: PageQuery,
) {
  const totalPages = Math.ceil(total / size)
  return {
    content,
    totalElements: total,
    totalPages,
    size,
    number: page,
    numberOfElements: content.length,
    first: page === 0,
    last: page >= totalPages - 1,
    empty: content.length === 0,
    sort: {
      sorted: true,
      unsorted: false,
      empty: false,
      orders: order.map(({ property, direction }) => ({
        property,
        direction: direction.toUpperCase(),
      })),
    },
    pageable: {
      pageNumber: page,
      pageSize: size,
      offset: page * size,
      paged: true,
      unpaged: false,
    },
  }
}

function pageLinks({ page, size, sort }: PageQuery, total: number): Links {
  const href = (number: number) => {
    const query = new URLSearchParams({ page: String(number), size: String(size) })
    for (const term of sort) query.append('sort', term)
    return { href: `${base}/filter?${query}` }
  }
  const last = Math.max(0, Math.ceil(total / size) - 1)
  return {
    self: href(page),
    first: href(0),
    ...(page > 0 && page <= last + 1 ? { prev: href(Math.min(page - 1, last)) } : {}),
    ...(page < last && (page + 1) * size <= maxOffset ? { next: href(page + 1) } : {}),
    ...(last * size <= maxOffset ? { last: href(last) } : {}),
  }
}

function requestId(headers: Record<string, string | string[] | undefined>): string {
  const trace = /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(String(headers['traceparent'] ?? ''))?.[1]
  const given = headers['x-request-id'] ?? headers['x-correlation-id']
  return trace ?? (/^[\x21-\x7e]{1,128}$/.test(String(given ?? '')) ? String(given) : randomUUID())
}

function checkAccept({ headers }: FastifyRequest): void {
  if (/application\/json|application\/\*|\*\/\*/i.test(headers.accept ?? '*/*')) return
  throw new RequestError('NOT_ACCEPTABLE', 'Answers are application/json; accept it.')
}

const frameworkErrors: Readonly<Record<string, keyof typeof errorCodes>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'FILTER_PAYLOAD_INVALID',
  FST_ERR_CTP_INVALID_JSON_BODY: 'REQUEST_PAYLOAD_INVALID',
}

function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  const code = frameworkErrors[(error as FastifyError).code]
  if (code) return new RequestError(code, (error as FastifyError).message)
  console.error(error)
  return new RequestError('INTERNAL_ERROR', 'The request could not be processed.')
}

function sendError(
  { code, message, target, properties }: RequestError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const [status, category, title] = errorCodes[code]
  const item = {
    type: `/docs/errors#${code}`,
    title,
    status,
    detail: message,
    instance: request.url.split('?')[0],
    message,
    category,
    code,
    target: target ?? null,
    properties: { code, ...(target ? { target } : {}), traceId: request.id, ...properties },
  }
  return reply
    .code(status)
    .send({ status: 'failure', message, errors: [item], timestamp: new Date().toISOString() })
}
