/** The API description: complete, valid, and correct for every response. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import type { Headers, Json, Method } from '../http/use-people.js'
import { expectFailure } from '../http/use-people.js'
import { isNightly } from '../support/effort.js'
import {
  type Described,
  expectDescribed,
  expectFits,
  jsonOf,
  oneOfEachKind,
  operationsIn,
  resolved,
  resourcesIn,
  sampleNames,
  useSample,
} from './use-discovery.js'

/** It compiles the schema of OpenAPI once. */
const validator = new Validator()

const maxBodyBytes = 16_384

const apiGroups = { people: ['human-resources', 'payroll'], movies: ['cinema'] }

/** An operation with a body, and a valid body. */
const urlOf = ({ path, operation }: Described, id: unknown): string => {
  const parameter = (name: string) =>
    operation.parameters?.find((candidate: Json) => candidate.name === name)
  const query = [
    ...(parameter('ids') ? [`ids=${idFor(parameter('ids').schema.items, id)}`] : []),
    ...(path.endsWith('/locate') ? [`id=${id}`] : []),
    ...(parameter('follow') ? ['follow=false'] : []),
    ...(path.endsWith('/filtered') ? ['path=/api/none'] : []),
  ]
  return `${path.replace('{id}', String(id))}?${query.join('&')}`
}

/** Ids of option sources may be texts. */
const idFor = ({ type, enum: values }: Json, id: unknown): unknown =>
  values?.[0] ?? (type === 'string' && typeof id === 'number' ? 'x' : id)

const queries = [
  ...['size=0', 'size=999999', 'page=-1', 'page=9999999', 'sort=none', 'after=x', 'before='],
  ...['after=x&before=y', 'ids=x', 'includeIds=x', `ids=${'1,'.repeat(2_000)}`, 'group=none'],
  ...['group=a&group=b', 'path=/api/none&path=/api/other', 'schemaType=x', 'search=a&search=b'],
]
/** By default only those of parameters that the operation has. */
const queriesOf = ({ operation }: Described): readonly string[] => {
  const names = new Set((operation.parameters ?? []).map(({ name }: Json) => name))
  return isNightly ? queries : queries.filter((query) => names.has(/^\w+/.exec(query)![0]))
}
const headers: readonly Headers[] = [
  { accept: 'text/html' },
  { 'content-type': 'text/plain' },
  { 'content-encoding': 'gzip' },
  { 'if-match': 'x' },
  { 'if-match': '"0.x"' },
  { 'idempotency-key': 'x'.repeat(256) },
]

const everyRef = (node: Json): readonly Json[] => {
  if (typeof node !== 'object' || node === null) return []
  const inner = Object.values(node).flatMap(everyRef)
  return typeof node.$ref === 'string' ? [node, ...inner] : inner
}

describe('intents', () => {
  const sample = useSample('people')

  test('an intent is described by the text of its contract, and by what it does', async () => {
    const { paths } = (await sample.get('/v3/api-docs/human-resources')).json()
    const textOf = (intent: string) =>
      paths[`/api/human-resources/employees/{id}/${intent}`].patch.description
    const effect = /Changes the members that are sent and keeps the others; .*`If-Match`/
    expect(textOf('profile')).toMatch(/^Changes what employees say about themselves\. /)
    expect(textOf('profile')).toMatch(effect)
    expect(textOf('compensation')).toMatch(effect)
  })
})

describe.each(sampleNames)('the API description of %s', (name) => {
  const sample = useSample(name, { 'platform.http.max-body-bytes': maxBodyBytes })
  const groups = () => [
    ...apiGroups[name],
    ...resourcesIn(sample.document).map((path) => path.slice(1).replaceAll('/', '-')),
    'platform-discovery',
  ]
  const readDocuments = (): Promise<readonly (readonly [string, Json])[]> =>
    Promise.all(
      ['', ...groups().map((group) => `/${group}`)].map(async (group) => {
        const answer = await sample.get(`/v3/api-docs${group}`)
        expect(answer.statusCode, group).toBe(200)
        expect(answer.headers['content-type']).toMatch(/^application\/json/)
        return [group, answer.json()] as const
      }),
    )

  let reading: ReturnType<typeof readDocuments> | undefined
  const documents = () => {
    reading ??= readDocuments()
    return reading
  }

  test('every document is valid OpenAPI 3.1', async () => {
    for (const [group, document] of await documents()) {
      expect(document.openapi).toBe('3.1.0')
      const { valid, errors } = await validator.validate(structuredClone(document))
      expect(errors, group).toBeUndefined()
      expect(valid).toBe(true)
    }
  })

  test('the groups together contain every operation once', async () => {
    const byGroup = new Map(await documents())
    const pathsOf = (group: string) => Object.keys(byGroup.get(group).paths)
    const parts = [...apiGroups[name], 'platform-discovery'].flatMap((group) =>
      pathsOf(`/${group}`),
    )
    expect(parts.toSorted()).toEqual(pathsOf('').toSorted())
    for (const resource of resourcesIn(sample.document)) {
      const ownPaths = pathsOf(`/${resource.slice(1).replaceAll('/', '-')}`)
      const expected = pathsOf('').filter((path) => `${path}/`.startsWith(`${resource}/`))
      expect(ownPaths.toSorted()).toEqual(expected.toSorted())
    }
    expect(pathsOf('/platform-discovery')).toEqual(
      expect.arrayContaining(['/schemas/filtered', '/schemas/catalog']),
    )
  })

  test('an unknown group is CATALOG_NOT_FOUND', async () => {
    const answer = await sample.get('/v3/api-docs/no-such-group')
    expectFailure(answer, { status: 404, code: 'CATALOG_NOT_FOUND', targets: ['group'] })
  })

  test('every operation has an id, a tag, a summary, schemas and errors', () => {
    const all = operationsIn(sample.document)
    const ids = all.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, method, operation } of all) {
      const what = `${method} ${path}`
      expect(operation.operationId, what).toMatch(/^[\w.-]+$/)
      expect(operation.tags, what).toHaveLength(1)
      expect(operation.summary, what).toMatch(/\w/)
      const takesBody = !['GET', 'DELETE'].includes(method) || path.endsWith('/batch')
      expect(jsonOf(operation.requestBody)?.schema !== undefined, what).toBe(takesBody)
      const statuses = Object.keys(operation.responses)
      for (const status of statuses.filter((candidate) => ['200', '201'].includes(candidate))) {
        for (const content of Object.values<Json>(operation.responses[status].content)) {
          expect(content.schema, what).toBeDefined()
        }
      }
      expect(
        statuses.some((status) => status >= '400'),
        what,
      ).toBe(true)
    }
  })

  test('every operation names the errors of requests that are too slow or too long', () => {
    for (const { path, method, operation } of operationsIn(sample.document)) {
      const what = `${method} ${path}`
      for (const status of ['408', '414', '431']) {
        expect(operation.responses[status], `${what} ${status}`).toBeDefined()
      }
    }
  })

  test('a create links to every operation on the record, in its own document', async () => {
    let links = 0
    for (const [, document] of await documents()) {
      const all = operationsIn(document)
      for (const { path, method, operation } of all) {
        const linked = Object.values<Json>(operation.responses[201]?.links ?? {})
        const below = all.filter((described) => described.path.startsWith(`${path}/{id}`))
        const expected = method === 'POST' && operation.responses[201] ? below : []
        expect(linked.map(({ operationId }) => operationId).sort(), path).toEqual(
          expected.map((described) => described.operation.operationId).sort(),
        )
        for (const { parameters } of linked) {
          expect(parameters).toEqual({ id: '$response.body#/data/id' })
        }
        links += linked.length
      }
    }
    expect(links).toBeGreaterThan(0)
  })

  test('parameters of discovery have the values that the service accepts', async () => {
    const path = `${resourcesIn(sample.document)[0]}/all`
    const { parameters } = sample.document.paths['/schemas/filtered'].get
    for (const { name, schema, required } of parameters) {
      const values = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined)
      expect(values === undefined, name).toBe(['path', 'idField'].includes(name))
      expect(required, name).toBe(name === 'path')
      for (const value of values ?? []) {
        const query = new URLSearchParams({ path, [name]: value })
        const { statusCode } = await sample.get(`/schemas/filtered?${query}`)
        // A list has no request, and one operation.
        expect(statusCode, value).toBe(/^(request|post|put|patch|delete)$/.test(value) ? 404 : 200)
      }
      const query = new URLSearchParams({ path, [name]: 'other' })
      const { statusCode } = await sample.get(`/schemas/filtered?${query}`)
      if (values) expect(statusCode, name).toBe(name === 'operation' ? 404 : 400)
    }
  })

  test('every reference resolves', async () => {
    for (const [, document] of await documents()) {
      for (const node of everyRef(document)) resolved(node, document)
    }
  })

  test('a group describes its operations like the whole document', async () => {
    for (const [group, document] of await documents()) {
      for (const [path, operations] of Object.entries(document.paths)) {
        expect(operations, `${group} ${path}`).toEqual(sample.document.paths[path])
      }
      for (const kind of ['schemas', 'examples']) {
        expect(sample.document.components[kind]).toMatchObject(document.components[kind])
      }
    }
  })

  test('every body has an example, and every example matches its schema', () => {
    const { document } = sample
    for (const { path, method, operation } of operationsIn(document)) {
      const holders = [operation.requestBody, ...Object.values<Json>(operation.responses)]
      for (const holder of holders.filter((candidate) => jsonOf(candidate))) {
        const { schema, examples = {} } = jsonOf(holder)
        const what = `${method} ${path}: ${holder.description ?? 'request'}`
        if (!path.endsWith('/export')) expect(Object.keys(examples), what).not.toEqual([])
        for (const example of Object.values(examples)) {
          expectFits(resolved(example, document).value, schema, document, what)
        }
      }
    }
  })

  test('every operation with a body accepts its own examples', async () => {
    for (const described of operationsIn(sample.document)) {
      const { method, path, operation } = described
      if (!operation.requestBody || path.endsWith('/batch') || path.includes('/stats/')) continue
      const resource = resourcesIn(sample.document).find((candidate) =>
        `${path}/`.startsWith(`${candidate}/`),
      )!
      const [id] = await sample.idsOf(resource)
      for (const example of Object.values<Json>(jsonOf(operation.requestBody).examples)) {
        const answer = await sample.send(method, urlOf(described, id), example.value)
        expectDescribed(answer, described, sample.document)
        const refused = answer.statusCode === 400 && !path.includes('/option-sources/')
        expect(refused, `${method} ${path}: ${answer.body}`).toBe(false)
      }
    }
  })

  test('every response to a request without a body matches its description', async () => {
    const order: readonly Method[] = ['GET', 'DELETE']
    for (const described of operationsIn(sample.document)) {
      const { method, path } = described
      if (!order.includes(method) || path.endsWith('/batch')) continue
      const resource = resourcesIn(sample.document).find((candidate) =>
        `${path}/`.startsWith(`${candidate}/`),
      )
      const ids = resource ? await sample.idsOf(resource) : [1]
      for (const id of [...ids, 'none', 999_999_999]) {
        const answer = await sample.send(method, urlOf(described, id))
        expectDescribed(answer, described, sample.document)
      }
      const refused = await sample.get(urlOf(described, ids[0]), { accept: 'text/html' })
      if (method === 'GET') expectDescribed(refused, described, sample.document)
    }
  })

  test('every error response is described, with its code', async () => {
    const missing: string[] = []
    for (const described of oneOfEachKind(sample.document)) {
      const { method, path, operation } = described
      const resource = resourcesIn(sample.document).find((candidate) =>
        `${path}/`.startsWith(`${candidate}/`),
      )
      const [id] = resource ? await sample.idsOf(resource) : [1]
      const url = urlOf(described, id)
      const body = operation.requestBody ? {} : undefined
      // A stream that follows changes does not end.
      const bare = path.endsWith('/changes') ? url : url.replace(/\?.*/, '')
      const attempts = [
        ...queriesOf(described).map((query) => [`${url}&${query}`, body, {}] as const),
        ...headers.map((requestHeaders) => [url, body, requestHeaders] as const),
        ...(body ? [7, [], ['x'], ['x'.repeat(maxBodyBytes)]] : []).map(
          (otherBody) => [url, otherBody, {}] as const,
        ),
        ...[undefined, body].map((otherBody) => [bare, otherBody, {}] as const),
      ]
      for (const [to, sent, requestHeaders] of attempts) {
        const answer = await sample.send(method, to, sent, requestHeaders)
        const what = `${method} ${path} ${to.slice(url.length, url.length + 40)} ${JSON.stringify(requestHeaders).slice(0, 60)}`
        try {
          expectDescribed(answer, described, sample.document)
        } catch {
          missing.push(`${what}: ${answer.statusCode} ${answer.json().errors?.[0].code}`)
        }
      }
    }
    expect(missing).toEqual([])
  })

  test('a JSON export matches its description', async () => {
    const described = operationsIn(sample.document).find(({ path }) => path.endsWith('/export'))!
    for (const format of ['csv', 'json', 'xlsx']) {
      const answer = await sample.send('POST', described.path, { format, maxRows: 2 })
      expect(answer.statusCode).toBe(200)
      expectDescribed(answer, described, sample.document)
    }
  })
})
