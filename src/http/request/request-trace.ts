/** The span of a request. It begins with the id of the request, and ends with its connection. */
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { RequestSpan, RequestSpans } from '../../telemetry/request-spans.js'
import type { EndListener } from '../response/response-end.js'
import { routeOf } from '../router.js'
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

/** Ends the span when the response ends. */
export const endTrace: EndListener = ({ request, status, isAborted }) =>
  spanOf(request.raw)?.end(routeOf(request), isAborted ? undefined : status)
