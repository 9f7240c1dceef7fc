/**
 * The forms of response bodies. A body of another form, such as the error page of a proxy, does not
 * come from the service.
 */
import type { ErrorItem, Links } from '../wire/envelope.js'
import { CorollaryError } from './error.js'
import { parseExactly } from './exact-numbers.js'

export interface Form {
  readonly inEnvelope: boolean
  readonly fits: (data: unknown) => boolean
  /** Default: `JSON.parse`. */
  readonly parse?: (body: string) => unknown
}

type Members = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasContent = (value: unknown): boolean => isObject(value) && Array.isArray(value['content'])
const hasList =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    isObject(value) && names.some((name) => Array.isArray(value[name]))

export const forms = {
  record: { inEnvelope: true, fits: isObject },
  records: { inEnvelope: true, fits: Array.isArray },
  /** The result of an action: an object or null. */
  result: { inEnvelope: true, fits: (value) => value === null || isObject(value) },
  outcome: { inEnvelope: true, fits: hasList('items') },
  imported: { inEnvelope: true, fits: hasList('errors') },
  page: { inEnvelope: true, fits: hasContent },
  /** Sums may have more digits than JavaScript keeps. */
  statistics: { inEnvelope: true, fits: hasList('buckets', 'points'), parse: parseExactly },
  /** Each result is read by the form of its own request. */
  queries: {
    inEnvelope: false,
    fits: (value) =>
      isObject(value) && isObject(value['plain']) && isObject(value['plain']['results']),
    parse: (body) => ({ plain: JSON.parse(body), exact: parseExactly(body) }),
  },
  list: { inEnvelope: false, fits: Array.isArray },
  optionPage: { inEnvelope: false, fits: hasContent },
  position: {
    inEnvelope: false,
    fits: (value) => isObject(value) && typeof value['position'] === 'number',
  },
  document: { inEnvelope: false, fits: isObject },
  /** No body at all: `204`. */
  nothing: { inEnvelope: false, fits: (value) => value === undefined },
} as const satisfies Readonly<Record<string, Form>>

interface Sending {
  readonly isRepeatable: boolean
}

interface ReadData<T> {
  readonly data: T
  readonly links: Links | undefined
}

/** @throws CorollaryError INVALID_RESPONSE */
export const readData = <T>(
  response: Response,
  parsed: unknown,
  form: Form,
  sending: Sending,
): ReadData<T> => {
  const data = form.inEnvelope ? envelopeData(parsed) : parsed
  if (!form.fits(data)) throw invalidResponse(response, sending)
  const links = form.inEnvelope ? (parsed as { _links?: Links })._links : undefined
  return { data: data as T, links }
}

const envelopeData = (parsed: unknown): unknown =>
  isObject(parsed) && parsed['status'] === 'success' ? parsed['data'] : undefined

/** Undefined for an empty body. A text that is not JSON is returned as it is, and fits no form. */
export const parse = (body: string, read: (body: string) => unknown = JSON.parse): unknown => {
  if (body === '') return undefined
  try {
    return read(body)
  } catch {
    return body
  }
}

/** Reads the error of a response that is not successful. */
export const readFailure = (
  response: Response,
  parsed: unknown,
  { isRepeatable }: Sending,
): CorollaryError => {
  const errors = isObject(parsed) && parsed['status'] === 'failure' ? parsed['errors'] : undefined
  if (!Array.isArray(errors) || !errors.every(isItem) || errors.length === 0) {
    return invalidResponse(response, { isRepeatable })
  }
  const items = errors as readonly ErrorItem[]
  const { code, message } = items[0]!
  return new CorollaryError({
    ...factsOf(response),
    isRepeatable,
    code,
    message,
    errors: items,
  })
}

const isItem = (item: unknown): boolean =>
  isObject(item) && typeof item['code'] === 'string' && typeof item['message'] === 'string'

const invalidResponse = (response: Response, { isRepeatable }: Sending): CorollaryError => {
  const type = response.headers.get('Content-Type') ?? 'no content type'
  return new CorollaryError({
    ...factsOf(response),
    isRepeatable,
    code: 'INVALID_RESPONSE',
    message: `The response does not come from the service: status ${response.status}, ${type}.`,
  })
}

const factsOf = ({ status, headers }: Response) => ({
  status,
  traceId: headers.get('X-Request-ID') ?? undefined,
  retryAfter: secondsOf(headers.get('Retry-After')),
})

/** Timers of JavaScript fire at once if they are to wait longer. */
const maxSeconds = Math.floor((2 ** 31 - 1) / 1_000)

/** `Retry-After` is a number of seconds or an HTTP date. */
const secondsOf = (text: string | null): number | undefined => {
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, Math.ceil(seconds)), maxSeconds)
}
