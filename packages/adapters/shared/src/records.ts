/** Records as the service takes them back, and the field that shows whether they have changed. */
import type { Field } from 'corollary/client'

export type Members = Readonly<Record<string, unknown>>

/**
 * The body of an update. The service ignores members that only its responses have, but not those
 * that adapters add.
 */
export const recordBody = (record: Members, idField: string): Members => {
  const { _etag, _links, datasetVersion, ...members } = record
  if (idField === 'id') return members
  const { id, ...body } = members
  return body
}

/**
 * The field that has the version; undefined if it is hidden from the caller.
 *
 * @param fields of the schema `detail`, which hides nothing else in forms
 */
export const versionFieldOf = (fields: readonly Field[]): string | undefined =>
  fields.find(({ formHidden }) => formHidden)?.name
