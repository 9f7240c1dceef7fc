/** A valid call for each operation, derived from the model, for any resource. */
import type { Operation, OperationName } from '../../../src/model/operation-table.js'
import type { ResourceModel } from '../../../src/model/types/resource-model.js'
import type { WriteField, WriteShapeModel } from '../../../src/model/types/write-model.js'

/** Ids of records for references, by entity. */
export type References = Readonly<Record<string, number>>

export interface Wanted {
  readonly resource: ResourceModel
  readonly operation: Operation
  readonly id: number | string
  readonly references: References
}

export interface Request {
  /** The value of `{sourceKey}` in the path. */
  readonly sourceKey?: string
  readonly query?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Maker {
  /** An operation of the collection whose body or query names records. */
  readonly ofRecords?: true
  readonly make: (wanted: Wanted) => Request
  /** The response to an allowed call on an existing record. */
  readonly success: (resource: ResourceModel) => string
}

let made = 0
const unique = (): string => `m${(++made).toString(36)}`

const memberOf = ({ type, ...field }: WriteField, references: References): unknown => {
  if (type === 'links') return []
  const { column } = field as Extract<WriteField, { type: 'column' }>
  if (column.references) {
    const id = references[column.references.target.name]
    if (id === undefined)
      throw new Error(`no record of ${column.references.target.name} to refer to`)
    return id
  }
  const values: Partial<Record<typeof column.kind, () => unknown>> = {
    text: () => (column.format === 'email' ? `${unique()}@example.com` : unique()),
    integer: () => 1,
    decimal: () => '10.00',
    boolean: () => true,
    date: () => '2026-03-01',
    instant: () => '2026-03-01T09:00:00Z',
    enum: () => column.values![0],
  }
  const value = values[column.kind]
  if (!value) throw new Error(`no value of the kind ${column.kind}`)
  return value()
}

const bodyOf = (shape: WriteShapeModel | undefined, references: References): object => {
  const fields = [...(shape?.fields.values() ?? [])]
  const isPatch = shape?.mode === 'intent'
  return Object.fromEntries(
    fields
      .filter(({ required, nullable }) => isPatch || required || !nullable)
      .map((field) => [field.name, memberOf(field, references)]),
  )
}

const sourceOf = ({ optionSources }: ResourceModel): string =>
  [...optionSources].find(([, { dependsOn }]) => dependsOn.length === 0)?.[0] ?? 'none'
const withSources = ({ optionSources }: ResourceModel): string =>
  optionSources.size > 0 ? '200' : '404 OPTION_SOURCE_NOT_FOUND'
const withWorkflow = ({ actions }: ResourceModel): string =>
  actions.size > 0 ? '200' : '404 CATALOG_NOT_FOUND'

type StatsUse = 'GROUP_BY' | 'TIME_SERIES' | 'DISTRIBUTION_TERMS'
const statsField = ({ stats }: ResourceModel, use: StatsUse): string | undefined =>
  [...stats.fields.values()].find(({ operations }) => operations.has(use))?.name
const stats = (use: StatsUse, members: object): Maker => ({
  make: ({ resource }) => ({
    body: { filter: {}, field: statsField(resource, use) ?? 'x', ...members },
  }),
  success: (resource) => (statsField(resource, use) === undefined ? '501 NOT_SUPPORTED' : '200'),
})

const plain = (make: Maker['make'] = () => ({}), success = '200'): Maker => ({
  make,
  success: () => success,
})
const onRecords = (maker: Maker): Maker => ({ ...maker, ofRecords: true })
const ids = ({ id }: Wanted): Request => ({ query: `?ids=${id}` })
const filter = (): Request => ({ body: {} })

const perform: Maker['make'] = ({ resource, operation, id, references }) => {
  const { kind, request } = resource.actions.get(operation.action!)!
  const body = bodyOf(request.values, references)
  return { body: kind === 'BULK' ? { ids: [id], ...body } : body }
}

/** A missing operation does not compile. */
const makers: Readonly<Record<OperationName, Maker>> = {
  create: plain(
    ({ resource, references }) => ({ body: bodyOf(resource.create, references) }),
    '201',
  ),
  byId: plain(),
  all: plain(),
  byIds: onRecords(plain(ids)),
  update: plain(({ resource, references }) => ({ body: bodyOf(resource.update, references) })),
  intent: plain(({ resource, operation, references }) => ({
    body: bodyOf(resource.intents.get(operation.intent!)!.shape, references),
  })),
  delete: plain(() => ({}), '204'),
  permanentDelete: plain(() => ({ query: '?permanent=true' }), '204'),
  batch: plain(({ resource, id, references }) => ({
    body: {
      atomicity: 'PER_ITEM',
      items: [
        { operation: 'CREATE', data: bodyOf(resource.create, references) },
        { operation: 'UPDATE', id, data: bodyOf(resource.update, references) },
      ],
    },
  })),
  import: plain(({ resource, id }) => ({
    query: '?atomic=false',
    body: `${resource.idField}\n${id}`,
    headers: { 'content-type': 'text/csv' },
  })),
  deleteBatch: onRecords(plain(({ id }) => ({ body: [id] }), '204')),
  permanentDeleteBatch: onRecords(
    plain(({ id }) => ({ query: '?permanent=true', body: [id] }), '204'),
  ),
  filter: plain(filter),
  cursor: plain(filter),
  locate: onRecords(plain(({ id }) => ({ query: `?id=${id}`, body: {} }))),
  options: plain(filter),
  optionsByIds: onRecords(plain(ids)),
  optionSource: {
    make: ({ resource }) => ({ sourceKey: sourceOf(resource), body: {} }),
    success: withSources,
  },
  optionSourceByIds: {
    make: ({ resource }) => ({ sourceKey: sourceOf(resource), query: '?ids=1' }),
    success: withSources,
  },
  optionSourceByIdsPost: {
    make: ({ resource }) => ({ sourceKey: sourceOf(resource), body: { ids: [1] } }),
    success: withSources,
  },
  export: plain(() => ({ body: { format: 'json' } })),
  statsGroupBy: stats('GROUP_BY', { metric: { operation: 'COUNT' } }),
  statsTimeSeries: stats('TIME_SERIES', { granularity: 'MONTH' }),
  statsDistribution: stats('DISTRIBUTION_TERMS', { mode: 'TERMS' }),
  schemas: plain(() => ({}), '302'),
  itemSurfaces: plain(),
  actions: { make: () => ({}), success: withWorkflow },
  itemActions: { make: () => ({}), success: withWorkflow },
  capabilities: plain(),
  itemCapabilities: plain(),
  changes: plain(() => ({ query: '?follow=false' })),
  history: plain(),
  // No resource of these tests has files.
  uploadFile: plain(),
  downloadFile: plain(),
  deleteFile: plain(),
  perform: onRecords(plain(perform)),
  performOnRecord: plain(perform),
}

/** @throws Error for an unknown operation */
export const makerOf = ({ name, id }: Operation): Maker => {
  const maker = makers[name]
  if (!maker) throw new Error(`no request maker for the operation ${name} (${id})`)
  return maker
}

export const urlOf = (
  { resource, operation, id }: Wanted,
  { sourceKey = '', query = '' }: Request,
) =>
  `${resource.path}${operation.path}${query}`
    .replace('{id}', encodeURIComponent(id))
    .replace('{sourceKey}', sourceKey)
