/** Checks that the database can do what search fields need. */
import { type Diagnostics, didYouMean } from '../../foundation/errors/diagnostics.js'
import {
  type FilterFieldModel,
  type FilterShapeModel,
  isRelated,
} from '../../model/types/filter-model.js'
import type { Model } from '../../model/types/resource-model.js'
import type { Catalog } from '../catalog/catalog.js'

export const checkSearches = (
  { resources, rowRules }: Model,
  catalog: Catalog,
  diagnostics: Diagnostics,
): void => {
  const checkShape = (filter: FilterShapeModel, at: string): void => {
    for (const member of filter.values()) {
      if (isRelated(member)) checkShape(member.filter, `${at}.${member.name}`)
      else check(member, at, catalog, diagnostics)
    }
  }
  for (const { name, filter } of resources) checkShape(filter, `${name}.filter`)
  for (const [{ name }, { filter }] of rowRules) {
    checkShape(filter, `entities.${name}.rowAccess.filter`)
  }
}

const check = (
  { name, target }: FilterFieldModel,
  at: string,
  { unaccent, textSearchConfigurations: configurations }: Catalog,
  diagnostics: Diagnostics,
): void => {
  if (target.type !== 'search') return
  const report = (message: string): void =>
    diagnostics.error('SEARCH_UNAVAILABLE', `${at}.${name}`, message)
  if (target.unaccent && !unaccent) {
    report(
      "A search that ignores accents needs the extension 'unaccent'. Run: CREATE EXTENSION IF NOT EXISTS unaccent;",
    )
  }
  const { configuration } = target
  if (configuration !== undefined && !configurations.has(configuration)) {
    const nearest = didYouMean(configuration, [...configurations])
    report(`The database has no text search configuration '${configuration}'${nearest}`)
  }
}
