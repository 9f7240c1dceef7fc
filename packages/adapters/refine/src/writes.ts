/** The methods of the data provider that write. */
import type { BaseKey, BaseRecord, DataProvider, MetaQuery } from '@refinedev/core'
import type { Failure, Result, Success, UntypedResource } from 'corollary/client'
import type { Catalog } from './catalog.js'
import { dataOf, RefineError, refineError, success } from './http-error.js'
import { type WriteMeta, writeMeta } from './meta.js'
import { bodyOf, idsOf, type Members, partsOf, readRecord, recordOf } from './records.js'

type WriteMethod = 'create' | 'createMany' | 'update' | 'updateMany' | 'deleteOne' | 'deleteMany'
type Writes = Required<Pick<DataProvider, WriteMethod>>

export interface WriteSettings {
  /**
   * False: creates, actions and batches are sent without an `Idempotency-Key`, which a service
   * without platform tables refuses. Default: true.
   */
  readonly idempotencyKeys?: boolean
}

export const writesOf = (catalog: Catalog, settings: WriteSettings): Writes => ({
  create: async ({ resource, variables, meta }) => {
    const { idField } = await catalog.entry(resource)
    const body = bodyOf(variables as Members, idField)
    const records = catalog.client.resource(resource)
    const options = creating(settings, meta)
    const result = success(await repeated(() => records.create(body, options)))
    return { data: readRecord(result, idField) }
  },
  createMany: async ({ resource, variables, meta }) => {
    const { idField } = await catalog.entry(resource)
    const items = variables.map((values) => ({
      operation: 'CREATE' as const,
      data: bodyOf(values as Members, idField),
    }))
    return { data: await batchOf(catalog, resource, items, settings, meta) }
  },
  update: async ({ resource, id, variables, meta }) => ({
    data: await updateOf(catalog, resource, id, variables as Members, settings, meta),
  }),
  updateMany: async <T extends BaseRecord>({
    resource,
    ids,
    variables,
    meta,
  }: Parameters<Writes['updateMany']>[0]) => {
    const { idField } = await catalog.entry(resource)
    const { intent, action } = writeMeta(meta)
    const values = variables as Members
    const current = await readAll(catalog, resource, ids)
    if (action !== undefined) {
      const keys = idsOf(current, ids, idField)
      await performAll(catalog, resource, action, keys, values, settings)
      return { data: await reread<T>(catalog, resource, ids) }
    }
    if (intent !== undefined) {
      const data: T[] = []
      for (const id of ids) {
        data.push(await updateOf<T>(catalog, resource, id, values, settings, meta))
      }
      return { data }
    }
    const versionField = await catalog.versionField(resource)
    const items = current.map((record) => ({
      operation: 'UPDATE' as const,
      id: record[idField] as BaseKey,
      ...(versionField === undefined ? {} : { version: record[versionField] as number }),
      data: bodyOf({ ...record, ...values }, idField),
    }))
    return { data: await batchOf<T>(catalog, resource, items, settings, meta) }
  },
  deleteOne: async ({ resource, id, variables, meta }) => {
    const { ifMatch, permanent, dryRun } = writeMeta(meta)
    const seen = ifMatch ?? etagOf(variables as Members | undefined)
    const records = catalog.client.resource(resource)
    const sent = records.delete(id, { ifMatch: seen, permanent, dryRun })
    await withCurrent(catalog, resource, id, sent)
    return { data: { id } as never }
  },
  deleteMany: async ({ resource, ids, meta }) => {
    const { idField } = await catalog.entry(resource)
    const { permanent, dryRun } = writeMeta(meta)
    const { bulk } = await catalog.limits()
    const keys = idsOf(await readAll(catalog, resource, ids), ids, idField)
    const records = catalog.client.resource(resource)
    for (const part of partsOf(keys, bulk)) {
      await dataOf(records.deleteBatch(part, { permanent, dryRun }))
    }
    return { data: ids.map((id) => ({ id })) as never }
  },
})

/** Performs a bulk action. @throws RefineError if it fails for some of the records */
const performAll = async (
  catalog: Catalog,
  resource: string,
  action: string,
  ids: readonly BaseKey[],
  values: Members,
  settings: WriteSettings,
): Promise<void> => {
  const { actions } = await dataOf(catalog.client.actions(resource))
  const selection = actions.find(({ id }) => id === action)?.execution.selection
  const { idsField = 'ids', maxItems = ids.length } = selection ?? {}
  const records = catalog.client.resource(resource)
  const failures: Item[] = []
  for (const part of partsOf(ids, maxItems)) {
    const body = { ...values, [idsField]: part }
    const options = creating(settings, undefined)
    const outcome = await dataOf(repeated(() => records.perform(action, body, options)))
    failures.push(...failedItems(outcome as Outcome | null))
  }
  refuseFailed(failures, ids.length)
}

/** An update replaces the record, and forms may have only some of its fields. */
const updateOf = async <T extends BaseRecord>(
  catalog: Catalog,
  resource: string,
  id: BaseKey,
  variables: Members,
  settings: WriteSettings,
  meta: MetaQuery | undefined,
): Promise<T> => {
  const { idField } = await catalog.entry(resource)
  const records = catalog.client.resource(resource)
  const { intent, action, dryRun, ifMatch: given } = writeMeta(meta)
  const ifMatch = given ?? etagOf(variables)
  const values = bodyOf(variables, idField)
  if (action !== undefined) {
    const options = { ...creating(settings, meta), ifMatch }
    const sent = repeated(() => records.act(id, action, values, options))
    await withCurrent(catalog, resource, id, sent)
    return readRecord<T>(success(await records.get(id)), idField)
  }
  if (intent !== undefined) {
    const sent = records.intent(id, intent, values, { ifMatch, dryRun })
    return readRecord<T>(await withCurrent(catalog, resource, id, sent), idField)
  }
  const current = success(await records.get(id))
  const body = bodyOf({ ...current.data, ...values }, idField)
  const sent = records.update(id, body, { ifMatch: ifMatch ?? current.etag, dryRun })
  return readRecord<T>(await withCurrent(catalog, resource, id, sent), idField)
}

const etagOf = (values: Members | undefined): string | undefined =>
  typeof values?.['_etag'] === 'string' ? values['_etag'] : undefined

const batchOf = async <T extends BaseRecord>(
  catalog: Catalog,
  resource: string,
  items: Parameters<UntypedResource['batch']>[0],
  settings: WriteSettings,
  meta: MetaQuery | undefined,
): Promise<T[]> => {
  const { idField } = await catalog.entry(resource)
  const { batchItems } = await catalog.limits()
  const { atomicity } = writeMeta(meta)
  const records = catalog.client.resource(resource)
  const data: T[] = []
  const failures: Item[] = []
  for (const part of partsOf(items, batchItems)) {
    const options = { ...creating(settings, meta), ...(atomicity && { atomicity }) }
    const outcome = await dataOf(repeated(() => records.batch(part, options)))
    failures.push(...failedItems(outcome))
    data.push(...outcome.items.flatMap(({ record }) => recordsOf<T>(record, idField)))
  }
  refuseFailed(failures, items.length)
  return data
}

const recordsOf = <T extends BaseRecord>(record: Members | null, idField: string): T[] =>
  record === null ? [] : [recordOf<T>(record, idField)]

interface Item {
  readonly id: unknown
  readonly status: 'SUCCEEDED' | 'FAILED'
  readonly code: string | null
  readonly message: string | null
}
interface Outcome {
  readonly items?: readonly Item[]
}

const failedItems = (outcome: Outcome | null): readonly Item[] =>
  (outcome?.items ?? []).filter(({ status }) => status === 'FAILED')

/** @throws RefineError that names the records which were not written; the others were */
const refuseFailed = (failures: readonly Item[], total: number): void => {
  const [first] = failures
  if (!first) return
  const list = failures.map(({ id, message }) => (id === null ? message : `${id}: ${message}`))
  throw new RefineError(`${failures.length} of ${total} failed. ${list.join(' ')}`, {
    ...{ statusCode: 409, code: first.code ?? 'BUSINESS_RULE_VIOLATION' },
  })
}

const readAll = async (catalog: Catalog, resource: string, ids: readonly BaseKey[]) => {
  const { ids: size } = await catalog.limits()
  const records = catalog.client.resource(resource)
  const content: Members[] = []
  for (const part of partsOf(ids, size)) content.push(...(await dataOf(records.byIds(part))))
  if (content.length === ids.length) return content
  const count = ids.length - content.length
  throw new RefineError(`${count} of the records do not exist or are not visible.`, {
    ...{ statusCode: 404, code: 'RESOURCE_NOT_FOUND' },
  })
}

const reread = async <T extends BaseRecord>(
  catalog: Catalog,
  resource: string,
  ids: readonly BaseKey[],
): Promise<T[]> => {
  const { idField } = await catalog.entry(resource)
  return (await readAll(catalog, resource, ids)).map((record) => recordOf<T>(record, idField))
}

/** Adds the record as it is now to the error of a conflict. @throws RefineError */
const withCurrent = async <T>(
  catalog: Catalog,
  resource: string,
  id: BaseKey,
  sent: Promise<Success<T> | Failure>,
): Promise<Success<T>> => {
  const result = await sent
  if (result.ok) return result
  if (!conflicts.has(result.error.code)) throw refineError(result.error)
  const { idField } = await catalog.entry(resource)
  const current = await catalog.client.resource(resource).get(id)
  throw refineError(
    result.error,
    current.ok ? readRecord(current as Success<Members>, idField) : undefined,
  )
}

const conflicts: ReadonlySet<string> = new Set(['STALE_RESOURCE_VERSION', 'RESOURCE_STATE_BLOCKED'])

export const creating = (
  { idempotencyKeys = true }: WriteSettings,
  meta: MetaQuery | undefined,
) => {
  const { idempotencyKey = randomKey(), dryRun }: WriteMeta = writeMeta(meta)
  return { dryRun, ...(idempotencyKeys ? { idempotencyKey } : {}) }
}

/** `crypto.randomUUID` is missing in pages that are not served over HTTPS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Sends a request once more, if that is safe and may succeed. */
export const repeated = async <T>(send: () => Promise<Result<T>>): Promise<Result<T>> => {
  const result = await send()
  return !result.ok && result.error.isRetryable ? send() : result
}
