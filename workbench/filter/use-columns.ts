import { resourceOf } from '../app/catalog.js'
import type { Shape } from '../fields/shape.js'
import { readSchema } from '../service/discovery.js'
import { useLoad } from '../service/load.js'

/** The response shape of the resource that a filter shape belongs to, for the labels of fields. */
export const useColumns = (filterShape: Shape): Shape | undefined => {
  const { resourceKey } = filterShape.document['x-ui'].resource
  const url = resourceOf(resourceKey)?.schemas.list ?? undefined
  return useLoad(url, () => readSchema(url!)).data
}
