/**
 * `custom` of the data provider: operations that Refine has no method for, by a path that begins
 * with the key of a resource, such as `sales.orders/7/actions/approve`.
 */
import type { CustomParams, CustomResponse, DataProvider } from '@refinedev/core'
import type { Failure, UntypedResource } from 'corollary/client'
import type { Members } from '../../shared/src/records.js'
import { repeated } from '../../shared/src/sending.js'
import type { Catalog } from './catalog.js'
import { success, unsupported } from './http-error.js'
import { signalOf, writeMeta } from './meta.js'
import { creating, type WriteSettings } from './sending.js'

type Sent = Promise<{ readonly ok: true; readonly data?: unknown } | Failure>

interface Request {
  readonly records: UntypedResource
  /** What the `*` of the path stand for. */
  readonly parts: readonly string[]
  readonly body: Members
  readonly options: ReturnType<typeof creating> & { readonly ifMatch: string | undefined }
  readonly signal: AbortSignal | undefined
}

type Send = (request: Request) => Sent

/** By method and path below the resource. */
const operations: Readonly<Record<string, Send>> = {
  'post actions/*': ({ records, parts, body, options }) =>
    repeated(() => records.perform(parts[0]!, body, options)),
  'post */actions/*': ({ records, parts, body, options }) =>
    repeated(() => records.act(parts[0]!, parts[1]!, body, options)),
  'patch */*': ({ records, parts, body, options: { ifMatch, dryRun } }) =>
    records.intent(parts[0]!, parts[1]!, body, { ifMatch, dryRun }),
  'patch */restore': ({ records, parts, options: { ifMatch, dryRun } }) =>
    records.restore(parts[0]!, { ifMatch, dryRun }),
  'post stats/group-by': ({ records, body, signal }) =>
    records.stats.groupBy(body as never, { signal }),
  'post stats/timeseries': ({ records, body, signal }) =>
    records.stats.timeSeries(body as never, { signal }),
  'post stats/distribution': ({ records, body, signal }) =>
    records.stats.distribution(body as never, { signal }),
  'post options/filter': ({ records, body, signal }) => {
    const { filter = {}, ...options } = body as { filter?: Members }
    return records.options(filter, { ...options, signal })
  },
  'post option-sources/*/options/filter': ({ records, parts, body, signal }) =>
    records.optionSource(parts[0]!).filter({ ...body, signal }),
  'get capabilities': ({ records, signal }) => records.capabilities(undefined, { signal }),
  'get */capabilities': ({ records, parts, signal }) => records.capabilities(parts[0]!, { signal }),
  'get */history': ({ records, parts, body, signal }) =>
    records.history(parts[0]!, { ...body, signal }),
}

export const customOf = (
  catalog: Catalog,
  settings: WriteSettings,
): Required<Pick<DataProvider, 'custom'>> => ({
  custom: async <T>(params: CustomParams<unknown, unknown>): Promise<CustomResponse<T>> => {
    const { url, method, payload, query, meta } = params
    const [resource = '', ...segments] = url.replace(/^\//, '').split('/').map(decodeURIComponent)
    const { records } = await catalog.find(resource)
    const found = find(method, segments)
    if (!found) {
      const accepted = Object.keys(operations).join(', ')
      throw unsupported(`'${method} ${url}' is not an operation of '${resource}': ${accepted}.`)
    }
    const sent = found.send({
      records,
      parts: found.parts,
      body: { ...(query as Members | undefined), ...(payload as Members | undefined) },
      options: { ...creating(settings, meta), ifMatch: writeMeta(meta).ifMatch },
      signal: signalOf(meta),
    })
    return { data: success(await sent).data as T }
  },
})

const find = (method: string, segments: readonly string[]) => {
  const matches = Object.entries(operations).filter(([pattern]) => {
    const [verb, path = ''] = pattern.split(' ')
    const names = path.split('/')
    return (
      verb === method &&
      names.length === segments.length &&
      names.every((name, index) => name === '*' || name === segments[index])
    )
  })
  // A path without a placeholder comes before one that has one at its place.
  const [match] = matches.sort(([a], [b]) => a.split('*').length - b.split('*').length)
  if (!match) return undefined
  const names = match[0].split(' ')[1]!.split('/')
  return { send: match[1], parts: segments.filter((_, index) => names[index] === '*') }
}
