/** `/docs`: the API description as HTML, without scripts and external resources. */
import { defineEntity, defineSchema, integer, LIKE, text } from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorTable } from '../../src/foundation/errors/error-codes.js'
import { expectFailure } from '../http/use-people.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { operationsIn, resourcesIn, sampleNames, useSample } from './use-discovery.js'

const attributes = (html: string, name: string): readonly string[] =>
  [...html.matchAll(new RegExp(`<[a-z][^<>]*\\s${name}\\s*=\\s*"([^"]*)"`, 'gi'))].map(
    ([, value]) => value!,
  )

const documentName = (path: string): string => path.slice(1).replaceAll('/', '-')

describe.each(sampleNames)('the pages of %s', (name) => {
  const sample = useSample(name)

  /** Every page that the index leads to. */
  const pagesOf = async (): Promise<readonly string[]> => {
    const { body } = await sample.get('/docs')
    const inside = attributes(body, 'href').filter((href) => /^\/docs(\/(?!style)|$)/.test(href))
    return [...new Set(['/docs', '/docs/platform-discovery', ...inside])]
  }

  test('the index leads to a page of each resource', async () => {
    const pages = await pagesOf()
    const resources = resourcesIn(sample.document)
    expect(pages).toEqual(
      expect.arrayContaining(resources.map((path) => `/docs/${documentName(path)}`)),
    )
  })

  test('every page satisfies its content security policy', async () => {
    for (const url of await pagesOf()) {
      const answer = await sample.get(url)
      expect(answer.statusCode, url).toBe(200)
      expect(answer.headers['content-type']).toMatch(/^text\/html/)
      const policy = String(answer.headers['content-security-policy'])
      expect(policy).toMatch(/default-src 'none'/)
      expect(policy).not.toMatch(/unsafe|\*|https?:|data:|script-src/)
      expect(answer.body).not.toMatch(/<(script|style|iframe|object|embed|img|base|meta http)/i)
      expect(answer.body).not.toMatch(/<[a-z][^<>]*\s(style|on[a-z]+)\s*=/i)
      expect(attributes(answer.body, 'src')).toEqual([])
      for (const action of attributes(answer.body, 'action')) expect(action).toMatch(/^\/(?!\/)/)
      for (const href of attributes(answer.body, 'href')) expect(href).toMatch(/^\/(?!\/)|^#/)
    }
  })

  test('every link of every page works', async () => {
    const checked = new Map<string, string>()
    for (const url of await pagesOf()) {
      const { body } = await sample.get(url)
      const ids = attributes(body, 'id')
      expect(new Set(ids).size, url).toBe(ids.length)
      for (const href of new Set(attributes(body, 'href'))) {
        const [path = '', fragment] = href.split('#')
        if (path !== '' && !checked.has(path)) {
          const answer = await sample.get(path)
          expect(answer.statusCode, `${href} in ${url}`).toBe(200)
          checked.set(path, answer.body)
        }
        const target = path === '' ? body : checked.get(path)!
        // Anchors of the workbench are made by its scripts.
        if (fragment === undefined || path.startsWith('/workbench')) continue
        expect(attributes(target, 'id'), `${href} in ${url}`).toContain(fragment)
      }
    }
  })

  test('the page of a resource has every operation once, with a link to try it', async () => {
    const described = operationsIn(sample.document)
    for (const path of resourcesIn(sample.document)) {
      const { body } = await sample.get(`/docs/${documentName(path)}`)
      const own = described.filter((each) => `${each.path}/`.startsWith(`${path}/`))
      const ids = attributes(body, 'id').filter((id) => id.includes('.'))
      expect(ids.toSorted()).toEqual(own.map(({ operation }) => operation.operationId).toSorted())
      for (const { path: url, operation } of own) {
        expect(body).toContain(`>${url}</code>`)
        expect(body).toContain(operation.summary)
        expect(attributes(body, 'href')).toContain(
          `/workbench/api/${documentName(path)}#${operation.operationId}`,
        )
      }
    }
  })

  test('the page of a resource shows every member of its schemas', async () => {
    for (const path of resourcesIn(sample.document)) {
      const { body } = await sample.get(`/docs/${documentName(path)}`)
      const { components } = (await sample.get(`/v3/api-docs/${documentName(path)}`)).json()
      for (const [schema, { properties = {} }] of Object.entries<{ properties?: object }>(
        components.schemas,
      )) {
        const [, section = ''] = body.split(`<section id="schema-${schema}">`)
        for (const member of Object.keys(properties)) {
          expect(section.split('</section>')[0], schema).toContain(`<code>${member}</code>`)
        }
      }
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

  test('the pages have their own style sheet', async () => {
    const answer = await sample.get('/docs/style.css')
    expect(answer.headers['content-type']).toMatch(/^text\/css/)
    expect(answer.body).not.toMatch(/url\(|@import/)
  })

  test('a page has an entity tag', async () => {
    const { headers } = await sample.get('/docs')
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
    })
    const again = await sample.get('/docs', { 'if-none-match': String(headers['etag']) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('a group that does not exist is 404', async () => {
    const code = 'CATALOG_NOT_FOUND'
    expectFailure(await sample.get('/docs/no-such-group'), {
      status: 404,
      code,
      targets: ['group'],
    })
  })
})

describe('the page of a resource', () => {
  const sample = useSample('people')

  test('says what members mean, and by which operation filter fields compare', async () => {
    const { body } = await sample.get('/docs/api-human-resources-employees')
    const notesOf = (schema: string, member: string): string | undefined => {
      const [, section = ''] = body.split(`id="schema-HumanResourcesEmployees${schema}"`)
      const [, row = ''] = section.split(`<td><code>${member}</code></td>`)
      return row.split('</td></tr>')[0]?.split('<td>').at(-1)
    }
    expect(notesOf('Filter', 'salaryNotBetween')).toMatch(/: <code>NOT_BETWEEN<\/code>/)
    expect(notesOf('Filter', 'codeNot')).toMatch(/: <code>NOT_EQUAL<\/code>/)
    expect(notesOf('Create', 'fullName')).toBe(
      'required; Full name; at least 1 character; at most 120 characters',
    )
    expect(notesOf('Response', 'departmentName')).toMatch(/^required; Department name/)
  })
})

describe('the index of people', () => {
  const sample = useSample('people')

  test('lists resources by group with their paths and numbers of operations', async () => {
    const { body } = await sample.get('/docs')
    expect([...body.matchAll(/<h2 id="group-([^"]+)">([^<]*)</g)].map(([, ...it]) => it)).toEqual([
      ['human-resources', 'Human resources'],
      ['payroll', 'Payroll'],
    ])
    for (const path of resourcesIn(sample.document)) {
      const [, row = ''] = body.split(`href="/docs/${documentName(path)}"`)
      const count = operationsIn(sample.document).filter((each) =>
        `${each.path}/`.startsWith(`${path}/`),
      ).length
      expect(row.split('</tr>')[0]).toContain(`<code>${path}</code></td><td>${count}<`)
    }
  })

  test('the page of a group lists its resources only', async () => {
    const { body } = await sample.get('/docs/payroll')
    expect(body).toContain('/docs/api-payroll-payslips')
    expect(body).not.toContain('/docs/api-human-resources-employees')
  })

  const searches = [
    ['ABSENCE', ['absence-requests']],
    ['payroll slip', ['payslips']],
    ['slip payroll', ['payslips']],
    ['departments employees', []],
    ['<script>"x"', []],
  ] as const
  test.each(searches)('a search for %j finds %j', async (search, names) => {
    const { body } = await sample.get(`/docs?${new URLSearchParams({ search })}`)
    const found = attributes(body, 'href').filter((href) => href.startsWith('/docs/api-'))
    expect(
      found.map((href) => href.replace(/^\/docs\/api-(human-resources|payroll)-/, '')),
    ).toEqual(names)
    expect(body).not.toContain('<script')
    const [value] = attributes(body, 'value')
    expect(value?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toBe(
      search,
    )
  })

  test('a page number that is not a number is refused', async () => {
    const answer = await sample.get('/docs?page=x')
    expectFailure(answer, { status: 400, code: 'INVALID_PARAMETER', targets: ['page'] })
  })
})

describe('without a workbench', () => {
  const sample = useSample('people', { 'platform.workbench.enabled': false })

  test('pages have no links to it', async () => {
    for (const url of ['/docs', '/docs/api-human-resources-employees']) {
      expect((await sample.get(url)).body).not.toContain('workbench')
    }
  })
})

describe('of thousands of resources', () => {
  const count = 600
  let database: FreshDatabase
  let service: TestService
  beforeAll(async () => {
    database = await freshDatabase()
    await database.client.query('create table things (id int primary key, label text not null)')
    const things = defineEntity('things', { id: integer({ primaryKey: true }), label: text() })
    const schema = defineSchema({ things })
    const resources = Array.from({ length: count }, (_, index) =>
      schema.resource('things', {
        key: `group-${index % 3}.things-${index}`,
        response: { id: '.', label: '.' },
        filter: { label: LIKE() },
        defaultSort: ['id'],
      }),
    )
    service = await createTestService({ resources, connection: database.connection })
  })
  afterAll(async () => {
    await service.close()
    await database.close()
  })

  test('no page is long, and the pages of the index have each resource once', async () => {
    const found: string[] = []
    for (let page = 0; page < count / 100; page++) {
      const { body } = await service.app.inject(`/docs?page=${page}`)
      expect(body.length).toBeLessThan(60_000)
      found.push(...attributes(body, 'href').filter((href) => href.startsWith('/docs/api-')))
      const isLast = page === count / 100 - 1
      expect(body.includes(`href="/docs?page=${page + 1}">Next page</a>`)).toBe(!isLast)
    }
    expect(found).toHaveLength(count)
    expect(new Set(found).size).toBe(count)
    const page = await service.app.inject('/docs/api-group-2-things-599')
    expect(page.body.length).toBeLessThan(120_000)
    const search = await service.app.inject('/docs?search=things-599')
    expect(search.body).toContain('1 resource found')
  })
})
