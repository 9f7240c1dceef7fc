/** Records as Refine has them, and as the service takes them. */
import type { BaseKey, BaseRecord } from '@refinedev/core'

export type Members = Readonly<Record<string, unknown>>

/**
 * A record has `id`, whatever its field is called, and `_etag` if it was read alone: an update that
 * contains it is refused if the record has changed since.
 */
export const recordOf = <T extends BaseRecord>(
  record: Members,
  idField: string,
  etag?: string,
): T =>
  ({
    ...{ ...record, id: record[idField] },
    ...(etag === undefined ? {} : { _etag: etag }),
  }) as unknown as T

/** The service ignores members that only responses have, but not those of the adapter. */
export const bodyOf = (values: Members, idField: string): Members => {
  const { _etag, _links, datasetVersion, ...members } = values
  if (idField === 'id') return members
  const { id, ...body } = members
  return body
}

export const etagOf = (values: unknown): string | undefined => {
  const etag = (values as Members | undefined)?.['_etag']
  return typeof etag === 'string' ? etag : undefined
}

/** Parts of a list with at most `size` items. */
export const partsOf = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  )

/** Keys in addresses of pages are texts; bodies of requests have the values of records. */
export const idsOf = (records: readonly Members[], idField: string): readonly BaseKey[] =>
  records.map((record) => record[idField] as BaseKey)
