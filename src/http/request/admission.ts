/** Admits a request: identifies its caller, and charges the request to them. */
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { credentialsRequired } from '../../access/authentication.js'
import type { DataSource } from '../../database/access/data-source.js'
import { RequestDatabase } from '../../database/access/request-database.js'
import type { LatestToken } from '../../database/connection/read-token.js'
import { AppError } from '../../foundation/errors/app-error.js'
import type { Origin } from '../../foundation/origin.js'
import type { CostClass } from '../../foundation/settings/rate-limit-settings.js'
import type { Settings } from '../../foundation/settings.js'
import type { Caller } from '../../operations/context.js'
import { addressCaller, type Charge, limitedCaller } from '../../operations/limits/limits.js'
import { shareHolder } from '../../operations/limits/shares.js'
import { addressOf } from './address.js'
import { type Access, type IdentifiedRequest, identify, knownCaller } from './caller.js'

/** A request of the server, or of a host. */
type Request = IdentifiedRequest & { readonly ip?: string | undefined }

/**
 * Without a promise for a caller who is known, where nothing has to be waited for.
 *
 * @param cost undefined: the request is free
 * @returns the caller
 * @throws AppError AUTHENTICATION_REQUIRED, RATE_LIMITED, SERVICE_UNAVAILABLE, INVALID_PARAMETER
 */
export const admit = (
  request: Request,
  reply: FastifyReply | undefined,
  access: Access,
  cost: CostClass | undefined,
): Caller | Promise<Caller> => {
  const { charge } = access.limits
  const found = identify(request, access)
  if (!charge) return found
  if (!(found instanceof Promise)) return chargeCaller(charge, found, request, reply, cost)
  return found
    .catch(async (error: unknown) => {
      const isRefused = error instanceof AppError && error.code === 'AUTHENTICATION_REQUIRED'
      if (isRefused) await charge(addressCaller(addressOf(request)), 'failed-authentication')
      throw error
    })
    .then((caller) => chargeCaller(charge, caller, request, reply, cost))
}

const chargeCaller = (
  charge: Charge,
  caller: Caller,
  request: Request,
  reply: FastifyReply | undefined,
  cost: CostClass | undefined,
): Caller | Promise<Caller> => {
  if (cost === undefined) return caller
  const charged = charge(limitedCaller(caller.principal, addressOf(request)), cost)
  const admitted = (headers: Awaited<typeof charged>): Caller => {
    if (headers) reply?.headers(headers)
    return caller
  }
  return charged instanceof Promise ? charged.then(admitted) : admitted(charged)
}

/**
 * A hook that admits the caller of a request and then checks the request, without a promise where
 * none is needed.
 */
export const admitting =
  (
    access: Access,
    costOf: (request: FastifyRequest) => CostClass | undefined,
    check: (caller: Caller, request: FastifyRequest) => void,
  ) =>
  (
    request: FastifyRequest,
    reply: FastifyReply,
    done: HookHandlerDoneFunction,
  ): Promise<void> | undefined => {
    const caller = admit(request, reply, access, costOf(request))
    if (caller instanceof Promise) return caller.then((admitted) => check(admitted, request))
    check(caller, request)
    done()
    return undefined
  }

export type Area = Settings['platform.auth.public'][number]

/** Probes and monitoring are free: they are needed most when a service is busy. */
const areaCosts: Readonly<Record<Area, CostClass | undefined>> = {
  health: undefined,
  metrics: undefined,
  docs: 'document',
  schemas: 'document',
}

/** Guards an area without records: open if configured, otherwise open to authenticated callers. */
export const guardArea = (access: Access, area: Area, settings: Settings) => {
  const isOpen = settings['platform.auth.public'].includes(area)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { principal } = await admit(request, reply, access, areaCosts[area])
    if (principal.isAnonymous && !isOpen) throw credentialsRequired()
  }
}

/**
 * The database for a request of a caller.
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

/** Charges a write of several records for all but the first, once its body is known. */
export const chargeItems = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { limits: { charge } }: Access,
): Promise<void> => {
  const further = itemsOf(request.body) - 1
  if (!charge || further < 1) return
  const { principal } = knownCaller(request)
  const headers = await charge(limitedCaller(principal, addressOf(request)), 'item', further)
  if (headers) reply.headers(headers)
}

/** The records that a body names: a list of ids, or the items of a batch, or ids of an action. */
const itemsOf = (body: unknown): number => {
  if (Array.isArray(body)) return body.length
  const { items, ids } = (body ?? {}) as { readonly items?: unknown; readonly ids?: unknown }
  return [items, ids].find(Array.isArray)?.length ?? 0
}
