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
 * for entities with soft delete; without guards of their own they have that of `delete`. The file
 * operations are for resources with files: without guards of their own, `uploadFile` has that of
 * `update`, `deleteFile` that of `uploadFile`, and `downloadFile` that of `byId`. `read` stands for
 * everything that reads records.
 */
export type GuardedOperation =
  | ShapedOperation
  | 'delete'
  | 'export'
  | 'schemas'
  | 'changes'
  | 'history'
  | 'uploadFile'
  | 'downloadFile'
  | 'deleteFile'
  | 'restore'
  | 'permanentDelete'
  | 'read'

export type ResourceOperation =
  | Exclude<GuardedOperation, 'read'>
  | 'batch'
  | 'import'
  | 'deleteBatch'
  | 'permanentDeleteBatch'
