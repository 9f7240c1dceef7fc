/** The errors that each operation of a resource may return, for the API description. */
import type { ErrorCode } from '../../foundation/errors/error-codes.js'
import type { OperationName } from '../../model/operation-table.js'

type Errors = readonly ErrorCode[]

/** Errors of every request whose head or body arrives too late, or is too long. */
export const headErrors: Errors = ['REQUEST_TIMEOUT', 'URI_TOO_LONG', 'HEADERS_TOO_LARGE']
/** Errors of every operation. */
export const commonErrors: Errors = [
  ...headErrors,
  'AUTHENTICATION_REQUIRED',
  'ACCESS_DENIED',
  'NOT_ACCEPTABLE',
  'INTERNAL_ERROR',
  'RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
  'QUERY_TIMEOUT',
]
/** Errors of every operation with a body. */
export const bodyErrors: Errors = [
  'REQUEST_PAYLOAD_INVALID',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]

const filter: Errors = ['FILTER_PAYLOAD_INVALID', 'REQUEST_PAYLOAD_INVALID', 'LIMIT_EXCEEDED']
const page: Errors = [...filter, 'INVALID_PARAMETER', 'SORT_INVALID']
const options: Errors = [...filter, 'INVALID_PARAMETER', 'OPTION_SOURCE_NOT_FOUND']
const ids: Errors = ['INVALID_PARAMETER', 'LIMIT_EXCEEDED']
const stats: Errors = [
  'REQUEST_PAYLOAD_INVALID',
  'NOT_SUPPORTED',
  'STATS_REQUEST_INVALID',
  'FILTER_PAYLOAD_INVALID',
  'LIMIT_EXCEEDED',
]
const record: Errors = ['INVALID_PARAMETER', 'RESOURCE_NOT_FOUND']
const body: Errors = ['REQUEST_PAYLOAD_INVALID', 'VALIDATION_FAILED', 'DATA_INTEGRITY_VIOLATION']
const version: Errors = [
  'INVALID_RESOURCE_VERSION',
  'STALE_RESOURCE_VERSION',
  'RESOURCE_VERSION_REQUIRED',
]
/** Errors of states and of hooks. */
const guards: Errors = ['RESOURCE_STATE_BLOCKED', 'BUSINESS_RULE_VIOLATION']
const idempotency: Errors = ['IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS']
/** Errors of changes of existing records. */
const changed: Errors = ['RESOURCE_NOT_FOUND', ...version, ...guards]
const update: Errors = ['INVALID_PARAMETER', ...body, ...changed]
const deletion: Errors = ['INVALID_PARAMETER', 'DATA_INTEGRITY_VIOLATION', ...changed]
const deletions: Errors = [
  'REQUEST_PAYLOAD_INVALID',
  'RESOURCE_IDS_REQUIRED',
  ...ids,
  'DATA_INTEGRITY_VIOLATION',
  ...changed,
]
const perform: Errors = [
  ...body,
  ...record,
  'MISSING_REQUEST_PARAMETER',
  'BUSINESS_RULE_VIOLATION',
  'RESOURCE_IDS_REQUIRED',
  'LIMIT_EXCEEDED',
  'RESOURCE_STATE_BLOCKED',
  ...idempotency,
]

/** Errors beside `commonErrors` and `bodyErrors`. */
export const operationErrors: Readonly<Record<OperationName, Errors>> = {
  // The record that an earlier request with the same key created may be gone.
  create: [...body, ...record, ...idempotency, 'BUSINESS_RULE_VIOLATION'],
  byId: record,
  all: ['LIMIT_EXCEEDED'],
  byIds: ids,
  update,
  intent: update,
  delete: deletion,
  permanentDelete: deletion,
  batch: [...body, ...ids, ...changed, ...idempotency],
  import: [
    'REQUEST_PAYLOAD_INVALID',
    'INVALID_PARAMETER',
    'LIMIT_EXCEEDED',
    'DATA_INTEGRITY_VIOLATION',
    'IMPORT_FAILED',
  ],
  deleteBatch: deletions,
  permanentDeleteBatch: deletions,
  filter: page,
  cursor: [...page, 'CURSOR_INVALID'],
  locate: [...filter, ...record, 'MISSING_REQUEST_PARAMETER', 'SORT_INVALID'],
  options: page,
  optionsByIds: ids,
  optionSource: [...options, 'OPTION_SOURCE_POLICY'],
  optionSourceByIds: [...ids, 'OPTION_SOURCE_NOT_FOUND'],
  optionSourceByIdsPost: options,
  statsGroupBy: stats,
  statsTimeSeries: stats,
  statsDistribution: stats,
  export: [...page, 'RESOURCE_IDS_REQUIRED'],
  uploadFile: [...record, 'ROUTE_NOT_FOUND', ...changed],
  downloadFile: [...record, 'ROUTE_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
  deleteFile: [...record, 'ROUTE_NOT_FOUND', ...changed],
  schemas: [],
  changes: ['INVALID_PARAMETER'],
  history: [...record, 'LIMIT_EXCEEDED', 'CURSOR_INVALID'],
  itemSurfaces: record,
  actions: ['CATALOG_NOT_FOUND'],
  itemActions: [...record, 'CATALOG_NOT_FOUND'],
  capabilities: [],
  itemCapabilities: record,
  perform,
  performOnRecord: [...perform, ...version],
}
