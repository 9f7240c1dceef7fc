/** The sales sample on a port, and the providers of its callers. */
import type { AddressInfo } from 'node:net'
import { createClient, type Fetch } from 'corollary/client'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import sales from '../../../../examples/sales/app.js'
import { type FreshDatabase, fewSalesDatabase } from '../../../../test/support/database.js'
import { RefineError, type RefineSettings, refineProviders } from '../src/index.js'

const callers = Object.fromEntries(
  (sales.callers ?? []).map(({ id, authorities }) => [id, { authorities }]),
)

export const useSales = () => {
  let database: FreshDatabase | undefined
  let service: TestService | undefined
  let baseUrl = ''
  beforeAll(async () => {
    database = await fewSalesDatabase()
    service = await createTestService({
      ...{ resources: sales.resources, title: 'Sales', callers, connection: database.connection },
      // So few that a test of several batches needs few records.
      settings: { 'platform.batch.max-items': 2 },
    })
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await service?.close()
    await database?.close()
  })

  /** @param caller a text, or an object whose member may change */
  const providersOf = (
    caller: string | { token: string | undefined },
    settings: RefineSettings = {},
    /** Requests that do not reach the service. */
    isLost: (request: string) => boolean = () => false,
  ) => {
    /** Method and path of each request. */
    const sent: string[] = []
    const fetch: Fetch = (url, init) => {
      const { pathname } = new URL(url)
      const request = `${init.method} ${pathname.replace('/api/sales/', '')}`
      sent.push(request)
      if (isLost(request)) return Promise.reject(new TypeError('The connection broke.'))
      return globalThis.fetch(url, init)
    }
    const headers = (): Record<string, string> => {
      const token = typeof caller === 'string' ? caller : caller.token
      return token === undefined ? {} : { Authorization: `Bearer ${token}` }
    }
    const client = createClient<typeof sales.resources>({ baseUrl, fetch, headers })
    return { sent, client, ...refineProviders(client, settings) }
  }
  return { providersOf }
}

/** The error of a call, which must be refused. */
export const refusal = async (call: Promise<unknown>): Promise<RefineError> => {
  const error = await call.then(
    () => expect.fail('The call was not refused.'),
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(RefineError)
  return error as RefineError
}

let made = 0

/** A valid order with a number of its own. */
export const newOrder = () => {
  made++
  return {
    number: `R-${made}`,
    customerId: 2,
    orderedOn: '2026-06-30',
    dueOn: '2026-07-31',
    purchaseOrder: `PO-${made}`,
    lines: [{ productId: 7, quantity: 4, unitPrice: '10.00' }],
  }
}
