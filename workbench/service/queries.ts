/**
 * Sends requests that a page makes at the same time as one `POST /queries`, so that all its numbers
 * are of one snapshot of the database. Services without this route get them one by one.
 */
import type { Form } from '../../src/client/forms.js'
import type { WireRequest } from '../../src/client/transport.js'
import { brokenOff, type Result, send } from './connection.js'
import { readService } from './discovery.js'
import { createQueue } from './queue.js'
import type { Query } from './together.js'

interface Waiting extends Query {
  readonly settle: (result: Result<unknown>) => void
}

let waiting: readonly Waiting[] = []
const enqueue = createQueue(4)

/** @param usesContractCount totals are counted as the contract says, otherwise exactly */
export const sendQuery = <T>(
  request: WireRequest,
  form: Form,
  { usesContractCount = false } = {},
): Promise<Result<T>> =>
  new Promise<Result<unknown>>((settle) => {
    // All effects of a page run in one task.
    if (waiting.length === 0) queueMicrotask(sendWaiting)
    waiting = [...waiting, { request, form, usesContractCount, settle }]
  }) as Promise<Result<T>>

const sendWaiting = async (): Promise<void> => {
  const queries = waiting
  waiting = []
  const limit = queries.length > 1 ? await maxQueries() : 1
  // The way of counting is that of a whole request.
  for (const group of [
    queries.filter(({ usesContractCount }) => !usesContractCount),
    queries.filter(({ usesContractCount }) => usesContractCount),
  ]) {
    for (let start = 0; start < group.length; start += limit) {
      sendPart(group.slice(start, start + limit))
    }
  }
}

/** Maximum number of queries in a request; 1 for services without `POST /queries`. */
const maxQueries = async (): Promise<number> => {
  const service = await readService()
  return service.ok ? Math.max(1, service.data.limits?.queries ?? 1) : 1
}

const sendPart = async (queries: readonly Waiting[]): Promise<void> => {
  const results = await resultsOf(queries)
  for (const [index, { settle }] of queries.entries()) settle(results[index]!)
}

const resultsOf = async (queries: readonly Query[]): Promise<readonly Result<unknown>[]> => {
  const [first] = queries
  if (first && queries.length === 1) {
    return [await enqueue(() => send(first.request, first.form))]
  }
  try {
    const { sendTogether } = await import('./together.js')
    return await sendTogether(queries)
  } catch (cause) {
    // The file could not be loaded.
    const error = brokenOff({ isRepeatable: true, cause })
    return queries.map(() => ({ ok: false, error }))
  }
}
