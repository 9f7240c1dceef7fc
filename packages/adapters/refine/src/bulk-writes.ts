/** The methods of the data provider that write many records, in parts that the service takes. */
import type { BaseKey, BaseRecord, DataProvider, MetaQuery } from '@refinedev/core'
import type { UntypedResource } from 'corollary/client'
import type { Members } from '../../shared/src/records.js'
import {
  itemsOf,
  type OutcomeItem,
  partsOf,
  repeated,
  sendParts,
  writtenIds,
} from '../../shared/src/sending.js'
import type { Catalog, Resource } from './catalog.js'
import { dataOf, partialError, RefineError } from './http-error.js'
import { writeMeta } from './meta.js'
import { idsOf } from './records.js'
import { creating, type WriteSettings } from './sending.js'
import { updateRecord } from './writes.js'

type BulkWrites = Required<Pick<DataProvider, 'createMany' | 'updateMany' | 'deleteMany'>>

export const bulkWritesOf = (catalog: Catalog, settings: WriteSettings): BulkWrites => {
  /** Before the first record is written. @throws RefineError unless all of them are visible */
  const readAll = async (
    { records }: Resource,
    ids: readonly BaseKey[],
  ): Promise<readonly Members[]> => {
    const { ids: size } = await catalog.limits()
    const wanted = [...new Set(ids)]
    const content: Members[] = []
    for (const part of partsOf(wanted, size)) content.push(...(await dataOf(records.byIds(part))))
    const count = wanted.length - content.length
    if (count === 0) return content
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
    const send = async (part: typeof items, index: number) => {
      const options = { ...creating(settings, meta, index), ...(atomicity && { atomicity }) }
      const outcome = await dataOf(repeated(() => records.batch(part, options)))
      return { ids: writtenIds<BaseKey>(outcome, []), result: outcome.items }
    }
    const outcomes = await sendParts(items, batchItems, send, failureOf(meta, items.length))
    refuseFailed(meta, outcomes.flat())
    return outcomes
      .flat()
      .flatMap(({ record }) => (record === null ? [] : [toRecord<T>(record as Members)]))
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
    const send = async (part: readonly BaseKey[], index: number) => {
      const body = { ...values, [idsField]: part }
      const options = creating(settings, meta, index)
      const outcome = await dataOf(repeated(() => records.perform(action, body, options)))
      return { ids: writtenIds(outcome, part), result: itemsOf(outcome) ?? [] }
    }
    const outcomes = await sendParts(ids, maxItems, send, failureOf(meta, ids.length))
    refuseFailed(meta, outcomes.flat())
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
      const current = await readAll(resource, ids)
      if (intent !== undefined) {
        const send = async ([id]: readonly BaseKey[]) => {
          const result = await updateRecord<T>(resource, id!, variables, settings, meta)
          return { ids: [id!], result }
        }
        return { data: [...(await sendParts(ids, 1, send, failureOf(meta, ids.length)))] }
      }
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
      const send = async (part: readonly BaseKey[]) => {
        const options = { permanent, dryRun }
        return { ids: part, result: await dataOf(resource.records.deleteBatch(part, options)) }
      }
      await sendParts(keys, bulk, send, failureOf(meta, keys.length))
      return { data: ids.map((id) => ({ id })) as never }
    },
  }
}

/** A dry run writes nothing, so what it has done before an error is of no interest. */
const failureOf = (meta: MetaQuery | undefined, total: number) =>
  writeMeta(meta).dryRun ? (error: unknown) => error : partialError(total)

/** @throws RefineError that names the records which were not written; the others were */
const refuseFailed = (meta: MetaQuery | undefined, items: readonly OutcomeItem[]): void => {
  const failures = items.filter(({ status }) => status === 'FAILED')
  const [first] = failures
  if (!first) return
  const list = failures.map(({ id, message }) => (id === null ? message : `${id}: ${message}`))
  throw new RefineError(`${failures.length} of ${items.length} failed. ${list.join(' ')}`, {
    ...{ statusCode: 409, code: first.code ?? 'BUSINESS_RULE_VIOLATION' },
    written: writeMeta(meta).dryRun ? [] : writtenIds<BaseKey>({ items }, []),
  })
}
