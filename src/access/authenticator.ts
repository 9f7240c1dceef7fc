/** What finds the caller of a request. */
import type { Principal } from '../contract/principal.js'
import type { TokenConnection } from './jwt-verified-tokens.js'

export interface Authenticator {
  /** The request header that names the caller; no other one is read. */
  readonly header: string
  /** Requests can have different callers. */
  readonly distinguishes: boolean
  /**
   * The caller that the value of the header names. Without one: in mode `jwt` the anonymous caller,
   * otherwise the development principal.
   *
   * @throws AppError AUTHENTICATION_REQUIRED, SERVICE_UNAVAILABLE, INVALID_PARAMETER
   */
  authenticate(value: string | undefined): Promise<Principal>
  /**
   * The same, if it is known without waiting, as for a token that was verified before; otherwise
   * undefined.
   *
   * @param connection on which the value arrived
   */
  known(value: string | undefined, connection?: TokenConnection): Principal | undefined
}
