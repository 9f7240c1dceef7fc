import { createAuthProvider, createDataProvider, createSession } from '@corollary/react-admin'
import { createClient } from 'corollary/client'

const session = createSession(sessionStorage)

/** The sample has no authentication: `?caller=lead` acts as one of its callers. */
const caller = new URLSearchParams(location.search).get('caller')

const client = createClient({
  baseUrl: '',
  headers: () => ({ ...session.headers(), ...(caller && { 'X-Development-Caller': caller }) }),
})

export const dataProvider = createDataProvider(client)

export const authProvider = createAuthProvider(client, { session })
