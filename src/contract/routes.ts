/** Routes of the application, beside those of its resources. */
import type { CallContext, Refusal } from './calls.js'
import type { Principal } from './principal.js'

/** What code beside the resources gets: its caller, and transactions as that caller. */
export interface RouteContext {
  readonly principal: Principal
  /** The time of the request. */
  readonly now: Date
  /** Aborted when the client no longer waits for the response. */
  readonly signal: AbortSignal
  /**
   * Runs `work` in a transaction. It commits when `work` returns, and rolls back when `work`
   * throws. A conflict with another transaction repeats `work`.
   *
   * @example
   * const open = await call.transaction(({ tx }) => tx.filter(tasks, { state: ['OPEN'] }))
   */
  transaction<T>(work: (call: CallContext) => Promise<T>): Promise<T>
  /** `throw call.refuse('month-is-closed')` responds `400 BUSINESS_RULE_VIOLATION`. */
  refuse(reason: string, details?: Refusal): Error
}

/** Who may call a route. Default: every authenticated caller. */
export interface RouteAccess {
  /** Authorities, one of which the caller needs. Default: none. */
  readonly authorities?: readonly string[]
  /** Whether callers without credentials may call it. Default false. */
  readonly public?: boolean
}

export interface RouteRequest {
  /** By name: `{id}` of the path is `parameters.id`. */
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  /**
   * The JSON of the body; undefined without one. A number that JavaScript would round is its text.
   */
  readonly body: unknown
}

export interface RouteCall extends RouteContext {
  readonly request: RouteRequest
}

export const routeMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export interface Route extends RouteAccess {
  readonly method: (typeof routeMethods)[number]
  /** Below the context path: `/reports/{year}`. */
  readonly path: string
  /**
   * Returns `data` of the response as JSON. Undefined responds `204`; a `Response` is sent as it
   * is, and its body in pieces. What it throws becomes the error envelope.
   */
  readonly handle: (call: RouteCall) => unknown
}
