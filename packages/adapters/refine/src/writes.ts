/** The methods of the data provider that write one record. */
import type { BaseKey, BaseRecord, DataProvider, MetaQuery } from '@refinedev/core'
import type { Failure, Success } from 'corollary/client'
import { repeated } from '../../shared/src/sending.js'
import type { Catalog, Resource } from './catalog.js'
import { refineError, success } from './http-error.js'
import { writeMeta } from './meta.js'
import { etagOf } from './records.js'
import { creating, type WriteSettings } from './sending.js'

type Writes = Pick<DataProvider, 'create' | 'update' | 'deleteOne'>

export const writesOf = (catalog: Catalog, settings: WriteSettings): Writes => ({
  create: async ({ resource: key, variables, meta }) => {
    const resource = await catalog.find(key)
    const body = resource.toBody(variables)
    const options = creating(settings, meta)
    const result = await repeated(() => resource.records.create(body, options))
    return { data: resource.toCurrent(success(result)) }
  },
  update: async ({ resource: key, id, variables, meta }) => {
    const resource = await catalog.find(key)
    return { data: await updateRecord(resource, id, variables, settings, meta) }
  },
  deleteOne: async ({ resource: key, id, variables, meta }) => {
    const resource = await catalog.find(key)
    const { ifMatch = etagOf(variables), permanent, dryRun } = writeMeta(meta)
    await withCurrent(resource, id, resource.records.delete(id, { ifMatch, permanent, dryRun }))
    return { data: { id } as never }
  },
})

/** An update replaces the record, and forms may have only some of its fields. */
export const updateRecord = async <T extends BaseRecord>(
  resource: Resource,
  id: BaseKey,
  variables: unknown,
  settings: WriteSettings,
  meta: MetaQuery | undefined,
): Promise<T> => {
  const { records } = resource
  const { intent, action, dryRun, ifMatch = etagOf(variables) } = writeMeta(meta)
  const values = resource.toBody(variables)
  if (action !== undefined) {
    const options = { ...creating(settings, meta), ifMatch }
    await withCurrent(
      resource,
      id,
      repeated(() => records.act(id, action, values, options)),
    )
    const read = await records.get(id)
    // The action was performed, also if the caller no longer sees the record.
    return read.ok ? resource.toCurrent(read) : ({ id } as T)
  }
  if (intent !== undefined) {
    const sent = records.intent(id, intent, values, { ifMatch, dryRun })
    return resource.toCurrent(await withCurrent(resource, id, sent))
  }
  const current = success(await records.get(id))
  const body = resource.toBody({ ...current.data, ...values })
  const sent = records.update(id, body, { ifMatch: ifMatch ?? current.etag, dryRun })
  return resource.toCurrent(await withCurrent(resource, id, sent))
}

/** Adds the record as it is now to the error of a conflict. @throws RefineError */
const withCurrent = async <T>(
  { records, toCurrent }: Resource,
  id: BaseKey,
  sent: Promise<Success<T> | Failure>,
): Promise<Success<T>> => {
  const result = await sent
  if (result.ok) return result
  if (!conflicts.has(result.error.code)) throw refineError(result.error)
  const current = await records.get(id)
  throw refineError(result.error, current.ok ? toCurrent(current) : undefined)
}

const conflicts: ReadonlySet<string> = new Set(['STALE_RESOURCE_VERSION', 'RESOURCE_STATE_BLOCKED'])
