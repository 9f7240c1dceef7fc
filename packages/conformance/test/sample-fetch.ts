/** A sample service for the conformance kit, without a port. */

import type { TestService } from 'corollary/testing'
import type { ConformOptions } from '../src/index.js'

export type Fetch = NonNullable<ConformOptions['fetch']>

/** Its requests reach the service without a network. */
export const fetchOf =
  (service: Pick<TestService, 'app'>): Fetch =>
  async (url, { method = 'GET', headers, body }) => {
    const { pathname, search } = new URL(url)
    const response = await service.app.inject({
      method: method as 'GET',
      url: `${pathname}${search}`,
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' ? { payload: body } : {}),
    })
    const isBodyless = [204, 304].includes(response.statusCode)
    return new Response(isBodyless ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers: Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    })
  }
