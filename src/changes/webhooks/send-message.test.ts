import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createPrincipal } from '../../access/principals.js'
import { createSender } from './send-message.js'

test('Retry-After as a date is counted from the clock that signs the message', async () => {
  const now = new Date('2030-01-01T00:00:00Z')
  const server = createServer((_request, response) => {
    response.writeHead(503, { 'retry-after': 'Tue, 01 Jan 2030 00:01:00 GMT' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sender = createSender({
    ...{ timeoutMs: 10_000, allowsPrivate: false, agent: 'test' },
    now: () => now,
  })
  const webhook = {
    ...{ name: 'crm', url: new URL(`http://127.0.0.1:${port}`), keys: [], isEnabled: true },
    ...{ resources: [], operations: [] },
    principal: createPrincipal({ id: 'crm', tenant: null, authorities: [], claims: {} }),
  }
  const attempt = await sender.send(webhook, { id: '1', body: '{}' })
  sender.close()
  server.close()
  expect(attempt).toEqual({ status: 503, retryAfterMs: 60_000 })
})
