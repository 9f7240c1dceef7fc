/** Routes that read many records: statistics, options and exports. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Context } from './context.js'
import { type createExport, readFormat } from './export.js'
import type { createOptions, Options } from './options.js'
import { type Query, RequestError, readFilter, readPageQuery } from './requests.js'
import { base, page, success } from './responses.js'
import type { createStats, StatsResult } from './stats.js'

export const addStats = (
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

export const addOptions = (
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
  throw new RequestError('INVALID_PARAMETER', "'search' must be a text.", 'search')
}

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export const addExport = (
  { app, callerOf }: Context,
  write: ReturnType<typeof createExport>,
): void => {
  app.post<{ Body: { format?: unknown; filters?: unknown } }>(
    `${base}/export`,
    async (request, reply) => {
      const format = readFormat(request.body.format)
      const filter = readFilter(request.body.filters ?? {})
      reply.type(mediaTypes[format])
      reply.header('Content-Disposition', `attachment; filename="employees.${format}"`)
      return Readable.from(write(format, filter, callerOf(request).access), { objectMode: false })
    },
  )
}
