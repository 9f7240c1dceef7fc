/**
 * While authentication is off, every caller of this machine may do everything; so a page that the user
 * merely visits must not become one. Its name could be bound to this address (DNS rebinding), and its
 * forms and scripts could write.
 */
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../foundation/errors.js'
import type { Settings } from '../../foundation/settings.js'

const loopback = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** With credentials a page can do nothing that its user did not let it do: then there is nothing to guard. */
export const createLocalGuard = (settings: Settings): ((request: FastifyRequest) => void) => {
  if (settings['platform.auth.mode'] !== 'none') return () => {}
  const origins = settings['platform.http.cors.origins']
  const isRemote = settings['platform.auth.allow-remote-without-authentication']
  return ({ headers, method }) => {
    const { host, origin } = headers
    if (!isRemote && host !== undefined && !loopback.test(host)) {
      throw denied(
        'Host',
        'Authentication is off: the service answers to names of this machine only.',
      )
    }
    if (origin === undefined || safeMethods.has(method) || origins.includes(origin)) return
    if (hostOf(origin) === host) return
    throw denied('Origin', "Pages of this origin may not write; see 'platform.http.cors.origins'.")
  }
}

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

const denied = (target: string, message: string): AppError =>
  new AppError('ACCESS_DENIED', { message, target })
