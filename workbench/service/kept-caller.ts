/**
 * Stores the chosen caller and tenant, and whether the user signed in, while the tab is open, also
 * over a reload. Tokens are never stored.
 */
import { batch, effect } from '@preact/signals'
import { authentication, contextPath } from '../browser/page-facts.js'
import { readStored, serviceKey, store } from '../browser/preferences.js'
import { developmentCaller, tenant } from './identity.js'

const storageKey = `caller${contextPath}`

interface KeptCaller {
  readonly developmentCaller?: string
  readonly tenant?: string
}

/** Restores the caller and stores later choices. Must be called before the first request. */
export const keepCaller = (): void => {
  // The tenant is chosen again with the next token.
  if (authentication === 'jwt') return
  const kept = readStored<KeptCaller>(storageKey, 'sessionStorage')
  batch(() => {
    developmentCaller.value = kept?.developmentCaller
    tenant.value = kept?.tenant
  })
  effect(() => {
    const current = { developmentCaller: developmentCaller.value, tenant: tenant.value }
    store(storageKey, current, 'sessionStorage')
  })
}

const sessionKey = serviceKey('session')

/** The user signed in before the page was loaded. */
export const hadSession = (): boolean => readStored<boolean>(sessionKey, 'sessionStorage') === true

export const keepSession = (isSignedIn: boolean): void =>
  store(sessionKey, isSignedIn, 'sessionStorage')
