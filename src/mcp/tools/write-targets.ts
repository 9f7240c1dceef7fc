/** The records that a write concerns, read as they are before it. */
import { isLosslessNumber } from 'lossless-json'
import { digestOf } from '../../foundation/json/canonical-json.js'
import type { JsonObject } from '../../foundation/json/json-object.js'
import type { ResourceEntry } from '../../wire/catalogs/resources.js'
import { type Command, recordPath } from '../catalog.js'
import { recordOf } from '../result.js'
import type { ToolContext } from './tool.js'

/** A request that writes, and the record that it is about. */
export interface WriteRequest {
  readonly command: Command
  readonly entry: ResourceEntry
  readonly id: string | number | undefined
  readonly path: string
  readonly body: JsonObject | undefined
}

/** A confirmation is bound to the tag or the digest, so it notices whether a record changes. */
interface Targets {
  readonly record: unknown
  readonly tag?: string
  readonly digest?: string
}

export const readTargets = async (
  request: WriteRequest,
  { api }: ToolContext,
): Promise<Targets> => {
  const { command, entry, id } = request
  // Deleted records cannot be read.
  if (command.name === 'restore') return { record: undefined }
  if (id !== undefined) {
    const { body: read, headers } = await api.request<{ data: unknown }>(
      'GET',
      recordPath(entry, id),
    )
    const record = recordOf(read.data)
    const tag = headers['etag']
    return entry.versioned && typeof tag === 'string'
      ? { record, tag }
      : { record, digest: digestOf(record) }
  }
  const ids = namedIds(request)
  if (ids.length === 0) return { record: undefined }
  const records: unknown[] = []
  for (const part of addressable(ids)) {
    const path = `${entry.resourcePath}/by-ids`
    const { body: found } = await api.request<readonly unknown[]>('GET', path, {
      query: { ids: part },
    })
    records.push(...found.map(recordOf))
  }
  return { record: undefined, digest: digestOf(records) }
}

/** The ids that a bulk action names; none if the service will refuse them with the request. */
const namedIds = ({ command: { selection }, body }: WriteRequest): readonly string[] => {
  const ids = selection ? body?.[selection.idsField] : undefined
  if (!selection || !Array.isArray(ids) || ids.length > selection.maxItems) return []
  return ids.every(isId) ? ids.map(String) : []
}

const isId = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || isLosslessNumber(value)

/** Characters of the ids in one address: every proxy accepts such an address. */
const maxIdsLength = 2_000

/** Parts of the ids that fit into an address. */
const addressable = (ids: readonly string[]): readonly (readonly string[])[] => {
  const parts: string[][] = []
  let length = maxIdsLength
  for (const id of ids) {
    const added = new URLSearchParams({ ids: id }).toString().length + 1
    length += added
    if (length > maxIdsLength) {
      parts.push([])
      length = added
    }
    parts.at(-1)!.push(id)
  }
  return parts
}
