/**
 * Signs users in with OpenID Connect. Tokens are in the memory of the page only. This code is
 * loaded when it is used.
 */
import { basePath, providerReturn, signInClient, workbenchPath } from '../browser/page-facts.js'
import { readStored, serviceKey, store } from '../browser/preferences.js'
import { leaveGuard, navigate } from '../browser/router.js'
import { needsToken, renewal, signIn, signInProblem } from '../service/identity.js'
import { keepSession } from '../service/kept-caller.js'
import {
  type Attempt,
  authorizationUrl,
  challengeOf,
  createAttempt,
  foreign,
  type Provider,
  readCode,
  readProvider,
  requestTokens,
  SignInError,
  signOutUrl,
  type Tokens,
} from './open-id.js'

const client = signInClient!
const redirectUri = `${location.origin}${providerReturn}`
const attemptKey = serviceKey('sign-in')

interface StoredAttempt extends Attempt {
  /** The address that was open. */
  readonly returnTo: string
  /** Path of the page that sent the user to the provider: the workbench or the API reference. */
  readonly page: string
  readonly isSilent: boolean
}

/** What windows of this service send to each other. */
interface Message {
  /** What the provider returned to a window that another one has opened. */
  readonly returned?: string
  /** The state of an attempt that is complete. */
  readonly completed?: string
  readonly signedOut?: true
}

const channel = new BroadcastChannel(serviceKey('corollary.sign-in'))
const post = (message: Message): void => channel.postMessage(message)

let provider: Promise<Provider> | undefined
let refreshToken: string | undefined
let subject: string | undefined
/** When the token must be renewed, in milliseconds. */
let renewAt = Number.POSITIVE_INFINITY
/** The attempt in a window that this one has opened. */
let opened: Attempt | undefined
/** The state of the attempt of another window, which has received what the provider returned. */
let handedOver: string | null = null

const findProvider = (): Promise<Provider> => {
  provider ??= readProvider(client.issuer).catch((error: unknown) => {
    provider = undefined
    throw error
  })
  return provider
}

/** Shows the problem of a sign-in. Other errors are defects, and are thrown. */
const report = (error: unknown): void => {
  if (!(error instanceof SignInError)) throw error
  signInProblem.value = error.message
}

const newRequest = async (isSilent: boolean) => {
  const attempt = createAttempt()
  const request = { ...attempt, redirectUri, challenge: await challengeOf(attempt.verifier) }
  return { attempt, url: authorizationUrl(await findProvider(), client, request, isSilent) }
}

/** Goes to the provider, and returns to the address that is open. */
const leave = async (isSilent: boolean): Promise<void> => {
  const { attempt, url } = await newRequest(isSilent)
  const returnTo = `${location.pathname}${location.search}${location.hash}`
  const stored: StoredAttempt = { ...attempt, returnTo, page: basePath, isSilent }
  store(attemptKey, stored, 'sessionStorage')
  await replacePage(url)
}

/** Never resolves, because the page is about to be replaced. */
const replacePage = (url: string): Promise<void> => {
  location.replace(url)
  return new Promise(() => {})
}

/** Signs in, in a window of its own if this page has unsaved changes. */
export const startSignIn = async (): Promise<void> => {
  signInProblem.value = undefined
  try {
    if (!leaveGuard.value) return await leave(false)
    const { attempt, url } = await newRequest(false)
    opened = attempt
    open(url, '_blank', 'noopener')
  } catch (error) {
    report(error)
  }
}

/** Signs in again after a reload, if the session at the provider still exists. */
export const resumeSession = async (): Promise<void> => {
  keepSession(false)
  try {
    await leave(true)
  } catch (error) {
    report(error)
  }
}

/** Completes a sign-in at the address to which the provider returns. */
export const finishSignIn = async (): Promise<void> => {
  const text = location.hash.length > 1 ? location.hash.slice(1) : location.search.slice(1)
  const returned = new URLSearchParams(text)
  const attempt = readStored<StoredAttempt>(attemptKey, 'sessionStorage')
  // A page gets its token itself, because no storage has it.
  if (attempt && attempt.page !== basePath) {
    return replacePage(`${attempt.page}/sign-in${location.search}${location.hash}`)
  }
  store(attemptKey, null, 'sessionStorage')
  await navigate(attempt?.returnTo ?? basePath, { replace: true })
  try {
    if (attempt?.state !== returned.get('state')) throw foreign()
    // Nobody is signed in any more, which the service will say if it matters.
    if (attempt?.isSilent && returned.has('error')) return
    await exchangeCode(returned, attempt)
  } catch (error) {
    report(error)
    if (attempt) return
    handedOver = returned.get('state')
    post({ returned: text })
  }
}

const exchangeCode = async (returned: URLSearchParams, attempt: Attempt): Promise<void> => {
  const code = readCode(returned, client.issuer)
  const { verifier, nonce } = attempt
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
  const found = await findProvider()
  keep(await requestTokens(found, client, { ...grant, code_verifier: verifier }, nonce))
  signInProblem.value = undefined
  needsToken.value = false
}

const keep = (tokens: Tokens): void => {
  // With rotation, each renewal brings the next refresh token.
  refreshToken = tokens.refreshToken ?? refreshToken
  subject = tokens.subject ?? subject
  const lifetimeMs = (tokens.lifetimeSeconds ?? Number.POSITIVE_INFINITY) * 1_000
  renewAt = Date.now() + lifetimeMs - Math.min(30_000, lifetimeMs / 2)
  signIn(tokens.accessToken, `${client.issuer} ${subject}`)
  renewal.value = renewOld
  keepSession(true)
}

/** Interval between failed renewals, so that they do not delay every request. */
const retryMs = 10_000

let renewing: Promise<void> | undefined

/** Renews the token before a request if it expires soon. Requests at the same time share it. */
const renewOld = async (): Promise<void> => {
  if (refreshToken === undefined || Date.now() < renewAt) return
  renewing ??= renew(refreshToken).finally(() => {
    renewing = undefined
  })
  await renewing
}

/** If it fails, the service refuses the expired token, and the page asks for a sign-in. */
const renew = async (token: string): Promise<void> => {
  try {
    const grant = { grant_type: 'refresh_token', refresh_token: token }
    const tokens = await requestTokens(await findProvider(), client, grant)
    // Meanwhile the user may have signed out, or pasted a token.
    if (renewal.value === renewOld) keep(tokens)
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    renewAt = Date.now() + retryMs
  }
}

const forget = (): void => {
  refreshToken = undefined
  keepSession(false)
  signIn(undefined)
}

/** Signs out here, in the other windows, and at the provider. */
export const signOut = async (): Promise<void> => {
  forget()
  post({ signedOut: true })
  try {
    const home = `${location.origin}${workbenchPath}`
    const url = signOutUrl(await findProvider(), client, home)
    if (url !== undefined) location.assign(url)
  } catch (error) {
    report(error)
  }
}

channel.onmessage = ({ data: { returned, completed, signedOut } }: MessageEvent<Message>) => {
  if (signedOut && renewal.value === renewOld) forget()
  if (completed !== undefined && completed === handedOver) close()
  const parameters = new URLSearchParams(returned)
  if (!opened || parameters.get('state') !== opened.state) return
  const attempt = opened
  opened = undefined
  post({ completed: attempt.state })
  exchangeCode(parameters, attempt).catch(report)
}
