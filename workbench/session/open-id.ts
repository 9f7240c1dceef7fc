/**
 * What a public client of OpenID Connect sends and checks: authorization code with PKCE (S256).
 * https://openid.net/specs/openid-connect-core-1_0.html
 */
import type { SignIn } from '../../src/wire/sign-in.js'
import { t } from '../texts/translate.js'

/** A sign-in that did not succeed. Its message is a text for the user. */
export class SignInError extends Error {}

/** The part of the provider's description that the workbench uses. */
export interface Provider {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly end_session_endpoint?: string
  readonly response_modes_supported?: readonly string[]
}

/** What connects the response of the provider with the page that requested it. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  /** The secret of PKCE. */
  readonly verifier: string
}

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  /** Undefined: the provider did not say. */
  readonly lifetimeSeconds: number | undefined
  /** The user; undefined if a renewal brought no ID token. */
  readonly subject: string | undefined
}

/** Difference of clocks that is tolerated. */
const skewSeconds = 300

/** A provider that does not respond must not stop the requests that wait for a token. */
const timeoutMs = 10_000

const unreachable = (issuer: string) =>
  new SignInError(
    t('The identity provider {issuer} cannot be reached, or refuses requests of this page.', {
      issuer,
    }),
  )

const fetchJson = async (issuer: string, url: string, init: RequestInit = {}) => {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { ...init, signal, credentials: 'omit', redirect: 'error' })
    return { isOk: response.ok, body: await response.json() }
  } catch {
    throw unreachable(issuer)
  }
}

/** @throws SignInError */
export const readProvider = async (issuer: string): Promise<Provider> => {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { isOk, body } = await fetchJson(issuer, url)
  if (!isOk) throw unreachable(issuer)
  if (body.issuer !== issuer) {
    const found = String(body.issuer)
    throw new SignInError(
      t('The identity provider calls itself {found}, but the service expects {issuer}.', {
        ...{ found, issuer },
      }),
    )
  }
  // The page may send requests to the origin of the issuer only.
  const { origin, protocol } = new URL(issuer)
  const isPage = (page: string) => new URL(page).protocol === protocol
  const { token_endpoint, authorization_endpoint, end_session_endpoint = issuer } = body
  if (new URL(token_endpoint).origin !== origin) throw unreachable(token_endpoint)
  if (![authorization_endpoint, end_session_endpoint].every(isPage)) throw unreachable(issuer)
  return body
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (found) => base64urlOf[found]!)
const base64urlOf: Readonly<Record<string, string>> = { '+': '-', '/': '_', '=': '' }

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

export const createAttempt = (): Attempt => ({
  state: random(),
  nonce: random(),
  verifier: random(),
})

/** The challenge of PKCE. @throws SignInError on a page that may not use cryptography */
export const challengeOf = async (verifier: string): Promise<string> => {
  if (!globalThis.isSecureContext) {
    throw new SignInError(t('Users can sign in only where this page is opened with https.'))
  }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64url(new Uint8Array(digest))
}

/** @param isSilent the provider shows nothing, and returns an error if nobody is signed in */
export const authorizationUrl = (
  provider: Provider,
  client: SignIn,
  request: Attempt & { readonly challenge: string; readonly redirectUri: string },
  isSilent: boolean,
): string => {
  const url = new URL(provider.authorization_endpoint)
  const modes = provider.response_modes_supported ?? ['fragment']
  const parameters = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: request.redirectUri,
    scope: client.scope,
    state: request.state,
    nonce: request.nonce,
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
    // A fragment is not sent to the service, so no log has the code.
    ...(modes.includes('fragment') && { response_mode: 'fragment' }),
    ...(isSilent && { prompt: 'none' }),
    ...client.target,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** Reads the code from the parameters that the provider returned. @throws SignInError */
export const readCode = (returned: URLSearchParams, issuer: string): string => {
  const error = returned.get('error')
  if ((returned.get('iss') ?? issuer) !== issuer) throw foreign()
  if (error === 'access_denied') throw new SignInError(t('You did not sign in.'))
  const code = returned.get('code')
  if (error !== null || code === null) {
    throw refused(returned.get('error_description') ?? error ?? t('The code is missing.'))
  }
  return code
}

/** A response that this page did not request. */
export const foreign = () =>
  new SignInError(t('This sign-in was not started here, or is over. Sign in again.'))

const refused = (reason: string) =>
  new SignInError(t('The identity provider refused the sign-in: {reason}', { reason }))

/** @throws SignInError */
export const requestTokens = async (
  provider: Provider,
  client: SignIn,
  grant: Readonly<Record<string, string>>,
  nonce?: string,
): Promise<Tokens> => {
  const { isOk, body } = await fetchJson(provider.issuer, provider.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({ client_id: client.clientId, ...grant, ...client.target }),
  })
  if (!isOk) throw refused(String(body.error_description ?? body.error))
  const isBearer = String(body.token_type).toLowerCase() === 'bearer'
  if (!isBearer || typeof body.access_token !== 'string') {
    throw refused(t('The access token is missing.'))
  }
  // A renewal may bring no ID token.
  const hasIdToken = nonce !== undefined || body.id_token !== undefined
  return {
    accessToken: body.access_token,
    refreshToken: body.refresh_token,
    lifetimeSeconds: Number.isFinite(body.expires_in) ? body.expires_in : undefined,
    subject: hasIdToken ? subjectOf(body.id_token, client, nonce, Date.now()) : undefined,
  }
}

/**
 * Checks an ID token and returns its user. It came from the provider itself, so its signature needs
 * no check (OpenID Connect Core, 3.1.3.7).
 *
 * @throws SignInError
 */
export const subjectOf = (
  idToken: unknown,
  { issuer, clientId }: SignIn,
  nonce: string | undefined,
  now: number,
): string => {
  const claims = claimsOf(idToken)
  const audience = [claims['aud']].flat()
  const isForClient = audience.includes(clientId) && (claims['azp'] ?? clientId) === clientId
  const isExpected = nonce === undefined || claims['nonce'] === nonce
  if (claims['iss'] !== issuer || !isForClient || !isExpected || !claims['sub']) throw foreign()
  const seconds = now / 1_000
  const isNow =
    Number(claims['exp']) > seconds - skewSeconds && Number(claims['iat']) < seconds + skewSeconds
  if (isNow) return String(claims['sub'])
  throw new SignInError(t('The clocks of this device and of the identity provider differ.'))
}

const claimsOf = (token: unknown): Readonly<Record<string, unknown>> => {
  try {
    const payload = String(token).split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) ?? {}
  } catch {
    return {}
  }
}

/** Where the provider signs the user out. It names no token: addresses are in logs. */
export const signOutUrl = (
  { end_session_endpoint: endpoint }: Provider,
  { clientId }: SignIn,
  returnTo: string,
): string | undefined => {
  if (endpoint === undefined) return undefined
  const url = new URL(endpoint)
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('post_logout_redirect_uri', returnTo)
  return url.href
}
