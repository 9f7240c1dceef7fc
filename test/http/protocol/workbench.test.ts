/** `/workbench` and `/docs`: the shell of the page and its files, as the build makes them. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { addWorkbench } from '../../../src/http/pages/workbench.js'
import type { PublicRoute } from '../../../src/http/route.js'
import { Router, routeOf } from '../../../src/http/router.js'
import { readSettings } from '../../../src/server/compose/read-settings.js'
import { type Answer, expectFailure, usePeople } from '../use-people.js'

const people = usePeople()

const attributes = (html: string, name: string): readonly string[] =>
  [...html.matchAll(new RegExp(`<[a-z][^<>]*\\s${name}="([^"]*)"`, 'g'))].map(([, value]) => value!)

const expectShell = (answer: Answer): void => {
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'text/html; charset=utf-8',
  ])
  expect(answer.body).toMatch(/^<!doctype html>/)
}

/** Addresses of the scripts, styles and icon that the shell names. */
const filesOf = ({ body }: Answer): readonly string[] => [
  ...attributes(body, 'src'),
  ...attributes(body, 'href').filter((href) => /\.\w+$/.test(href)),
]

const views = [
  '/workbench',
  '/workbench/',
  '/workbench?theme=dark',
  '/workbench/resources/human-resources.employees',
  '/workbench/resources/human-resources.employees/records/12.5',
  '/workbench/resources/human-resources.employees/records/main.js',
  '/workbench/api/api-human-resources-employees',
  '/workbench/resources/..%2F..%2F..%2Fpackage.json',
]

test.each(views)('%s is the page', async (url) => {
  const answer = await people.get(url)
  expectShell(answer)
  expect(answer.body).toBe((await people.get('/workbench')).body)
})

const referenceViews = [
  '/docs/',
  '/docs/payroll',
  '/docs/api-human-resources-employees',
  '/docs/none',
]

test.each(referenceViews)('%s is the API reference', async (url) => {
  const answer = await people.get(url)
  expectShell(answer)
  expect(answer.body).toBe((await people.get('/docs')).body)
  expect(answer.body).toContain('<meta name="corollary-page" content="/docs">')
  expect(answer.body).toContain('<meta name="corollary-workbench" content="/workbench">')
})

test('without scripts the page says where the API description is as JSON', async () => {
  const { body } = await people.get('/docs')
  const [, noscript = ''] = /<noscript>(.*)<\/noscript>/s.exec(body) ?? []
  expect(attributes(noscript, 'href')).toEqual(['/v3/api-docs', '/schemas/resources'])
  for (const url of attributes(noscript, 'href')) {
    expect((await people.get(url)).statusCode).toBe(200)
  }
})

test('the page has a strict content security policy and runs nothing of its own text', async () => {
  const { headers, body } = await people.get('/workbench')
  expect(headers).toMatchObject({
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
  })
  expect(body.match(/<script[^>]*>/g)).toEqual([expect.stringContaining(' src="/workbench/')])
  expect(body).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i)
  for (const address of filesOf({ body } as Answer)) expect(address).toMatch(/^\/workbench\/[^/]+$/)
})

test('the page names the context path and how callers are identified', async () => {
  const { body } = await people.get('/workbench')
  expect(body).toContain('<meta name="corollary-context" content="">')
  expect(body).toContain('<meta name="corollary-authentication" content="none">')
})

test('the page has an entity tag', async () => {
  const { headers } = await people.get('/workbench')
  const again = await people.get('/workbench/api', { 'if-none-match': String(headers['etag']) })
  expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', headers['etag']])
  const other = await people.get('/workbench', { 'if-none-match': '"other"' })
  expectShell(other)
})

test('the files of the page exist, do not change, and are sent compressed', async () => {
  const addresses = [
    ...filesOf(await people.get('/workbench')),
    ...filesOf(await people.get('/docs')).slice(0, 1),
  ]
  expect(addresses.length).toBeGreaterThanOrEqual(4)
  for (const url of addresses) {
    const plain = await people.get(url)
    expect(plain.headers).toMatchObject({
      'content-type': expect.stringMatching(
        /^(text\/(javascript|css); charset=utf-8|image\/svg\+xml)$/,
      ),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    })
    expect(plain.headers['content-encoding']).toBeUndefined()
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [encoding, decode] of Object.entries(decoders)) {
      const packed = await people.get(url, { 'accept-encoding': encoding })
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(decode(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
      expect(packed.headers['etag']).not.toBe(plain.headers['etag'])
      const tag = String(packed.headers['etag'])
      const again = await people.get(url, { 'accept-encoding': encoding, 'if-none-match': tag })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect((await people.get(url, { 'if-none-match': tag })).statusCode).toBe(200)
    }
  }
})

test('HEAD has the headers of GET and no body', async () => {
  const [script] = filesOf(await people.get('/workbench'))
  for (const url of ['/workbench', script!]) {
    const get = await people.get(url)
    const head = await people.send('HEAD', url)
    expect([head.statusCode, head.body]).toEqual([200, ''])
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control']) {
      expect(head.headers[name], name).toBe(get.headers[name])
    }
  }
})

test.each(['main-OLDHASH0.js', 'favicon.ico', 'manifest.json', 'licenses.txt'])(
  '/workbench/%s is 404, because the page has no such file',
  async (name) => {
    const answer = await people.get(`/workbench/${name}`)
    expectFailure(answer, { status: 404, code: 'ROUTE_NOT_FOUND' })
  },
)

test('other methods are 405', async () => {
  for (const url of ['/workbench', '/workbench/resources/a', '/workbench/main.js', '/']) {
    const answer = await people.send('POST', url, {})
    expectFailure(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' })
    expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS')
  }
})

test('/ leads to the page', async () => {
  const answer = await people.get('/')
  expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/workbench'])
})

describe('with a context path', () => {
  const inContext = usePeople({ 'platform.http.context-path': '/hr' })

  test('everything is below it', async () => {
    const answer = await inContext.get('/hr/workbench/api')
    expectShell(answer)
    expect(answer.body).toContain('<meta name="corollary-context" content="/hr">')
    for (const url of filesOf(answer)) {
      expect(url).toMatch(/^\/hr\/workbench\//)
      expect((await inContext.get(url)).statusCode).toBe(200)
    }
    const reference = await inContext.get('/hr/docs/payroll')
    expectShell(reference)
    expect(reference.body).toContain('<meta name="corollary-page" content="/hr/docs">')
    for (const url of filesOf(reference)) expect(url).toMatch(/^\/hr\/docs\//)
    for (const root of ['/hr', '/hr/']) {
      expect((await inContext.get(root)).headers['location']).toBe('/hr/workbench')
    }
    for (const url of ['/', '/workbench', '/hrx']) {
      expectFailure(await inContext.get(url), { status: 404, code: 'ROUTE_NOT_FOUND' })
    }
  })
})

describe('turned off', () => {
  const without = usePeople({ 'platform.workbench.enabled': false })

  test('the API reference stays, with its files and without a link to the workbench', async () => {
    const answer = await without.get('/docs')
    expectShell(answer)
    expect(answer.body).toContain('<meta name="corollary-workbench" content="">')
    for (const url of filesOf(answer)) expect((await without.get(url)).statusCode).toBe(200)
  })

  test('neither the page nor a redirect to it exists', async () => {
    for (const url of ['/', '/workbench', '/workbench/api']) {
      expectFailure(await without.get(url), { status: 404, code: 'ROUTE_NOT_FOUND' })
    }
  })
})

test('without a build the page names the command that makes one', async () => {
  const app = fastify()
  const { settings } = readSettings({ environment: {} })
  const title = '<script>alert(1)</script> & "more"'
  const router = new Router()
  addWorkbench(router, {
    settings,
    title,
    redirectsRoot: false,
    storesViews: false,
    customization: { title: '', languages: [], files: new Map() },
    bundle: async () => undefined,
  })
  app.get('*', (request, reply) => {
    const { path, params } = router.match(request.url)
    request.params = params
    return (routeOf(path, 'GET') as PublicRoute).handle(request, reply)
  })
  const answer = await app.inject('/workbench/resources/a.b')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    503,
    'text/html; charset=utf-8',
  ])
  expect(answer.body).toContain('<pre>npm run build</pre>')
  expect(answer.body).toContain(
    '<title>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;</title>',
  )
  expect(answer.body).not.toContain('<script')
  await app.close()
})
