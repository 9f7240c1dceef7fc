/** Finds the constraint that an error of a node names as it is called on a shard. */
import type { Catalog } from '../../catalog/catalog.js'
import type { FindPlace, Place } from '../../catalog/integrity.js'
import { isOnShard } from './errors.js'

export const placesOnShards = (catalog: Catalog): FindPlace => {
  const places = placesOf(catalog)
  return (violation) => (violation.schema === '' ? placeOnShard(places, violation) : violation)
}

/** Each table, without and with each of its constraints and indexes. */
const placesOf = ({ tables }: Catalog): readonly Place[] =>
  [...tables.values()].flatMap(({ schema, name: table, constraints, indexes }) => {
    const names = new Set([...constraints, ...indexes].map(({ name }) => name))
    return ['', ...names].map((constraint) => ({ schema, table, constraint }))
  })

/** Undefined if the names on the shard can be those of several constraints. */
const placeOnShard = (
  places: readonly Place[],
  { table, constraint }: Place,
): Place | undefined => {
  const found = places.filter(
    (place) =>
      (table === '' || isOnShard(place.table, table)) &&
      (place.constraint === '' ? constraint === '' : isOnShard(place.constraint, constraint)),
  )
  return found.length === 1 ? found[0] : undefined
}
