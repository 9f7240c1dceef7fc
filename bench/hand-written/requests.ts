/** The validation of the hand-written server: valid requests, and the `400` for others. */

export class RequestError extends Error {
  constructor(
    readonly code: keyof typeof errorCodes,
    message: string,
    readonly target?: string,
    readonly properties: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

export const errorCodes = {
  AUTHENTICATION_REQUIRED: [401, 'SECURITY', 'Authentication required'],
  ACCESS_DENIED: [403, 'SECURITY', 'Access denied'],
  STATS_REQUEST_INVALID: [400, 'VALIDATION', 'Statistics request invalid'],
  IDEMPOTENCY_CONFLICT: [409, 'BUSINESS_LOGIC', 'Idempotency conflict'],
  DATA_INTEGRITY_VIOLATION: [409, 'BUSINESS_LOGIC', 'Data integrity violation'],
  FILTER_PAYLOAD_INVALID: [400, 'VALIDATION', 'Filter payload invalid'],
  REQUEST_PAYLOAD_INVALID: [400, 'VALIDATION', 'Request payload invalid'],
  INVALID_PARAMETER: [400, 'VALIDATION', 'Invalid parameter'],
  SORT_INVALID: [400, 'VALIDATION', 'Sort invalid'],
  RESOURCE_NOT_FOUND: [404, 'BUSINESS_LOGIC', 'Resource not found'],
  ROUTE_NOT_FOUND: [404, 'VALIDATION', 'Route not found'],
  NOT_ACCEPTABLE: [406, 'VALIDATION', 'Not acceptable'],
  PAYLOAD_TOO_LARGE: [413, 'VALIDATION', 'Payload too large'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'VALIDATION', 'Unsupported media type'],
  LIMIT_EXCEEDED: [422, 'VALIDATION', 'Limit exceeded'],
  INTERNAL_ERROR: [500, 'SYSTEM', 'Internal error'],
} as const

export interface PageQuery {
  readonly page: number
  readonly size: number
  readonly sort: readonly string[]
}

export type Query = Readonly<Record<string, string | string[] | undefined>>

const maxSize = 200

export const readPageQuery = (query: Query): PageQuery => {
  const page = readInteger(query, 'page', 0, 0)
  const size = readInteger(query, 'size', 1, 20)
  if (size > maxSize) {
    throw new RequestError('LIMIT_EXCEEDED', `A page has at most ${maxSize} rows.`, 'size', {
      limit: maxSize,
    })
  }
  const sort = query['sort'] ?? []
  return { page, size, sort: [sort].flat().filter((term) => term !== '') }
}

const readInteger = (query: Query, name: string, minimum: number, fallback: number): number => {
  const text = query[name]
  if (text === undefined) return fallback
  const number = typeof text === 'string' && /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(number) && number >= minimum) return number
  const message = `'${name}' must be one integer of at least ${minimum}.`
  throw new RequestError('INVALID_PARAMETER', message, name)
}

export const readId = (text: string): number => {
  const id = /^-?(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw new RequestError('INVALID_PARAMETER', "'id' must be an integer.", 'id')
}

/** The sort fields, as SQL over `employees e`, `departments d`, `employees m`. */
const sortColumns: Readonly<Record<string, string>> = {
  id: 'e.id',
  code: 'e.code',
  fullName: 'e.full_name',
  nickname: 'e.nickname',
  email: 'e.email',
  phone: 'e.phone',
  status: 'e.status',
  salary: 'e.salary',
  hiredOn: 'e.hired_on',
  birthDate: 'e.birth_date',
  lastReviewAt: 'e.last_review_at',
  contractEndsAt: 'e.contract_ends_at',
  remote: 'e.remote',
  rating: 'e.rating',
  departmentId: 'e.department_id',
  departmentName: 'd.name',
  managerId: 'e.manager_id',
  managerName: 'm.full_name',
  skillCount: '(select count(*) from employee_skills es where es.employee_id = e.id)',
  version: 'e.version',
  createdAt: 'e.created_at',
  updatedAt: 'e.updated_at',
}
const nullable = new Set(
  'nickname phone birthDate lastReviewAt contractEndsAt rating managerId managerName'.split(' '),
)

export interface SortKey {
  readonly property: string
  readonly column: string
  readonly direction: 'asc' | 'desc'
  /** `desc nulls last` */
  readonly order: string
}

export const readSort = (terms: readonly string[]): readonly SortKey[] => {
  const keys = new Map<string, SortKey>()
  for (const term of terms.length > 0 ? terms : ['fullName']) {
    const key = readSortTerm(term)
    if (!keys.has(key.property)) keys.set(key.property, key)
    if (key.property === 'id') return [...keys.values()]
  }
  // Without the id, equal sort values could hide a row between pages.
  const last = [...keys.values()].at(-1)!
  return [...keys.values(), readSortTerm(`id,${last.direction}`)]
}

const readSortTerm = (term: string): SortKey => {
  const [property = '', given = 'asc', ...rest] = term.split(',').map((part) => part.trim())
  const column = Object.hasOwn(sortColumns, property) ? sortColumns[property] : undefined
  const direction = given.toLowerCase()
  if (column === undefined || rest.length > 0 || (direction !== 'asc' && direction !== 'desc')) {
    const sortable = Object.keys(sortColumns)
    const message = `'${term}' cannot be sorted by; sortable are ${sortable.join(', ')}.`
    throw new RequestError('SORT_INVALID', message, 'sort', { sortable })
  }
  const order = nullable.has(property) ? `${direction} nulls last` : direction
  return { property, column, direction, order }
}

export interface Filter {
  readonly fullName?: string
  readonly departmentName?: string
  readonly skillName?: string
  /** Decimals are texts. */
  readonly salaryBetween?: readonly [string | null, string | null]
}

const filterFields = ['fullName', 'departmentName', 'skillName', 'salaryBetween']

export const readFilter = (body: unknown): Filter => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RequestError('FILTER_PAYLOAD_INVALID', 'A filter is a JSON object, such as {}.')
  }
  const filter: { -readonly [K in keyof Filter]: Filter[K] } = {}
  for (const [name, value] of Object.entries(body)) {
    if (name === '_links') continue
    if (!filterFields.includes(name)) {
      throw invalid(name, `is unknown; accepted are ${filterFields.join(', ')}`)
    }
    if (value === null || value === '') continue
    if (name === 'salaryBetween') {
      const range = readRange(name, value)
      if (range.some((bound) => bound !== null)) filter.salaryBetween = range
    } else filter[name as 'fullName' | 'departmentName' | 'skillName'] = readText(name, value)
  }
  return filter
}

const invalid = (name: string, problem: string): RequestError =>
  new RequestError('FILTER_PAYLOAD_INVALID', `Filter field '${name}' ${problem}.`, name)

const maxText = 1_000

const readText = (name: string, value: unknown): string => {
  if (typeof value !== 'string') throw invalid(name, 'must be a text')
  if (value.includes('\u0000')) throw invalid(name, 'must not contain the character NUL')
  if (!value.isWellFormed()) throw invalid(name, 'must be well-formed Unicode')
  if ([...value].length > maxText) {
    const message = `Filter field '${name}' must be a text of at most ${maxText} characters.`
    throw new RequestError('LIMIT_EXCEEDED', message, name)
  }
  return value
}

const lowerNames = ['from', 'start', 'startDate', 'min', 'minPrice', 'lower', 'gte']
const upperNames = ['to', 'end', 'endDate', 'max', 'maxPrice', 'upper', 'lte']

const readRange = (name: string, value: unknown): [string | null, string | null] => {
  const [from, to] = Array.isArray(value) ? value : rangeOfObject(name, value)
  const bounds: [string | null, string | null] = [readDecimal(name, from), readDecimal(name, to)]
  if (Array.isArray(value) && value.length > 2) {
    throw invalid(name, 'must be a range, [from, to], with null for an open bound')
  }
  return bounds
}

const rangeOfObject = (name: string, value: unknown): [unknown, unknown] => {
  if (typeof value !== 'object') throw invalid(name, 'must be a range, [from, to]')
  const bounds: [unknown, unknown] = [null, null]
  for (const [key, bound] of Object.entries(value as object)) {
    if (key === 'currency') continue
    const side = lowerNames.includes(key) ? 0 : upperNames.includes(key) ? 1 : undefined
    if (side === undefined) throw invalid(name, `has no bound '${key}'`)
    if (bound === null || bound === '') continue
    if (bounds[side] !== null) throw invalid(name, 'names a bound twice')
    bounds[side] = bound
  }
  return bounds
}

const readDecimal = (name: string, value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'number') {
    // A longer number was rounded by the parser.
    const digits = String(value).replace(/e.*$|[-.]/g, '')
    if (digits.length <= 15) return String(value)
    throw invalid(name, 'must be numbers of at most 15 digits; send longer ones as text')
  }
  const isDecimal = typeof value === 'string' && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value)
  if (!isDecimal || value.length > maxText) throw invalid(name, 'must be decimals')
  return value
}
