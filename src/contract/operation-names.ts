/** Names of operations, as a contract uses them; intents and actions have names of their own. */

/** Operations that show or take the shape of a record. */
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

/** A batch is guarded as a delete; `read` stands for everything that reads records. */
export type GuardedOperation = ShapedOperation | 'delete' | 'export' | 'schemas' | 'read'

export type ResourceOperation = Exclude<GuardedOperation, 'read'> | 'deleteBatch'
