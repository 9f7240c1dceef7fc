/** Records as Refine has them. */
import type { BaseKey, BaseRecord } from '@refinedev/core'
import type { Members } from '../../shared/src/records.js'

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

export const etagOf = (values: unknown): string | undefined => {
  const etag = (values as Members | undefined)?.['_etag']
  return typeof etag === 'string' ? etag : undefined
}

/** Keys in addresses of pages are texts; bodies of requests have the values of records. */
export const idsOf = (records: readonly Members[], idField: string): readonly BaseKey[] =>
  records.map((record) => record[idField] as BaseKey)
