import { describe, expect, test } from 'vitest'
import type { GuardedRoute } from './route.js'
import { allowedMethods, Router, routeOf } from './router.js'

const route: GuardedRoute = { cost: undefined, authorize: () => undefined, handle: () => undefined }

/** The names of errors are their codes. */
const codeOf = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return (error as { readonly code: string }).code
  }
}

describe('a resource inside another', () => {
  const router = new Router()
  const filled: string[] = []
  const add = (base: string, paths: Readonly<Record<string, readonly string[]>>) =>
    router.addResource(base, (table) => {
      filled.push(base)
      for (const [url, methods] of Object.entries(paths)) {
        for (const method of methods) table.add(method, url, route)
      }
    })
  add('/orders', {
    '/orders': ['GET'],
    '/orders/:id': ['GET'],
    '/orders/:id/:part/history': ['GET'],
  })
  add('/orders/lines', { '/orders/lines/:line': ['GET', 'POST'] })
  add('/invoices', { '/invoices/:id': ['GET'] })
  router.add('GET', '/reports/:year', route)
  router.requireValues('/reports/:year')
  router.get('/files/*', () => undefined)

  test.each([
    ['/orders', '/orders', {}],
    ['/orders/7', '/orders/:id', { id: '7' }],
    ['/orders/%37', '/orders/:id', { id: '7' }],
    ['/orders/', '/orders/:id', { id: '' }],
    ['/orders/lines', '/orders/:id', { id: 'lines' }],
    ['/orders/lines/7', '/orders/lines/:line', { line: '7' }],
    ['/orders/lines/7/history', '/orders/:id/:part/history', { id: 'lines', part: '7' }],
    ['/reports/2026', '/reports/:year', { year: '2026' }],
    ['/files/a/b', '/files/*', { '*': 'a/b' }],
  ])('%s is the path %s', (text, url, params) => {
    const match = router.match(text)
    expect([match.path.url, match.params]).toEqual([url, params])
  })

  test.each([
    ['/orders/lines/7/parts', 'ROUTE_NOT_FOUND'],
    ['/other', 'ROUTE_NOT_FOUND'],
    ['/orders/l%69nes/7', 'ROUTE_NOT_FOUND'],
    ['/%6Frders', 'ROUTE_NOT_FOUND'],
    ['/reports/', 'ROUTE_NOT_FOUND'],
    [`/orders/${'7'.repeat(4_097)}`, 'URI_TOO_LONG'],
  ])('%s is refused with %s', (text, code) => {
    expect(codeOf(() => router.match(text))).toBe(code)
  })

  test('a path refuses the methods that it does not have', () => {
    const { path } = router.match('/orders/lines/7')
    expect(allowedMethods(path)).toBe('GET, POST, HEAD, OPTIONS')
    expect(routeOf(path, 'HEAD')).toBe(route)
    expect(codeOf(() => routeOf(path, 'PUT'))).toBe('METHOD_NOT_ALLOWED')
  })

  test.each([
    ['/orders/lines/7/parts', true],
    ['/reports/2026', true],
    ['/other', false],
    ['/%6Frders', false],
  ])('%s belongs to the service: %s', (text, isOwn) => {
    expect(router.has(text)).toBe(isOwn)
  })

  test('the paths of a resource are made once, by its first request', () => {
    expect(filled).not.toContain('/invoices')
    for (const id of ['7', '8']) router.match(`/invoices/${id}`)
    expect(filled.filter((base) => base === '/invoices')).toHaveLength(1)
  })
})
