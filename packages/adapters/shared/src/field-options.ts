/** Reads the options that a field refers to, page by page, and the labels of values. */
import {
  CorollaryError,
  type Field,
  type FieldOption,
  type UntypedClient,
  unwrap,
} from 'corollary/client'

type Values = Readonly<Record<string, unknown>>

export interface OptionPage {
  readonly options: readonly FieldOption[]
  readonly hasMore: boolean
}

export interface OptionRequest {
  /** Text that labels contain. */
  readonly search?: string
  /** Default: 0. */
  readonly page?: number
  /** Criteria of the fields that the options depend on. */
  readonly filter?: Values
  readonly signal?: AbortSignal
}

type OptionValue = FieldOption['value']

export interface OptionReader {
  /** @throws CorollaryError */
  page(field: Field, request?: OptionRequest): Promise<OptionPage>
  /** The options of these values; values without an option are left out. @throws CorollaryError */
  byValues(field: Field, values: readonly OptionValue[]): Promise<readonly FieldOption[]>
}

/** Whether the options of a field are read from the service. */
export const hasRemoteOptions = ({ endpoint, optionSource }: Field): boolean =>
  endpoint !== undefined || optionSource !== undefined

/** @param key of the resource whose schema has the fields */
export const createOptionReader = (client: UntypedClient, key: string): OptionReader => {
  let paths: Promise<ReadonlyMap<string, string>> | undefined
  /** A field without a `reference` names its options only by their address. */
  const keyOf = async ({ name, reference, endpoint }: Field): Promise<string> => {
    if (reference) return reference.resourceKey
    paths ??= readPaths(client).catch((error: unknown) => {
      // The next attempt may succeed.
      paths = undefined
      throw error
    })
    const found = (await paths).get(endpoint ?? '')
    if (found !== undefined) return found
    throw new Error(`The service publishes no resource with the options of '${name}'.`)
  }
  return {
    page: async (field, { search, page, filter = {}, signal } = {}) => {
      const options = { ...(search ? { search } : {}), page: page ?? 0, ...(signal && { signal }) }
      const source = field.optionSource?.key
      const result = source
        ? client
            .resource(key)
            .optionSource(source)
            .filter({ ...options, filter })
        : client.resource(await keyOf(field)).options(filter, options)
      const { content, last } = unwrap(await result).data
      return { options: content.map(optionOf), hasMore: !last }
    },
    byValues: async (field, values) => {
      const source = field.optionSource?.key
      const result = source
        ? client.resource(key).optionSource(source).byIds(values)
        : client.resource(await keyOf(field)).optionsByIds(values as readonly (string | number)[])
      return unwrap(await result).data.map(optionOf)
    },
  }
}

const readPaths = async (client: UntypedClient): Promise<ReadonlyMap<string, string>> => {
  const { resources } = unwrap(await client.resources()).data
  return new Map(
    resources.map(({ resourceKey, resourcePath }) => [
      `${resourcePath}/options/filter`,
      resourceKey,
    ]),
  )
}

const optionOf = ({ id, label }: { id: OptionValue; label: string }): FieldOption => ({
  value: id,
  label,
})

type Labels = ReadonlyMap<OptionValue, string>

const firstDelayMs = 500
const maxDelayMs = 30_000

/**
 * Labels of values; a value without an option is its own label. While the service cannot be
 * reached, it tries again, until the signal is aborted.
 */
export const readLabels = async (
  reader: OptionReader,
  field: Field,
  values: readonly OptionValue[],
  signal: AbortSignal,
): Promise<Labels> => {
  const labels = new Map(values.map((value) => [value, String(value)]))
  for (let delayMs = firstDelayMs; !signal.aborted; delayMs = Math.min(2 * delayMs, maxDelayMs)) {
    try {
      const options = await reader.byValues(field, values)
      return new Map([...labels, ...options.map(({ value, label }) => [value, label] as const)])
    } catch (error) {
      if (!(error instanceof CorollaryError && error.isRetryable)) return labels
      await delay(Math.max((error.retryAfter ?? 0) * 1_000, delayMs), signal)
    }
  }
  return new Map()
}

/** Ends early when the signal is aborted. */
const delay = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })

export interface Dependency {
  /** Criteria of the options: the values of the fields that they depend on. */
  readonly filter: Values
  /** A field that must have a value first. */
  readonly missing: string | undefined
}

export const dependencyOf = (field: Field, values: Values): Dependency => {
  const { dependentField, optionSource } = field
  const { dependsOn = [], requireDependencies = false } = optionSource ?? {}
  // The form may name a single dependency differently than the filter does.
  const sourceOf = (name: string): string =>
    dependsOn.length === 1 && dependentField !== undefined ? dependentField : name
  const entries = dependsOn.map((name) => ({ name, source: sourceOf(name) }))
  const isBlank = ({ source }: { source: string }): boolean => (values[source] ?? '') === ''
  return {
    filter: Object.fromEntries(
      entries.filter((entry) => !isBlank(entry)).map(({ name, source }) => [name, values[source]]),
    ),
    missing: requireDependencies ? entries.find(isBlank)?.source : undefined,
  }
}
