/** The samples with their API description, and the validation of responses against it. */
import { createHash } from 'node:crypto'
import { createTestService, type TestCaller, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import movies from '../../examples/movies/app.js'
import people from '../../examples/people/app.js'
import { messages } from '../../examples/people/messages.js'
import type { Answer, Headers, Json, Method } from '../http/use-people.js'
import {
  type FreshDatabase,
  fewMoviesDatabase,
  startedPeopleDatabase,
} from '../support/database.js'
import { isNightly } from '../support/effort.js'
import { checkerOf } from './schema-checks.js'

export type SampleName = 'people' | 'movies'
export const sampleNames = ['people', 'movies'] as const

const samples = {
  people: { database: startedPeopleDatabase, resources: people.resources, messages },
  movies: { database: fewMoviesDatabase, resources: movies.resources, messages: {} },
}

export interface Sample {
  /** The whole API description. */
  readonly document: Json
  send(method: Method, url: string, body?: unknown, headers?: Headers): Promise<Answer>
  get(url: string, headers?: Headers): Promise<Answer>
  /** The body of `/schemas/filtered`; the request must succeed. */
  schema(query: Readonly<Record<string, string>>, headers?: Headers): Promise<Json>
  /** Ids of up to two records. */
  idsOf(resource: string): Promise<readonly (number | string)[]>
}

export const filteredUrl = (query: Readonly<Record<string, string>>): string =>
  `/schemas/filtered?${new URLSearchParams(query)}`

export const askWith = (service: () => TestService): Omit<Sample, 'document'> => {
  const send: Sample['send'] = (method, url, body, headers = {}) =>
    service().app.inject({
      method,
      url,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
  const get: Sample['get'] = (url, headers) => send('GET', url, undefined, headers)
  return {
    send,
    get,
    schema: async (query, headers) => {
      const answer = await get(filteredUrl(query), headers)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    },
    idsOf: async (resource) => {
      const answer = await send('POST', `${resource}/filter?size=2`, {})
      return answer.json().data.content.map(({ id }: Json) => id)
    },
  }
}

export interface SampleOptions {
  /** Default: every caller may do everything. */
  readonly callers?: Readonly<Record<string, TestCaller>>
  /** Settings, as in the description. */
  readonly contextPath?: string
}

export const useSample = (
  name: SampleName,
  settings: Readonly<Record<string, unknown>> = {},
  { callers, contextPath = '' }: SampleOptions = {},
): Sample => {
  const { resources, messages: texts, database: create } = samples[name]
  let database: FreshDatabase | undefined
  let service: TestService | undefined
  let document: Json
  const ask = askWith(() => service!)
  beforeAll(async () => {
    database = await create()
    const { connection } = database
    service = await createTestService({
      ...{ resources, connection, messages: texts, settings },
      ...(callers ? { callers } : {}),
    })
    document = (await ask.get(`${contextPath}/v3/api-docs`)).json()
  })
  afterAll(async () => {
    await service?.close()
    await database?.close()
  })
  return {
    ...ask,
    get document() {
      return document
    },
  }
}

export interface Described {
  /** With its template variables. */
  readonly path: string
  readonly method: Method
  readonly operation: Json
}

export const operationsIn = (document: Json): readonly Described[] =>
  Object.entries<Json>(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase() as Method,
        operation,
      })),
    )
    // It belongs to no resource: `test/http/queries` compares it with its description.
    .filter(({ operation }) => !operation.tags.includes('platform-queries'))

/**
 * What an operation has in common with others: its route below its resource, the names of its
 * parameters and the statuses of its responses. In the nightly run only option sources of one
 * resource have something in common: they differ in their shapes.
 */
export const kindsIn = (document: Json): ((described: Described) => string) => {
  const resources = resourcesIn(document)
  return ({ path, method, operation }) => {
    const route = path.replace(/\/option-sources\/[^/]+/, '/option-sources')
    if (isNightly) return `${method} ${route}`
    const resource = resources.find((candidate) => `${path}/`.startsWith(`${candidate}/`)) ?? ''
    const names = (operation.parameters ?? []).map(({ name }: Json) => name)
    const statuses = Object.keys(operation.responses)
    return [method, route.slice(resource.length), ...names, ...statuses].join(' ')
  }
}

/** One operation of each kind. */
export const oneOfEachKind = (document: Json): readonly Described[] => {
  const kindOf = kindsIn(document)
  const first = new Map(
    operationsIn(document)
      .toReversed()
      .map((operation) => [kindOf(operation), operation]),
  )
  return [...first.values()].toReversed()
}

export const jsonOf = (holder: Json): Json => holder?.content?.['application/json']

/** Every resource of a sample: its path, and its operations. */
export const resourcesIn = (document: Json): readonly string[] =>
  operationsIn(document)
    .filter(({ path, method }) => path.endsWith('/all') && method === 'GET')
    .map(({ path }) => path.slice(0, -'/all'.length))

/** Request and response of each operation with a schema, as parameters of `/schemas/filtered`. */
export const sidesIn = (
  document: Json,
  contextPath = '',
): readonly Readonly<Record<string, string>>[] =>
  operationsIn(document)
    .filter(({ path }) => !path.startsWith(`${contextPath}/schemas`))
    .flatMap(({ path, method, operation }) => {
      const common = { path, operation: method.toLowerCase() }
      const success = operation.responses[200] ?? operation.responses[201]
      const answers = jsonOf(success) && !path.endsWith('/export')
      return [
        ...(jsonOf(operation.requestBody) ? [{ ...common, schemaType: 'request' }] : []),
        ...(answers ? [{ ...common, schemaType: 'response' }] : []),
      ]
    })

/** Every `endpoint` of a field; form clients post `{}` to it when a form opens. */
export const openedEndpoints = async (
  { schema, send }: Omit<Sample, 'document'>,
  document: Json,
): Promise<ReadonlySet<string>> => {
  const endpoints = new Set<string>()
  for (const query of sidesIn(document)) {
    JSON.stringify(await schema(query), (name, value) => {
      if (name === 'x-ui' && value.endpoint) endpoints.add(value.endpoint)
      return value
    })
  }
  for (const endpoint of endpoints) {
    const answer = await send('POST', endpoint, {})
    expect(answer.statusCode, `${endpoint}: ${answer.body}`).toBe(200)
  }
  return endpoints
}

const canonical = (value: Json, name = ''): Json => {
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(item))
    return name === 'required' ? items.sort() : items
  }
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((key) => [key, canonical(value[key], key)]))
}

/** SHA-256 of the canonical JSON without the examples. */
export const hashOf = (body: Json): string => {
  const { operationExamples: _, ...ui } = body['x-ui'] ?? {}
  const hashed = body['x-ui'] ? { ...body, 'x-ui': ui } : body
  return createHash('sha256')
    .update(JSON.stringify(canonical(hashed)))
    .digest('hex')
}

/** The target of a reference, which must exist. */
export const resolved = (node: Json, document: Json): Json => {
  if (typeof node?.$ref !== 'string') return node
  const found = node.$ref
    .slice(2)
    .split('/')
    .reduce((value: Json, key: string) => value?.[key], document)
  expect(found, node.$ref).toBeDefined()
  const { $ref: _, ...beside } = node
  return { ...resolved(found, document), ...beside }
}

export const expectFits = (value: unknown, schema: Json, document: Json, what: string): void => {
  const check = checkerOf(schema, document)
  if (check(value)) return
  expect.fail(`${what}: ${JSON.stringify([value, check.errors]).slice(0, 2_000)}`)
}

/** Validates the schema of a response and the code of a failure against the operation. */
export const expectDescribed = (answer: Answer, described: Described, document: Json): void => {
  const { path, method, operation } = described
  const what = `${method} ${path} ${answer.statusCode}`
  const response = operation.responses[answer.statusCode]
  expect(response, `${what} is not described: ${answer.body.slice(0, 500)}`).toBeDefined()
  if (answer.body === '') return
  const [type] = String(answer.headers['content-type']).split(';')
  const content = response.content?.[type!]
  expect(content, `${what} ${type}`).toBeDefined()
  if (type !== 'application/json') return
  const body = answer.json()
  expectFits(body, content.schema, document, what)
  if (answer.statusCode < 400) return
  for (const { code } of body.errors) expect(Object.keys(content.examples), what).toContain(code)
}

export interface WithBody extends Described {
  readonly resource: string
  /** Of the body. */
  readonly schema: Json
}

/** Every operation whose body is an object. */
export const withBody = (document: Json): readonly WithBody[] =>
  operationsIn(document)
    .filter(({ operation, path }) => operation.requestBody && !path.endsWith('/batch'))
    .map((described) => ({
      ...described,
      schema: resolved(jsonOf(described.operation.requestBody).schema, document),
      resource: resourcesIn(document).find((path) => `${described.path}/`.startsWith(`${path}/`))!,
    }))

/** Sends a body to its operation; an operation on a record uses the first one. */
export const sendBody = async (
  { send, idsOf }: Sample,
  { path, method, resource }: WithBody,
  body: Json,
): Promise<Answer> => {
  const [id] = /\{id\}|locate$/.test(path) ? await idsOf(resource) : []
  const url = path.replace('{id}', String(id))
  return send(method, path.endsWith('locate') ? `${url}?id=${id}` : url, body)
}
