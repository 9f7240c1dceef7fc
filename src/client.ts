/** A typed client for browsers and Node. A test holds the list. */
export {
  type Client,
  type ClientOf,
  type ClientOptions,
  createClient,
} from './client/create-client.js'
export { type ClientErrorCode, CorollaryError, type ErrorItem } from './client/error.js'
export type {
  ConditionalResult,
  CursorPage,
  ExportSuccess,
  Failure,
  Link,
  Links,
  NotModified,
  Option,
  Page,
  Position,
  Result,
  Success,
} from './client/result.js'
export type { Resources } from './client/shapes.js'
export type {
  Bucket,
  GroupBy,
  Histogram,
  HistogramBucket,
  MetricValue,
  Point,
  Terms,
  TimeSeries,
} from './client/stats.js'
export type { Fetch } from './client/transport.js'
export { unwrap } from './client/walk.js'
