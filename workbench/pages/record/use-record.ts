/** Loads a record with its schema and its capabilities. */
import {
  type Id,
  type ResourceEntry,
  readItemCapabilities,
  readSchema,
} from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { readRecord } from '../../service/records.js'

export const useRecord = (resource: ResourceEntry, id: Id) => {
  const { resourceKey, schemas } = resource
  const url = schemas.detail ?? undefined
  const shape = useLoad(url, () => readSchema(url!))
  const record = useLoad(url && `${resourceKey} ${id}`, (signal) =>
    readWithCapabilities(resource, id, signal),
  )
  const capabilities = record.data?.capabilities
  return {
    shape: shape.data,
    row: record.data?.row,
    /** The version that the user sees. Every write sends it. */
    etag: record.etag,
    capabilities: capabilities?.ok ? capabilities.data : undefined,
    error: shape.error ?? record.error ?? (capabilities?.ok ? undefined : capabilities?.error),
    isLoading: record.isLoading,
    reload: record.reload,
  }
}

/** Reads both together, so that no button offers an action that the shown record does not allow. */
const readWithCapabilities = async (resource: ResourceEntry, id: Id, signal: AbortSignal) => {
  const [record, capabilities] = await Promise.all([
    readRecord(resource, id, signal),
    readItemCapabilities(resource, id, signal),
  ])
  return record.ok ? { ...record, data: { row: record.data, capabilities } } : record
}

export type LoadedRecord = ReturnType<typeof useRecord>
