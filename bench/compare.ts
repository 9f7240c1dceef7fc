/** Compares the responses of the servers, before anything is timed. */
import { isDeepStrictEqual } from 'node:util'
import { fetchOnce, type HttpRequest } from './load.js'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export const ask = async (url: string, request: HttpRequest): Promise<Answer> => {
  const { status, headers, text } = await fetchOnce(url, request)
  if (!/^application\/[^;]*json/.test(headers.get('content-type') ?? ''))
    return { status, body: text }
  return { status, body: withoutVariables(JSON.parse(text)) }
}

/** Links are not promised by every server; versions, times and cursors differ. */
const variable: ReadonlySet<string> = new Set([
  ...['_links', 'datasetVersion', 'timestamp', 'traceId', 'next', 'prev'],
])

const withoutVariables = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutVariables)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([name]) => !variable.has(name))
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutVariables(member)]))
}

/** `body.data.totalElements: 12, 13`; undefined if there is no difference. */
export const firstDifference = (a: unknown, b: unknown, path = ''): string | undefined => {
  if (isDeepStrictEqual(a, b)) return undefined
  if (isObject(a) && isObject(b)) {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = firstDifference(a[name], b[name], `${path}.${name}`)
      if (found) return found
    }
  }
  return `${path.slice(1)}: ${JSON.stringify(a)?.slice(0, 100)}, ${JSON.stringify(b)?.slice(0, 100)}`
}

/** The outcome of a refused request; texts for people may differ. */
export const refusal = ({ status, body }: Answer): unknown => ({
  status,
  errors: ((body as { errors?: Record<string, unknown>[] }).errors ?? []).map((error) => ({
    code: error['code'],
    target: error['target'],
    status: error['status'],
  })),
})

export const describe = ({ method, path, body = '' }: HttpRequest): string =>
  `${method} ${path} ${body.slice(0, 120)}`

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
