/** Who is signed in, as the service sees it. How users sign in is up to the application. */
import type { AuthActionResponse, AuthProvider, HttpError } from '@refinedev/core'
import type { Catalog } from './catalog.js'
import { dataOf, RefineError } from './http-error.js'

export interface AuthSettings {
  /**
   * Gets a token for what the login page sends, and keeps it where the `headers` function of the
   * client finds it. It throws if the user cannot sign in.
   */
  readonly signIn?: (values: Readonly<Record<string, unknown>>) => void | Promise<void>
  /** Forgets the token. */
  readonly signOut?: () => void | Promise<void>
  /** Default `/login`. */
  readonly loginPath?: string
  /** Whether callers without a token may use the admin. Default: false. */
  readonly allowsAnonymous?: boolean
}

export interface Identity {
  readonly id: string | null
  readonly name: string
  readonly tenant: string | null
}

export const authProviderOf = (
  catalog: Catalog,
  settings: AuthSettings,
): AuthProvider & { getIdentity: () => Promise<Identity> } => {
  const { signIn, signOut, loginPath = '/login', allowsAnonymous = false } = settings
  const readCaller = async () => (await dataOf(catalog.client.service())).caller
  return {
    login: async (values = {}): Promise<AuthActionResponse> => {
      try {
        await signIn?.(values)
        catalog.changeCaller(false)
        const { anonymous } = await readCaller()
        if (anonymous && !allowsAnonymous) return { success: false, error: notSignedIn }
        catalog.changeCaller(true)
        return { success: true, redirectTo: '/' }
      } catch (error) {
        return { success: false, error: error as HttpError }
      }
    },
    logout: async () => {
      await signOut?.()
      catalog.changeCaller(allowsAnonymous)
      return { success: true, redirectTo: loginPath }
    },
    check: async () => {
      try {
        const { anonymous } = await readCaller()
        if (!anonymous || allowsAnonymous) return { authenticated: true }
      } catch (error) {
        // A service that cannot be reached says nothing about the caller.
        if (!isRefusal(error)) return { authenticated: true }
      }
      return { authenticated: false, logout: false, redirectTo: loginPath }
    },
    onError: async (error) =>
      isRefusal(error) ? { logout: true, redirectTo: loginPath, error } : {},
    getPermissions: async () => (await readCaller()).authorities,
    getIdentity: async () => {
      const { id, tenant } = await readCaller()
      return { id, tenant, name: id ?? 'anonymous' }
    },
  }
}

/** Status 401: there is no valid token. */
const isRefusal = (error: unknown): boolean =>
  error instanceof RefineError && error.statusCode === 401

const notSignedIn = new RefineError('The service does not accept the credentials.', {
  ...{ statusCode: 401, code: 'AUTHENTICATION_REQUIRED' },
})
