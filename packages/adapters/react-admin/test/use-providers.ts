/** The sales sample on a port, with the providers of react-admin for callers of the sample. */
import type { AddressInfo } from 'node:net'
import { createClient, type Fetch, untyped } from 'corollary/client'
import { createTestService, type TestService } from 'corollary/testing'
import type { HttpError } from 'ra-core'
import { afterAll, beforeAll, expect } from 'vitest'
import sales from '../../../../examples/sales/app.js'
import { type FreshDatabase, fewSalesDatabase } from '../../../../test/support/database.js'
import type { DataProviderOptions } from '../src/data-provider.js'
import { createAuthProvider, createDataProvider, createSession } from '../src/index.js'

export const useProviders = () => {
  let database: FreshDatabase | undefined
  let service: TestService | undefined
  let baseUrl = ''
  beforeAll(async () => {
    database = await fewSalesDatabase()
    service = await createTestService({
      ...{ resources: sales.resources, callers: sales.callers ?? [] },
      connection: database.connection,
      // So few that a test of several batches needs few records.
      settings: { 'platform.batch.max-items': 2, 'platform.query.by-ids.max': 3 },
    })
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await service?.close()
    await database?.close()
  })

  /**
   * The paths and queries that the providers of a caller send, as they send them. The token of a
   * caller who signs in is the name of another one.
   */
  const providersOf = (
    caller: string,
    options?: DataProviderOptions,
    {
      losesFirstCreate = false,
      /** Requests that do not reach the service. */
      isBroken = (_request: string): boolean => false,
    } = {},
  ) => {
    const sent: string[] = []
    let isLost = losesFirstCreate
    const fetch: Fetch = async (url, init) => {
      const request = `${init.method} ${decodeURIComponent(url.slice(baseUrl.length))}`
      sent.push(request)
      if (isBroken(request)) throw new TypeError('The connection broke.')
      const response = await globalThis.fetch(url, init)
      if (!isLost || response.status !== 201) return response
      isLost = false
      throw new TypeError('The connection broke.')
    }
    const session = createSession()
    const client = createClient<typeof sales.resources>({
      ...{ baseUrl, fetch },
      headers: () => ({
        ...session.headers(),
        'X-Development-Caller': session.token ?? caller,
      }),
    })
    return {
      ...{ sent, session, data: createDataProvider(client, options) },
      auth: createAuthProvider(client, { session }),
    }
  }
  /** A client of the caller who may do everything, without the types of the contracts. */
  const clientOf = () => untyped(createClient<typeof sales.resources>({ baseUrl }))
  return { clientOf, providersOf }
}

/** The error of a call, which must be refused. */
export const refusal = (call: Promise<unknown>): Promise<HttpError> =>
  call.then(
    () => expect.fail('The call was not refused.'),
    (error) => error,
  )

let made = 0

/** A valid order with a number of its own. */
export const newOrder = () => {
  made++
  return {
    ...{ number: `RA-${made}`, customerId: 2, orderedOn: '2026-06-30', purchaseOrder: 'PO-1' },
    lines: [{ productId: 7, quantity: 4, unitPrice: 10 }],
  }
}
