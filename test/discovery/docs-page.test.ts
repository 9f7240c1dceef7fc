/** `/docs`: the API description as HTML, without scripts and external resources. */
import { describe, expect, test } from 'vitest'
import { errorTable } from '../../src/foundation/errors/error-codes.js'
import { operationsIn, sampleNames, useSample } from './use-discovery.js'

const pages = ['/docs', '/docs/errors']

const attributes = (html: string, name: string): readonly string[] =>
  [...html.matchAll(new RegExp(`<[a-z][^<>]*\\s${name}\\s*=\\s*"([^"]*)"`, 'gi'))].map(
    ([, value]) => value!,
  )

describe.each(sampleNames)('the page of %s', (name) => {
  const sample = useSample(name)

  test.each(pages)('%s satisfies its content security policy', async (url) => {
    const answer = await sample.get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toMatch(/default-src 'none'/)
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:|script-src/)
    expect(answer.body).not.toMatch(/<(script|style|iframe|object|embed|img|base|form|meta http)/i)
    expect(answer.body).not.toMatch(/<[a-z][^<>]*\s(style|on[a-z]+)\s*=/i)
    expect(attributes(answer.body, 'src')).toEqual([])
    for (const href of attributes(answer.body, 'href')) expect(href).toMatch(/^\/(?!\/)|^#/)
  })

  test.each(pages)('every link of %s works', async (url) => {
    const { body } = await sample.get(url)
    const ids = new Set(attributes(body, 'id'))
    for (const href of attributes(body, 'href')) {
      if (href.startsWith('#')) expect(ids).toContain(href.slice(1))
      else expect((await sample.get(href)).statusCode, href).toBe(200)
    }
    expect(ids.size).toBe(attributes(body, 'id').length)
  })

  test('the page lists every operation once', async () => {
    const { body } = await sample.get('/docs')
    const ids = attributes(body, 'id')
    for (const { path, operation } of operationsIn(sample.document)) {
      expect(ids.filter((id) => id === operation.operationId)).toHaveLength(1)
      expect(body).toContain(`>${path}</code>`)
      expect(body).toContain(operation.summary)
    }
  })

  test('the page of errors has an anchor for every code', async () => {
    const { body } = await sample.get('/docs/errors')
    expect(attributes(body, 'id').toSorted()).toEqual(Object.keys(errorTable).toSorted())
    const failure = (await sample.get('/no/such/path')).json()
    const [page, anchor] = failure.errors[0].type.split('#')
    expect(page).toBe('/docs/errors')
    expect(attributes(body, 'id')).toContain(anchor)
  })

  test('the page has its own style sheet', async () => {
    const answer = await sample.get('/docs/style.css')
    expect(answer.headers['content-type']).toMatch(/^text\/css/)
    expect(answer.body).not.toMatch(/url\(|@import/)
  })
})
