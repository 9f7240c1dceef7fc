import { resourceOf } from '../service/catalog.js'
import { readSchema } from '../service/discovery.js'
import { useLoad } from '../service/load.js'
import type { Shape } from '../service/shape.js'

/**
 * Loads the response shape of the resource to which a filter shape belongs, for the labels of
 * fields.
 */
export const useColumns = (filterShape: Shape): Shape | undefined => {
  const { resourceKey } = filterShape.document['x-ui'].resource
  const url = resourceOf(resourceKey)?.schemas.list ?? undefined
  return useLoad(url, () => readSchema(url!)).data
}
