/** The same service in different hosts: every response is that of the service itself. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { endless, useShop } from './shop.js'

const shop = useShop()

type Send = (path: string, init?: RequestInit) => Promise<Response>

/** Sends requests to a server on a free port, until the end of the tests. */
const closing: (() => Promise<unknown>)[] = []
const overPort = async (server: Server): Promise<Send> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  const { port } = server.address() as AddressInfo
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)
}
afterAll(async () => {
  for (const close of closing) await close()
})

const hosts: Readonly<Record<string, () => Promise<Send>>> = {
  'a listener of node:http': () => overPort(createServer(shop.service.listener)),
  'a middleware of Express': () => overPort(createServer(express().use(shop.service.listener))),
  'a plugin of Fastify': async () => {
    // With a service of its own, which closes with its host.
    const { plugin } = await shop.open()
    const host = fastify()
    await host.register(plugin)
    const address = await host.listen({ host: '127.0.0.1', port: 0 })
    closing.push(() => host.close())
    return (path, init) => fetch(`${address}${path}`, init)
  },
  'a function of the Fetch standard': async () => (path, init) =>
    shop.service.fetch(new Request(`http://shop.example${path}`, init)),
}

describe.each(Object.entries(hosts))('%s', (_name, open) => {
  let send: Send
  beforeAll(async () => {
    send = await open()
  })
  const ask = (
    method: string,
    path: string,
    { caller = 'ann', body, ...headers }: Readonly<Record<string, unknown>> = {},
  ): Promise<Response> =>
    send(path, {
      method,
      headers: {
        ...(caller === 'nobody' ? {} : { authorization: shop.tokens[caller as 'ann' | 'bob'] }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(headers as Readonly<Record<string, string>>),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const errorOf = async (response: Response, status: number, code: string): Promise<Json> => {
    const json: Json = await response.json()
    expect({ status: response.status, code: json.errors?.[0].code }).toEqual({ status, code })
    expect(json.errors[0].properties.traceId).toBe(response.headers.get('x-request-id'))
    return json.errors[0]
  }

  test('creates and finds records', async () => {
    const customer = `Żółw of ${_name}`
    const body = { customer, owner: 'ann' }
    const created = await ask('POST', '/api/shop/orders', { body })
    expect(created.status).toBe(201)
    expect(created.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { data }: Json = await created.json()
    const found = await ask('POST', '/api/shop/orders/filter', { body: { customer } })
    const page: Json = await found.json()
    expect(page.data.content.map(({ id }: Json) => id)).toEqual([data.id])
    expect(page._links.create).toBeDefined()
  })

  test('sends the bodies of requests in pieces, and refuses one that is too large', async () => {
    const pieces = ['{"customer":"in ', 'pie', 'ces","own', 'er":"bob"}']
    const chunked = async (parts: readonly string[]): Promise<Response> => {
      const rest = [...parts]
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          const piece = rest.shift()
          if (piece === undefined) controller.close()
          else controller.enqueue(new TextEncoder().encode(piece))
        },
      })
      const headers = { authorization: shop.tokens.ann, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
      return send('/api/shop/orders', init)
    }
    expect((await chunked(pieces)).status).toBe(201)
    const tooLarge = ['"', ...Array.from({ length: 40 }, () => 'x'.repeat(65_536)), '"']
    await errorOf(await chunked(tooLarge), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('refuses methods by its own table', async () => {
    const refused = await ask('GET', '/api/shop/orders/filter')
    expect(refused.headers.get('allow')).toBe('POST, OPTIONS')
    await errorOf(refused, 405, 'METHOD_NOT_ALLOWED')
    const options = await ask('OPTIONS', '/api/shop/orders/filter')
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
    await errorOf(await ask('GET', '/api/shop/orders/1/2/3'), 404, 'ROUTE_NOT_FOUND')
    const head = await ask('HEAD', '/api/shop/orders/all')
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('identifies callers, and shows them their rows', async () => {
    const refused = await ask('GET', '/api/shop/orders/all', { caller: 'nobody' })
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/)
    await errorOf(refused, 401, 'AUTHENTICATION_REQUIRED')
    await ask('POST', '/api/shop/orders', { body: { customer: 'of bob', owner: 'bob' } })
    const { data }: Json = await (
      await ask('GET', '/api/shop/orders/all', { caller: 'bob' })
    ).json()
    expect(new Set(data.map(({ owner }: Json) => owner))).toEqual(new Set(['bob']))
  })

  test('answers 304 to a client that has the response', async () => {
    const path = '/api/shop/orders/all'
    const first = await ask('GET', path)
    await first.text()
    const again = await ask('GET', path, { 'if-none-match': first.headers.get('etag') })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('answers probes and the API description', async () => {
    expect(await (await ask('GET', '/health/ready', { caller: 'nobody' })).json()).toMatchObject({
      status: 'UP',
    })
    const { openapi }: Json = await (await ask('GET', '/v3/api-docs')).json()
    expect(openapi).toMatch(/^3\.1/)
  })

  test('has the workbench without a token, and leaves / to the host', async () => {
    const page = await ask('GET', '/workbench/resources/shop.orders', { caller: 'nobody' })
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    const text = await page.text()
    expect(text).toContain('<meta name="corollary-authentication" content="jwt">')
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(text) ?? []
    const file = await ask('GET', script, { caller: 'nobody', 'accept-encoding': 'br' })
    expect([file.status, file.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    expect((await file.text()).length).toBeGreaterThan(0)
    expect((await ask('GET', '/', { caller: 'nobody' })).status).toBe(404)
  })

  describe('on a route of the application', () => {
    test('runs a transaction as the caller', async () => {
      const response = await ask('POST', '/reports/2026/orders?q=a%20b&q=c', {
        body: '["an import", 12345678901234567890]',
        'x-note': 'urgent',
      })
      expect(response.status).toBe(200)
      const { status, data }: Json = await response.json()
      expect({ status, data }).toEqual({
        status: 'success',
        data: {
          ...{ year: '2026', q: ['a b', 'c'], note: 'urgent' },
          body: ['an import', '12345678901234567890'],
          created: expect.objectContaining({ customer: 'an import', owner: 'ann' }),
        },
      })
    })

    test('refuses callers without the authority before it reads the body', async () => {
      const request = { caller: 'bob', body: '{' }
      const refused = await ask('POST', '/reports/2026/orders', request)
      const { properties } = await errorOf(refused, 403, 'ACCESS_DENIED')
      expect(properties.requiredAuthorities).toEqual(['order:import'])
      const unknown = await ask('DELETE', '/nothing', { caller: 'nobody' })
      await errorOf(unknown, 401, 'AUTHENTICATION_REQUIRED')
    })

    test('rolls back what was refused', async () => {
      const refused = await ask('POST', '/undone')
      const { message, target } = await errorOf(refused, 400, 'BUSINESS_RULE_VIOLATION')
      expect([message, target]).toEqual(['The month is closed.', 'year'])
      const body = { customer: 'never seen' }
      const { data }: Json = await (await ask('POST', '/api/shop/orders/filter', { body })).json()
      expect(data.totalElements).toBe(0)
    })

    test('reports a defect without its message', async () => {
      const { message } = await errorOf(await ask('GET', '/broken'), 500, 'INTERNAL_ERROR')
      expect(message).not.toContain('private')
    })

    test('sends nothing, or a response of its own', async () => {
      const nothing = await ask('DELETE', '/nothing')
      expect([nothing.status, await nothing.text()]).toEqual([204, ''])
      const greeting = await ask('GET', '/greeting', { caller: 'nobody' })
      expect([greeting.status, await greeting.text()]).toEqual([203, 'Hello stranger'])
      expect(greeting.headers.get('x-greeting')).toBe('yes')
      await errorOf(await ask('PUT', '/greeting'), 405, 'METHOD_NOT_ALLOWED')
    })

    test('is not found without the value of a parameter', async () => {
      await errorOf(await ask('POST', '/reports//orders'), 404, 'ROUTE_NOT_FOUND')
      await errorOf(await ask('GET', '/reports//orders'), 404, 'ROUTE_NOT_FOUND')
    })

    test('cancels the body of a response that HEAD does not send', async () => {
      const before = endless.cancelled
      const head = await ask('HEAD', '/endless')
      expect([head.status, head.headers.get('content-length')]).toEqual([200, null])
      expect(endless.cancelled).toBe(before + 1)
      expect(endless.pieces).toBeLessThan(10)
    })
  })
})
