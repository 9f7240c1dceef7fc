/** Names that contracts use for operations; intents and actions go by their ids. */

/** Operations that return or take the shape of a record. */
export type ShapedOperation =
  | 'create'
  | 'byId'
  | 'all'
  | 'byIds'
  | 'update'
  | 'filter'
  | 'cursor'
  | 'locate'
  | 'options'
  | 'optionsByIds'
  | 'optionSource'
  | 'optionSourceByIds'
  | 'optionSourceByIdsPost'
  | 'statsGroupBy'
  | 'statsTimeSeries'
  | 'statsDistribution'
  | 'itemSurfaces'
  | 'actions'
  | 'itemActions'
  | 'capabilities'
  | 'itemCapabilities'

/**
 * The guards of `create`, `update` and deletes cover batches. `restore` and `permanentDelete` are
 * for entities with soft delete; without guards of their own they have that of `delete`. `read`
 * stands for everything that reads records.
 */
export type GuardedOperation =
  | ShapedOperation
  | 'delete'
  | 'export'
  | 'schemas'
  | 'changes'
  | 'history'
  | 'restore'
  | 'permanentDelete'
  | 'read'

export type ResourceOperation =
  | Exclude<GuardedOperation, 'read'>
  | 'batch'
  | 'import'
  | 'deleteBatch'
  | 'permanentDeleteBatch'
