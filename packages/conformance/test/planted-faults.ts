/** Faults between the kit and a sound service: each breaks one promise of the contract. */

import type { Json } from '../../../test/http/use-people.js'
import type { Area } from '../src/index.js'
import type { Fetch } from './sample-fetch.js'

export interface Message {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json
}

export interface Fault {
  readonly name: string
  /** Where the report must show it. */
  readonly area: Area
  /** Default: people. */
  readonly sample?: 'sales'
  /** Default: employees. */
  readonly resource?: string
  /** Another fault shows the same in the usual run. */
  readonly isNightly?: true
  /** Changes the request on its way to the service. */
  readonly request?: (message: Message) => Message
  /** Changes the response on its way back. */
  readonly reply?: (reply: Reply, message: Message) => Reply
}

const isFilter = ({ path }: Message): boolean => /employees\/filter$/.test(path)

/** Changes `data`, or the body of a response without an envelope. */
const withBody = (reply: Reply, change: (data: Json) => Json): Reply => {
  const { body } = reply
  if (reply.status !== 200 || body === undefined) return reply
  const hasEnvelope = body.data !== undefined
  return { ...reply, body: hasEnvelope ? { ...body, data: change(body.data) } : change(body) }
}

const withContent = (reply: Reply, change: (content: Json[]) => Json[]): Reply =>
  withBody(reply, (data) => ({ ...data, content: change(data.content) }))

const swapped = (content: Json[]): Json[] => {
  const [first, second, ...rest] = content
  return second === undefined ? content : [second, first, ...rest]
}

export const faults: readonly Fault[] = [
  {
    name: 'a total that counts one row too many',
    area: 'totals',
    reply: (reply, message) =>
      isFilter(message)
        ? withBody(reply, (data) => ({ ...data, totalElements: data.totalElements + 1 }))
        : reply,
  },
  {
    name: 'a page that is the one before it',
    area: 'pages',
    request: (message) => {
      const [page, size] = [Number(message.query.get('page')), Number(message.query.get('size'))]
      if (!isFilter(message) || page === 0 || size > 100) return message
      // The neighbouring page of the same size, so that only its rows are wrong.
      return {
        ...message,
        query: new URLSearchParams({ page: String(page - 1), size: String(size) }),
      }
    },
  },
  {
    name: 'nulls first in ascending order',
    area: 'nulls',
    reply: (reply, message) => {
      const [, field] = /^(\w+),asc$/.exec(message.query.get('sort') ?? '') ?? []
      if (!isFilter(message) || field === undefined) return reply
      return withContent(reply, (content) => [
        ...content.filter((row) => row[field] === null),
        ...content.filter((row) => row[field] !== null),
      ])
    },
  },
  {
    name: 'an order with two rows in the wrong place',
    area: 'order',
    isNightly: true,
    reply: (reply, message) =>
      isFilter(message) && message.query.get('sort') === 'salary,desc'
        ? withContent(reply, swapped)
        : reply,
  },
  {
    name: 'a cursor that skips a row',
    area: 'cursors',
    reply: (reply, { query }) =>
      query.has('after') ? withContent(reply, (content) => content.slice(1)) : reply,
  },
  {
    name: 'a position that is off by one',
    area: 'locate',
    reply: (reply, { path }) =>
      path.endsWith('/locate')
        ? withBody(reply, (data) => ({ ...data, position: data.position + 1 }))
        : reply,
  },
  {
    name: 'an option that is missing',
    area: 'options',
    reply: (reply, { path }) =>
      path.endsWith('/employees/options/filter')
        ? withBody(reply, (data) => ({
            ...data,
            content: data.content.slice(1),
            totalElements: data.totalElements - 1,
            totalPages: Math.ceil((data.totalElements - 1) / data.size),
            numberOfElements: data.numberOfElements - 1,
          }))
        : reply,
  },
  {
    name: 'statistics over all rows instead of those of the filter',
    area: 'statistics',
    request: (message) =>
      message.path.includes('/stats/') && message.body.filter
        ? { ...message, body: { ...message.body, filter: {} } }
        : message,
  },
  {
    name: 'queries that ignore their page',
    area: 'queries',
    request: (message) =>
      message.path.endsWith('/queries')
        ? {
            ...message,
            body: {
              queries: message.body.queries.map((each: Json) => ({
                ...each,
                ...(each.query?.page ? { query: { ...each.query, page: 0 } } : {}),
              })),
            },
          }
        : message,
  },
  {
    name: 'a 304 whatever the entity tag is',
    area: 'conditional',
    reply: (reply, { headers }) => notModified(reply, headers),
  },
  {
    name: 'a stream of changes as plain text',
    area: 'changes',
    reply: (reply, { path }) =>
      path.endsWith('/changes')
        ? { ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } }
        : reply,
  },
  {
    name: 'a stream of changes that does not resume',
    area: 'writes',
    request: ({ headers: { 'last-event-id': _position, ...headers }, ...message }) => ({
      ...message,
      headers,
    }),
  },
  {
    name: 'an import that creates the records that it names',
    ...({ area: 'imports', sample: 'sales', resource: 'sales.products' } as const),
    reply: (reply, { path }) =>
      path.endsWith('/import')
        ? withBody(reply, (data) => ({ ...data, created: data.unchanged, unchanged: 0 }))
        : reply,
  },
  {
    name: 'files of another media type',
    ...({ area: 'files', sample: 'sales', resource: 'sales.products' } as const),
    reply: (reply, { path }) =>
      path.includes('/files/')
        ? { ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } }
        : reply,
  },
  {
    name: 'a file that is never 304',
    ...({ area: 'files', sample: 'sales', resource: 'sales.products', isNightly: true } as const),
    request: (message) =>
      message.path.includes('/files/') ? { ...message, headers: { accept: '*/*' } } : message,
  },
  {
    name: 'errors without a code',
    area: 'errors',
    reply: (reply) =>
      reply.body?.errors
        ? { ...reply, body: { ...reply.body, errors: reply.body.errors.map(withoutCode) } }
        : reply,
  },
  {
    name: 'errors without a target',
    area: 'errors',
    isNightly: true,
    reply: (reply) =>
      reply.body?.errors
        ? { ...reply, body: { ...reply.body, errors: reply.body.errors.map(withoutTarget) } }
        : reply,
  },
  {
    name: 'a capability that denies an operation that works',
    area: 'capabilities',
    reply: (reply, { path }) =>
      path.endsWith('/employees/capabilities')
        ? withBody(reply, (data) => ({
            ...data,
            canonicalOperations: { ...data.canonicalOperations, export: false },
          }))
        : reply,
  },
  {
    name: 'an action that is performed although it is not allowed',
    area: 'capabilities',
    resource: 'human-resources.absence-requests',
    reply: (reply, { path, method }) =>
      method === 'POST' && path.includes('/actions/')
        ? { ...reply, status: 200, body: { status: 'success', data: {} } }
        : reply,
  },
  {
    name: 'an allowed action that is refused',
    area: 'writes',
    resource: 'human-resources.absence-requests',
    isNightly: true,
    request: (message) =>
      message.path.includes('/actions/')
        ? { ...message, path: message.path.replace(/\d+(?=\/actions)/, '2147483647') }
        : message,
  },
  {
    name: 'an action that is refused on every record where it is offered',
    area: 'writes',
    resource: 'human-resources.absence-requests',
    reply: (reply, { path }) =>
      path.endsWith('/actions/approve') && reply.status === 200
        ? failed(409, 'BUSINESS_RULE_VIOLATION')
        : reply,
  },
  {
    name: 'an EQUAL that ignores case',
    area: 'filters',
    request: (message) =>
      isFilter(message) && typeof message.body.code === 'string'
        ? { ...message, body: { ...message.body, code: message.body.code.toUpperCase() } }
        : message,
  },
  {
    name: 'a range without its upper bound',
    area: 'filters',
    isNightly: true,
    request: (message) =>
      isFilter(message) && Array.isArray(message.body.salaryBetweenExclusive)
        ? {
            ...message,
            body: {
              ...message.body,
              salaryBetweenExclusive: [message.body.salaryBetweenExclusive[0], null],
            },
          }
        : message,
  },
  {
    name: 'a 304 although the record has changed',
    area: 'writes',
    reply: (reply, { headers }) => notModified(reply, headers),
  },
  {
    name: 'a history without the create',
    area: 'writes',
    isNightly: true,
    reply: (reply, { path, query }) =>
      path.endsWith('/history') && query.has('after') ? withContent(reply, () => []) : reply,
  },
  {
    name: 'an If-Match that nobody compares',
    area: 'writes',
    isNightly: true,
    request: ({ headers: { 'if-match': _version, ...headers }, ...message }) => ({
      ...message,
      headers,
    }),
  },
  {
    name: 'records by ids in another order than requested',
    area: 'records',
    reply: (reply, { path }) =>
      path.endsWith('/employees/by-ids') && reply.status === 200
        ? { ...reply, body: swapped(reply.body) }
        : reply,
  },
  {
    name: 'a number as text',
    area: 'values',
    reply: (reply, message) =>
      isFilter(message)
        ? withContent(reply, (content) => content.map((row) => ({ ...row, id: String(row.id) })))
        : reply,
  },
  {
    name: 'an instant without its zone',
    area: 'values',
    reply: (reply, message) =>
      isFilter(message)
        ? withContent(reply, (content) =>
            content.map((row) => ({ ...row, createdAt: row.createdAt.replace('Z', '') })),
          )
        : reply,
  },
]

/** The response of a rule of the service. */
export const failed = (status: number, code: string): Reply => ({
  ...{ status, headers: { 'content-type': 'application/json' } },
  body: { status: 'failure', message: 'A rule refuses it.', errors: [{ code, status }] },
})

const notModified = (reply: Reply, headers: Message['headers']): Reply =>
  headers['if-none-match'] !== undefined && reply.status === 200
    ? { status: 304, headers: { etag: reply.headers['etag'] ?? '' }, body: undefined }
    : reply

const withoutCode = ({ code: _code, ...item }: Json): Json => ({ ...item, properties: {} })
const withoutTarget = (item: Json): Json => ({ ...item, target: null })

/** Headers that describe the bytes of a body, which a fault may change. */
const ofTheBytes = new Set(['content-length', 'content-encoding', 'transfer-encoding'])

/** The service with a fault in front of it. */
export const planted =
  (
    { request = (message) => message, reply = (unchanged) => unchanged }: Partial<Fault>,
    fetch: Fetch,
  ): Fetch =>
  async (url, { method = 'GET', headers, body }) => {
    const { origin, pathname, searchParams } = new URL(url)
    const isJson = typeof body === 'string' && body.startsWith('{') && body.endsWith('}')
    const message = request({
      ...{ method, path: pathname, query: searchParams },
      headers: headers as Record<string, string>,
      body: isJson ? JSON.parse(body) : body,
    })
    const sent = isJson ? JSON.stringify(message.body) : body
    const address = `${origin}${message.path}?${message.query}`
    const response = await fetch(address, { method, headers: message.headers, body: sent ?? null })
    const bytes = await response.arrayBuffer()
    const text = new TextDecoder().decode(bytes)
    const isParsed = response.headers.get('content-type')?.startsWith('application/json')
    const changed = reply(
      {
        status: response.status,
        headers: Object.fromEntries(
          [...response.headers].filter(([name]) => !ofTheBytes.has(name)),
        ),
        body: isParsed && text !== '' ? JSON.parse(text) : undefined,
      },
      message,
    )
    const isBodyless = [204, 304].includes(changed.status)
    const printed = isParsed ? JSON.stringify(changed.body) : bytes
    return new Response(isBodyless ? null : printed, changed)
  }
