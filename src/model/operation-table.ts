/**
 * The operation table of a resource. Routes, `405` responses and `Allow`, links and discovery are
 * derived from it.
 */
import type { ResourceOperation } from '../contract/operation-names.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type OperationName =
  | Exclude<ResourceOperation, 'restore'>
  | 'intent'
  | 'perform'
  | 'performOnRecord'

interface OperationRow {
  readonly name: OperationName
  readonly method: Method
  /** Below the resource's path; `{id}` stands for a record. */
  readonly path: string
  readonly writes?: true
  /** The response is a file in the requested format, not JSON. */
  readonly file?: true
  /** The body is a file with a row for each record, not JSON. */
  readonly takesFile?: true
  /** The bytes of a file of the record are the body of the request, or of the response. */
  readonly bytes?: 'request' | 'response'
  /** The response is a stream of events that does not end. */
  readonly events?: true
  /** The query parameter that chooses the operation instead of the one with the same route. */
  readonly chosenBy?: 'permanent'
  /** The operation describes the resource and reads no record. */
  readonly describes?: true
  /** Relation type of its link, on a collection or on a record. */
  readonly rel?: string
}

export interface Operation extends OperationRow {
  /** Name of the operation in the contract. Intents and actions use their ids. */
  readonly id: string
  readonly scope: 'COLLECTION' | 'ITEM'
  /** False if the path exists, but the method is answered with `405`. */
  readonly supported: boolean
  /** The intent of an `intent` operation. */
  readonly intent?: string
  /** The workflow action of a `perform` operation. */
  readonly action?: string
}

/** A POST that reads records in single statements. */
export const isQuery = ({ method, writes, file }: OperationRow): boolean =>
  method === 'POST' && !writes && !file

/**
 * Replicas may run its statements. Streams of changes follow snapshots of the primary, and so do
 * files: their pieces are read one by one.
 */
export const mayReadReplicas = ({ writes, events, bytes }: OperationRow): boolean =>
  !writes && !events && !bytes

const filePath = '/{id}/files'

const rows: readonly OperationRow[] = [
  { name: 'create', method: 'POST', path: '', writes: true, rel: 'create' },
  { name: 'byId', method: 'GET', path: '/{id}', rel: 'self' },
  { name: 'all', method: 'GET', path: '/all', rel: 'all' },
  { name: 'byIds', method: 'GET', path: '/by-ids' },
  { name: 'update', method: 'PUT', path: '/{id}', writes: true, rel: 'update' },
  { name: 'batch', method: 'POST', path: '/batch', writes: true, rel: 'batch' },
  { name: 'import', method: 'POST', path: '/import', writes: true, rel: 'import', takesFile: true },
  { name: 'delete', method: 'DELETE', path: '/{id}', writes: true, rel: 'delete' },
  { name: 'deleteBatch', method: 'DELETE', path: '/batch', writes: true },
  {
    name: 'permanentDelete',
    method: 'DELETE',
    path: '/{id}',
    writes: true,
    chosenBy: 'permanent',
  },
  {
    name: 'permanentDeleteBatch',
    method: 'DELETE',
    path: '/batch',
    writes: true,
    chosenBy: 'permanent',
  },
  { name: 'filter', method: 'POST', path: '/filter', rel: 'filter' },
  { name: 'cursor', method: 'POST', path: '/filter/cursor', rel: 'filter-cursor' },
  { name: 'locate', method: 'POST', path: '/locate' },
  { name: 'options', method: 'POST', path: '/options/filter' },
  { name: 'optionsByIds', method: 'GET', path: '/options/by-ids' },
  { name: 'optionSource', method: 'POST', path: '/option-sources/{sourceKey}/options/filter' },
  {
    name: 'optionSourceByIds',
    method: 'GET',
    path: '/option-sources/{sourceKey}/options/by-ids',
  },
  {
    name: 'optionSourceByIdsPost',
    method: 'POST',
    path: '/option-sources/{sourceKey}/options/by-ids',
  },
  { name: 'statsGroupBy', method: 'POST', path: '/stats/group-by' },
  { name: 'statsTimeSeries', method: 'POST', path: '/stats/timeseries' },
  { name: 'statsDistribution', method: 'POST', path: '/stats/distribution' },
  { name: 'export', method: 'POST', path: '/export', rel: 'export', file: true },
  { name: 'changes', method: 'GET', path: '/changes', rel: 'changes', events: true },
  { name: 'history', method: 'GET', path: '/{id}/history', rel: 'history' },
  {
    name: 'uploadFile',
    method: 'PUT',
    path: `${filePath}/{field}`,
    writes: true,
    bytes: 'request',
  },
  { name: 'downloadFile', method: 'GET', path: `${filePath}/{field}`, bytes: 'response' },
  { name: 'deleteFile', method: 'DELETE', path: `${filePath}/{field}`, writes: true },
  { name: 'schemas', method: 'GET', path: '/schemas', rel: 'schema', describes: true },
  { name: 'itemSurfaces', method: 'GET', path: '/{id}/surfaces', rel: 'surfaces' },
  { name: 'actions', method: 'GET', path: '/actions', rel: 'actions', describes: true },
  { name: 'itemActions', method: 'GET', path: '/{id}/actions', rel: 'actions' },
  {
    name: 'capabilities',
    method: 'GET',
    path: '/capabilities',
    rel: 'capabilities',
    describes: true,
  },
  { name: 'itemCapabilities', method: 'GET', path: '/{id}/capabilities', rel: 'capabilities' },
]

/** The intent of resources whose records are deleted softly. */
export const restoreIntent = 'restore'

const firstSegment = ({ path }: OperationRow): string => path.split('/')[1] ?? ''

/**
 * Ids that no record can have, because its path would belong to another route or be normalized
 * away.
 */
export const unreachableIds: readonly string[] = [
  ...new Set(['', '.', '..', ...rows.map(firstSegment).filter((name) => !name.startsWith('{'))]),
]

/** The facts that decide which operations a resource supports. */
export interface OperationFacts {
  readonly readOnly: boolean
  readonly create: boolean
  readonly update: boolean
  readonly delete: boolean
  /** Deletes mark records, so there is an operation that destroys them. */
  readonly softDelete: boolean
  /** Several records may be created and updated in one request. */
  readonly batch: boolean
  /** Files may create and update records. */
  readonly import: boolean
  /** The contract lets callers follow changes. */
  readonly changes: boolean
  /** The contract says who may read the history of records. */
  readonly history: boolean
  /** Records have files. */
  readonly files: boolean
  readonly intents: readonly string[]
  readonly actions: readonly { readonly id: string; readonly scope: Operation['scope'] }[]
}

/** The rows of one resource, each with whether the resource supports it. */
export const operationsOf = (facts: OperationFacts): readonly Operation[] => {
  const isDeclared: Partial<Record<OperationName, boolean>> = {
    create: facts.create,
    update: facts.update,
    delete: facts.delete,
    batch: facts.batch && (facts.create || facts.update),
    import: facts.import && (facts.create || facts.update),
    deleteBatch: facts.delete,
    permanentDelete: facts.delete && facts.softDelete,
    permanentDeleteBatch: facts.delete && facts.softDelete,
    changes: facts.changes,
    history: facts.history,
  }
  const offered = rows.filter(({ path }) => facts.files || !path.startsWith(filePath))
  const fixed = offered.map(
    (row): Operation => ({
      ...row,
      id: row.name,
      scope: row.path.includes('{id}') ? 'ITEM' : 'COLLECTION',
      supported: !(row.writes && facts.readOnly) && (isDeclared[row.name] ?? true),
    }),
  )
  const intents = facts.intents.map(
    (intent): Operation => ({
      name: 'intent',
      method: 'PATCH',
      path: `/{id}/${intent}`,
      writes: true,
      id: intent,
      scope: 'ITEM',
      intent,
      supported: !facts.readOnly,
    }),
  )
  const actions = facts.actions.map(
    ({ id, scope }): Operation => ({
      name: scope === 'ITEM' ? 'performOnRecord' : 'perform',
      method: 'POST',
      path: `${scope === 'ITEM' ? '/{id}' : ''}/actions/${id}`,
      writes: true,
      id,
      scope,
      action: id,
      supported: true,
    }),
  )
  return [...fixed, ...intents, ...actions]
}
