/** Routes of records. */
import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { absences, type createAbsences, readFrom } from './absences.js'
import type { Caller } from './callers.js'
import { capabilitiesOf } from './capabilities.js'
import type { Context } from './context.js'
import { createOnce, insertEmployee, type NewEmployee, newEmployeeSchema } from './create.js'
import type { createCursors } from './cursors.js'
import type { EmployeeRow } from './database.js'
import type { createPages } from './pages.js'
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

export const addRecords = (
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

  app.get<{ Params: { id: string } }>(`${base}/:id/capabilities`, async (request, reply) => {
    const id = readId(request.params.id)
    const versions = await findVersions(id, callerOf(request).access)
    if (!versions) throw new RequestError('RESOURCE_NOT_FOUND', 'There is no record with this id.')
    if (isEqual) reply.header('X-Data-Version', versions.datasetVersion)
    return capabilitiesOf(id)
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

export const addCursors = (
  { app, isEqual, callerOf }: Context,
  { findAfter }: ReturnType<typeof createCursors>,
): void => {
  app.post<{ Querystring: Query }>(`${base}/filter/cursor`, async (request) => {
    const { size, sort } = readPageQuery(request.query)
    const after = request.query['after']
    if (Array.isArray(after)) throw new RequestError('INVALID_PARAMETER', 'One cursor.', 'after')
    const { access } = callerOf(request)
    const filter = readFilter(request.body)
    const { rows, next, prev } = await findAfter(filter, readSort(sort), size, after, access)
    const content = rows.map((row) =>
      isEqual ? { ...record(row), _links: recordLinks(row.id) } : record(row),
    )
    return success({ content, next, prev, size }, isEqual ? collectionLinks : undefined)
  })
}

const newestFirst = [
  { property: 'startsOn', direction: 'DESC' },
  { property: 'id', direction: 'DESC' },
]

export const addAbsences = (
  { app, isEqual, callerOf }: Context,
  findAbsences: ReturnType<typeof createAbsences>,
): void => {
  app.post<{ Querystring: Query }>(`${absences}/filter`, async (request, reply) => {
    const query = readPageQuery(request.query)
    const { access } = callerOf(request)
    const { rows, total, datasetVersion } = await findAbsences(
      readFrom(request.body),
      query,
      access,
    )
    if (isEqual) reply.header('X-Data-Version', datasetVersion)
    const content = isEqual
      ? rows.map((row) => ({ ...row, _links: { self: { href: `${absences}/${row.id}` } } }))
      : rows
    return success(page(content, total, newestFirst, query), isEqual ? sharedLinks : undefined)
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
  header
    .split(',')
    .some((sentTag) => sentTag.trim() === '*' || sentTag.trim().replace(/^W\//, '') === tag)

export const addCreate = ({ app, isEqual, callerOf }: Context, pool: pg.Pool) => {
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
      const response = await createOnce(pool, caller.id, key, request.body, print)
      if (response.replayed) reply.header('Idempotency-Replayed', 'true')
      addTag(reply, response, caller)
      return reply.header('Location', `${base}/${response.id}`).send(response.body)
    },
  )
}
