/** The caller of a request: who it is, what the request costs, and the share of the database. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Authenticator } from '../../access/authenticator.js'
import type { TenantChoice } from '../../access/tenants.js'
import type { View, Views } from '../../access/views.js'
import type { Principal } from '../../contract/principal.js'
import type { DataSource } from '../../database/access/data-source.js'
import { RequestDatabase } from '../../database/access/request-database.js'
import type { LatestToken } from '../../database/connection/read-token.js'
import { AppError } from '../../foundation/errors/app-error.js'
import type { Origin } from '../../foundation/execution/origin.js'
import type { CostClass } from '../../foundation/settings/rate-limit-settings.js'
import type { Texts } from '../../foundation/text/messages.js'
import type { Caller } from '../../operations/context.js'
import { addressCaller, type CallerLimits, limitedCaller } from '../../operations/limits/limits.js'
import { shareHolder } from '../../operations/limits/shares.js'
import { tenantHeader } from '../../wire/headers.js'
import { addressOf } from './address.js'

export interface Access {
  readonly limits: CallerLimits
  readonly authenticator: Authenticator
  readonly views: Views
  /** Texts of the platform, for responses to callers who may be unknown. */
  readonly texts: Texts
  /** Undefined if the contract has no tenants. */
  readonly tenantChoice: TenantChoice | undefined
}

/** A request of the server or of a host. */
export interface CallerRequest {
  readonly headers: IncomingHttpHeaders
  /** Undefined if the address of the client is unknown. */
  readonly ip?: string | undefined
  readonly raw?: { readonly socket?: object }
}

/**
 * @throws AppError AUTHENTICATION_REQUIRED, RATE_LIMITED, SERVICE_UNAVAILABLE, INVALID_PARAMETER,
 * ACCESS_DENIED
 */
export const identifyCaller = async (request: CallerRequest, access: Access): Promise<Caller> => {
  const { tenantChoice, views } = access
  const { headers } = request
  const authentic = await authenticate(request, access)
  const tenant = headers[tenantHeader.toLowerCase()]?.toString()
  const principal = tenantChoice?.choose(authentic, tenant) ?? authentic
  return new RequestCaller(principal, () => views(principal, headers['accept-language']))
}

const authenticate = async (
  request: CallerRequest,
  { authenticator, limits: { charge } }: Access,
): Promise<Principal> => {
  const sent = request.headers[authenticator.header.toLowerCase()]?.toString()
  try {
    return (
      authenticator.known(sent, request.raw?.socket) ?? (await authenticator.authenticate(sent))
    )
  } catch (error) {
    if (error instanceof AppError && error.code === 'AUTHENTICATION_REQUIRED') {
      await charge?.(addressCaller(addressOf(request)), 'failed-authentication')
    }
    throw error
  }
}

class RequestCaller implements Caller {
  readonly principal: Principal
  readonly #findView: () => View
  #view: View | undefined

  constructor(principal: Principal, findView: () => View) {
    this.principal = principal
    this.#findView = findView
  }

  /** Evaluated at its first use: errors in row rules must not precede other refusals. */
  get view(): View {
    this.#view ??= this.#findView()
    return this.#view
  }
}

/** Names of the request headers that responses to different callers differ by. */
export const callerHeaders = ({ authenticator, tenantChoice }: Access): readonly string[] => {
  const { distinguishes, header } = authenticator
  const headers = ['Authorization', ...(distinguishes ? [header] : []), 'Accept-Language']
  return [...new Set([...headers, ...(tenantChoice ? [tenantHeader] : [])])]
}

type Headers = Readonly<Record<string, string>>

/**
 * Charges a request to its caller.
 *
 * @param cost undefined if the request is free
 * @returns headers of the response
 * @throws AppError RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export const chargeCaller = async (
  { principal }: Caller,
  request: CallerRequest,
  { limits: { charge } }: Access,
  cost: CostClass | undefined,
): Promise<Headers | undefined> =>
  cost && charge?.(limitedCaller(principal, addressOf(request)), cost)

/**
 * Charges for all but the first of the records that a body names or has.
 *
 * @throws as `chargeCaller`
 */
export const chargeItems = async (
  { principal }: Caller,
  request: CallerRequest & { readonly body: unknown },
  { limits: { charge } }: Access,
  count = itemsOf(request.body),
): Promise<Headers | undefined> => {
  const further = count - 1
  if (further < 1) return undefined
  return charge?.(limitedCaller(principal, addressOf(request)), 'item', further)
}

/** The records that a body names: a list of ids, or the items of a batch, or ids of an action. */
const itemsOf = (body: unknown): number => {
  if (Array.isArray(body)) return body.length
  const { items, ids } = (body ?? {}) as { readonly items?: unknown; readonly ids?: unknown }
  return [items, ids].find(Array.isArray)?.length ?? 0
}

/**
 * The database for a request of a caller, with the caller's share of connections.
 *
 * @param onReplica the request only reads, and replicas may run its statements
 */
export const databaseFor = (
  { principal }: Caller,
  { limits: { statements } }: Access,
  database: DataSource,
  origin: Origin,
  onReplica: boolean,
  tokens?: LatestToken,
): DataSource => {
  const limited = statements?.of(shareHolder(principal)) ?? database
  return new RequestDatabase(limited, origin, onReplica, tokens)
}
