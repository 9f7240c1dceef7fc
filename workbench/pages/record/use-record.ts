/** Loads a record with its schema and with what the caller may do with it. */
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
    readRecord(resource, id, signal),
  )
  const capabilities = useLoad(`${resourceKey} ${id} capabilities`, (signal) =>
    readItemCapabilities(resource, id, signal),
  )
  return {
    shape: shape.data,
    row: record.data,
    /** The version that the user sees: sent with every write. */
    etag: record.etag,
    capabilities: capabilities.data,
    error: shape.error ?? record.error ?? (record.data ? capabilities.error : undefined),
    isLoading: record.isLoading || capabilities.isLoading,
    reload: () => {
      record.reload()
      capabilities.reload()
    },
  }
}

export type LoadedRecord = ReturnType<typeof useRecord>
