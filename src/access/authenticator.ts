/** Finds the caller of a request. */
import type { Principal } from '../contract/principal.js'
import type { TokenConnection } from './jwt-verified-tokens.js'

export interface Authenticator {
  /** Name of the only request header that identifies the caller. */
  readonly header: string
  /** Whether requests can have different callers. */
  readonly distinguishes: boolean
  /**
   * Returns the caller that the header identifies. If the header is missing: the anonymous caller
   * in mode `jwt`, otherwise the development principal.
   *
   * @throws AppError AUTHENTICATION_REQUIRED, SERVICE_UNAVAILABLE, INVALID_PARAMETER
   */
  authenticate(value: string | undefined): Promise<Principal>
  /**
   * Returns the caller if no waiting is needed, for example for a token that was verified before;
   * otherwise undefined.
   *
   * @param connection on which the header arrived
   */
  known(value: string | undefined, connection?: TokenConnection): Principal | undefined
}
