import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matchOf, Paths } from './paths.js'

describe('a resource inside another', () => {
  let app: FastifyInstance

  beforeAll(() => {
    app = fastify()
    const paths = new Paths(app, { maxParamLength: 10 })
    app.addHook('onRequest', (request, reply, done) => {
      if (paths.check(request, reply) === undefined) done()
    })
    const outer = paths.addArea('/orders')
    for (const url of ['/orders', '/orders/:id', '/orders/:id/:part/history']) {
      paths.addMethods(outer, url, ['GET'])
    }
    paths.addMethods(paths.addArea('/orders/lines'), '/orders/lines/:line', ['GET', 'POST'])
    app.get('/reports/:year', (request) => matchOf(request))
    app.route({
      method: ['GET', 'POST'],
      url: paths.areaRoute(''),
      handler: (request) => matchOf(request),
    })
  })

  afterAll(() => app.close())

  test.each([
    ['/orders', '/orders', {}],
    ['/orders/7', '/orders/:id', { id: '7' }],
    ['/orders/%37', '/orders/:id', { id: '7' }],
    ['/orders/', '/orders/:id', { id: '' }],
    ['/orders/lines', '/orders/:id', { id: 'lines' }],
    ['/orders/lines/7', '/orders/lines/:line', { line: '7' }],
    ['/orders/l%69nes/7', '/orders/lines/:line', { line: '7' }],
    ['/orders/lines/7/history', '/orders/:id/:part/history', { id: 'lines', part: '7' }],
    ['/reports/2026', '/reports/:year', { year: '2026' }],
  ])('%s is the path %s', async (url, path, params) => {
    expect((await app.inject(url)).json()).toEqual({ url: path, params })
  })

  test.each([
    ['GET', '/orders/lines/7/parts', 404],
    ['GET', '/other', 404],
    ['POST', '/orders/7', 405],
    ['POST', '/reports/2026', 405],
    ['GET', '/orders/12345678901', 414],
  ] as const)('%s %s is refused with %i', async (method, url, status) => {
    expect((await app.inject({ method, url })).statusCode).toBe(status)
  })
})
