/** What the cards of a dashboard need to know about their resources. */
import { resourceOf } from '../../../service/catalog.js'
import type { Result } from '../../../service/connection.js'
import { type ResourceEntry, readCapabilities, readSchema } from '../../../service/discovery.js'
import { useLoad } from '../../../service/load.js'
import { readAll, resultOf } from '../../../service/results.js'
import type { Shape } from '../../../service/shape.js'
import type { StatsField } from '../stats-field.js'

export interface Source {
  readonly resource: ResourceEntry
  readonly fields: readonly StatsField[]
  readonly filterShape: Shape | undefined
}

/** Sources by resource. Resources that the caller may not read are left out. */
type Sources = ReadonlyMap<string, Source>

const readSource = async (resource: ResourceEntry): Promise<Result<Source | undefined>> => {
  const { schemas } = resource
  const [capabilities, shape] = await Promise.all([
    readCapabilities(resource),
    schemas.filter ? readSchema(schemas.filter) : undefined,
  ])
  if (!capabilities.ok) {
    return isRefusal(capabilities.error.status) ? resultOf(undefined) : capabilities
  }
  const { fields } = capabilities.data.stats
  const filterShape = shape?.ok ? shape.data : undefined
  return resultOf({ resource, fields, filterShape })
}

const isRefusal = (status: number | undefined): boolean => status === 403 || status === 404

const readSources = async (keys: readonly string[]): Promise<Result<Sources>> => {
  const read = await readAll(
    keys.flatMap((key) => resourceOf(key) ?? []),
    readSource,
  )
  if (!read.ok) return read
  const sources = read.data.filter((source) => source !== undefined)
  return resultOf(new Map(sources.map((source) => [source.resource.resourceKey, source])))
}

/** Reads all sources before any card is drawn, so that the numbers are read as one. */
export const useSources = (keys: readonly string[]) =>
  useLoad(JSON.stringify(keys), () => readSources(keys), 'sources')
