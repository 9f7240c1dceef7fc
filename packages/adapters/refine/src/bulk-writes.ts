/** The methods of the data provider that write many records, in parts that the service takes. */
import type { BaseKey, BaseRecord, DataProvider, MetaQuery } from '@refinedev/core'
import type { UntypedResource } from 'corollary/client'
import type { Members } from '../../shared/src/records.js'
import { partsOf, repeated } from '../../shared/src/sending.js'
import type { Catalog, Resource } from './catalog.js'
import { dataOf, RefineError } from './http-error.js'
import { writeMeta } from './meta.js'
import { idsOf } from './records.js'
import { creating, type WriteSettings } from './sending.js'
import { updateRecord } from './writes.js'

type BulkWrites = Required<Pick<DataProvider, 'createMany' | 'updateMany' | 'deleteMany'>>

export const bulkWritesOf = (catalog: Catalog, settings: WriteSettings): BulkWrites => {
  /** @throws RefineError unless all of them are visible */
  const readAll = async (
    { records }: Resource,
    ids: readonly BaseKey[],
  ): Promise<readonly Members[]> => {
    const { ids: size } = await catalog.limits()
    const content: Members[] = []
    for (const part of partsOf(ids, size)) content.push(...(await dataOf(records.byIds(part))))
    if (content.length === ids.length) return content
    const count = ids.length - content.length
    throw new RefineError(`${count} of the records do not exist or are not visible.`, {
      ...{ statusCode: 404, code: 'RESOURCE_NOT_FOUND' },
    })
  }

  const sendBatches = async <T extends BaseRecord>(
    { records, toRecord }: Resource,
    items: Parameters<UntypedResource['batch']>[0],
    meta: MetaQuery | undefined,
  ): Promise<T[]> => {
    const { batchItems } = await catalog.limits()
    const { atomicity } = writeMeta(meta)
    const written: Members[] = []
    const failures: Item[] = []
    for (const [index, part] of partsOf(items, batchItems).entries()) {
      const options = { ...creating(settings, meta, index), ...(atomicity && { atomicity }) }
      const outcome = await dataOf(repeated(() => records.batch(part, options)))
      failures.push(...failedItems(outcome))
      written.push(...outcome.items.flatMap(({ record }) => (record === null ? [] : [record])))
    }
    refuseFailed(failures, items.length)
    return written.map((record) => toRecord<T>(record))
  }

  const performAction = async (
    { key, records }: Resource,
    action: string,
    ids: readonly BaseKey[],
    values: Members,
    meta: MetaQuery | undefined,
  ): Promise<void> => {
    const { actions } = await dataOf(catalog.client.actions(key))
    const selection = actions.find(({ id }) => id === action)?.execution.selection
    const { idsField = 'ids', maxItems = ids.length } = selection ?? {}
    const failures: Item[] = []
    for (const [index, part] of partsOf(ids, maxItems).entries()) {
      const body = { ...values, [idsField]: part }
      const options = creating(settings, meta, index)
      const outcome = await dataOf(repeated(() => records.perform(action, body, options)))
      failures.push(...failedItems(outcome))
    }
    refuseFailed(failures, ids.length)
  }

  return {
    createMany: async ({ resource: key, variables, meta }) => {
      const resource = await catalog.find(key)
      const items = variables.map((values) => ({
        operation: 'CREATE' as const,
        data: resource.toBody(values),
      }))
      return { data: await sendBatches(resource, items, meta) }
    },
    updateMany: async <T extends BaseRecord>({
      resource: key,
      ids,
      variables,
      meta,
    }: Parameters<BulkWrites['updateMany']>[0]) => {
      const resource = await catalog.find(key)
      const { idField } = resource.entry
      const { intent, action } = writeMeta(meta)
      if (intent !== undefined) {
        const data: T[] = []
        for (const id of ids) {
          data.push(await updateRecord<T>(resource, id, variables, settings, meta))
        }
        return { data }
      }
      const current = await readAll(resource, ids)
      const values = resource.toBody(variables)
      if (action !== undefined) {
        await performAction(resource, action, idsOf(current, idField), values, meta)
        // The action was performed, also if the caller no longer sees the records.
        const changed = await readAll(resource, ids).catch(() =>
          ids.map((id) => ({ [idField]: id })),
        )
        return { data: changed.map((record) => resource.toRecord<T>(record)) }
      }
      const versionField = await catalog.versionField(resource)
      const items = current.map((record) => ({
        operation: 'UPDATE' as const,
        id: record[idField] as BaseKey,
        ...(versionField === undefined ? {} : { version: record[versionField] as number }),
        data: resource.toBody({ ...record, ...values }),
      }))
      return { data: await sendBatches<T>(resource, items, meta) }
    },
    deleteMany: async ({ resource: key, ids, meta }) => {
      const resource = await catalog.find(key)
      const { permanent, dryRun } = writeMeta(meta)
      const { bulk } = await catalog.limits()
      const keys = idsOf(await readAll(resource, ids), resource.entry.idField)
      for (const part of partsOf(keys, bulk)) {
        await dataOf(resource.records.deleteBatch(part, { permanent, dryRun }))
      }
      return { data: ids.map((id) => ({ id })) as never }
    },
  }
}

interface Item {
  readonly id: unknown
  readonly status: 'SUCCEEDED' | 'FAILED'
  readonly code: string | null
  readonly message: string | null
}

/** An outcome of a batch or of a bulk action; other actions have other results. */
const failedItems = (outcome: { readonly items?: unknown } | null): readonly Item[] => {
  const items = outcome?.items
  return Array.isArray(items) ? items.filter(({ status }: Item) => status === 'FAILED') : []
}

/** @throws RefineError that names the records which were not written; the others were */
const refuseFailed = (failures: readonly Item[], total: number): void => {
  const [first] = failures
  if (!first) return
  const list = failures.map(({ id, message }) => (id === null ? message : `${id}: ${message}`))
  throw new RefineError(`${failures.length} of ${total} failed. ${list.join(' ')}`, {
    ...{ statusCode: 409, code: first.code ?? 'BUSINESS_RULE_VIOLATION' },
  })
}
