/**
 * The other side of the benchmark: two routes of employees as one would write them by hand with
 * Fastify and `pg`, for this table and these filters only. Answers are those of the service, but for
 * `message` and `detail` of errors.
 */
import { randomUUID } from 'node:crypto'
import fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify'
import pg from 'pg'
import {
  errorCodes,
  type Filter,
  type PageQuery,
  RequestError,
  readFilter,
  readId,
  readPageQuery,
  readSort,
  type SortKey,
} from './hand-written-request.js'
import { type Connection, serve } from './messages.js'

const base = '/api/human-resources/employees'
const maxOffset = 100_000

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

function createPool(connection: Connection): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    types: { getTypeParser: (oid: number) => parsers[oid] ?? pg.types.getTypeParser(oid) } as never,
  })
  pool.on('error', (error) => console.error(error))
  return pool
}

/** By type: int8 (ids), date, timestamp (selected in UTC), numeric (12 digits: a number is exact). */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: Number,
  1082: (text) => text,
  1114: (text) => `${text.slice(0, 10)}T${text.slice(11)}Z`,
  1700: Number,
}

interface EmployeeRow {
  id: number
  skillIds: number[]
  [column: string]: unknown
}

const columns = `
  e.id, e.code, e.full_name as "fullName", e.nickname, e.email, e.phone, e.status, e.salary,
  e.hired_on as "hiredOn", e.birth_date as "birthDate",
  e.last_review_at at time zone 'UTC' as "lastReviewAt",
  e.contract_ends_at at time zone 'UTC' as "contractEndsAt",
  e.remote, e.rating, e.department_id as "departmentId", d.name as "departmentName",
  e.manager_id as "managerId", m.full_name as "managerName",
  (select coalesce(json_agg(s.skill_id order by s.skill_id), '[]')
    from employee_skills s where s.employee_id = e.id) as "skillIds",
  (select coalesce(json_agg(json_build_object('fullName', c.full_name, 'birthDate', c.birth_date,
      'kinship', c.kinship) order by c.id), '[]')
    from dependents c where c.employee_id = e.id) as dependents,
  e.version, e.created_at at time zone 'UTC' as "createdAt",
  e.updated_at at time zone 'UTC' as "updatedAt"`

const joins = `
  join departments d on d.id = e.department_id
  left join employees m on m.id = e.manager_id`

const byId = `select ${columns} from employees e ${joins} where e.id = $1`

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
    const { rows } = await pool.query<EmployeeRow>({
      text: byId,
      values: [readId(request.params.id)],
      ...(prepared ? { name: 'employee-by-id' } : {}),
    })
    const [row] = rows
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

/** Named statements skip the planning, and break behind a pooler that gives each transaction another connection. */
const prepared = process.env['BENCH_PREPARED'] === 'true'

/** Rows and total in one statement: of one snapshot. */
async function findPage(
  pool: pg.Pool,
  filter: Filter,
  order: readonly SortKey[],
  { page, size }: PageQuery,
): Promise<{ rows: EmployeeRow[]; total: number }> {
  const values: unknown[] = []
  const value = (one: unknown): string => `$${values.push(one)}`
  const conditions = conditionsOf(filter, value)
  const offset = page * size
  const keys = order.map(({ column }, index) => `${column} as k${index}`).join(', ')
  const sort = order.map((key, index) => `k${index} ${key.order}`).join(', ')
  const matching = `select e.id, ${keys} from employees e ${joins} where ${conditions.join(' and ')}`
  // A filter is worked through once; without one the count needs no sort keys, and the page is the
  // beginning of an index.
  const filtered = conditions.length > 1
  const { rows } = await pool.query<EmployeeRow & { total: number; pageId: number | null }>(
    `with hits as ${filtered ? '' : 'not'} materialized (${matching}),
    page as (
      select id, row_number() over (order by ${sort}) as position
      from hits order by ${sort} limit ${value(size)} offset ${value(Math.min(offset, maxOffset))}
    )
    select (select count(*) from ${filtered ? 'hits' : 'employees'}) as total,
      page.id as "pageId", ${columns}
    from (select) as one
    left join (page join employees e on e.id = page.id ${joins}) on true
    order by page.position`,
    values,
  )
  const total = rows[0]!.total
  if (offset > maxOffset && offset < total) {
    const message = `Pages reach ${maxOffset} rows deep at the most.`
    throw new RequestError('LIMIT_EXCEEDED', message, 'page', { limit: maxOffset })
  }
  const found = offset > maxOffset ? [] : rows.filter((row) => row.pageId !== null)
  return { rows: found.map(({ total: _total, pageId: _pageId, ...row }) => row), total }
}

function conditionsOf(filter: Filter, value: (one: unknown) => string): string[] {
  const contains = (text: string) =>
    `lower(${value(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}::text collate "und-x-icu")`
  const conditions = ['true']
  if (filter.departmentName !== undefined) {
    conditions.push(`lower(d.name) like ${contains(filter.departmentName)}`)
  }
  if (filter.skillName !== undefined) {
    conditions.push(`exists (
      select from employee_skills es join skills s on s.id = es.skill_id
      where es.employee_id = e.id and lower(s.name) like ${contains(filter.skillName)})`)
  }
  if (filter.salaryBetween) {
    const [from, to] = filter.salaryBetween
    if (from !== null && to !== null) {
      conditions.push(`e.salary between symmetric ${value(from)} and ${value(to)}`)
    } else if (from !== null) conditions.push(`e.salary >= ${value(from)}`)
    else conditions.push(`e.salary <= ${value(to)}`)
  }
  return conditions
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
