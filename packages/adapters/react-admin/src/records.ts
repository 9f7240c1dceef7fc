/** Records as react-admin has them, and as the service takes them. */
import type { Links } from 'corollary/client'

export type Members = Readonly<Record<string, unknown>>

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

/** Members that only a response has are ignored by the service. */
export const toBody = (record: Members, idField: string): Members => {
  const { _links, datasetVersion, ...fields } = record
  if (idField === 'id') return fields
  const { id, ...body } = fields
  return body
}

/** Compares values of JSON. */
export const areEqual = (a: unknown, b: unknown): boolean => {
  if (!isObject(a) || !isObject(b)) return (a ?? null) === (b ?? null)
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => areEqual(a[name], b[name]))
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null

/** Lists of at most `size` values, in their order. */
export const slices = <T>(values: readonly T[], size: number): readonly T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size),
  )
