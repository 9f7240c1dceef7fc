/**
 * Publishes the shapes of `src/wire`: a shape with an `$id` is a component, and other schemas refer
 * to it.
 */
import type { TSchema } from 'typebox'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { ItemError } from '../../wire/batch.js'
import { BulkOutcome } from '../../wire/bulk.js'
import { ActionCatalog } from '../../wire/catalogs/actions.js'
import { Capabilities } from '../../wire/catalogs/capabilities.js'
import { ResourceCatalog } from '../../wire/catalogs/resources.js'
import { SchemaCatalog, SchemaDocument } from '../../wire/catalogs/schema-catalog.js'
import { ServiceDescription } from '../../wire/catalogs/service.js'
import { SurfaceCatalog } from '../../wire/catalogs/surfaces.js'
import { Failure, Links, StatsLinks } from '../../wire/envelope.js'
import { HistoryEntry } from '../../wire/history.js'
import { ImportOutcome } from '../../wire/import.js'
import { Pageable, Position, Sort } from '../../wire/page.js'
import { QueriesResponse, Query } from '../../wire/queries.js'
import {
  DistributionResponse,
  GroupByResponse,
  TimeSeriesResponse,
} from '../../wire/stats-responses.js'
import { DeadLetters } from '../../wire/webhooks.js'
import { refTo, type Schemas } from './components.js'

const nameOf = (schema: object): string | undefined =>
  '$id' in schema ? String(schema.$id) : undefined

/** The schema of a shape: a reference, where the shape is a component. */
export const schemaOf = (shape: TSchema): JsonSchema => {
  const name = nameOf(shape)
  return name === undefined ? definitionOf(shape) : refTo(name)
}

/** `required` comes after the members, as in the schemas of contracts. */
const definitionOf = (shape: TSchema): JsonSchema => {
  const { $id: _, required, ...keywords }: JsonSchema = { ...shape }
  const ordered = required === undefined ? keywords : { ...keywords, required }
  return Object.fromEntries(
    Object.entries(ordered).map(([name, value]) => [name, publishedValue(value)]),
  )
}

const publishedValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(publishedValue)
  return typeof value === 'object' && value !== null ? schemaOf(value) : value
}

/** The shapes with a name among these values and in them. */
function* namedShapes(values: readonly unknown[]): Iterable<readonly [string, TSchema]> {
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue
    yield* namedShapes(Object.values(value))
    const name = nameOf(value)
    if (name !== undefined) yield [name, value as TSchema]
  }
}

/** The components that are the same for every resource. */
export const wireSchemas: Schemas = Object.fromEntries(
  [
    ...namedShapes([
      ...[Links, StatsLinks, Failure, Sort, Pageable, Position],
      ...[BulkOutcome, ItemError, ImportOutcome, HistoryEntry],
      ...[GroupByResponse, TimeSeriesResponse, DistributionResponse],
      ...[SurfaceCatalog, ActionCatalog, Capabilities],
      ...[SchemaCatalog, SchemaDocument, ResourceCatalog, ServiceDescription],
      ...[DeadLetters, Query, QueriesResponse],
    ]),
  ].map(([name, shape]) => [name, definitionOf(shape)]),
)
