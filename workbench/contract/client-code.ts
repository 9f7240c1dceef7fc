/**
 * Prints a request to a resource, or several in one `POST /queries`, as a program with the typed
 * client. No I/O.
 */
import type { QueriesBody } from '../../src/wire/queries.js'
import type { PrintedRequest } from './curl.js'
import { isIdentifier, printLiteral, printName } from './literal.js'

export interface ClientResource {
  readonly resourceKey: string
  /** Path of the resource, with the context path. */
  readonly resourcePath: string
}

interface Call {
  /** The decoded segments that the pattern names. */
  readonly parts: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Arguments of a call. Undefined ones at the end are not printed. */
type Arguments = readonly unknown[]

interface Method {
  readonly request: string
  readonly call: (call: Call) => string
  readonly args: (call: Call) => Arguments
}

const plain = (name: string) => () => name

/**
 * Returns an id in the type that the client expects: a number if JavaScript can represent it
 * exactly.
 */
const idOf = (text: string | null | undefined): string | number =>
  text != null && /^(0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : (text ?? '')

const idsOf = ({ query }: Call): readonly (string | number)[] =>
  query.getAll('ids').flatMap((text) => text.split(',').map(idOf))

const numbers: ReadonlySet<string> = new Set(['page', 'size'])

/** Returns the options that query and headers contain; undefined without options. */
const optionsOf =
  (...names: readonly string[]) =>
  ({ query, headers }: Call): Readonly<Record<string, unknown>> | undefined => {
    const fromQuery = names.flatMap((name): readonly [string, unknown][] => {
      const values = query.getAll(name)
      if (values.length === 0) return []
      if (numbers.has(name)) return [[name, Number(values[0])]]
      if (name === 'includeIds') {
        return [[name, values.flatMap((text) => text.split(',').map(idOf))]]
      }
      return [[name, values.length === 1 ? values[0] : values]]
    })
    const fromHeaders = Object.entries({
      ifMatch: headers['if-match'],
      ifNoneMatch: headers['if-none-match'],
      idempotencyKey: headers['idempotency-key'],
    }).filter(([, value]) => value !== undefined)
    const options = [...fromQuery, ...fromHeaders]
    return options.length > 0 ? Object.fromEntries(options) : undefined
  }

const paging = optionsOf('page', 'size', 'sort', 'includeIds', 'search')
const noQuery = optionsOf()
const withBody = (call: Call): Arguments => [call.body, noQuery(call)]
const stats = (name: string, path: string): Method => ({
  ...{ request: `POST /stats/${path}`, call: plain(`stats.${name}`), args: withBody },
})
const catalog = (name: string): readonly Method[] => [
  { request: `GET /${name}`, call: plain(name), args: () => [] },
  { request: `GET /{id}/${name}`, call: plain(name), args: ({ parts }) => [idOf(parts['id'])] },
]
const ofSource =
  (method: string) =>
  ({ parts }: Call): string =>
    `optionSource(${printLiteral(parts['key'])}).${method}`

/** Methods of the client. Patterns with literal segments come before those with `{id}`. */
const methods: readonly Method[] = [
  { request: 'POST ', call: plain('create'), args: withBody },
  { request: 'GET /all', call: plain('all'), args: (call) => [noQuery(call)] },
  { request: 'GET /by-ids', call: plain('byIds'), args: (call) => [idsOf(call), noQuery(call)] },
  { request: 'DELETE /batch', call: plain('deleteBatch'), args: withBody },
  { request: 'POST /filter', call: plain('filter'), args: (call) => [call.body, paging(call)] },
  {
    request: 'POST /filter/cursor',
    call: plain('cursor'),
    args: (call) => [call.body, optionsOf('size', 'sort', 'after', 'before')(call)],
  },
  {
    request: 'POST /locate',
    call: plain('locate'),
    args: (call) => [idOf(call.query.get('id')), call.body, optionsOf('size', 'sort')(call)],
  },
  {
    request: 'POST /options/filter',
    call: plain('options'),
    args: (call) => [call.body, paging(call)],
  },
  {
    request: 'GET /options/by-ids',
    call: plain('optionsByIds'),
    args: (call) => [idsOf(call), noQuery(call)],
  },
  {
    request: 'POST /option-sources/{key}/options/filter',
    call: ofSource('filter'),
    args: (call) => [{ ...(call.body as object), ...paging(call) }],
  },
  {
    request: 'GET /option-sources/{key}/options/by-ids',
    call: ofSource('byIds'),
    args: (call) => [idsOf(call), noQuery(call)],
  },
  {
    request: 'POST /option-sources/{key}/options/by-ids',
    call: ofSource('byIds'),
    args: ({ body }) => {
      const { ids, filter } = (body ?? {}) as { ids?: unknown; filter?: unknown }
      return [ids ?? [], filter === undefined ? undefined : { filter }]
    },
  },
  stats('groupBy', 'group-by'),
  stats('timeSeries', 'timeseries'),
  stats('distribution', 'distribution'),
  { request: 'POST /export', call: plain('export'), args: withBody },
  { request: 'GET /schemas', call: plain('schemas'), args: () => [] },
  ...catalog('actions'),
  ...catalog('capabilities'),
  catalog('surfaces')[1]!,
  {
    request: 'POST /actions/{action}',
    call: plain('perform'),
    args: (call) => [call.parts['action'], call.body, noQuery(call)],
  },
  {
    request: 'POST /{id}/actions/{action}',
    call: plain('act'),
    args: (call) => [idOf(call.parts['id']), call.parts['action'], call.body, noQuery(call)],
  },
  {
    request: 'GET /{id}',
    call: plain('get'),
    args: (call) => [idOf(call.parts['id']), noQuery(call)],
  },
  {
    request: 'PUT /{id}',
    call: plain('update'),
    args: (call) => [idOf(call.parts['id']), call.body, noQuery(call)],
  },
  {
    request: 'PATCH /{id}/{intent}',
    call: plain('intent'),
    args: (call) => [idOf(call.parts['id']), call.parts['intent'], call.body, noQuery(call)],
  },
  {
    request: 'DELETE /{id}',
    call: plain('delete'),
    args: (call) => [idOf(call.parts['id']), noQuery(call)],
  },
]

/** Returns the segments that `{name}` stands for; undefined if the request does not match. */
const match = (pattern: string, request: string): Readonly<Record<string, string>> | undefined => {
  const [wanted, sent] = [pattern.split('/'), request.split('/')]
  if (wanted.length !== sent.length) return undefined
  const parts: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = sent[index]!
    if (segment.startsWith('{')) parts[segment.slice(1, -1)] = decodeURIComponent(value)
    else if (segment !== value) return undefined
  }
  return parts
}

const parseBody = (body: string | undefined): unknown => {
  try {
    return body === undefined ? undefined : JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Returns the resource to which a path belongs: the one with the longest matching path. */
export const resourceOfPath = <R extends ClientResource>(
  path: string,
  resources: readonly R[],
): R | undefined =>
  resources
    .filter(({ resourcePath }) => path === resourcePath || path.startsWith(`${resourcePath}/`))
    .toSorted((a, b) => b.resourcePath.length - a.resourcePath.length)[0]

export interface ClientContext {
  /** Origin of the service, without the context path. */
  readonly origin: string
  readonly contextPath: string
  readonly needsToken: boolean
}

/** A call of a method of the client of a resource. */
interface ResourceCall {
  readonly resource: ClientResource
  /** The method and its arguments, such as `get(7)`. */
  readonly text: string
}

/** @param indent of the line that the call begins on */
const callOf = (
  { method, url, headers, body }: PrintedCall,
  resources: readonly ClientResource[],
  indent = '',
): ResourceCall | undefined => {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const resource = resourceOfPath(pathname, resources)
  if (!resource) return undefined
  const request = `${method} ${pathname.slice(resource.resourcePath.length)}`
  for (const { request: pattern, call, args } of methods) {
    const parts = match(pattern, request)
    if (!parts) continue
    const sent: Call = { parts, query: searchParams, body, headers }
    return { resource, text: `${call(sent)}(${printArguments(args(sent), indent)})` }
  }
  return undefined
}

/** A request with its parsed body. */
type PrintedCall = Omit<PrintedRequest, 'body'> & { readonly body: unknown }

/** Returns undefined for requests that no method of the client sends. */
export const printClientCode = (
  request: PrintedRequest,
  resources: readonly ClientResource[],
  context: ClientContext,
): string | undefined => {
  const { method, url } = request
  const sent = { ...request, body: parseBody(request.body) }
  if (method === 'POST' && url.split('?')[0] === `${context.contextPath}/queries`) {
    return printQueries(sent.body, resources, context)
  }
  const call = callOf(sent, resources)
  if (!call) return undefined
  const { resource, text } = call
  const name = nameOf(resource.resourceKey)
  return [
    ...createClientLines([resource], context),
    `const ${name} = client.resource(${printLiteral(resource.resourceKey)})`,
    '',
    `const result = await ${name}.${text}`,
  ].join('\n')
}

/** Prints a `POST /queries`; undefined if a query is none of the client's. */
const printQueries = (
  body: unknown,
  resources: readonly ClientResource[],
  context: ClientContext,
): string | undefined => {
  const { queries } = (body ?? {}) as Partial<QueriesBody>
  if (!Array.isArray(queries) || !queries.every(isQuery)) return undefined
  const calls = queries.map(({ path, query, body }) => {
    const url = `${context.contextPath}${path}?${parametersOf(query)}`
    return callOf({ method: 'POST', url, headers: {}, body }, resources, '  ')
  })
  if (!calls.every((call) => call !== undefined)) return undefined
  return [
    ...createClientLines([...new Set(calls.map(({ resource }) => resource))], context),
    '',
    'const result = await client.queries({',
    ...calls.map(({ resource: { resourceKey }, text }, index) => {
      const name = printName(queries[index]!.name)
      return `  ${name}: (read) => read.resource(${printLiteral(resourceKey)}).${text},`
    }),
    '})',
  ].join('\n')
}

/** What a user sends from the page need not be a query. */
const isQuery = (value: unknown): value is QueriesBody['queries'][number] => {
  const { name, path } = (value ?? {}) as Partial<QueriesBody['queries'][number]>
  return typeof name === 'string' && typeof path === 'string' && /^\/(?!\/)/.test(path)
}

const parametersOf = (query: QueriesBody['queries'][number]['query'] = {}): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, values]) =>
      [values].flat().map((value) => [name, String(value)]),
    ),
  )

const createClientLines = (
  resources: readonly ClientResource[],
  { origin, contextPath, needsToken }: ClientContext,
): readonly string[] => {
  const paths = resources.flatMap(({ resourceKey, resourcePath }) => {
    const path = resourcePath.slice(contextPath.length)
    return path === `/api/${resourceKey.replaceAll('.', '/')}`
      ? []
      : [`${printLiteral(resourceKey)}: ${printLiteral(path)}`]
  })
  const options = [
    `baseUrl: ${printLiteral(`${origin}${contextPath}`)}`,
    ...(needsToken ? [`headers: { Authorization: \`Bearer \${token}\` }`] : []),
    ...(paths.length === 0 ? [] : [`paths: { ${paths.join(', ')} }`]),
  ]
  return [
    `import { createClient } from 'corollary/client'`,
    `import type { resources } from './resources.js'`,
    '',
    `const client = createClient<typeof resources>({ ${options.join(', ')} })`,
  ]
}

/** `human-resources.absence-requests` → `absenceRequests` */
const nameOf = (resourceKey: string): string => {
  const last = resourceKey.split('.').at(-1) ?? ''
  const name = last.replace(/[-_]+(.)/g, (_, letter: string) => letter.toUpperCase())
  return isIdentifier(name) ? name : 'resource'
}

const printArguments = (args: Arguments, indent: string): string => {
  const inner = `${indent}  `
  const last = args.findLastIndex((argument) => argument !== undefined)
  const printed = args.slice(0, last + 1).map((argument) => printLiteral(argument, inner))
  const line = printed.join(', ')
  return line.length <= 70 && !line.includes('\n')
    ? line
    : `${printed.map((text) => `\n${inner}${text},`).join('')}\n${indent}`
}
