/** The id that identifies a request in the logs and in its response. */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * W3C Trace Context: version, trace-id, parent-id, flags. Version `ff` is invalid, and so is an id
 * of zeros alone.
 */
const traceparent =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}($|(?<!^00.*)-)/
/** An id from the client is logged and echoed, so it must be short, visible ASCII. */
const plain = /^[\x21-\x7e]{1,128}$/

/** @param generate makes an id if the headers have none. Default: a random one. */
export const traceIdOf = (
  headers: IncomingHttpHeaders,
  generate: () => string = randomUUID,
): string => {
  const fromTrace = traceparent.exec(single(headers['traceparent']) ?? '')?.[2]
  if (fromTrace) return fromTrace
  for (const name of ['x-request-id', 'x-correlation-id']) {
    const given = single(headers[name])
    if (given && plain.test(given)) return given
  }
  return generate()
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value
