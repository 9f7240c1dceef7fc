/** The methods that write: with a check of what was read before, and in batches. */
import type { Failure, ResourceEntry, Result, Success } from 'corollary/client'
import { type DataProvider, HttpError, type Identifier, type RaRecord } from 'ra-core'
import { type Members, recordBody } from '../../shared/src/records.js'
import { partsOf, randomKey, repeated, sendParts, writtenIds } from '../../shared/src/sending.js'
import { type HttpErrorBody, httpError, partialError, success, unwrapped } from './http-error.js'
import { areEqual, toRecord } from './records.js'
import type { NamedResource, NamedResources } from './resources.js'

interface WriteParams {
  readonly id: Identifier
  readonly data?: Members
  /** What the user has seen; if the record has changed since, the write is refused. */
  readonly previousData?: Members
  readonly meta?: { readonly idempotencyKey?: string }
}

export interface ActParams extends WriteParams {
  readonly action: string
}
export interface IntentParams extends WriteParams {
  readonly intent: string
}
export interface PerformParams extends Pick<WriteParams, 'data' | 'meta'> {
  readonly action: string
  /** The records of a bulk action. */
  readonly ids?: readonly Identifier[]
}

interface CustomWrites {
  /** Performs a workflow action on a record. */
  act<T extends RaRecord = RaRecord>(name: string, params: ActParams): Promise<{ data: T }>
  /** Performs an action in bulk, or on the collection. Bulk outcomes are added up. */
  perform(name: string, params: PerformParams): Promise<{ data: Members }>
  /** Changes the fields of an intent. */
  intent<T extends RaRecord = RaRecord>(name: string, params: IntentParams): Promise<{ data: T }>
  /** Brings back a record that a delete has only marked. */
  restore<T extends RaRecord = RaRecord>(name: string, params: WriteParams): Promise<{ data: T }>
}

type WriteMethod = 'create' | 'update' | 'updateMany' | 'delete' | 'deleteMany'
export type Writes = Pick<DataProvider, WriteMethod> & CustomWrites

export const writesOf = (
  resources: NamedResources,
  { idempotencyKeys = true }: { readonly idempotencyKeys?: boolean },
): Writes => {
  /** @param part number of a request, if a write is sent in several: each needs a key of its own */
  const keyOf = (meta: WriteParams['meta'], part = 0) => {
    if (!idempotencyKeys) return {}
    const { idempotencyKey = randomKey() } = meta ?? {}
    return { idempotencyKey: part === 0 ? idempotencyKey : `${idempotencyKey}.${part}` }
  }

  /** Before the first record is written. @throws HttpError unless all of them are visible */
  const readAll = async ({ client }: NamedResource, ids: readonly Identifier[]) => {
    const { ids: size } = await resources.limits()
    const wanted = [...new Set(ids)]
    const records: Members[] = []
    for (const part of partsOf(wanted, size)) records.push(...(await unwrapped(client.byIds(part))))
    if (records.length < wanted.length) throw missing(wanted.length - records.length)
    return records
  }

  return {
    create: async (name, { data, meta }) => {
      const { client, entry } = await resources.find(name)
      const options = keyOf(meta)
      const body = recordBody(data, entry.idField)
      return saved(await repeated(() => client.create(body, options)), entry)
    },
    update: async (name, { id, data, previousData }) => {
      const resource = await resources.find(name)
      const { client, entry } = resource
      const { record, ifMatch } = await readCurrent(resource, id, previousData)
      // An update replaces the record, and forms may have only some of its fields.
      const body = recordBody({ ...record, ...data }, entry.idField)
      return saved(await withCurrent(resource, id, client.update(id, body, { ifMatch })), entry)
    },
    updateMany: async (name, { ids, data }) => {
      const resource = await resources.find(name)
      const { client, entry, versionField } = resource
      const version = await versionField()
      const items = (await readAll(resource, ids)).map((record) => ({
        ...{ operation: 'UPDATE' as const, id: record[entry.idField] as Identifier },
        ...(version === undefined ? {} : { version: record[version] as number }),
        data: recordBody({ ...record, ...data }, entry.idField),
      }))
      const { batchItems } = await resources.limits()
      const send = async (part: Readonly<typeof items>) => {
        const options = { ...keyOf(undefined), isMinimal: true } as const
        const result = await unwrapped(repeated(() => client.batch(part, options)))
        return { ids: part.map(({ id }) => id), result }
      }
      await sendParts(items, batchItems, send, partialError(items.length))
      return { data: [...ids] }
    },
    delete: async (name, { id, previousData }) => {
      const resource = await resources.find(name)
      const ifMatch = await seenVersion(resource, id, previousData)
      await withCurrent(resource, id, resource.client.delete(id, { ifMatch }))
      return { data: (previousData ?? { id }) as never }
    },
    deleteMany: async (name, { ids }) => {
      const resource = await resources.find(name)
      const { client, entry } = resource
      const records = await readAll(resource, ids)
      const keys = records.map((record) => record[entry.idField] as Identifier)
      const { bulk } = await resources.limits()
      const send = async (part: readonly Identifier[]) => ({
        ids: part,
        result: await unwrapped(client.deleteBatch(part)),
      })
      await sendParts(keys, bulk, send, partialError(keys.length))
      return { data: [...ids] }
    },
    act: async (name, { id, action, data = {}, previousData, meta }) => {
      const resource = await resources.find(name)
      const ifMatch = await seenVersion(resource, id, previousData)
      const options = { ...keyOf(meta), ifMatch }
      const sent = repeated(() => resource.client.act(id, action, data, options))
      const result = await withCurrent(resource, id, sent)
      return { data: { id, ...result.data } as never }
    },
    perform: async (name, { action, ids, data = {}, meta }) => {
      const { client, selection } = await resources.find(name)
      if (!ids) {
        const options = keyOf(meta)
        const sent = repeated(() => client.perform(action, data, options))
        return { data: (await unwrapped(sent)) ?? {} }
      }
      const { idsField, maxItems } = await selection(action)
      const send = async (part: readonly Identifier[], index: number) => {
        const options = keyOf(meta, index)
        const body = { ...data, [idsField]: part }
        const sent = repeated(() => client.perform(action, body, options))
        const outcome = await unwrapped(sent)
        return { ids: writtenIds(outcome, part), result: outcome ?? {} }
      }
      const outcomes = await sendParts(ids, maxItems, send, partialError(ids.length))
      return { data: addUp(outcomes) }
    },
    intent: async (name, { id, intent, data = {}, previousData }) => {
      const resource = await resources.find(name)
      const { client, entry } = resource
      const ifMatch = await seenVersion(resource, id, previousData)
      const sent = client.intent(id, intent, data, { ifMatch })
      return saved(await withCurrent(resource, id, sent), entry)
    },
    restore: async (name, { id }) => {
      const { client, entry } = await resources.find(name)
      return saved(await client.restore(id), entry)
    },
  }
}

/** @throws HttpError with the record as it is now, if it differs from what the user has seen */
const readCurrent = async (
  { client, entry, lockFields }: NamedResource,
  id: Identifier,
  seen: Members | undefined,
) => {
  const result = success(await client.get(id))
  const record = toRecord<Members>(result.data, entry.idField, result.links)
  for (const field of seen ? await lockFields() : []) {
    if (seen && field in seen && !areEqual(seen[field], record[field])) throw stale(record)
  }
  return { record, ifMatch: entry.versioned ? result.etag : undefined }
}

/** The version of the record, if it is the one that the user has seen. @throws HttpError */
const seenVersion = async (resource: NamedResource, id: Identifier, seen: Members | undefined) =>
  seen && resource.entry.versioned ? (await readCurrent(resource, id, seen)).ifMatch : undefined

const stale = (current: Members): HttpError => {
  const body: HttpErrorBody = { code: 'STALE_RESOURCE_VERSION', traceId: undefined, current }
  return new HttpError('The record was changed since it was read.', 412, body)
}

const missing = (count: number): HttpError =>
  new HttpError(`${count} of the records do not exist or are not visible.`, 404, {
    ...{ code: 'RESOURCE_NOT_FOUND', traceId: undefined },
  } satisfies HttpErrorBody)

/** Adds the record as it is now to the error of a conflict. @throws HttpError */
const withCurrent = async <T>(
  { client, entry }: NamedResource,
  id: Identifier,
  sent: Promise<Result<T>>,
): Promise<Success<T>> => {
  const result = await sent
  if (result.ok) return result
  if (!conflicts.has(result.error.status)) throw httpError(result.error)
  const current = await client.get(id)
  throw httpError(
    result.error,
    current.ok ? toRecord<Members>(current.data, entry.idField, current.links) : undefined,
  )
}

const conflicts: ReadonlySet<number> = new Set([409, 412])

const saved = (result: Success<Members> | Failure, { idField }: ResourceEntry) => {
  const { data, links } = success(result)
  return { data: toRecord<never>(data, idField, links) }
}

/** The outcomes of the parts of a bulk action as one. */
const addUp = (outcomes: readonly Members[]): Members => {
  const [first = {}, ...others] = outcomes
  return others.reduce(
    (sum, outcome) =>
      Object.fromEntries(
        Object.entries(outcome).map(([name, value]) => [name, added(sum[name], value)]),
      ),
    first,
  )
}

const added = (sum: unknown, value: unknown): unknown => {
  if (Array.isArray(sum) && Array.isArray(value)) return [...sum, ...value]
  return typeof sum === 'number' && typeof value === 'number' ? sum + value : value
}
