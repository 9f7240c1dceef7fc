/** The requests for each operation of the operation table; a missing row does not compile. */
import type { OperationName } from '../../../src/model/operation-table.js'
import { filtersOf, type Generator, idLists, idsOf, sortsOf, urlOf } from './operation-context.js'
import { optionRequests } from './option-requests.js'
import { statsRequests } from './stats-requests.js'
import { asJson, type TestRequest } from './twins.js'
import { inTurn } from './world.js'
import { writeRequests } from './write-requests.js'

const perId: Generator = (context) =>
  idsOf(context).map((id) => ({ method: context.operation.method, url: urlOf(context, id) }))
const once: Generator = (context) => [{ method: context.operation.method, url: urlOf(context) }]

const byIdLists: Generator = (context) =>
  idLists(context).map((ids) => ({
    method: context.operation.method,
    url: `${urlOf(context)}?ids=${ids.map((id) => encodeURIComponent(String(id))).join(',')}`,
  }))

const paged: Generator = (context) => {
  const { operation } = context
  const url = urlOf(context)
  const { method } = operation
  const payloads = filtersOf(context)
  const sorts = sortsOf(context)
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
  const including = idLists(context).flatMap((ids, index) =>
    [0, 1].map((page) => ({
      method,
      url: `${url}?size=3&page=${page}&includeIds=${ids.join(',')}`,
      body: payloads[index % payloads.length]!,
    })),
  )
  return inTurn<TestRequest>(filtered, sorted, including)
}

const walked: Generator = (context) => {
  const { operation } = context
  const url = urlOf(context)
  const sorts = sortsOf(context)
  const payloads = filtersOf(context)
  const all = inTurn<TestRequest>(
    sorts.map((sort) => ({
      method: operation.method,
      url: `${url}?size=9&sort=${sort}`,
      body: {},
    })),
    payloads.map((body) => ({ method: operation.method, url: `${url}?size=2`, body })),
  )
  return all
}

const located: Generator = (context) => {
  const { operation } = context
  const payloads = filtersOf(context)
  const sorts = sortsOf(context)
  const ids = idsOf(context)
  const rounds = Math.max(sorts.length, payloads.length)
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    ids.map((id, index) => ({
      method: operation.method,
      url: `${urlOf(context)}?id=${id}&size=3&sort=${sorts[(round + index) % sorts.length]}`,
      body: payloads[(round * (index % 2)) % payloads.length]!,
    })),
  )
}

const exported: Generator = (context) => {
  const { resource, operation } = context
  const url = urlOf(context)
  const formats = ['csv', 'json'] as const
  const columns = [...resource.response.values()].filter(
    ({ type }) => type === 'column' || type === 'count',
  )
  const bodies = inTurn<object>(
    [{ scope: 'all' }, { scope: 'all', maxRows: 5 }],
    idLists(context).map((selectedIds) => ({ scope: 'selected', selectedIds })),
    filtersOf(context).map((filters) => ({ scope: 'filtered', filters })),
    sortsOf(context).map((sort) => ({ sort: [sort], maxRows: 4 })),
    columns.map(({ name }) => ({ fields: [name], sort: sortsOf(context).slice(0, 1) })),
  )
  return bodies.map((body, index) => ({
    method: operation.method,
    url,
    body: { format: formats[index % 2]!, ...body },
  }))
}

const deletedLists: Generator = (context) =>
  idLists(context).map((ids) => ({
    method: context.operation.method,
    url: urlOf(context),
    ...asJson(ids),
  }))

const permanently = (request: TestRequest): TestRequest => ({
  ...request,
  url: `${request.url}?permanent=true`,
})

export const generators: Readonly<Record<OperationName, Generator>> = {
  byId: perId,
  all: once,
  byIds: byIdLists,
  filter: paged,
  options: (context) => inTurn<TestRequest>(optionRequests.searched(context), paged(context)),
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
  changes: (context) => once(context).map((each) => ({ ...each, url: `${each.url}?follow=false` })),
  history: perId,
  // The resources of these tests have no files; files.test.ts is about those.
  uploadFile: () => [],
  downloadFile: () => [],
  deleteFile: () => [],
  create: writeRequests.create,
  update: writeRequests.update,
  batch: writeRequests.batch,
  import: (context) =>
    idsOf(context).map((id) => ({
      method: context.operation.method,
      url: urlOf(context),
      body: `${context.resource.idField}\n${id}`,
      headers: { 'content-type': 'text/csv' },
    })),
  intent: writeRequests.intent,
  performOnRecord: writeRequests.performOnRecord,
  perform: writeRequests.perform,
  deleteBatch: deletedLists,
  permanentDeleteBatch: (context) => deletedLists(context).map(permanently),
  delete: perId,
  permanentDelete: (context) => perId(context).map(permanently),
}
