/** What a host and the service in it share: paths, bodies, callers, errors, the end. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Service, StartError } from 'corollary'
import express from 'express'
import fastify from 'fastify'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { until } from '../faults/fault-service.js'
import type { Json } from '../http/use-people.js'
import { otherSessions } from '../support/sessions.js'
import { orderApi, useShop } from './shop.js'

const shop = useShop()

const closing: (() => Promise<unknown> | undefined)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const orders = '/api/shop/orders'
const asAnn = () => ({ authorization: shop.tokens.ann, 'content-type': 'application/json' })
const newOrder = (customer: string) => ({
  method: 'POST',
  headers: asAnn(),
  body: JSON.stringify({ customer, owner: 'ann' }),
})

/** Sessions of the database in this state. */
const sessions = async (condition: string): Promise<number> => {
  const { rows } = await shop.database.client.query(`select 1 ${otherSessions} and ${condition}`)
  return rows.length
}

describe('in Express', () => {
  test('paths of other routes are the host’s, before and after the service', async () => {
    const app = express()
    app.get('/before', (_request, response) => void response.send('before'))
    app.use(shop.service.listener)
    app.get('/after/:id', (request, response) => void response.send(request.params.id))
    const url = await listen(app)
    expect(await (await fetch(`${url}/before`)).text()).toBe('before')
    expect(await (await fetch(`${url}/after/7`)).text()).toBe('7')
    expect((await fetch(`${url}${orders}/all`)).status).toBe(401)
    for (const path of ['/elsewhere', '/', '/workbenches']) {
      expect((await fetch(`${url}${path}`)).headers.get('x-powered-by')).toBe('Express')
    }
  })

  test('a guard of the host on a path is not passed by an encoded letter', async () => {
    const app = express()
    app.use(orders, (_request, response) => void response.sendStatus(418))
    const url = await listen(app.use(shop.service.listener))
    expect((await fetch(`${url}${orders}/all`)).status).toBe(418)
    const encoded = orders.replace('o', '%6f')
    const answer = await fetch(`${url}${encoded}/all`, { headers: asAnn() })
    expect([answer.status, answer.headers.get('x-powered-by')]).toEqual([404, 'Express'])
  })

  test('the service is mounted at its context path', async () => {
    const service = await shop.open({ PLATFORM_HTTP_CONTEXT_PATH: '/v1' })
    const url = await listen(express().use('/v1', service.listener))
    const created = await fetch(`${url}/v1${orders}`, newOrder('mounted'))
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toMatch(`/v1${orders}/`)
  })

  const rawBody = (request: object, _response: unknown, bytes: Buffer): void =>
    void Object.assign(request, { rawBody: bytes })

  test('a body that the host has parsed is read from its bytes, or is an error of the host', async () => {
    const lost = await listen(express().use(express.json()).use(shop.service.listener))
    const refused = await fetch(`${lost}${orders}`, newOrder('lost'))
    expect(refused.status).toBe(500)
    expect((await fetch(`${lost}${orders}/all`, { headers: asAnn() })).status).toBe(200)
    const parser = express.json({ verify: rawBody })
    const kept = await listen(express().use(parser).use(shop.service.listener))
    const created = await fetch(`${kept}${orders}`, newOrder('kept'))
    expect(await created.json()).toMatchObject({ data: { customer: 'kept' } })
  })
})

describe('in Fastify', () => {
  test('hooks, own pages and unknown paths are the host’s', async () => {
    const service = await shop.open()
    const host = fastify()
    closing.push(() => host.close())
    host.addHook('onRequest', async (_request, reply) => void reply.header('x-host', 'yes'))
    host.get('/health/live', async () => 'of the host')
    host.post('/echo', async (request) => request.body)
    await host.register(service.plugin)
    const created = await host.inject({
      method: 'POST',
      url: orders,
      headers: asAnn(),
      payload: { customer: 'x'.repeat(200), owner: 'ann' },
    })
    expect(created.statusCode, created.body).toBe(201)
    expect(created.headers['x-host']).toBe('yes')
    expect((await host.inject('/health/live')).body).toBe('of the host')
    expect((await host.inject('/health/ready')).json()).toMatchObject({ status: 'UP' })
    const echo = await host.inject({ method: 'POST', url: '/echo', payload: { a: 1 } })
    expect(echo.json()).toEqual({ a: 1 })
    expect((await host.inject('/elsewhere')).json()).toMatchObject({ error: 'Not Found' })
  })

  test('the option prefix is refused with the setting for it', async () => {
    const { plugin } = await shop.open()
    const host = fastify()
    closing.push(() => host.close())
    const refusal = await host.register(plugin, { prefix: '/v1' }).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refusal).toBeInstanceOf(StartError)
    expect((refusal as Error).message).toContain("Set 'platform.http.context-path' to '/v1'")
  })

  test('the service closes with its host', async () => {
    const { plugin, fetch: send } = await shop.open()
    const host = fastify()
    await host.register(plugin)
    await host.ready()
    await host.close()
    expect((await send(new Request('http://shop.example/health/live'))).status).toBe(503)
  })
})

describe('a response of a route of the application', () => {
  const cookies = ['h=1', 'a=1', 'b=2']
  const vary = 'Accept, Origin, X-Mood'

  test('keeps the cookies and the Vary of Express', async () => {
    const app = express().use((_request, response, next) => {
      response.setHeader('set-cookie', 'h=1')
      response.setHeader('vary', 'Accept, Origin')
      next()
    })
    const { headers } = await fetch(`${await listen(app.use(shop.service.listener))}/cookies`)
    expect([headers.getSetCookie(), headers.get('vary')]).toEqual([cookies, vary])
  })

  test('keeps the cookies and the Vary of Fastify', async () => {
    const { plugin } = await shop.open()
    const host = fastify()
    closing.push(() => host.close())
    host.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'set-cookie': ['h=1'], vary: 'Accept, Origin' })
    })
    await host.register(plugin)
    const { headers } = await host.inject('/cookies')
    expect([headers['set-cookie'], headers['vary']]).toEqual([cookies, vary])
  })
})

describe('a route of the host', () => {
  /** The number of orders that the caller sees. */
  const countOf = async (request: Parameters<Service['context']>[0]): Promise<number> => {
    const call = await shop.service.context(request, { authorities: ['order:all', 'order:count'] })
    return call.transaction(async ({ tx }) => (await tx.filter(orderApi, {})).length)
  }
  const hosts: Readonly<Record<string, () => Promise<(init: RequestInit) => Promise<Response>>>> = {
    Express: async () => {
      const app = express()
      app.get('/count', async (request, response) => {
        try {
          response.json(await countOf(request))
        } catch (error) {
          const { status, headers, body } = shop.service.failure(error, request)
          response.writeHead(status, headers).end(body)
        }
      })
      const url = await listen(app)
      return (init) => fetch(`${url}/count`, init)
    },
    Fastify: async () => {
      const host = fastify()
      closing.push(() => host.close())
      host.get('/count', (request) => countOf(request))
      host.setErrorHandler((error, request, reply) => {
        const { status, headers, body } = shop.service.failure(error, request)
        return reply.code(status).headers(headers).send(body)
      })
      const url = await host.listen({ host: '127.0.0.1', port: 0 })
      return (init) => fetch(`${url}/count`, init)
    },
    'the Fetch standard': async () => async (init) => {
      const request = new Request('http://shop.example/count', init)
      try {
        return Response.json(await countOf(request))
      } catch (error) {
        const { status, headers, body } = shop.service.failure(error, request)
        return new Response(body, { status, headers })
      }
    },
  }

  test.each(Object.entries(hosts))(
    'of %s has the caller, its transactions and the error envelope',
    async (_name, open) => {
      const send = await open()
      expect(await (await send({ headers: asAnn() })).json()).toBeGreaterThanOrEqual(0)
      const refused = await send({ headers: { authorization: shop.tokens.bob } })
      expect(await refused.json()).toMatchObject({
        status: 'failure',
        errors: [{ code: 'ACCESS_DENIED', status: 403, instance: '/count' }],
      })
      const unknown = await send({ headers: { 'x-request-id': 'trace-me' } })
      expect(unknown.headers.get('www-authenticate')).toMatch(/^Bearer/)
      expect(unknown.headers.get('x-request-id')).toBe('trace-me')
      expect(unknown.status).toBe(401)
    },
  )

  test('may be public, and reports an error of its own without the message', async () => {
    const request = new Request('http://shop.example/count')
    const call = await shop.service.context(request, { public: true })
    expect(call.principal.isAnonymous).toBe(true)
    const { status, body } = shop.service.failure(new Error('a private detail'), request)
    expect([status, body]).toEqual([500, expect.not.stringContaining('private')])
  })
})

test('the fetch handler limits anonymous callers by the address that the host passes', async () => {
  const service = await shop.open({
    PLATFORM_RATE_LIMIT_MODE: 'memory',
    PLATFORM_RATE_LIMIT_WINDOW_SECONDS: '86400',
    PLATFORM_AUTH_PUBLIC: 'health,schemas',
  })
  const left = async (clientAddress?: string): Promise<string | undefined> => {
    const request = new Request('http://shop.example/schemas/catalog')
    const { headers } = await service.fetch(request, { clientAddress })
    return /;r=(\d+);/.exec(headers.get('ratelimit')!)?.[1]
  }
  expect(await left('203.0.113.7')).toBe('2999')
  expect(await left('203.0.113.7')).toBe('2998')
  expect(await left('203.0.113.8')).toBe('2999')
  expect(await left()).toBe('2999')
  await expect(left('203.0.113.7:4711')).rejects.toThrow('an IP address without a port')
})

describe('a response in pieces', () => {
  const rows = 40_000
  const all = (signal?: AbortSignal): Promise<Response> =>
    shop.service.fetch(
      new Request(`http://shop.example${orders}/all`, {
        headers: asAnn(),
        ...(signal ? { signal } : {}),
      }),
    )
  const isReading = () => sessions("state <> 'idle' and query like '%orders%'")

  test('is read from the database only as fast as its body, and ends with it', async () => {
    const values = `select repeat('x', 150), 'ann' from generate_series(1, ${rows})`
    await shop.database.client.query(`insert into orders (customer, owner) ${values}`)
    const reader = (await all()).body!.getReader()
    await reader.read()
    // A body that nothing reads does not fill the memory: its cursor waits, while another ends.
    const { data }: Json = await (await all()).json()
    expect(data.length).toBeGreaterThanOrEqual(rows)
    await until(async () => (await isReading()) === 1)
    await reader.cancel()
    await until(async () => (await isReading()) === 0)
  })

  test('ends nothing but itself when it is complete before it is cancelled', async () => {
    const faults: unknown[] = []
    const onFault = (fault: unknown): void => void faults.push(fault)
    process.on('uncaughtException', onFault)
    closing.push(async () => process.off('uncaughtException', onFault))
    for (const path of ['/greeting', '/health/live']) {
      const response = await shop.service.fetch(new Request(`http://shop.example${path}`))
      await response.body!.cancel()
      // What the end of the response has caused comes before another response.
      await (await shop.service.fetch(new Request(`http://shop.example${path}`))).text()
    }
    expect(faults).toEqual([])
  })

  test('reports an end before its first read', async () => {
    const client = new AbortController()
    const response = await all(client.signal)
    client.abort()
    await expect(response.text()).rejects.toThrow()
    await until(async () => (await isReading()) === 0)
  })

  test('is never begun for a client that has left', async () => {
    const holder = new pg.Client(shop.database.connection)
    await holder.connect()
    closing.push(() => holder.end())
    await holder.query('begin; lock table orders in access exclusive mode')
    const client = new AbortController()
    const answer = all(client.signal)
    await until(async () => (await sessions("wait_event_type = 'Lock'")) === 1)
    client.abort()
    await expect(answer).rejects.toThrow('aborted')
    await until(async () => (await sessions("wait_event_type = 'Lock'")) === 0)
  })
})

test('closing waits for requests in progress, refuses new ones, and leaves no connection', async () => {
  const service = await shop.open()
  const url = await listen(service.listener)
  const holder = new pg.Client(shop.database.connection)
  await holder.connect()
  await holder.query('begin; lock table orders in access exclusive mode')
  const running = fetch(`${url}${orders}/all`, { headers: asAnn() })
  await until(async () => (await sessions("wait_event_type = 'Lock'")) === 1)
  const before = await sessions('true')
  const closed = service.close()
  await until(async () => (await fetch(`${url}/health/live`)).status === 503)
  const late = await service.fetch(new Request('http://shop.example/greeting'))
  expect(late.status).toBe(503)
  expect(((await late.json()) as Json).errors[0].code).toBe('SERVICE_UNAVAILABLE')
  await holder.end()
  expect(await (await running).json()).toMatchObject({ status: 'success' })
  await Promise.all([closed, service.close()])
  await until(async () => (await sessions('true')) < before)
})

describe('without authentication', () => {
  const open = () => shop.open({ PLATFORM_AUTH_MODE: 'none' })
  const local = { host: 'localhost' }

  test('only callers on this machine are accepted', async () => {
    const service = await open()
    const url = await listen(service.listener)
    expect((await fetch(`${url}/schemas/catalog`)).status).toBe(200)
    const foreign = { headers: local, socket: { remoteAddress: '192.0.2.7' } }
    await expect(service.context(foreign)).rejects.toMatchObject({ code: 'ACCESS_DENIED' })
    const ownRequest = { headers: local, socket: { remoteAddress: '::ffff:127.0.0.1' } }
    expect((await service.context(ownRequest)).principal.id).toBe('development')
  })

  test('a declared caller can be named, on routes of the application and of the host', async () => {
    const service = await open()
    const url = await listen(service.listener)
    const cara = { 'x-development-caller': 'cara' }
    expect(await (await fetch(`${url}/greeting`, { headers: cara })).text()).toBe('Hello cara')
    const socket = { remoteAddress: '127.0.0.1' }
    const call = await service.context({ headers: { ...local, ...cara }, socket })
    expect([call.principal.id, call.principal.authorities]).toEqual(['cara', ['order:import']])
    const stranger = { headers: { ...local, 'x-development-caller': 'bob' }, socket }
    await expect(service.context(stranger)).rejects.toMatchObject({ code: 'INVALID_PARAMETER' })
    await expect(
      service.context({ headers: { ...local, ...cara }, socket }, { authorities: ['order:all'] }),
    ).rejects.toMatchObject({ code: 'ACCESS_DENIED' })
  })

  test('the fetch handler, which sees no sender, refuses every request', async () => {
    const service = await open()
    const refused = await service.fetch(new Request(`http://localhost${orders}/all`))
    expect(refused.status).toBe(403)
    expect(((await refused.json()) as Json).message).toContain('cannot see who calls')
    const guarded = await shop.open({
      PLATFORM_AUTH_MODE: 'none',
      PLATFORM_AUTH_ALLOW_REMOTE_WITHOUT_AUTHENTICATION: 'true',
    })
    const sent = await guarded.fetch(new Request('http://localhost/schemas/catalog'))
    expect(sent.status).toBe(200)
  })
})
