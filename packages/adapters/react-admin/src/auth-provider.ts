/** The auth provider: bearer tokens, and access from the capabilities of the service. */
import { type Client, type Resources, untyped } from 'corollary/client'
import type { AuthProvider, RaRecord } from 'ra-core'
import { readAccess } from '../../shared/src/access.js'
import { unwrapped } from './http-error.js'
import { namedResources } from './resources.js'
import type { Session } from './session.js'

export interface AuthProviderOptions {
  /** Holds the token. The same object gives its `headers` to the client. */
  readonly session: Session
  /**
   * Returns a token for what the form of the login page contains. Default: the form has the token
   * itself as `token` or as `password`.
   */
  readonly signIn?: (form: Readonly<Record<string, string>>) => Promise<string>
}

export interface AccessQuestion {
  readonly resource: string
  /** Of react-admin, such as `edit`, or the id of an action, an intent or an operation. */
  readonly action: string
  readonly record?: Readonly<Record<string, unknown>> | undefined
}

export interface CorollaryAuthProvider extends AuthProvider {
  /** Like `canAccess`, with the reason why not, such as `resource-state-blocked`. */
  access(
    question: AccessQuestion,
  ): Promise<{ readonly can: boolean; readonly reason: string | null }>
}

/** The operations of the service behind the actions of react-admin. */
const operations: Readonly<Record<string, string>> = {
  list: 'filter',
  show: 'byId',
  edit: 'update',
  clone: 'create',
}

/** Links of a record, by the action that they allow. */
const links: Readonly<Record<string, string>> = { edit: 'update', delete: 'delete' }

export const createAuthProvider = <R extends Resources>(
  client: Client<R>,
  { session, signIn = tokenOf }: AuthProviderOptions,
): CorollaryAuthProvider => {
  const service = untyped(client)
  const resources = namedResources(service)

  /** What was read for the last caller does not concern the next one. */
  const endSession = (): void => {
    session.end()
    resources.changeCaller(false)
  }

  const access: CorollaryAuthProvider['access'] = async ({ resource, action, record }) => {
    const { entry } = await resources.find(resource)
    const id = record?.['id'] as RaRecord['id'] | undefined
    return readAccess(service, entry.resourceKey, operations[action] ?? action, id)
  }

  return {
    supportAbortSignal: true,
    login: async (form: Readonly<Record<string, string>>) => {
      session.keep(await signIn(form))
      try {
        await unwrapped(service.service())
        resources.changeCaller(true)
      } catch (error) {
        endSession()
        throw error
      }
    },
    logout: async () => endSession(),
    checkAuth: async () => {
      if (session.token !== undefined) return
      const { caller } = await unwrapped(service.service())
      if (caller.anonymous) throw new Error(texts.signInFirst)
    },
    checkError: async ({ status }: { readonly status?: number }) => {
      // A caller whose access is denied is signed in nevertheless.
      if (status === 401) {
        endSession()
        throw new Error(texts.signInAgain)
      }
    },
    getIdentity: async () => {
      const { caller, callers } = await unwrapped(service.service())
      const id = caller.id ?? 'anonymous'
      return { id, fullName: callers.find((each) => each.id === id)?.title ?? id }
    },
    getPermissions: async () => (await unwrapped(service.service())).caller.authorities,
    canAccess: async ({ resource, action, record }) => {
      // A list would send a request for each row, whose links are already here.
      const recordLinks = record?.['_links']
      if (recordLinks && action in links) return links[action]! in recordLinks
      return (await access({ resource, action })).can
    },
    access,
  }
}

/** Of react-admin, which shows them in the language of the page. */
const texts = {
  signInFirst: 'ra.auth.auth_check_error',
  signInAgain: 'ra.notification.logged_out',
} as const

const tokenOf: NonNullable<AuthProviderOptions['signIn']> = async ({ token, password }) =>
  token ?? password ?? ''
