/** The surfaces of a record, as tabs. */
import type { Surface } from '../../../src/wire/catalogs/surfaces.js'
import type { ResourceEntry } from '../../service/discovery.js'
import type { Filter, Row } from '../../service/records.js'

export type RecordSurface = Surface

/** In the order of the catalog. */
export const tabsOf = (surfaces: readonly RecordSurface[]): readonly RecordSurface[] =>
  surfaces.filter(({ scope }) => scope === 'ITEM')

export const isForm = ({ kind }: RecordSurface): boolean =>
  kind === 'FORM' || kind === 'PARTIAL_FORM'

/** Shows the record itself: its fields. */
export const isDetail = ({ kind, method, path, responseCardinality }: RecordSurface): boolean =>
  kind === 'VIEW' && method === 'GET' && responseCardinality === 'OBJECT' && path.endsWith('}')

/** The filter of a related surface for this record; undefined if there is none. */
export const relatedFilter = ({ recordFilter }: RecordSurface, row: Row): Filter | undefined => {
  const value = recordFilter && row[recordFilter.valueField]
  return value === null || value === undefined ? undefined : { [recordFilter!.field]: value }
}

/** The resource with the operation of a surface: surfaces name the resource that declares them. */
export const resourceOfPath = (
  resources: readonly ResourceEntry[],
  path: string,
): ResourceEntry | undefined =>
  resources
    .filter(({ resourcePath }) => path === resourcePath || path.startsWith(`${resourcePath}/`))
    .toSorted((a, b) => b.resourcePath.length - a.resourcePath.length)[0]
