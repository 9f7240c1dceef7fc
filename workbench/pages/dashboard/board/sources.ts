/** What the cards of a dashboard need to know about their resources. */
import { resourceOf } from '../../../service/catalog.js'
import type { Result } from '../../../service/connection.js'
import { type ResourceEntry, readCapabilities, readSchema } from '../../../service/discovery.js'
import { useLoad } from '../../../service/load.js'
import type { Shape } from '../../../service/shape.js'
import type { StatsField } from '../stats-field.js'

export interface Source {
  readonly resource: ResourceEntry
  readonly fields: readonly StatsField[]
  readonly filterShape: Shape | undefined
}

/** Sources by resource. Resources that cannot be read are left out. */
type Sources = ReadonlyMap<string, Source>

const readSource = async (resource: ResourceEntry): Promise<Result<Source>> => {
  const { schemas } = resource
  const [capabilities, shape] = await Promise.all([
    readCapabilities(resource),
    schemas.filter ? readSchema(schemas.filter) : undefined,
  ])
  if (!capabilities.ok) return capabilities
  const { fields } = capabilities.data.stats
  const filterShape = shape?.ok ? shape.data : undefined
  return { ...capabilities, data: { resource, fields, filterShape } }
}

const readSources = async (keys: readonly string[]): Promise<Result<Sources>> => {
  const resources = keys.flatMap((key) => resourceOf(key) ?? [])
  const results = await Promise.all(resources.map(readSource))
  const read = results.filter((result) => result.ok)
  const [first] = read
  const [failed] = results.filter((result) => !result.ok)
  if (!first && failed) return failed
  const data = new Map(read.map(({ data: source }) => [source.resource.resourceKey, source]))
  return { ...(first ?? noFacts), ok: true, notModified: false, data }
}

const noFacts = {
  ...{ status: 200, etag: undefined, dataVersion: undefined, location: undefined },
  ...{ links: undefined, isReplay: false, traceId: undefined },
}

/** Reads all sources before any card is drawn, so that the numbers are read as one. */
export const useSources = (keys: readonly string[]) =>
  useLoad(JSON.stringify(keys), () => readSources(keys), 'sources')
