/** What is asked of each operation of the operation table; a missing row does not compile, and fails. */
import type { OperationName } from '../../../src/model/operation-table.js'
import { filtersOf, type Generator, idLists, idsOf, sortsOf, urlOf } from './asked.js'
import { optionRequests } from './option-requests.js'
import { statsRequests } from './stats-requests.js'
import { type Ask, asJson } from './twins.js'
import { inTurn } from './world.js'
import { writeRequests } from './write-requests.js'

const perId: Generator = (asked) =>
  idsOf(asked).map((id) => ({ method: asked.operation.method, url: urlOf(asked, id) }))
const once: Generator = (asked) => [{ method: asked.operation.method, url: urlOf(asked) }]

const byIdLists: Generator = (asked) =>
  idLists(asked).map((ids) => ({
    method: asked.operation.method,
    url: `${urlOf(asked)}?ids=${ids.map((id) => encodeURIComponent(String(id))).join(',')}`,
  }))

const paged: Generator = (asked) => {
  const { operation } = asked
  const url = urlOf(asked)
  const { method } = operation
  const payloads = filtersOf(asked)
  const sorts = sortsOf(asked)
  const sorted = sorts.flatMap((sort) => [
    { method, url: `${url}?size=7&sort=${sort}`, body: {} },
    { method, url: `${url}?size=5&page=2&sort=${sort}`, body: {} },
  ])
  const filtered = payloads.map((body, index) => ({
    method,
    url: `${url}?size=${3 + index * 4}&sort=${sorts[index % sorts.length]}`.replace(
      /size=\d{3,}/,
      'size=99',
    ),
    body,
  }))
  const including = idLists(asked).flatMap((ids, index) =>
    [0, 1].map((page) => ({
      method,
      url: `${url}?size=3&page=${page}&includeIds=${ids.join(',')}`,
      body: payloads[index % payloads.length]!,
    })),
  )
  return inTurn<Ask>(filtered, sorted, including)
}

const walked: Generator = (asked) => {
  const { operation } = asked
  const url = urlOf(asked)
  const sorts = sortsOf(asked)
  const payloads = filtersOf(asked)
  const all = inTurn<Ask>(
    sorts.map((sort) => ({
      method: operation.method,
      url: `${url}?size=9&sort=${sort}`,
      body: {},
    })),
    payloads.map((body) => ({ method: operation.method, url: `${url}?size=2`, body })),
  )
  return all
}

const located: Generator = (asked) => {
  const { operation } = asked
  const payloads = filtersOf(asked)
  const sorts = sortsOf(asked)
  const ids = idsOf(asked)
  const rounds = Math.max(sorts.length, payloads.length)
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    ids.map((id, index) => ({
      method: operation.method,
      url: `${urlOf(asked)}?id=${id}&size=3&sort=${sorts[(round + index) % sorts.length]}`,
      body: payloads[(round * (index % 2)) % payloads.length]!,
    })),
  )
}

const exported: Generator = (asked) => {
  const { resource, operation } = asked
  const url = urlOf(asked)
  const formats = ['csv', 'json'] as const
  const columns = [...resource.response.values()].filter(
    ({ type }) => type === 'column' || type === 'count',
  )
  const bodies = inTurn<object>(
    [{ scope: 'all' }, { scope: 'all', maxRows: 5 }],
    idLists(asked).map((selectedIds) => ({ scope: 'selected', selectedIds })),
    filtersOf(asked).map((filters) => ({ scope: 'filtered', filters })),
    sortsOf(asked).map((sort) => ({ sort: [sort], maxRows: 4 })),
    columns.map(({ name }) => ({ fields: [name], sort: sortsOf(asked).slice(0, 1) })),
  )
  return bodies.map((body, index) => ({
    method: operation.method,
    url,
    body: { format: formats[index % 2]!, ...body },
  }))
}

const deletedLists: Generator = (asked) =>
  idLists(asked).map((ids) => ({
    method: asked.operation.method,
    url: urlOf(asked),
    ...asJson(ids),
  }))

export const generators: Readonly<Record<OperationName, Generator>> = {
  byId: perId,
  all: once,
  byIds: byIdLists,
  filter: paged,
  options: (asked) => inTurn<Ask>(optionRequests.searched(asked), paged(asked)),
  optionsByIds: byIdLists,
  optionSource: optionRequests.source,
  optionSourceByIds: optionRequests.sourceByIds,
  optionSourceByIdsPost: optionRequests.sourceByIdsPost,
  cursor: walked,
  locate: located,
  export: exported,
  statsGroupBy: statsRequests.groupBy,
  statsTimeSeries: statsRequests.timeSeries,
  statsDistribution: statsRequests.distribution,
  schemas: once,
  actions: once,
  capabilities: once,
  itemSurfaces: perId,
  itemActions: perId,
  itemCapabilities: perId,
  create: writeRequests.create,
  update: writeRequests.update,
  intent: writeRequests.intent,
  performOnRecord: writeRequests.performOnRecord,
  perform: writeRequests.perform,
  deleteBatch: deletedLists,
  delete: perId,
}
