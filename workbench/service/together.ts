/**
 * Sends several requests that read as one `POST /queries`. No page needs it for its first rows, so
 * it is loaded when it is used.
 */
import type { Form } from '../../src/client/forms.js'
import { sendQueries } from '../../src/client/queries.js'
import { createTransport, type Transport, type WireRequest } from '../../src/client/transport.js'
import { contextPath } from '../browser/page-facts.js'
import { noteMissingToken, type Result, shared } from './connection.js'
import { noteVersions } from './data-versions.js'
import { recordingFetch } from './exchanges.js'

/** A `POST` that reads, and the form of its body. */
export interface Query {
  readonly request: WireRequest
  readonly form: Form
  readonly usesContractCount: boolean
}

const transport = createTransport({ ...shared, baseUrl: contextPath, fetch: recordingFetch })

/** Returns the result of each query, in their order. All queries count in the same way. */
export const sendTogether = async (
  queries: readonly Query[],
): Promise<readonly Result<unknown>[]> => {
  const startedAt = new Date()
  const byName = queries.map(({ request: { path, body, query }, form }, index) => {
    const request: WireRequest = { method: 'POST', path, body, ...(query && { query }) }
    return [`query${index + 1}`, (inner: Transport) => inner.send(request, form)] as const
  })
  const answer = await sendQueries(
    transport,
    (inner: Transport) => inner,
    Object.fromEntries(byName),
    {
      signal: signalOfAll(queries),
      headers: queries[0]!.usesContractCount ? {} : { Prefer: 'count=exact' },
    },
  )
  noteMissingToken(answer)
  if (!answer.ok) return queries.map(() => answer)
  const results = byName.map(([name]) => answer.data.results[name]!)
  noteVersions(
    results.map((result, index) => ({
      ...{ url: queries[index]!.request.path, startedAt },
      dataVersion: result.ok ? result.dataVersion : undefined,
    })),
  )
  return results
}

/** Returns a signal that is aborted when nothing waits for any of the queries. */
const signalOfAll = (queries: readonly Query[]): AbortSignal => {
  const controller = new AbortController()
  const left = new Set(queries)
  for (const query of queries) {
    const signal = query.request.options?.signal
    const leave = (): void => {
      left.delete(query)
      if (left.size === 0) controller.abort()
    }
    if (signal?.aborted) leave()
    else signal?.addEventListener('abort', leave, { once: true })
  }
  return controller.signal
}
