import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Handling, matchOf, Paths } from './router.js'

const handlingOf = (methods: readonly string[]): Handling =>
  ({
    operations: new Map(methods.map((method) => [method, {}])),
    unsupported: new Map(),
  }) as unknown as Handling

describe('a resource inside another', () => {
  let app: FastifyInstance
  const filled: string[] = []

  beforeAll(() => {
    app = fastify()
    const paths = new Paths(app, { maxParamLength: 10 })
    app.addHook('onRequest', (request, reply, done) => {
      if (paths.check(request, reply) === undefined) done()
    })
    const add = (url: string, below: Readonly<Record<string, readonly string[]>>) =>
      paths.addArea(url, (table) => {
        filled.push(url)
        for (const [path, methods] of Object.entries(below)) {
          table.addHandling(path, handlingOf(methods))
        }
      })
    const getOnly = ['/orders', '/orders/:id', '/orders/:id/:part/history']
    add('/orders', Object.fromEntries(getOnly.map((url) => [url, ['GET']])))
    add('/orders/lines', { '/orders/lines/:line': ['GET', 'POST'] })
    add('/invoices', { '/invoices/:id': ['GET'] })
    const handler = (request: FastifyRequest) => {
      const { url, params } = matchOf(request)!
      return { url, params }
    }
    app.get('/reports/:year', handler)
    app.route({ method: ['GET', 'POST'], url: paths.areaRoute(''), handler })
  })

  afterAll(() => app.close())

  test.each([
    ['/orders', '/orders', {}],
    ['/orders/7', '/orders/:id', { id: '7' }],
    ['/orders/%37', '/orders/:id', { id: '7' }],
    ['/orders/', '/orders/:id', { id: '' }],
    ['/orders/lines', '/orders/:id', { id: 'lines' }],
    ['/orders/lines/7', '/orders/lines/:line', { line: '7' }],
    ['/orders/lines/7/history', '/orders/:id/:part/history', { id: 'lines', part: '7' }],
    ['/reports/2026', '/reports/:year', { year: '2026' }],
  ])('%s is the path %s', async (url, path, params) => {
    expect((await app.inject(url)).json()).toEqual({ url: path, params })
  })

  test.each([
    ['GET', '/orders/lines/7/parts', 404],
    ['GET', '/other', 404],
    ['GET', '/orders/l%69nes/7', 404],
    ['GET', '/%6Frders', 404],
    ['POST', '/orders/7', 405],
    ['POST', '/reports/2026', 405],
    ['GET', '/orders/12345678901', 414],
  ] as const)('%s %s is refused with %i', async (method, url, status) => {
    expect((await app.inject({ method, url })).statusCode).toBe(status)
  })

  test('the paths of an area are made once, by its first request', async () => {
    const isOfInvoices = (url: string) => url === '/invoices'
    expect(filled.filter(isOfInvoices)).toEqual([])
    for (const id of ['7', '8']) expect((await app.inject(`/invoices/${id}`)).statusCode).toBe(200)
    expect(filled.filter(isOfInvoices)).toEqual(['/invoices'])
  })
})
