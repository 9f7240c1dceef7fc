/** Handlers of options: of a resource itself, and of its option sources. */
import type { OptionSourceModel } from '../../model/types/option-source-model.js'
import {
  findOptionSource,
  type OptionPage,
  readOptionIdsBody,
  readOptionSource,
  readOptionSourceBody,
  readOptionSourceByIds,
} from '../../operations/read/read-option-source.js'
import { readOptions, readOptionsByIds, searchMembers } from '../../operations/read/read-options.js'
import {
  checkIdCount,
  type PageQuery,
  readIds,
  readIdValue,
  readPageQuery,
  readSingle,
} from '../request/parameters.js'
import { addPage } from '../response/page.js'
import { PrintedBody } from '../response/printed-body.js'
import { type Exchange, type Handlers, queryOf, sendJson, sendList, versioned } from './exchange.js'

const sendOptions = ({ reply }: Exchange, page: OptionPage, query: PageQuery) => {
  const body = new PrintedBody()
  addPage(body, page, query, ({ members }) => `{${members}}`)
  return sendJson(versioned(reply, page.datasetVersion), body.end())
}

const requestedSource = ({ call, request }: Exchange): OptionSourceModel =>
  findOptionSource(call.resource, (request.params as { sourceKey: string }).sourceKey)

const sendOptionsByIds = async (
  exchange: Exchange,
  source: OptionSourceModel,
  ids: readonly string[],
  filter: unknown,
) => {
  const { call } = exchange
  checkIdCount(ids, 'ids', call.settings['platform.query.by-ids.max'])
  const options = await readOptionSourceByIds(call, source, ids, filter)
  return sendList(exchange, options, [...ids, filter])
}

export const optionHandlers = {
  options: async (exchange) => {
    const { call, request } = exchange
    const query = readPageQuery(call.resource, queryOf(exchange), call.settings)
    const search = searchMembers(call.resource)
      .map((name) => readSingle(queryOf(exchange), name))
      .find((value) => value !== undefined)
    const page = await readOptions(call, { payload: request.body, ...query, search })
    return sendOptions(exchange, page, query)
  },

  optionsByIds: async (exchange) => {
    const { call } = exchange
    const ids = readIds(call.resource, queryOf(exchange), 'ids')
    checkIdCount(ids, 'ids', call.settings['platform.query.by-ids.max'])
    return sendList(exchange, await readOptionsByIds(call, ids), ids)
  },

  optionSource: async (exchange) => {
    const { call, request } = exchange
    const source = requestedSource(exchange)
    const given = queryOf(exchange)
    const query = readPageQuery(source, given, call.settings)
    const body = readOptionSourceBody(call.resource, request.body ?? {})
    const included = body.includeIds?.map((id, index) =>
      readIdValue(source, id, `includeIds.${index}`),
    )
    const includeIds = included && [...new Set(included)]
    if (includeIds)
      checkIdCount(includeIds, 'includeIds', call.settings['platform.query.by-ids.max'])
    const page = await readOptionSource(call, source, {
      ...query,
      sort: body.sort === undefined ? query.sort : [body.sort].flat(),
      includeIds: includeIds ?? query.includeIds,
      filter: body.filter,
      isFilter: body.isFilter,
      search: body.search ?? readSingle(given, 'search'),
    })
    return sendOptions(exchange, page, query)
  },

  optionSourceByIds: async (exchange) => {
    const source = requestedSource(exchange)
    return sendOptionsByIds(exchange, source, readIds(source, queryOf(exchange), 'ids'), undefined)
  },

  optionSourceByIdsPost: async (exchange) => {
    const source = requestedSource(exchange)
    const body = readOptionIdsBody(exchange.request.body ?? {})
    const ids =
      body.ids?.map((id, index) => readIdValue(source, id, `ids.${index}`)) ??
      readIds(source, queryOf(exchange), 'ids')
    return sendOptionsByIds(exchange, source, ids, body.filter)
  },
} satisfies Handlers
