/** Signing in with OpenID Connect, if the service names an identity provider. */
import { signInClient, signInPath } from '../browser/page-facts.js'
import { hadSession } from '../service/kept-caller.js'

const load = () => import('./sign-in.js')

/**
 * Completes a sign-in, or signs in again after a reload. Must be called before the first request.
 */
export const resumeSession = async (): Promise<void> => {
  if (!signInClient) return
  if (location.pathname === signInPath) await (await load()).finishSignIn()
  else if (hadSession()) await (await load()).resumeSession()
}

export const startSignIn = async (): Promise<void> => (await load()).startSignIn()
export const signOut = async (): Promise<void> => (await load()).signOut()
