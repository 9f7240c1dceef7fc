/** The envelopes of responses: data with links, or errors as RFC 9457 describes them. */
import Type, { type TSchema } from 'typebox'
import { type ErrorCode, errorTable } from '../foundation/errors/error-codes.js'
import { anyObject, constant, instant, integer, nullable, oneOf, text, type Wire } from './forms.js'

export const Link = Type.Object({ href: text }, { $id: 'Link' })
export type Link = Wire<typeof Link>

/** Links of a response, by rel; several links of one rel are a list. */
export type Links = Readonly<Record<string, Link | readonly Link[]>>

/** Published without lists, which would break generated clients. */
export const Links = Type.Unsafe<Links>({
  type: 'object',
  additionalProperties: Link,
  $id: 'Links',
})

/** Statistics link to the schemas of their request and their response. */
export const StatsLinks = Type.Object(
  { filter: Link, schema: Type.Array(Link) },
  { $id: 'StatsLinks' },
)

export const successOf = (data: TSchema, links: typeof Links | typeof StatsLinks = Links) =>
  Type.Object({
    status: constant('success'),
    message: text,
    data,
    _links: Type.Optional(links),
    timestamp: instant,
  })
export type Success = Wire<ReturnType<typeof successOf>>

/** An error code of the error table. */
const code = oneOf(Object.keys(errorTable) as ErrorCode[])

export const ErrorItem = Type.Object(
  {
    type: text,
    title: text,
    status: integer,
    detail: text,
    instance: text,
    message: text,
    category: oneOf(['VALIDATION', 'BUSINESS_LOGIC', 'SECURITY', 'SYSTEM']),
    code,
    /** Dotted path of the field that is wrong. */
    target: nullable(text),
    /** These, and facts of the code, such as `limit`. */
    properties: Type.Unsafe<Record<string, unknown>>({
      ...anyObject,
      properties: { code: text, target: text, traceId: text },
    }),
  },
  { $id: 'ErrorItem' },
)
export type ErrorItem = Wire<typeof ErrorItem>

export const Failure = Type.Object(
  {
    status: constant('failure'),
    message: text,
    errors: Type.Array(ErrorItem, { minItems: 1 }),
    timestamp: instant,
  },
  { $id: 'Failure' },
)
export type Failure = Wire<typeof Failure>
