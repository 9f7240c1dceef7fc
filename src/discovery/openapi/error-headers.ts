/** The headers of error responses, as components that the responses refer to. */
import type { ErrorCode } from '../../foundation/errors/error-codes.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { text } from '../schemas/schema-forms.js'

const headers = {
  'Retry-After': {
    description: 'Seconds after which the request may be sent again.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimit: {
    description:
      'What is left of the quota: `r` units, and `t` seconds until more are available. Absent where statements of the caller waited too long.',
    schema: text,
  },
  'RateLimit-Policy': {
    description: 'The quota: `q` units in `w` seconds. Absent as `RateLimit` is.',
    schema: text,
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: text },
} as const satisfies Readonly<Record<string, JsonSchema>>

type HeaderName = keyof typeof headers

const headersOfCode: Readonly<Partial<Record<ErrorCode, readonly HeaderName[]>>> = {
  AUTHENTICATION_REQUIRED: ['WWW-Authenticate'],
  IDEMPOTENCY_IN_PROGRESS: ['Retry-After'],
  RATE_LIMITED: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  SERVICE_UNAVAILABLE: ['Retry-After'],
}

/** The member `headers` of a response with one of these codes; none: `{}`. */
export const errorHeaders = (codes: readonly ErrorCode[]): JsonSchema => {
  const names = codes.flatMap((code) => headersOfCode[code] ?? [])
  if (names.length === 0) return {}
  return {
    headers: Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ),
  }
}

/** The components for the codes of a document. */
export const errorHeaderComponents = (
  codes: ReadonlySet<ErrorCode>,
): Readonly<Record<string, JsonSchema>> => {
  const names = new Set([...codes].flatMap((code) => headersOfCode[code] ?? []))
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => names.has(name as HeaderName)),
  )
}
