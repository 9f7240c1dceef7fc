/** `/docs/errors`: a page without scripts, whose anchors the types of errors name. */
import { describe, expect, test } from 'vitest'
import { errorTable } from '../../../src/foundation/errors/error-codes.js'
import { usePeople } from '../use-people.js'

const people = usePeople()

const attributes = (html: string, name: string): readonly string[] =>
  [...html.matchAll(new RegExp(`<[a-z][^<>]*\\s${name}="([^"]*)"`, 'g'))].map(([, value]) => value!)

test('the page of errors has an anchor for every code, and errors lead to it', async () => {
  const { body } = await people.get('/docs/errors')
  expect(attributes(body, 'id').toSorted()).toEqual(Object.keys(errorTable).toSorted())
  const failure = (await people.get('/no/such/path')).json()
  const [page, anchor] = failure.errors[0].type.split('#')
  expect(page).toBe('/docs/errors')
  expect(attributes(body, 'id')).toContain(anchor)
})

test('the page of errors loads nothing, and its policy allows its own style only', async () => {
  const { headers, body } = await people.get('/docs/errors')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]+='; form-action 'none'; base-uri 'none'; /,
  )
  expect(body).not.toMatch(/<(script|iframe|object|embed|img|base|link)|\s(style|src|on[a-z]+)=/i)
  expect(attributes(body, 'href')).toEqual(['/docs'])
})

test('the page of errors has an entity tag', async () => {
  const { headers } = await people.get('/docs/errors')
  const again = await people.get('/docs/errors', { 'if-none-match': String(headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

describe('with a context path', () => {
  const inContext = usePeople({ 'platform.http.context-path': '/hr' })

  test('the page of errors and its links are below it', async () => {
    const { statusCode, body } = await inContext.get('/hr/docs/errors')
    expect([statusCode, attributes(body, 'href')]).toEqual([200, ['/hr/docs']])
  })
})
