/** The log of a service, and logs of what many requests would repeat. */
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Settings } from '../../foundation/settings/settings.js'

export const createLogger = (
  settings: Settings,
  output: NodeJS.WritableStream = process.stdout,
): FastifyBaseLogger => pino({ level: settings['platform.log.level'] }, output)

const outageLogIntervalMs = 10_000

/** Logs what fails for each request alike once per interval. */
export const createIntervalLog = (
  now: () => Date,
  log: (error: unknown) => void,
): ((error: unknown) => void) => {
  let lastLogged = 0
  return (error) => {
    const time = now().getTime()
    if (Math.abs(time - lastLogged) < outageLogIntervalMs) return
    lastLogged = time
    log(error)
  }
}

const logIntervalMs = 60_000

/** Logs uses of legacy forms, each at most once per interval. */
export const createUseLog = (logger: FastifyBaseLogger, message: string) => {
  const lastLogged = new Map<string, number>()
  return (resource: string, field: string, details: object = {}): void => {
    const key = `${resource}/${field}`
    if (Date.now() - (lastLogged.get(key) ?? 0) < logIntervalMs) return
    lastLogged.set(key, Date.now())
    logger.warn({ resource, field, ...details }, message)
  }
}
