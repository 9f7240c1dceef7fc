/** Names records by the field that is their option label, otherwise by their ids. */
import type { Id, ResourceEntry } from '../service/discovery.js'
import type { Row } from '../service/records.js'

const maxCharacters = 80

/** Cuts texts that would fill a line or a dialog. */
export const shorten = (text: string, max = maxCharacters): string =>
  text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text

/** Returns the text of the label field; undefined for records without one. */
export const labelOf = (resource: ResourceEntry, row: Row | undefined): string | undefined => {
  const label = resource.labelField === null ? undefined : row?.[resource.labelField]
  return label === null || label === undefined || label === '' ? undefined : String(label)
}

const uuid = /^([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Returns the id as people tell records apart: of a UUID, the first part. */
export const shortId = (id: Id): string => String(id).replace(uuid, '$1')

/** Returns true for ids that people read, such as `EU`: no numbers, UUIDs or composite keys. */
export const isCode = (id: unknown): id is string =>
  typeof id === 'string' && /^[^~]*\p{L}[^~]*$/u.test(id) && !uuid.test(id)

/** Returns a name for titles, questions and links, which is never empty. */
export const nameOf = (resource: ResourceEntry, row: Row | undefined, id: Id): string =>
  shorten(labelOf(resource, row) ?? `${resource.recordTitle} ${shortId(id)}`)
