/** The span of a request. It begins with the id of the request, and ends with its connection. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { RequestSpan, RequestSpans } from '../../telemetry/request-spans.js'
import { traceIdOf } from './trace.js'

/** A member of Node's request: the framework's does not exist yet when the span begins. */
const span = Symbol('span')
type Raw = IncomingMessage & { [span]?: RequestSpan }

/** Undefined: requests are not traced. */
export const spanOf = (raw: Raw): RequestSpan | undefined => raw[span]

/** Begins the span of a request, if requests are traced, and returns the id of the request. */
export const beginTrace = (spans: RequestSpans | undefined, raw: Raw): string => {
  if (!spans) return traceIdOf(raw.headers)
  const begun = spans.begin(raw.method ?? '', raw.headers, schemeOf(raw))
  raw[span] = begun
  return traceIdOf(raw.headers, () => begun.traceId)
}

const schemeOf = ({ socket }: Raw): string =>
  (socket as Partial<TLSSocket>).encrypted ? 'https' : 'http'

/** Ends the span when the response closes. */
export const endTrace = (
  raw: Raw,
  response: ServerResponse,
  routeOf: () => string | undefined,
): void => {
  const begun = raw[span]
  if (!begun) return
  response.once('close', () =>
    begun.end(routeOf(), response.writableFinished ? response.statusCode : undefined),
  )
}
