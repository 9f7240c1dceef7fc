/** The certificate of the service, read again when its files change. */
import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { createSecureContext, Server as TlsServer } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'
import { describeFault } from '../../foundation/errors/describe-error.js'
import { StartError } from '../../foundation/errors/start-error.js'
import type { Settings } from '../../foundation/settings/settings.js'

/** A certificate chain and its private key, in PEM. */
export interface TlsPair {
  readonly cert: string
  readonly key: string
}

const certSetting = 'platform.http.tls.cert-file'
const keySetting = 'platform.http.tls.key-file'

/** Undefined without TLS. @throws StartError */
export const readTlsPair = (settings: Settings): TlsPair | undefined => {
  const { [certSetting]: cert, [keySetting]: key } = settings
  if (cert === '' && key === '') return undefined
  if (cert === '' || key === '') {
    throw new StartError(`Set both '${certSetting}' and '${keySetting}', or neither.`)
  }
  const pair = { cert: readFile(certSetting, cert), key: readFile(keySetting, key) }
  try {
    createSecureContext(pair)
  } catch (cause) {
    throw new StartError(
      `'${certSetting}' and '${keySetting}': ${cert} and ${key} are not a certificate and its private key in PEM.`,
      { cause },
    )
  }
  return pair
}

const readFile = (setting: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new StartError(`'${setting}': ${file} cannot be read.`, { cause })
  }
}

/**
 * Uses a new pair for new connections. Files that do not fit together are logged, and the former
 * pair stays. The files are compared instead of watched, because volumes of containers replace
 * links.
 *
 * @returns a function that stops it
 */
export const watchTlsPair = (
  server: Server,
  first: TlsPair,
  settings: Settings,
  logger: FastifyBaseLogger,
): (() => void) => {
  let current = first
  let lastFailure = ''
  const check = (): void => {
    try {
      const pair = readTlsPair(settings)!
      lastFailure = ''
      if (pair.cert === current.cert && pair.key === current.key) return
      if (server instanceof TlsServer) server.setSecureContext(pair)
      current = pair
      logger.info('the certificate was read again')
    } catch (error) {
      const { message } = error as Error
      if (message === lastFailure) return
      lastFailure = message
      logger.error(
        describeFault(error, { withStack: false }),
        'the certificate could not be read again; the former one stays in use',
      )
    }
  }
  const intervalMs = settings['platform.files.check-interval-ms']
  if (intervalMs === 0) return () => {}
  const timer = setInterval(check, intervalMs).unref()
  return () => clearInterval(timer)
}
