/**
 * Without authentication every caller on this machine may do everything, so a web page that the
 * user merely visits must not become a caller: its host name could resolve to this address (DNS
 * rebinding), and its forms and scripts could write. A host that embeds the service may listen on
 * any address, so callers must be on this machine, too.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Settings } from '../../foundation/settings/settings.js'

const loopback = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

const loopbackAddress = /^(::ffff:)?127\.|^::1$/

/** The parts of a request that are checked; without a socket its sender is unknown. */
export interface GuardedRequest {
  readonly headers: IncomingHttpHeaders
  readonly method?: string | undefined
  readonly socket?: { readonly remoteAddress?: string | undefined } | undefined
}

/**
 * With authentication a foreign page has no credentials, so nothing is checked.
 */
export const createLocalGuard = (settings: Settings): ((request: GuardedRequest) => void) => {
  if (settings['platform.auth.mode'] !== 'none') return () => {}
  const origins = settings['platform.http.cors.origins']
  const isRemote = settings['platform.auth.allow-remote-without-authentication']
  return ({ headers, method = 'GET', socket }) => {
    const { host, origin } = headers
    if (!isRemote && !loopbackAddress.test(socket?.remoteAddress ?? '')) {
      throw new AppError(problem('callerNotLocal'))
    }
    if (!isRemote && host !== undefined && !loopback.test(host)) {
      throw new AppError(problem('hostNotLocal'))
    }
    if (origin === undefined || safeMethods.has(method) || origins.includes(origin)) return
    if (hostOf(origin) === host) return
    throw new AppError(problem('originNotAllowed'))
  }
}

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined
