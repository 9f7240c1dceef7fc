/** The surfaces of a record, as tabs. */
import type { Surface } from '../../../src/wire/catalogs/surfaces.js'
import type { ResourceEntry } from '../../service/discovery.js'
import type { Filter, Row } from '../../service/records.js'
import type { Shape } from '../../service/shape.js'

export type RecordSurface = Surface

/** Returns the surfaces that are tabs, in the order of the catalog. */
export const tabsOf = (surfaces: readonly RecordSurface[]): readonly RecordSurface[] =>
  surfaces.filter(({ scope }) => scope === 'ITEM')

export const isForm = ({ kind }: RecordSurface): boolean =>
  kind === 'FORM' || kind === 'PARTIAL_FORM'

/** Returns true for the surface that shows the fields of the record. */
export const isDetail = ({ kind, method, path, responseCardinality }: RecordSurface): boolean =>
  kind === 'VIEW' && method === 'GET' && responseCardinality === 'OBJECT' && path.endsWith('}')

/**
 * Returns the filter of a related surface for this record; undefined without one. A filter field
 * that compares with a list of keys gets a list of one.
 */
export const relatedFilter = (
  { recordFilter }: RecordSurface,
  row: Row,
  filterShape: Pick<Shape, 'byName'>,
): Filter | undefined => {
  const value = recordFilter && row[recordFilter.valueField]
  if (value === null || value === undefined) return undefined
  const { field } = recordFilter!
  return { [field]: filterShape.byName.get(field)?.multiple ? [value] : value }
}

/**
 * Returns the resource to which the operation of a surface belongs. Surfaces name only the resource
 * that declares them.
 */
export const resourceOfPath = (
  resources: readonly ResourceEntry[],
  path: string,
): ResourceEntry | undefined =>
  resources
    .filter(({ resourcePath }) => path === resourcePath || path.startsWith(`${resourcePath}/`))
    .toSorted((a, b) => b.resourcePath.length - a.resourcePath.length)[0]
