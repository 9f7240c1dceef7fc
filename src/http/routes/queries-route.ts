/** `POST /queries`: several requests that read, from one snapshot of the database. */
import type { FastifyReply } from 'fastify'
import { stringify } from 'lossless-json'
import { SnapshotDatabase } from '../../database/access/snapshot-database.js'
import type { Services } from '../../operations/context.js'
import type { Query } from '../../wire/queries.js'
import { type Access, chargeCaller, databaseFor } from '../request/caller.js'
import type { InnerResponse, SendInner } from '../request/inner-request.js'
import { readQueries } from '../request/queries-body.js'
import { createReadTokens } from '../request/read-token.js'
import { originOf, type SharedSnapshot } from '../request/request-facts.js'
import { pathOf } from '../request/request-target.js'
import { addPrivateCaching } from '../response/conditional.js'
import { jsonType } from '../response/envelope.js'
import { PrintedBody } from '../response/printed-body.js'
import { goneSignal } from '../response/response-end.js'
import type { GuardedRoute } from '../route.js'
import { type Router, routeOf } from '../router.js'
import { accessToRequests } from './areas.js'

export interface QueriesOptions {
  readonly services: Services
  readonly access: Access
  readonly now: () => Date
  readonly sendInner: SendInner
  /** Whether callers without credentials may read something. */
  readonly isPublic: boolean
}

/** A query charges its caller as its route does, and so does the request that has them. */
const spending = ['ratelimit', 'ratelimit-policy'] as const

export const addQueries = (
  router: Router,
  { services, access, now, sendInner, isPublic }: QueriesOptions,
): void => {
  const { settings } = services
  const limit = settings['platform.queries.max']
  const readTokens = createReadTokens(settings)
  const contextPath = settings['platform.http.context-path']
  router.add('POST', `${contextPath}/queries`, {
    ...accessToRequests(isPublic),
    takesBody: true,
    produces: ['application/json'],
    handle: async (request, reply, caller) => {
      const queries: PaidQuery[] = []
      // Charges may need a connection. With the snapshot open, requests that hold all connections
      // would wait for each other.
      for (const query of readQueries(request.body, limit)) {
        const url = urlOf(query, contextPath, router)
        const cost = costOf(router, url)
        const charged = await outcomeOf(chargeCaller(caller, request, access, cost))
        queries.push({ ...query, url, charged })
      }
      const time = now()
      const signal = goneSignal(reply)
      const tokens = readTokens?.(request, reply, true)
      const origin = originOf(request, time)
      const database = databaseFor(caller, access, services.database, origin, true, tokens)
      const body = await database.snapshot(
        async (snapshot) => {
          const shared = { database: new SnapshotDatabase(snapshot), now: time }
          const printed = new PrintedBody()
          printed.add(`{"snapshot":${JSON.stringify(snapshot.takenAt)},"results":{`)
          // One after the other: they share a session of the database.
          for (const [index, query] of queries.entries()) {
            const { url, charged } = query
            const response = await sendInner(request, {
              ...{ url, signal, snapshot: { ...shared, charged } },
              body: query.body === undefined ? undefined : stringify(query.body),
            })
            printed.add(`${index === 0 ? '' : ','}${resultJson(query, response)}`)
            addSpending(reply, response)
          }
          printed.add('}}')
          return printed.end()
        },
        { signal },
      )
      addPrivateCaching(reply)
      return reply.type(jsonType).send(body)
    },
  })
}

interface PaidQuery extends Query, Pick<SharedSnapshot, 'charged'> {
  /** The path with its query. */
  readonly url: string
}

/** Undefined for a request that will be refused before it costs anything. */
const costOf = (router: Router, url: string): GuardedRoute['cost'] => {
  try {
    const route = routeOf(router.match(pathOf({ url })).path, 'POST')
    return 'isQuery' in route && route.isQuery ? route.cost : undefined
  } catch {
    return undefined
  }
}

/** Returns or throws later what the work returns or throws. */
const outcomeOf = async <T>(work: Promise<T>): Promise<() => T> => {
  try {
    const result = await work
    return () => result
  } catch (error) {
    return () => {
      throw error
    }
  }
}

/**
 * A client may know the address of the service, but not the path at which it is mounted. The routes
 * decide which form a path has, because paths of resources may begin like the context path.
 */
const urlOf = ({ path: sent, query = {} }: Query, contextPath: string, router: Router): string => {
  const path = [sent, `${contextPath}${sent}`].find((each) => router.has(each)) ?? sent
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value].flat()) parameters.append(name, String(item))
  }
  const text = parameters.toString()
  return text === '' ? path : `${path}?${text}`
}

const resultJson = ({ name }: Query, { status, headers, body }: InnerResponse): string => {
  const dataVersion = headers['x-data-version']
  const version = dataVersion === undefined ? '' : `,"dataVersion":${JSON.stringify(dataVersion)}`
  return `${JSON.stringify(name)}:{"status":${status},"body":${body === '' ? 'null' : body}${version}}`
}

const addSpending = (reply: FastifyReply, { headers }: InnerResponse): void => {
  for (const name of spending) {
    const value = headers[name]
    if (value !== undefined) reply.header(name, value)
  }
}
