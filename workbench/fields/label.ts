/** The name of a record: the field that is its option label, otherwise its id. */
import type { Id, ResourceEntry } from '../service/discovery.js'
import type { Row } from '../service/records.js'

const maxCharacters = 80

/** Cuts texts that would fill a line or a dialog. */
export const shorten = (text: string, max = maxCharacters): string =>
  text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text

/** Text of the label field; undefined if the record has none. */
export const labelOf = (resource: ResourceEntry, row: Row | undefined): string | undefined => {
  const label = resource.labelField === null ? undefined : row?.[resource.labelField]
  return label === null || label === undefined || label === '' ? undefined : String(label)
}

/** For titles, questions and links; never empty. */
export const nameOf = (resource: ResourceEntry, row: Row | undefined, id: Id): string =>
  shorten(labelOf(resource, row) ?? `${resource.title} ${id}`)
