/** Labels of records and other remote options, by their ids. They are read once, in batches. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Id } from './discovery.js'
import { identity } from './identity.js'
import { readOptionsByIds } from './records.js'
import type { Field } from './shape.js'

const loadedLabels = signal<ReadonlyMap<string, string>>(new Map())
const requested = new Set<string>()
const waiting = new Map<string, Id[]>()

/** Maximum number of ids in a request, whose URL contains them. */
const batchSize = 50

const keyOf = (endpoint: string, id: Id): string => JSON.stringify([identity.value, endpoint, id])

const byIdsEndpoint = ({ endpoint, optionSource }: Field): string | undefined =>
  optionSource?.byIdsEndpoint ?? endpoint?.replace(/\/filter$/, '/by-ids')

/** Remembers labels that a list of options has shown. */
export const rememberLabels = (
  field: Field,
  options: readonly { readonly id: Id; readonly label: string | null }[],
): void => {
  const endpoint = byIdsEndpoint(field)
  if (endpoint === undefined || options.length === 0) return
  const entries = options.map(
    ({ id, label }) => [keyOf(endpoint, id), labelOrId(label, id)] as const,
  )
  loadedLabels.value = new Map([...loadedLabels.value, ...entries])
}

/** Returns the label, or the id of a record without a label. */
export const labelOrId = (label: string | null, id: Id): string =>
  label === null || label === undefined || label === '' ? String(id) : label

/** Returns the label of an id; undefined while it is not loaded. */
export const optionLabel = (field: Field, value: unknown): string | undefined => {
  if (!isId(value)) return undefined
  const listed = field.options?.find((option) => option.value === value)
  if (listed) return listed.label
  const endpoint = byIdsEndpoint(field)
  return endpoint === undefined ? undefined : loadedLabels.value.get(keyOf(endpoint, value))
}

const isId = (value: unknown): value is Id =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'

/** Reads the labels of a field's values that are not loaded yet. */
export const useOptionLabels = (field: Field, value: unknown): void =>
  useCriteriaLabels([[field, value]])

/** Reads the labels of the values of several fields that are not loaded yet. */
export const useCriteriaLabels = (criteria: readonly (readonly [Field, unknown])[]): void => {
  const key = JSON.stringify([identity.value, criteria.map(([{ name }, value]) => [name, value])])
  useEffect(() => {
    for (const [field, value] of criteria) requestLabels(field, value)
  }, [key])
}

export const requestLabels = (field: Field, value: unknown): void => {
  const endpoint = byIdsEndpoint(field)
  if (endpoint === undefined) return
  for (const id of [value].flat().filter(isId)) {
    const key = keyOf(endpoint, id)
    if (loadedLabels.value.has(key) || requested.has(key)) continue
    requested.add(key)
    if (!waiting.has(endpoint)) {
      waiting.set(endpoint, [])
      queueMicrotask(() => readWaiting(endpoint))
    }
    waiting.get(endpoint)!.push(id)
  }
}

const readWaiting = (endpoint: string): void => {
  const ids = waiting.get(endpoint) ?? []
  waiting.delete(endpoint)
  for (let start = 0; start < ids.length; start += batchSize) {
    readBatch(endpoint, ids.slice(start, start + batchSize))
  }
}

const readBatch = async (endpoint: string, ids: readonly Id[]): Promise<void> => {
  // The caller may have changed when the response arrives, and labels belong to one caller.
  const keys = ids.map((id) => keyOf(endpoint, id))
  const result = await readOptionsByIds(endpoint, ids)
  for (const key of keys) requested.delete(key)
  if (!result.ok) return
  const labels = new Map(result.data.map(({ id, label }) => [String(id), labelOrId(label, id)]))
  // Values without an option are shown as they are.
  const found = ids.map((id, at) => [keys[at]!, labels.get(String(id)) ?? String(id)] as const)
  loadedLabels.value = new Map([...loadedLabels.value, ...found])
}
