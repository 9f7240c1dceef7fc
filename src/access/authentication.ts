/**
 * Turns a header of the request into a principal: `Authorization` with a signed token (JWT), or,
 * without authentication, `X-Development-Caller`.
 */
import type { DevelopmentCaller } from '../contract/development-caller.js'
import type { Settings } from '../foundation/settings/settings.js'
import { developmentCallerHeader } from '../wire/headers.js'
import type { Authenticator } from './authenticator.js'
import { findDevelopmentCaller } from './development-callers.js'
import { checkJwtSettings, checkNoSignIn } from './jwt-settings.js'

export { credentialsRequired } from './jwt-refusals.js'
export { anonymous, developmentPrincipal } from './principals.js'

export interface AuthenticatorOptions {
  /** Callers of mode `none`. Default: none. */
  readonly callers?: readonly DevelopmentCaller[] | undefined
  /** Current time. Default: the clock of the machine. */
  readonly now?: () => Date
  /**
   * Called for every failed fetch of keys, even while older keys are still in use. Default: none.
   */
  readonly onKeysUnavailable?: (error: unknown) => void
}

/** @throws StartError for settings that an operator can fix */
export const createAuthenticator = async (
  settings: Settings,
  options: AuthenticatorOptions = {},
): Promise<Authenticator> => {
  if (settings['platform.auth.mode'] === 'none') {
    checkNoSignIn(settings)
    const { callers = [] } = options
    const find = findDevelopmentCaller(callers)
    return {
      header: developmentCallerHeader,
      distinguishes: callers.length > 0,
      authenticate: async (id) => find(id),
      known: find,
    }
  }
  checkJwtSettings(settings)
  // The library of tokens is loaded for this mode only.
  const { createJwtAuthentication } = await import('./jwt-authentication.js')
  return {
    header: 'Authorization',
    distinguishes: true,
    ...(await createJwtAuthentication(settings, {
      now: options.now ?? (() => new Date()),
      onKeysUnavailable: options.onKeysUnavailable ?? (() => {}),
    })),
  }
}
