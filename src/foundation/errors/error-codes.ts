/**
 * The table of error codes. `docs/reference/errors.md` says when each is sent; a test compares the
 * two.
 */

export type ErrorCategory = 'VALIDATION' | 'BUSINESS_LOGIC' | 'SECURITY' | 'SYSTEM'

interface ErrorDefinition {
  readonly status: number
  readonly category: ErrorCategory
  readonly title: string
}

const validation = (title: string, status = 400) =>
  ({ status, category: 'VALIDATION', title }) as const
const business = (title: string, status: number) =>
  ({ status, category: 'BUSINESS_LOGIC', title }) as const
const security = (title: string, status: number) =>
  ({ status, category: 'SECURITY', title }) as const
const system = (title: string, status: number) => ({ status, category: 'SYSTEM', title }) as const

export const errorTable = {
  FILTER_PAYLOAD_INVALID: validation('Filter payload invalid'),
  REQUEST_PAYLOAD_INVALID: validation('Request payload invalid'),
  VALIDATION_FAILED: validation('Validation failed'),
  INVALID_PARAMETER: validation('Invalid parameter'),
  MISSING_REQUEST_PARAMETER: validation('Missing request parameter'),
  SORT_INVALID: validation('Sort invalid'),
  CURSOR_INVALID: validation('Cursor invalid'),
  STATS_REQUEST_INVALID: validation('Stats request invalid'),
  RESOURCE_IDS_REQUIRED: validation('Resource ids required'),
  INVALID_RESOURCE_VERSION: validation('Invalid resource version'),
  BUSINESS_RULE_VIOLATION: business('Business rule violation', 400),
  AUTHENTICATION_REQUIRED: security('Authentication required', 401),
  ACCESS_DENIED: security('Access denied', 403),
  RESOURCE_NOT_FOUND: business('Resource not found', 404),
  ROUTE_NOT_FOUND: validation('Route not found', 404),
  CATALOG_NOT_FOUND: validation('Catalog not found', 404),
  SCHEMA_NOT_FOUND: validation('Schema not found', 404),
  OPTION_SOURCE_NOT_FOUND: validation('Option source not found', 404),
  METHOD_NOT_ALLOWED: validation('Method not allowed', 405),
  NOT_ACCEPTABLE: validation('Not acceptable', 406),
  REQUEST_TIMEOUT: system('Request timeout', 408),
  PAYLOAD_TOO_LARGE: validation('Payload too large', 413),
  URI_TOO_LONG: validation('URI too long', 414),
  UNSUPPORTED_MEDIA_TYPE: validation('Unsupported media type', 415),
  RANGE_NOT_SATISFIABLE: validation('Range not satisfiable', 416),
  HEADERS_TOO_LARGE: validation('Headers too large', 431),
  DATA_INTEGRITY_VIOLATION: business('Data integrity violation', 409),
  RESOURCE_STATE_BLOCKED: business('Resource state blocked', 409),
  IDEMPOTENCY_CONFLICT: business('Idempotency conflict', 409),
  IDEMPOTENCY_IN_PROGRESS: business('Idempotency in progress', 409),
  STALE_RESOURCE_VERSION: business('Stale resource version', 412),
  RESOURCE_VERSION_REQUIRED: business('Resource version required', 428),
  LIMIT_EXCEEDED: validation('Limit exceeded', 422),
  IMPORT_FAILED: validation('Import failed', 422),
  EXPRESSION_FAILED: business('Expression failed', 422),
  OPTION_SOURCE_POLICY: validation('Option source policy', 422),
  RATE_LIMITED: system('Rate limited', 429),
  SERVICE_UNAVAILABLE: system('Service unavailable', 503),
  QUERY_TIMEOUT: system('Query timeout', 504),
  INTERNAL_ERROR: system('Internal error', 500),
  NOT_SUPPORTED: system('Not supported', 501),
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errorTable

/** URI reference of the documentation of a code: the `type` of an error item. */
export const errorPage = (contextPath: string, code: ErrorCode): string =>
  `${contextPath}/docs/errors#${code}`
