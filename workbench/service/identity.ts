/** The caller of requests. Tokens are kept in memory only, so a reload forgets them. */
import { batch, computed, signal } from '@preact/signals'
import { language } from '../browser/locale.js'

/** The bearer token of mode `jwt`. */
export const token = signal<string | undefined>(undefined)

/** Id of the development caller to act as, in mode `none`. */
export const developmentCaller = signal<string | undefined>(undefined)

/** The tenant that an administrator of all tenants acts in. */
export const tenant = signal<string | undefined>(undefined)

/** @param id of a development caller; undefined for the usual one */
export const actAs = (id: string | undefined): void =>
  batch(() => {
    developmentCaller.value = id
    tenant.value = undefined
  })

/** Whose token it is. A renewed token leaves the pages of its caller, and what is typed there. */
const holder = signal<string | undefined>(undefined)

/**
 * @param text the token; undefined forgets it
 * @param subject names the user, if several tokens may be of the same one
 */
export const signIn = (text: string | undefined, subject = text): void =>
  batch(() => {
    token.value = text
    if (holder.value === subject) return
    holder.value = subject
    renewal.value = undefined
    tenant.value = undefined
  })

/** The token is of a user who signed in with OpenID Connect. */
export const isSignedIn = computed(() => holder.value !== token.value)

/** Renews the token before a request, if it expires soon. Undefined: it cannot be renewed. */
export const renewal = signal<(() => Promise<void>) | undefined>(undefined)

/** Why the last sign-in with OpenID Connect did not succeed. */
export const signInProblem = signal<string | undefined>(undefined)

/** The service refused a request because it has no valid token. */
export const needsToken = signal(false)

/** The dialog that chooses the caller is open. */
export const isChoosingCaller = signal(false)

/** Key that differs between callers. */
export const caller = computed(() =>
  JSON.stringify([holder.value, developmentCaller.value, tenant.value]),
)

/** Key that differs between callers and languages. Caches are valid for one identity. */
export const identity = computed(() => JSON.stringify([caller.value, language.value]))

export const identityHeaders = (): Record<string, string> => ({
  'Accept-Language': language.value,
  ...(token.value === undefined ? {} : { Authorization: `Bearer ${token.value}` }),
  ...(developmentCaller.value === undefined
    ? {}
    : { 'X-Development-Caller': developmentCaller.value }),
  ...(tenant.value === undefined ? {} : { 'X-Tenant': tenant.value }),
})
