/** The numbers of related records, which are beside the titles of their tabs. */
import { useEffect, useState } from 'preact/hooks'
import { catalog } from '../../service/catalog.js'
import { type Id, type ResourceEntry, readSchema } from '../../service/discovery.js'
import { countAsContract, type Row } from '../../service/records.js'
import { formatCount } from '../../texts/translate.js'
import { isForm, type RecordSurface, relatedFilter, resourceOfPath } from './surfaces.js'

/** Texts of counts by the ids of surfaces. The text of a count that is not known is empty. */
type Counts = ReadonlyMap<string, string>

const isCounted = (surface: RecordSurface): boolean =>
  !isForm(surface) &&
  surface.availability.allowed &&
  surface.recordFilter !== null &&
  resourceOfPath(catalog.value?.resources ?? [], surface.path)?.schemas.filter != null

/** Counts again whenever the record was read again. */
export const useRelatedCounts = (
  surfaces: readonly RecordSurface[],
  { resourceKey, idField }: ResourceEntry,
  row: Row,
): Counts => {
  const [read, setRead] = useState<{ readonly record: string; readonly counts: Counts }>()
  const record = `${resourceKey} ${row[idField] as Id}`
  const counted = surfaces.filter(isCounted)
  const ids = counted.map(({ id }) => id)
  useEffect(() => {
    const controller = new AbortController()
    readCounts(counted, row, controller.signal).then((counts) => {
      if (!controller.signal.aborted) setRead({ record, counts })
    })
    return () => controller.abort()
  }, [record, row, ids.join(' ')])
  const current = read?.record === record ? read.counts : undefined
  return new Map(ids.map((id) => [id, current?.get(id) ?? '']))
}

const readCounts = async (
  surfaces: readonly RecordSurface[],
  row: Row,
  signal: AbortSignal,
): Promise<Counts> => {
  const sets = await Promise.all(surfaces.map((surface) => setOf(surface, row)))
  // A record of which the user has gone on is not counted. All sets are counted in one request.
  if (signal.aborted) return new Map()
  const counts = await Promise.all(
    sets.flat().map(async ({ id, resource, filter }) => {
      const page = await countAsContract(resource, filter, signal)
      return [id, page.ok ? textOf(page.data) : ''] as const
    }),
  )
  return new Map(counts)
}

/** Returns the set of related records, or nothing if they cannot be narrowed to the record. */
const setOf = async (surface: RecordSurface, row: Row) => {
  const resource = resourceOfPath(catalog.value!.resources, surface.path)!
  const shape = await readSchema(resource.schemas.filter!)
  const filter = shape.ok ? relatedFilter(surface, row, shape.data) : undefined
  return filter ? [{ id: surface.id, resource, filter }] : []
}

interface CountedSet {
  readonly totalElements: number | null
  readonly count?: 'exact' | 'estimated' | 'none'
}

/** Returns the text of the total of a page. A set that was not counted has none. */
export const textOf = ({ totalElements, count }: CountedSet): string => {
  if (totalElements === null) return ''
  return `${count === 'estimated' ? '≈ ' : ''}${formatCount(totalElements)}`
}
