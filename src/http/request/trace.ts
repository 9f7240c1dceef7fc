/** The id under which a request is found in the logs, and which every answer carries. */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** W3C Trace Context: version, trace-id, parent-id, flags. `ff` is no version; ids are not all zero. */
const traceparent =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}($|(?<!^00.*)-)/
/** What a caller may choose: it is logged and echoed, so it must be plain and short. */
const plain = /^[\x21-\x7e]{1,128}$/

export const traceIdOf = (headers: IncomingHttpHeaders): string => {
  const fromTrace = traceparent.exec(single(headers['traceparent']) ?? '')?.[2]
  if (fromTrace) return fromTrace
  for (const name of ['x-request-id', 'x-correlation-id']) {
    const given = single(headers[name])
    if (given && plain.test(given)) return given
  }
  return randomUUID()
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value
