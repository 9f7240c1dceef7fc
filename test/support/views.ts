/** Resources as seen by a caller who sees everything. */
import { developmentPrincipal } from '../../src/access/authentication.js'
import { createViews } from '../../src/access/views.js'
import type { Model } from '../../src/model/types/resource-model.js'
import type { PreparedResource } from '../../src/query/statements/prepared-resource.js'

const settings = {
  zone: 'UTC',
  maxListLength: 1_000,
  maxTextLength: 1_000,
  allowScalarRange: false,
}

export const openViews = (model: Model): readonly PreparedResource[] => {
  const view = createViews(model, settings)(developmentPrincipal)
  return model.resources.map(({ key }) => view.resource(key))
}
