/** Compares the responses of the two servers. */
import { isDeepStrictEqual } from 'node:util'
import { comparedRequests, refusedRequests } from './cases.js'
import type { HttpRequest } from './load.js'

export interface Comparison {
  readonly compared: number
  /** One line for each difference; empty if all responses agree. */
  readonly differences: readonly string[]
  /** Links that only the service sends, because it has more routes. */
  readonly moreLinks: readonly string[]
}

export const compareAnswers = async (
  service: string,
  handWritten: string,
  employees: number,
): Promise<Comparison> => {
  const compared = comparedRequests(employees)
  const differences: string[] = []
  const moreLinks = new Set<string>()
  const check = async (
    request: HttpRequest,
    isExpected: (answer: Answer) => boolean,
    view: (answer: Answer) => unknown,
  ): Promise<void> => {
    const [a, b] = await Promise.all([ask(service, request), ask(handWritten, request)])
    dropMoreLinks(a.body, b.body, moreLinks)
    const difference = isExpected(a) ? firstDifference(view(a), view(b)) : 'not as expected'
    if (difference) differences.push(`${describe(request)}: ${difference}`)
  }
  for (const request of compared) await check(request, isAnswered, wholeAnswer)
  for (const request of refusedRequests) await check(request, isRefused, refusal)
  const count = compared.length + refusedRequests.length
  return { compared: count, differences, moreLinks: [...moreLinks] }
}

/** Removes the links from `a`, at any depth, that `b` does not have. */
const dropMoreLinks = (a: unknown, b: unknown, dropped: Set<string>): void => {
  if (!isObject(a) || !isObject(b)) return
  for (const [name, value] of Object.entries(a)) {
    if (name === '_links' && isObject(value) && isObject(b[name])) {
      for (const rel of Object.keys(value)) {
        if (rel in b[name]) continue
        dropped.add(rel)
        delete value[rel]
      }
    } else dropMoreLinks(value, b[name], dropped)
  }
}

interface Answer {
  readonly status: number
  readonly type: string | null
  readonly body: Record<string, unknown>
}

const ask = async (url: string, { method, path, body }: HttpRequest): Promise<Answer> => {
  const answer = await fetch(`${url}${path}`, {
    method,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  })
  const json = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, type: answer.headers.get('content-type'), body: json }
}

const isAnswered = ({ status }: Answer): boolean => status === 200
const isRefused = ({ status }: Answer): boolean => status >= 400 && status < 500

const wholeAnswer = ({ status, type, body: { timestamp, ...body } }: Answer) => ({
  status,
  type,
  body,
  timestamp: typeof timestamp,
})

/** Texts for people may differ. */
const refusal = ({ status, type, body }: Answer) => ({
  status,
  type,
  outcome: body['status'],
  errors: (body['errors'] as Record<string, unknown>[]).map((error) => ({
    ...error,
    message: typeof error['message'],
    detail: typeof error['detail'],
    properties: (error['properties'] as Record<string, unknown>)['code'],
  })),
})

const describe = ({ method, path, body = '' }: HttpRequest): string =>
  `${method} ${path} ${body.slice(0, 80)}`

/** `body.data.totalElements: 12, 13` */
const firstDifference = (a: unknown, b: unknown, path = ''): string | undefined => {
  if (isDeepStrictEqual(a, b)) return undefined
  if (isObject(a) && isObject(b)) {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = firstDifference(a[name], b[name], `${path}.${name}`)
      if (found) return found
    }
  }
  return `${path.slice(1)}: ${JSON.stringify(a)?.slice(0, 100)}, ${JSON.stringify(b)?.slice(0, 100)}`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
