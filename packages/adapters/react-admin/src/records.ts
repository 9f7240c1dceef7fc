/** Records as react-admin has them. */
import type { Links } from 'corollary/client'
import type { Members } from '../../shared/src/records.js'

/**
 * The links of a record that say what the caller may do with it. The same record looks the same in
 * a list and alone: react-admin resets a form whose record has changed.
 */
const linksOf = (links: Links | undefined) => ({
  ...(links?.['update'] ? { update: links['update'] } : {}),
  ...(links?.['delete'] ? { delete: links['delete'] } : {}),
})

/** @param links of the response, where the record has none of its own */
export const toRecord = <T>(record: Members, idField: string, links?: Links): T => {
  const { _links: ownLinks = links, datasetVersion, ...fields } = record
  return {
    ...{ ...fields, id: record[idField] },
    ...(ownLinks ? { _links: linksOf(ownLinks as Links) } : {}),
  } as T
}

/** Compares values of JSON. */
export const areEqual = (a: unknown, b: unknown): boolean => {
  if (!isObject(a) || !isObject(b)) return (a ?? null) === (b ?? null)
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => areEqual(a[name], b[name]))
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null
