/** A typed client for browsers and Node. A test compares the list of exports. */

export type { ChangeNotice } from './client/changes.js'
export type { BodyError } from './client/check-body.js'
export {
  type ContractChange,
  type ContractDrift,
  type ContractWatch,
  watchContract,
} from './client/contract.js'
export {
  type Client,
  type ClientOf,
  type ClientOptions,
  createClient,
  type MissingMethods,
} from './client/create-client.js'
export { type ClientErrorCode, CorollaryError } from './client/error.js'
export type { DownloadOptions, FileNames, UploadOptions } from './client/files-client.js'
export { holds } from './client/json-logic.js'
export type {
  BatchOptions,
  CountOptions,
  CreateOptions,
  DeleteOptions,
  ImportOptions,
  LocateOptions,
  OptionId,
  OptionPageOptions,
  OptionSourceRequest,
  PageOptions,
  WriteOptions,
} from './client/options.js'
export type { ResourceClient } from './client/resource-client.js'
export type {
  ConditionalResult,
  ExportSuccess,
  Failure,
  NotModified,
  Result,
  Success,
} from './client/result.js'
export {
  type Field,
  type FieldOption,
  type FieldUi,
  type JsonSchema,
  type OptionSourceInfo,
  type Reference,
  readShape,
  type SchemaDocument,
  type Shape,
  type ShapeRule,
} from './client/schema.js'
export type {
  BatchItem,
  BodyOf,
  ByKey,
  CollectionActions,
  ItemActions,
  PageFor,
  Resources,
  ResultOf,
  Shapes,
  ShapesOf,
} from './client/shapes.js'
export type {
  Bucket,
  GroupBy,
  GroupByRequest,
  Histogram,
  HistogramBucket,
  HistogramRequest,
  Terms,
  TermsRequest,
  TimeSeries,
  TimeSeriesRequest,
} from './client/stats.js'
export type { Fetch, FileBody } from './client/transport.js'
export { type UntypedClient, type UntypedResource, untyped } from './client/untyped.js'
export { unwrap } from './client/walk.js'
export type { BatchItemOutcome, BatchOutcome } from './wire/batch.js'
export type { BulkItem, BulkOutcome } from './wire/bulk.js'
export type { ActionCatalog } from './wire/catalogs/actions.js'
export type { Capabilities } from './wire/catalogs/capabilities.js'
export type { ResourceCatalog, ResourceEntry } from './wire/catalogs/resources.js'
export type { ServiceDescription } from './wire/catalogs/service.js'
export type { SurfaceCatalog } from './wire/catalogs/surfaces.js'
export type { ContractFile, ContractPart } from './wire/contract.js'
export type { ErrorItem, Link, Links } from './wire/envelope.js'
export type { HistoryEntry } from './wire/history.js'
export type { ImportColumn, ImportOutcome, ImportRow, ImportRowError } from './wire/import.js'
export type { Option } from './wire/options.js'
export type { CountedPage, CursorPage, Page, Position } from './wire/page.js'
export type { MetricValue, Point } from './wire/stats-responses.js'
