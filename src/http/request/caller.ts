/** Identifies the caller of a request, before anything else is read. */
import type { FastifyRequest } from 'fastify'
import type { Authenticator } from '../../access/authenticator.js'
import type { TenantChoice } from '../../access/tenants.js'
import type { View, Views } from '../../access/views.js'
import type { Principal } from '../../contract/principal.js'
import { memoize } from '../../foundation/memoize.js'
import type { Caller } from '../../operations/context.js'
import type { CallerLimits } from '../../operations/limits/limits.js'
import { tenantHeader } from '../../wire/headers.js'

export interface Access {
  readonly limits: CallerLimits
  readonly authenticator: Authenticator
  readonly views: Views
  /** Undefined: the contract has no tenants. */
  readonly tenantChoice: TenantChoice | undefined
}

interface Identified {
  readonly caller: Caller
  readonly access: Access
}

/** A member of the request. */
const identified = Symbol('identified')
export type IdentifiedRequest = Pick<FastifyRequest, 'headers'> & {
  readonly raw?: { readonly socket?: object }
  [identified]?: Identified
}

/**
 * Without a promise for a caller who is known, as most are.
 *
 * @throws AppError AUTHENTICATION_REQUIRED, SERVICE_UNAVAILABLE, INVALID_PARAMETER, ACCESS_DENIED
 */
export const identify = (request: IdentifiedRequest, access: Access): Caller | Promise<Caller> => {
  const { authenticator } = access
  const header = request.headers[authenticator.header.toLowerCase()]
  const sent = header === undefined ? header : String(header)
  const known = authenticator.known(sent, request.raw?.socket)
  if (known) return callerFor(known, request, access)
  return authenticator.authenticate(sent).then((principal) => callerFor(principal, request, access))
}

const callerFor = (authentic: Principal, request: IdentifiedRequest, access: Access): Caller => {
  const { views, tenantChoice } = access
  const principal = tenantChoice?.choose(authentic, tenantNamedIn(request)) ?? authentic
  const caller = new RequestCaller(principal, () =>
    views(principal, request.headers['accept-language']),
  )
  request[identified] = { caller, access }
  return caller
}

const tenantNamedIn = ({ headers }: IdentifiedRequest): string | undefined => {
  const named = headers[tenantHeader.toLowerCase()]
  return named === undefined ? undefined : String(named)
}

class RequestCaller implements Caller {
  readonly principal: Principal
  readonly #findView: () => View
  #view: View | undefined

  constructor(principal: Principal, findView: () => View) {
    this.principal = principal
    this.#findView = findView
  }

  /** Evaluated at its first use, once: errors in row rules must not precede other refusals. */
  get view(): View {
    this.#view ??= this.#findView()
    return this.#view
  }
}

/** Undefined before the caller is identified, or if that failed. */
export const callerOf = (request: IdentifiedRequest): Caller | undefined =>
  request[identified]?.caller

const usualHeaders = ['Authorization', 'Accept-Language']

/** Headers that responses for callers differ by. */
const headersOf = memoize(({ authenticator, tenantChoice }: Access): readonly string[] => {
  const { distinguishes, header } = authenticator
  const headers = distinguishes ? ['Authorization', header, 'Accept-Language'] : usualHeaders
  return [...new Set([...headers, ...(tenantChoice ? [tenantHeader] : [])])]
})

/** Headers that responses for a caller differ by. */
export const callerHeaders = (request: IdentifiedRequest): readonly string[] => {
  const access = request[identified]?.access
  return access ? headersOf(access) : usualHeaders
}

export const knownCaller = (request: FastifyRequest): Caller => {
  const caller = callerOf(request)
  if (!caller) throw new Error('the caller was not identified')
  return caller
}
