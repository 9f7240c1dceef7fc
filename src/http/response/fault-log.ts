/**
 * Logs failed requests: errors of the service with a stack, overload in one line per interval.
 */
import type { FastifyRequest } from 'fastify'
import { isUnexplained, originOf } from '../../database/catalog/integrity.js'
import type { AppError } from '../../foundation/errors/app-error.js'
import { describeFault } from '../../foundation/errors/describe-error.js'

/** Milliseconds between two lines about the same kind of overload. */
const intervalMs = 10_000

const isFaultOfRule = ({ code, cause }: AppError): boolean =>
  code === 'ACCESS_DENIED' && cause !== undefined

const isFault = (error: AppError): boolean =>
  (error.status >= 500 && error.code !== 'NOT_SUPPORTED') || isFaultOfRule(error)

/** The parts of a request that lines of the log need. */
type Logged = Pick<FastifyRequest, 'log' | 'id'>

const idsOf = ({ id }: Logged) => ({ reqId: id, traceId: id })

export const createFaultLog = (now: () => Date): ((error: AppError, request: Logged) => void) => {
  const logUnavailable = createUnavailableLog(now)
  return (error, request) => {
    if (isUnexplained(error)) return logRefusedWrite(error, request)
    if (!isFault(error)) return
    if (error.code === 'SERVICE_UNAVAILABLE') return logUnavailable(error, request)
    request.log.error({ ...describeFault(error.cause ?? error), ...idsOf(request) }, error.code)
  }
}

/**
 * A busy or missing database fails all requests alike: their number matters, their stacks do not.
 */
const createUnavailableLog = (now: () => Date) => {
  const lines = new Map<string, { at: number; suppressed: number }>()
  return ({ code, message, cause }: AppError, request: Logged): void => {
    const last = lines.get(message)
    const at = now().getTime()
    // A clock that was set back would suppress all lines until it caught up.
    if (last && at >= last.at && at - last.at < intervalMs) {
      last.suppressed++
      return
    }
    lines.set(message, { at, suppressed: 0 })
    const reason = cause === undefined ? {} : describeFault(cause, { withStack: false })
    const suppressed = last?.suppressed ? { suppressed: last.suppressed } : {}
    request.log.warn({ reason: message, ...reason, ...suppressed, ...idsOf(request) }, code)
  }
}

const logRefusedWrite = (error: AppError, request: Logged): void =>
  request.log.warn(
    { ...describeFault(originOf(error), { withStack: false }), ...idsOf(request) },
    'the database refused a request',
  )
